// What every surface is asked about: pairs of pages of many kinds in nine languages, on one host and on two; and
// crowds, in which a page may be like several earlier ones.

import { CODES, traditional, writer } from './texts.mjs';

/** By name, the host of page `i` among those with this number. */
const HOSTS = {
  one: (n) => `paper-${n}.example`,
  two: (n, i) => `${['paper', 'portal', 'wire', 'gazette'][i % 4]}-${n}.example`,
  // Of one host for readers: the second is its edition for telephones.
  editions: (n, i) => `${['www', 'm'][i % 2]}.paper-${n}.example`,
  // Two hosts, whose registrable domain is one.
  domain: (n, i) => `${['news', 'sport'][i % 2]}.paper-${n}.example`,
};

const part = (text, from, to) => text.slice(Math.round(text.length * from), Math.round(text.length * to));
/** A share at the beginning, in the middle or at the end of a text. */
function excerpt(text, share, place) {
  const from = [0, (1 - share) / 2, 1 - share][place % 3];
  return part(text, from, from + share);
}
/** The first sentences of a text, before a gate. */
const before = (text, share) => part(text, 0, share).map((line, i, { length }) => (i < length - 1 ? line : `${line}…`));
const gated = {
  head: '<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":false}</script>',
};
const titled = (title) => ({ title });

/** @typedef {ReturnType<typeof maker>} Maker */

/**
 * By kind, the texts of two pages, and what is unusual about each; null if there is no such pair in a language.
 * @type {Record<string, (made: Maker) => [string[], string[], object?, object?] | null>}
 */
const PAIRS = {
  copy: ({ story }) => [story, story],
  'copy, edited': ({ story, reworded }) => [story, reworded(story, 0.03)],
  'copy, retitled': ({ story, write }) => [story, story, {}, titled(write(1)[0])],
  'copy in the other script': ({ story, code }) => (code === 'zh-Hans' ? [story, story.map(traditional)] : null),
  excerpt: ({ story, tenth, n }) => [story, excerpt(story, tenth, n)],
  'excerpt first': ({ story, tenth, n }) => [excerpt(story, tenth, n + 1), story],
  'addition at the end': ({ story, write, tenth }) => [story, [...story, ...write(Math.round(30 * tenth))]],
  'addition at the head': ({ story, write, tenth }) => [story, [...write(Math.round(30 * tenth)), ...story]],
  'two merged': ({ story, write }) => [story, [...story, ...write(24)]],
  'two merged, in turn': ({ story, write }) => [story, story.flatMap((sentence) => [sentence, ...write(1)])],
  overlap: ({ story, write, some }) => [story, [...part(story, 1 - some, 1), ...write(24 - Math.round(24 * some))]],
  'overlap of unequal ones': ({ story, write, some }) => [story, [...write(40), ...part(story, 0.3, 0.3 + some)]],
  form: ({ story, again }) => [story, again(24)],
  'form, updated': ({ story, again, n }) => {
    const filled = again(24);
    return [story, story.map((sentence, i) => (i % (2 + (n % 3)) ? sentence : filled[i]))];
  },
  'gated after the whole': ({ story, few }) => [story, before(story, few), {}, gated],
  'gated before the whole': ({ story, few }) => [before(story, few), story, gated],
  'gated both': ({ story, few }) => [before(story, 0.4), before(story, few), gated, gated],
  'short, equal': ({ story }) => [story.slice(0, 1), story.slice(0, 1)],
  'short, equal but for the headline': ({ story, headline }) => {
    const [first, second] = [headline(), headline()].map(titled);
    return [story.slice(0, 1), story.slice(0, 1), first, second];
  },
  'short, unequal': ({ story }) => [story.slice(0, 1), story.slice(1, 2)],
  'short, of a long one': ({ story }) => [story, story.slice(0, 1)],
  'words replaced': ({ story, reworded, tenth }) => [story, reworded(story, tenth)],
  'sentences replaced': ({ story, write, some, n }) => {
    const stays = (i) => ((i * 7 + n) % 24) / 24 < some;
    return [story, story.map((sentence, i) => (stays(i) ? sentence : write(1)[0]))];
  },
  'one headline on two texts': ({ story, write, headline }) => {
    const one = titled(headline());
    return [story, write(24), one, one];
  },
  'two headlines on one text': ({ story, headline }) => [story, story, titled(headline()), titled(headline())],
  'two headlines on a part': ({ story, tenth, headline }) => {
    const [first, second] = [headline(), headline()].map(titled);
    return [story, part(story, 0, tenth), first, second];
  },
  'boilerplate at the end': ({ story, write, some }) => {
    const notice = write(Math.round(30 * some));
    return [
      [...story.slice(8), ...notice],
      [...write(16), ...notice],
    ];
  },
  'boilerplate at the head': ({ story, write, some }) => {
    const notice = write(Math.round(30 * some));
    return [
      [...notice, ...story.slice(6)],
      [...notice, ...write(20)],
    ];
  },
  'one template, one text': ({ story, frame }) => [story, story, frame, frame],
  'one template, two texts': ({ story, write, frame }) => [story, write(20), frame, frame],
  unrelated: ({ story, write }) => [story, write(24)],
};

/**
 * By kind, the texts of pages in the order of their arrival.
 * @type {Record<string, (made: Maker) => string[][]>}
 */
const CROWDS = {
  // Each is the same as the one before, until the last is another article than the first.
  'copies that drift': ({ write }) => {
    const all = [write(32)];
    for (let i = 0; i < 15; i++) all.push(all[i].map((sentence, at) => (at % 16 === i ? write(1)[0] : sentence)));
    return [...all, all[15], all[6], all[0]];
  },
  'one notice under many texts': ({ write }) => {
    const notice = write(12);
    const all = Array.from({ length: 9 }, () => [...write(6), ...notice]);
    return [...all, all[8], all[4], [...excerpt(all[7], 0.4, 0), ...notice]];
  },
  'parts of one story': ({ story, write }) => {
    const parts = [0, 1, 2].flatMap((place) => [0.75, 0.5, 0.35].map((share) => excerpt(story, share, place)));
    return [...parts, [...parts[1], ...write(8)], story, parts[5], [...story, ...write(6)]];
  },
};

/** The languages and hosts of crowds. */
const IN_CROWDS = [
  ['zh-Hans', 'one'],
  ['en', 'two'],
  ['ar', 'one'],
  ['zh-Hans', 'two'],
];

/** What texts are made of: new ones, and shares that differ from language to language, as `n` does. */
function maker(code, number, n) {
  const { write, headline, reworded, between } = writer(code, 3 * number);
  const story = write(24);
  const step = n % 9;
  // The last one is where it matters whether two pages are of one host.
  const shares = { tenth: (1 + step) / 10, few: 0.25 + step / 50, some: 0.34 + step / 40 };
  /** The sentences of the story with other facts. */
  const again = (count) => writer(code, 3 * number, 3 * number + 2).write(count);
  const lines = (count) => Array.from({ length: count }, headline);
  const frame = { frame: { links: lines(8), teasers: lines(5), notice: write(2) } };
  return { ...shares, code, n, between, story, write, headline, reworded, again, frame };
}

/** The beginning of a text as its headline. */
function headlineOf([first = ''], between) {
  const words = between ? first.split(between).slice(0, 7).join(between) : [...first].slice(0, 14).join('');
  return words.replace(/[\p{P}\s]+$/u, '');
}

function htmlOf({ title, text, url, code, between, head = '', frame = null }) {
  const paragraphs = [];
  for (let i = 0; i < text.length; i += 3) paragraphs.push(`<p>${text.slice(i, i + 3).join(between)}</p>`);
  const list = (lines) =>
    `<ul>${lines.map((line, i) => `<li><a href="/${i + 1}.html">${line}</a></li>`).join('')}</ul>`;
  const above = frame ? `<header><nav>${list(frame.links)}</nav></header>` : '';
  const notice = frame?.notice.join(between);
  const below = frame ? `<aside>${list(frame.teasers)}</aside><footer><p>${notice}</p></footer>` : '';
  return (
    `<!doctype html><html lang="${code}"><head><meta charset="utf-8"><title>${title}</title>` +
    `<link rel="canonical" href="${url}"><meta property="og:url" content="${url}">${head}</head><body>${above}` +
    `<article><h1>${title}</h1>${paragraphs.join('\n')}</article>${below}</body></html>`
  );
}

/**
 * A page, with the article that npm reads on it. The order of ids is that of arrival.
 * @typedef {{ id: string, url: string, html: string, article?: any }} Page
 * @typedef {{ kind: string, hosts: string, code: string, pages: Page[] }} Group of related pages
 * @returns {{ pairs: Group[], crowds: Group[] }}
 */
export function groups() {
  let number = 0;
  const group = (kind, hosts, code, n, texts) => {
    number++;
    const made = maker(code, number, n);
    const given = texts(made);
    if (!given) return [];
    const [first] = given.texts;
    const page = (text, i) => {
      const id = `${String(number).padStart(4, '0')}-${String.fromCharCode(97 + i)}`;
      const url = `https://${HOSTS[hosts](number, i)}/${code}/${id}`;
      const title = headlineOf(first, made.between);
      return { id, url, html: htmlOf({ title, text, url, code, between: made.between, ...given.facts[i] }) };
    };
    return [{ kind, hosts, code, pages: given.texts.map(page) }];
  };
  const pair = (kind, hosts, code, n) =>
    group(kind, hosts, code, n, (made) => {
      const [a, b, ...facts] = PAIRS[kind](made) ?? [];
      return a ? { texts: [a, b], facts } : null;
    });
  // Each in words of its own, so that all can be put into one index.
  const pairs = Object.keys(PAIRS).flatMap((kind, k) => [
    ...CODES.flatMap((code, c) => pair(kind, (c + k) % 3 ? 'one' : 'two', code, c + k)),
    ...['editions', 'domain'].flatMap((hosts, i) => pair(kind, hosts, CODES[(k + i) % CODES.length], k)),
  ]);
  const crowds = Object.keys(CROWDS).flatMap((kind) =>
    IN_CROWDS.flatMap(([code, hosts], n) =>
      group(kind, hosts, code, n, (made) => {
        const texts = CROWDS[kind](made);
        return { texts, facts: texts.map((text) => titled(headlineOf(text, made.between))) };
      }),
    ),
  );
  return { pairs, crowds };
}
