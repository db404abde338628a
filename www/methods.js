// Methods side by side: their verdicts on the same two pages, and what they compare.

import { methods as loaded } from './core.js';
import { drawn, h, present, scrollable, still } from '../shared/dom.js';
import { language, number, t } from './i18n.js';
import { all, article, idsIn, meanwhile, named, PAIRS, twoPlaces } from './pages.js';
import { called, evidenceTable, heading, LONGEST, painted } from './relation.js';
/** @import { Explanation, Mark } from './offprint/methods/index.js' */
/** @import { Page, Shown, Two, View } from './pages.js' */

/** @typedef {import('offprint').Comparison & { name: string }} Result */

/** @type {import('./i18n.js').Words} */
export const words = {
  en: {
    title: 'Methods side by side',
    lead:
      'Offprint beside the methods of the five papers it grew from and the baselines of the field, on the same two ' +
      'pages. Each shows what it looks at.',
    table: 'What each says',
    conclusion: ({ verdict, agree, all }, show) => {
      const others = agree === all ? `all ${show(all)}` : `${show(agree)} of ${show(all)}`;
      return `Offprint says “${verdict}”; ${others} other methods agree.`;
    },
    own: 'Offprint',
    papers: 'The papers',
    baselines: 'Common baselines',
    method: 'Method',
    verdict: 'Verdict',
    score: 'Score',
    about: 'It looks at',
    why: 'Why {name} says so',
    seen: 'What it looks at',
    slots: ({ equal, all }, show) => `${show(equal)} of ${show(all)} places of the two signatures are equal.`,
    blind: 'It keeps nothing of single words: its signature is made of the whole text.',
    nothing: 'It finds nothing here that it could use.',
    list: 'As a list',
    'held.no': 'not in the other',
    'held.yes': 'in both',
    'held.long': 'in both, with the text around it',
    'role.sample': 'sample',
    'role.code': 'feature code',
    'role.kept-code': 'feature code that is kept',
    'role.source': 'source',
    'role.headline': 'headline',
    'role.time': 'time',
    'role.term': 'term',
    'role.concept': 'concept',
    'role.sentence': 'sentence',
    'role.shingle': 'shingle',
    'role.spot': 'spot',
    'role.word': 'word',
    'role.name': 'name',
    'role.number': 'number',
    'role.date': 'day',
    measured:
      'On thousands of labelled pairs. Each has the parameters of its paper where the paper states them; the others ' +
      'are in its document.',
    'measured.read': 'How they perform',
    'why.read': 'The paper, and how it is built in',
    'is.offprint': 'samples of its text in their order, feature codes and length: a fingerprint of some 500 bytes',
    'is.facts': 'names, figures, days and rare words in their order, whatever the words between',
    'is.feature-code': 'the ten characters around the first full stop (Zhang et al. 2002)',
    'is.feature-code-length': 'these ten characters, and lengths that differ by at most a tenth (Peng et al. 2004)',
    'is.feature-code-all': 'the ten characters around sixteen full stops, and lengths',
    'is.credit': 'the source that a page credits, with its headline and time; otherwise two codes (Ge et al. 2012)',
    'is.credit-second-chance': 'the same, but where two pages credit different sources, the codes decide',
    'is.term-vector': 'the twenty heaviest terms and their positions (Cao et al. 2009)',
    'is.term-vector-words': 'the twenty heaviest words, Chinese ones by a dictionary',
    'is.long-sentence': 'the sixteen longest sentences (Liu et al. 2009)',
    'is.long-sentence-bins': 'the sixteen longest sentences, among pages of similar length',
    'is.concept-network': 'the concepts that hold the text together, and their positions (Cao et al. 2011)',
    'is.word-network': 'the words that hold the text together, synonyms not merged',
    'is.shingle': 'a sketch of its runs of ten words (Broder 1997)',
    'is.supershingle': 'six hashes of fourteen minima each (Fetterly et al. 2003)',
    'is.i-match': 'one hash of the twenty rarest terms (Chowdhury et al. 2002)',
    'is.simhash': '64 bits, on which all its words vote (Charikar 2002, Manku et al. 2007)',
    'is.minhash': '128 minima of its runs of three words (Broder 1997)',
    'is.spotsigs': 'what follows function words such as “the” (Theobald et al. 2008)',
    'is.iscc': 'the Text-Code of the International Standard Content Code (ISO 24138)',
  },
  zh: {
    title: '各家方法',
    lead: '同样两页，看 Offprint、它所依据的五篇论文的方法和常用的基准方法各怎么说。每种方法都把所看的东西标出来。',
    table: '各家结论',
    conclusion: 'Offprint 说“{verdict}”，其余 {all} 种方法中有 {agree} 种也这么说。',
    own: 'Offprint',
    papers: '论文',
    baselines: '常用基准方法',
    method: '方法',
    verdict: '结论',
    score: '得分',
    about: '看什么',
    why: '{name} 为何这么说',
    seen: '它看到的',
    slots: '两个签名共 {all} 位，相等的有 {equal} 位。',
    blind: '它不保留单个词语：签名由全文得出。',
    nothing: '这里没有它用得上的东西。',
    list: '列成清单',
    'held.no': '对方没有',
    'held.yes': '两篇都有',
    'held.long': '两篇都有，上下文也相同',
    'role.sample': '样本',
    'role.code': '特征码',
    'role.kept-code': '存入指纹的特征码',
    'role.source': '来源',
    'role.headline': '标题',
    'role.time': '时间',
    'role.term': '词',
    'role.concept': '概念',
    'role.sentence': '句子',
    'role.shingle': '片段',
    'role.spot': '落点',
    'role.word': '词语',
    'role.name': '名称',
    'role.number': '数字',
    'role.date': '日期',
    measured: '在数千对有标注的网页上测得，论文给出的参数照用，未给出的见各方法的文档。',
    'measured.read': '效果如何（英文）',
    'why.read': '论文与实现（英文）',
    'is.offprint': '按次序的正文样本、特征码与长度，指纹约 500 字节',
    'is.facts': '名称、数字、日期与罕见词，及其次序，不看措辞',
    'is.feature-code': '第一个句号前后的十个字（张刚等，2002）',
    'is.feature-code-length': '这十个字，且长度相差不过一成（彭渊等，2004）',
    'is.feature-code-all': '十六个句号前后的各十个字，以及长度',
    'is.credit': '网页注明的来源、标题与时间，没有来源时用两段特征码（葛晓盼等，2012）',
    'is.credit-second-chance': '同上，但两页注明的来源不同时，由特征码决定',
    'is.term-vector': '权重最高的二十个词及其位置（曹玉娟等，2009）',
    'is.term-vector-words': '权重最高的二十个词，中文按词典切分',
    'is.long-sentence': '最长的十六句（刘四维等，2009）',
    'is.long-sentence-bins': '最长的十六句，只比长度相近的网页',
    'is.concept-network': '维系全文的概念及其位置（曹玉娟、牛振东等，2011）',
    'is.word-network': '维系全文的词及其位置，不合并同义词',
    'is.shingle': '每十个词一段，取其摘要（Broder，1997）',
    'is.supershingle': '六个散列，各由十四个最小值得出（Fetterly 等，2003）',
    'is.i-match': '最罕见的二十个词合成一个散列（Chowdhury 等，2002）',
    'is.simhash': '全部词语投票得出 64 位（Charikar，2002；Manku 等，2007）',
    'is.minhash': '每三个词一段，取 128 个最小值（Broder，1997）',
    'is.spotsigs': '“的”“了”等虚词之后的字（Theobald 等，2008）',
    'is.iscc': '国际标准内容码的文本码（ISO 24138）',
  },
};

/** The methods of the papers, each with its variants. */
const PAPERS = ['feature-code', 'credit', 'term-vector', 'long-sentence', 'concept-network', 'word-network'];
/** The most marks in a list. */
const LISTED = 60;

export default async function view(/** @type {HTMLElement} */ root, /** @type {View} */ { params, note, signal }) {
  await meanwhile(root, 'loading', all());
  const wrong = h('p.wrong', { role: 'alert' });
  // Methods agree on a reprint, but not on an abridged copy.
  const pages = named(idsIn(params), wrong, PAIRS[language()].partial);
  let method = params.get('method');
  const result = h('div.result');
  const figures = h('a', { href: 'docs/methods.html' }, t('methods.measured.read'));
  const measured = h('p.quiet', t('methods.measured'), ' ', figures);
  const picked = (/** @type {Two<Page | undefined>} */ chosen) => {
    pages.splice(0, 2, ...chosen);
    return show();
  };
  root.append(await twoPlaces(pages, picked, signal), wrong, result, measured);

  async function show() {
    const [first, second] = pages;
    if (!first || !second) return;
    wrong.textContent = '';
    const coming = Promise.all([loaded(), article(first), article(second)]);
    const [{ methods }, one, other] = await meanwhile(result, 'reading', coming);
    if (signal.aborted || first !== pages[0] || second !== pages[1]) return;
    const why = h('section.why');
    const explain = async (/** @type {string} */ name) => {
      method = name;
      note(new URLSearchParams({ one: first.id, other: second.id, method }));
      for (const row of result.querySelectorAll('[data-method]'))
        row.toggleAttribute('data-chosen', row.getAttribute('data-method') === name);
      await drawn();
      why.dataset.method = name;
      why.replaceChildren(...explained(name, methods.explain(name, one, other), [one, other]));
    };
    const known = methods.list().map(({ name }) => name);
    const results = /** @type {Result[]} */ ([]);
    for (const name of known) {
      results.push({ name, ...methods.compare(name, one, other) });
      if (Math.max(one.text.length, other.text.length) > LONGEST) await drawn(); // Each method may take a while.
    }
    /** Explains a method on request, below the table. */
    const asked = async (/** @type {string} */ name) => {
      await explain(name);
      const title = why.querySelector('h2');
      title?.focus({ preventScroll: true });
      title?.scrollIntoView({ behavior: still() ? 'auto' : 'smooth' });
    };
    result.replaceChildren(verdicts(results, asked), why);
    await explain(method !== null && known.includes(method) ? method : 'feature-code-length');
  }

  await show();
}

/** The method that a variant belongs to, or the method itself. */
const baseOf = (/** @type {string} */ name) => name.replace(/-(length|all|second-chance|words|bins)$/, '');

/** The document about a method. Variants share one. */
/** @type {Record<string, string>} */
const DOCUMENTS = { offprint: 'concepts', 'word-network': 'methods-concept-network' };
const documentOf = (/** @type {string} */ name) => `docs/${DOCUMENTS[name] ?? `methods-${baseOf(name)}`}.html`;

function conclusion(/** @type {Result[]} */ results) {
  const own = results.find(({ name }) => name === 'offprint');
  if (!own) return null;
  const others = results.filter((one) => one !== own);
  const agree = others.filter(({ verdict }) => verdict === own.verdict).length;
  return t('methods.conclusion', { verdict: t(`verdict.${own.verdict}`), agree, all: others.length });
}

function verdicts(/** @type {Result[]} */ results, /** @type {(name: string) => unknown} */ explain) {
  const row = (/** @type {Result} */ { name, verdict, score }) => {
    const button = h('button.name', { type: 'button', onclick: () => explain(name), title: name }, called(name));
    const meter = h('meter', { min: 0, max: 1, value: score, 'aria-label': t('methods.score') });
    return h(
      'tr',
      { 'data-method': name },
      h('th.of', { scope: 'row' }, button),
      h('td', { class: `is-${verdict}` }, t(`verdict.${verdict}`)),
      h('td.score', meter, ' ', number(score, { maximumFractionDigits: 2, minimumFractionDigits: 2 })),
      h('td.whole', t(`methods.is.${name}`)),
    );
  };
  /** @param {Result} given */
  const group = ({ name }) => (name === 'offprint' ? 'own' : PAPERS.includes(baseOf(name)) ? 'papers' : 'baselines');
  const bodies = ['own', 'papers', 'baselines'].map((key) => {
    const heading = h('tr.group', h('th.whole', { colspan: 4, scope: 'rowgroup' }, t(`methods.${key}`)));
    return h('tbody', heading, results.filter((one) => group(one) === key).map(row));
  });
  const head = ['method', 'verdict', 'score', 'about'].map((key) => t(`methods.${key}`));
  return h(
    'section',
    h('h2', t('methods.table')),
    h('p.conclusion', conclusion(results)),
    scrollable(t('methods.table'), 'table.verdicts.stacked', head, bodies),
  );
}

/** @param {string} name @param {Explanation} explanation @param {Two<Shown>} articles */
function explained(name, { verdict, marks, slots }, [one, other]) {
  return present([
    h('h2', { tabindex: -1 }, t('methods.why', { name: called(name) })),
    h('p.quiet', t(`methods.is.${name}`), ' ', h('a', { href: documentOf(name) }, t('methods.why.read'))),
    verdict.evidence.length > 0 ? evidenceTable(verdict.evidence) : h('p', t('methods.nothing')),
    slots.length > 0 && signature(slots),
    slots.length > 1 && marks[0].length === 0 && h('p.quiet', t('methods.blind')),
    marks.some((side) => side.length > 0) && h('div.texts', side(one, marks[0], 'one'), side(other, marks[1], 'other')),
  ]);
}

/** Two signatures, compared position by position. */
function signature(/** @type {boolean[]} */ slots) {
  const label = t('methods.slots', { equal: slots.filter(Boolean).length, all: slots.length });
  const cells = slots.map((isEqual) => h('i', { class: isEqual ? 'equal' : null }));
  return h('figure.slots', h('div.grid', { role: 'img', 'aria-label': label }, cells), h('figcaption', label));
}

function side(/** @type {Shown} */ article, /** @type {Mark[]} */ marks, /** @type {string} */ name) {
  // Matches are painted last, so that they are on top.
  const order = ['no', 'yes', 'long'];
  const sorted = marks.toSorted((a, b) => order.indexOf(a.held) - order.indexOf(b.held));
  const ranges = sorted.flatMap(({ held, role, places }) => {
    const title = `${t(`methods.role.${role}`)} · ${t(`methods.held.${held}`)}`;
    return places.map(([start, end]) => ({ start, end, attributes: { class: `mark ${held}`, title } }));
  });
  const item = (/** @type {Mark} */ { role, text, held, weight }) => {
    const [what, where] = [`role.${role}`, `held.${held}`].map((key) => h('span.small.quiet', t(`methods.${key}`)));
    const weighs = weight !== null && h('span.quiet', ` ${number(weight, { maximumFractionDigits: 1 })}`);
    return h('li', { class: held }, what, ' ', h('span', { dir: 'auto' }, text), weighs, ' ', where);
  };
  const list = h('ul.marks', marks.slice(0, LISTED).map(item), marks.length > LISTED && h('li', '…'));
  const running = h('div.running', { lang: article.language, dir: 'auto' }, painted(article.text, ranges));
  const details = h('details', h('summary', t('methods.list')), list);
  return h('article', { class: `text whose-${name}` }, heading(article, name), details, running);
}
