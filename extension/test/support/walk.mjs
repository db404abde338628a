// Visits to articles and to other sites' versions of them, each with the verdict that the extension should show.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixtures } from './sites.mjs';
import { TEMPLATES, made } from './templates.mjs';

const bodyOf = (name) => fixtures.get(name).body.split('\n');
const BASES = {
  zh: ['zh-dam-original', 'zh-nightbus-original', 'zh-dam-same-opening'].map(bodyOf),
  en: ['en-barrage-original', 'en-barrage-same-day', 'en-kettle'].map(bodyOf),
};
/** The continuation of texts that begin like an article and go on differently; each is on one page only. */
const OTHERS = {
  zh: [
    bodyOf('zh-dam-merged').filter((line) => !BASES.zh[0].includes(line)),
    bodyOf('zh-nightbus-quoted').filter((line) => !BASES.zh[1].includes(line)),
    [
      '镇上的修钟人姓邬，铺子开在粮店旧址的拐角，门口挂着一只不走的挂钟，指针停在六点一刻。有人问他为什么不修，他说那是给人认路用的。',
      '他修钟不收定金，修好了才谈价钱。去年冬天，一位老人抱来一台座钟，说是结婚时买的，响了四十年，忽然哑了。他拆开一看，锤子上的皮垫磨没了。',
      '皮垫是从一只旧手套上剪下来的。钟声响起来的时候，老人站在门口听完了十二下，才想起来付钱。他只收了八块。',
      '铺子后面的抽屉里，分门别类放着两千多个零件，每个纸袋上都写着年份和来处。他说，等这些零件用完，他就不做了。',
    ],
  ],
  en: [
    bodyOf('en-chess-broken'),
    bodyOf('en-van-utf16'),
    [
      'The bells of the chapel at Orrin have no ringers left who learned on ropes, so the ' +
        'parish has taught eleven pupils.',
      'They meet on Tuesdays after choir. The smallest stands on a milk crate, and counts ' +
        'aloud until the others ask her not to.',
      'Ringing is arithmetic, says their teacher, a retired signalman, and arithmetic is ' +
        'patience with a number on the end.',
      'On the first Sunday in advent they rang for nine minutes without a mistake, and nobody ' +
        'in the village said a word about it.',
    ],
  ],
};
const AD = {
  zh: '广告：春季车票全线八折，购票请至各营业网点或拨打客服热线。',
  en: 'Advertisement: spring tickets are twenty per cent off at every counter and on the phone.',
};
/** Typing errors: one in a hundred characters is wrong. */
const WRONG = { zh: '的地得在再以已做作', en: 'aeioutnsr' };

const joined = (paragraphs) => paragraphs.join('\n');
const share = (paragraphs, from, to) => {
  const length = joined(paragraphs).length;
  let at = 0;
  return paragraphs.filter((text) => {
    const middle = (at + text.length / 2) / length;
    at += text.length + 1;
    return middle >= from && middle < to;
  });
};

const SENTENCES = /(?<=[。！？]|[.!?] )/;
/** The first two sentences. */
const opening = ([first]) => first.split(SENTENCES).slice(0, 2).join('');

const WIDTHS = { '，': ',', '。': '．', '：': ':', '’': '"', '“': '"', '”': '"' };

function mistyped({ paragraphs, language, seed }) {
  let at = seed;
  const wrong = (c) => (++at % 100 === 0 && /\p{L}/u.test(c) ? WRONG[language][at % WRONG[language].length] : c);
  return paragraphs.map((text) => [...text].map(wrong).join(''));
}

const whole = ({ paragraphs }) => paragraphs;
/** The edits of an article: the verdict that the extension should show, how the text is edited, and other facts. */
const EDITS = {
  original: ['new', whole],
  reprint: ['same', whole],
  headline: ['same', whole, { title: { zh: '一件小事的前前后后', en: 'What came of it' } }],
  credit: ['same', whole, { credit: { zh: '岚溪晚报', en: 'Orrin Courier' } }],
  width: ['same', ({ paragraphs }) => paragraphs.map((text) => text.replace(/[，。：’“”]/g, (c) => WIDTHS[c]))],
  split: ['same', ({ paragraphs }) => paragraphs.flatMap((text) => text.split(SENTENCES))],
  typos: ['same', mistyped],
  advertisement: ['same', ({ paragraphs, language }) => paragraphs.toSpliced(paragraphs.length / 2, 0, AD[language])],
  'tail cut': ['partial', ({ paragraphs }) => share(paragraphs, 0, 0.6)],
  'middle cut': ['partial', ({ paragraphs }) => [...share(paragraphs, 0, 0.35), ...share(paragraphs, 0.65, 1)]],
  'first page': ['partial', ({ paragraphs }) => share(paragraphs, 0, 0.45)],
  merged: ['partial', ({ paragraphs, next }) => [...paragraphs, ...next]],
  'same opening': ['new', ({ paragraphs, other }) => [opening(paragraphs), ...other]],
};

/**
 * The visits in their order: `{ url, html, kind, expected }`. An article is read before its edited versions, and each
 * page has a template of its own.
 */
export function visits() {
  const all = [];
  for (const [kind, [expected, edit, facts = {}]] of Object.entries(EDITS)) {
    for (const language of /** @type {const} */ (['zh', 'en'])) {
      const bases = BASES[language];
      const changed = Object.entries(facts).map(([name, values]) => [name, values[language]]);
      for (const [i, paragraphs] of bases.entries()) {
        const seed = all.length;
        const [next, other] = [bases[(i + 1) % bases.length], OTHERS[language][i]];
        const title = { zh: `第${i + 1}则见闻`, en: `Story number ${i + 1}` }[language];
        const edited = edit({ paragraphs, language, seed, next, other });
        const article = { language, title, seed, paragraphs: edited, ...Object.fromEntries(changed) };
        const [html, template] = [made(seed * 7 + i, article), (seed * 7 + i) % TEMPLATES.length];
        all.push({ url: `http://w${seed}.walk.example/${language}/${seed}`, html, kind, expected, template });
      }
    }
  }
  return all;
}

/** How many templates of a set are visited. */
const MOST = 100;

/**
 * Visits to pairs of a set, each pair with an empty history, and each template once:
 * `{ url, html, kind, template, expected, isFirst }`.
 */
export function labelledVisits(folder) {
  const read = (name) =>
    readFileSync(join(folder, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const docs = new Map(read('docs.jsonl').map((doc) => [doc.id, doc]));
  const used = new Set();
  const visitOf = ({ id, template, encoding }, kind, expected, isFirst) => ({
    url: `http://${id}.walk.example/`,
    html: readFileSync(join(folder, 'pages', `${id}.html`)),
    type: `text/html; charset=${encoding}`,
    ...{ kind, template, expected, isFirst },
  });
  return read('pairs.jsonl').flatMap(({ a, b, label, kind }) => {
    const pair = [docs.get(a), docs.get(b)];
    const templates = new Set(pair.map(({ template }) => template));
    if (templates.size < 2 || used.size + 2 > MOST || [...templates].some((one) => used.has(one))) return [];
    for (const template of templates) used.add(template);
    return [visitOf(pair[0], kind, 'new', true), visitOf(pair[1], kind, label === 'different' ? 'new' : label, false)];
  });
}
