// Answers of the background, for tests of the pages: made from this project's fixture pages.

const UNSTATED = { site: null, credit: null, creditPlace: null, authors: [], published: null, canonical: null };
const PLAIN = {
  cluster: null,
  headlines: [],
  since: null,
  visits: 1,
  length: 1180,
  gated: false,
  completed: false,
  language: 'en',
  hasText: true,
};
let id = 0;

/** @returns {import('../../messages.js').Entry} */
function entry(url, title, firstSeen, facts = {}) {
  const host = new URL(url).host.replace(/^www\./, '');
  return { id: ++id, url, host, title, ...UNSTATED, ...PLAIN, firstSeen, lastSeen: firstSeen, ...facts };
}

export const en = {
  wire: entry(
    'https://meridianwire.example/article/carrow-tidal-barrage-restart-5b1e07',
    'Carrow tidal barrage to restart after three-year repair',
    '2026-03-10T08:12:00Z',
    { site: 'Meridian Wire', visits: 2, cluster: 1 },
  ),
  courier: entry(
    'https://www.ashwickcourier.example/news/world/41877',
    'Islanders to get their tide back',
    '2026-03-12T17:40:00Z',
    { site: 'Ashwick Courier', credit: 'Meridian Wire', cluster: 1 },
  ),
  grid: entry(
    'https://thegrid.example/p/carrow-barrage-set-to-reopen',
    'Carrow barrage set to reopen',
    '2026-03-15T06:05:00Z',
    { visits: 4, length: 690, cluster: 1 },
  ),
  kettle: entry(
    'https://slowhands.example/2026/02/kettle/',
    'The kettle I refused to replace',
    '2026-02-20T20:30:00Z',
    { authors: ['Wren Halloway'], site: 'Slow Hands' },
  ),
};
const zh = (facts) => ({ language: 'zh', ...facts });
export const cn = {
  wire: entry(
    'https://www.lanan-news.example/xianyu/2026/03/81204.html',
    '石门沟老坝汛前拆除 青榆河六十年来首次全线贯通',
    '2026-03-12T08:00:00Z',
    zh({ site: '岚安新闻网', visits: 2 }),
  ),
  courier: entry(
    'https://m.heshan.example/a/7203318846',
    '服役六十二年，这座老坝将在汛期前拆除',
    '2026-03-13T01:20:00Z',
    zh({ site: '河山客户端', credit: '岚安新闻网' }),
  ),
  grid: entry(
    'https://yike.example/d/2026-03-13-07',
    '石门沟老坝汛前拆除',
    '2026-03-14T09:30:00Z',
    zh({ length: 640, site: '一刻', visits: 4 }),
  ),
  kettle: entry(
    'https://mp.chengnan.example/s/41870263',
    '凌晨一点四十，27路末班车上只有六个人',
    '2026-02-20T20:30:00Z',
    zh({ site: '城南' }),
  ),
};

/** @returns {import('../../messages.js').Copy} */
const copy = (entry, verdict, changes = []) => ({ entry, verdict, changes });

const OF_TAB = { tabId: 7, url: 'https://ashwickcourier.example/news/world/41877', site: 'ashwickcourier.example' };
const UNREAD = { why: null, error: null, entry: null, mostSimilar: null, original: null, override: null, marks: null };
const ALONE = { copies: [], denied: [], versions: [] };
const BLANK = { ...OF_TAB, ...UNREAD, ...ALONE };
/** @returns {import('../../messages.js').PageState} */
const page = (status, facts = {}) => ({ ...BLANK, status, remembered: facts.entry !== undefined, ...facts });

const EVIDENCE = [
  { evidence: 'credit', favors: 'first', weight: 75 },
  { evidence: 'central', favors: 'first', weight: 0 },
  { evidence: 'published', favors: 'second', weight: 45 },
];
const evidence = (entry) => ({ id: entry.id, entry, reasons: EVIDENCE });
const TAIL_CUT = [
  { kind: 'tail-cut', share: 0.41 },
  { kind: 'first-contains', share: 0.99 },
];

const failed = (code) => ({ code, message: `a test of ${code}` });
const EDITED = '2026-03-14T07:00:00Z';

/** Each state that the popup can be in, by the articles of one language. */
export const states = (articles) => ({ ...withCopies(articles), ...alone(articles), ...WITHOUT_ARTICLE });

/** States of an article with copies elsewhere. */
function withCopies({ wire, courier, grid }) {
  const same = page('same', {
    entry: courier,
    copies: [copy(wire, 'same')],
    mostSimilar: wire.id,
    original: evidence(wire),
  });
  return {
    same,
    three: page('partial', {
      entry: grid,
      mostSimilar: wire.id,
      original: evidence(wire),
      site: grid.host,
      copies: [copy(wire, 'partial', TAIL_CUT), copy(courier, 'partial', TAIL_CUT)],
    }),
    gated: {
      ...same,
      status: 'partial',
      entry: { ...courier, gated: true },
      copies: [copy({ ...wire, gated: true }, 'partial')],
    },
    marked: { ...same, marks: { other: wire.id, changed: 2, added: 1, missing: 3, stops: 6, lost: 0 } },
    undecided: { ...same, original: { id: null, entry: null, reasons: [] } },
    textless: {
      ...same,
      copies: [copy({ ...wire, hasText: false }, 'same', [{ kind: 'head-cut', share: 0.08 }])],
    },
  };
}

/** States of an article without copies. */
function alone({ wire, courier, kettle }) {
  const before = `${wire.title}?`;
  const edited = { ...wire, headlines: [before], since: EDITED, lastSeen: EDITED };
  const version = (id, firstSeen, lastSeen = firstSeen) => ({ id, title: before, length: 1170, firstSeen, lastSeen });
  return {
    new: page('new', { entry: kettle }),
    unkept: page('new', { entry: kettle, remembered: false, error: failed('quota') }),
    changed: page('changed', {
      entry: edited,
      versions: [version(2, '2026-03-11T09:00:00Z', '2026-03-12T09:00:00Z'), version(1, wire.firstSeen)],
    }),
    changedTextless: page('changed', { entry: edited }),
    seen: page('seen', { entry: wire, denied: [courier] }),
  };
}

const WITHOUT_ARTICLE = {
  list: page('not-article', { why: 'list' }),
  paywall: page('not-article', { why: 'gated' }),
  mail: page('never', { why: 'mail', override: 'page' }),
  form: page('never', { why: 'password', override: 'site' }),
  unchanged: page('unchanged', { override: 'page' }),
  pdf: page('not-article', { why: 'pdf' }),
  blank: page('never', { why: 'blank', url: 'about:blank', site: null }),
  refused: page('never', { why: 'site' }),
  browser: page('never', { why: 'scheme', url: null, site: null }),
  failed: page('failed', { error: failed('blocked') }),
  unread: page('unread'),
  reading: page('reading'),
};

const TEXTS = [
  'The barrage restarts in May.\nTen casings were recast in steel.\nFishermen are content.\n' +
    'The reporter lives on the main island.',
  'The barrage restarts next month.\nTen casings were recast in a nickel alloy. They took a year.\n' +
    'Fishermen are content.\nElectricity will be dear until the winter is over.\nSchools start an hour late that day.',
];
/** Of each sentence: its kind, the other, and whether that is elsewhere. */
const KINDS = ['changed 0,changed 1,same 3 moved,only', 'changed 0,changed 1,only,same 2 moved,only,only'];

/** @type {import('../../messages.js').Difference} */
export const difference = {
  texts: TEXTS,
  sentences: TEXTS.map((text, i) =>
    [...text.matchAll(/[^.]+\./g)].map(({ 0: sentence, index }, n) => {
      const [kind, other = null, moved] = KINDS[i].split(',')[n].split(' ');
      const place = { start: index + sentence.search(/\S/), end: index + sentence.length };
      return { ...place, kind, other: other && Number(other), moved: moved === 'moved' };
    }),
  ),
  missing: { paragraphs: 2, sentences: 3 },
  added: { paragraphs: 1, sentences: 1 },
  changed: 2,
  moved: 1,
};

const FLAGS = { keepText: true, textLimit: 200, links: true, undimmed: [], retention: null };
/** @type {import('../../messages.js').Settings} */
export const settings = { when: 'clicked', sites: [], blocklist: ['bank.example'], override: [], ...FLAGS };

/** @type {import('../../messages.js').Usage} */
export const usage = {
  articles: 1284,
  bytes: 9_430_000,
  quota: 2_000_000_000,
  texts: { count: 1203, bytes: 5_120_000, limit: 200_000_000 },
};
