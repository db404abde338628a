// Try to fool it: a reprint that the visitor can edit, and what remains of the original's codes and samples.

import { methods as loaded } from './core.js';
import { drawn, h, svg } from './dom.js';
import { addLine, change, cutHead, cutTail, insert, otherFigures, swapParagraphs } from './edits.js';
import { canMark, Field } from './field.js';
import { language, number, percent, t, tIn } from './i18n.js';
import { all, article, find, meanwhile, picker } from './pages.js';
import { called, evidenceTable, heading, judgement, painted } from './relation.js';
import { traditional } from './traditional.js';

export const words = {
  en: {
    title: 'Try to fool it',
    lead:
      'Here is an article and a reprint of it that you may edit as you like. Watch feature codes and samples ' +
      'survive or disappear, and the verdict change.',
    original: 'The original',
    reprint: 'The reprint: edit it',
    hint: 'Type in it, or press the buttons above as often as you like.',
    unmarked: 'This browser cannot mark a text that is being edited: look for the marks in the original.',
    'edit.tail': 'Cut the tail',
    'edit.head': 'Cut the head',
    'edit.credit': 'Add a credit line',
    'edit.insert': 'Insert a paragraph',
    'edit.change': 'Change one word in twenty',
    'edit.swap': 'Swap paragraphs',
    'edit.figures': 'Other figures',
    'edit.traditional': 'Traditional characters',
    'edit.typed': 'typed',
    'edit.start': 'as reprinted',
    undo: 'Undo',
    again: 'Start over',
    credit: 'Source: The Elsewhere Evening Post   Editor: N. N.',
    paragraph:
      'Readers have asked us for more stories like this one. We will keep to them, and welcome letters with names ' +
      'and addresses.',
    steps: 'Your edits, and the verdict after each',
    codes: 'Feature codes left',
    samples: 'Samples left',
    length: 'Length',
    of: '{n} of {all}',
    strip: 'The fingerprint of the original: its samples in the order of the text',
    'strip.text': '{long} are left with the text around them, {short} alone, {lost} are lost.',
    'key.long': 'survives, with the text around it',
    'key.short': 'survives alone',
    'key.lost': 'lost',
    'key.code': 'feature code',
    others: 'What the methods say now',
    why: 'The evidence',
    text: 'The text of the reprint',
    short: 'This page has too little text to play with. Choose another.',
  },
  zh: {
    title: '骗骗它',
    lead: '这里有一篇文章和它的转载。转载随你怎么改，看特征码和样本哪些还在、哪些没了，结论怎么变。',
    original: '原文',
    reprint: '转载：随你改',
    hint: '直接打字修改，也可以反复按上面的按钮。',
    unmarked: '这个浏览器无法在编辑中的文字上做标记，标记请看原文。',
    'edit.tail': '删去结尾',
    'edit.head': '删去开头',
    'edit.credit': '加一行来源',
    'edit.insert': '插入一段',
    'edit.change': '二十字改一字',
    'edit.swap': '调换段落',
    'edit.figures': '换掉数字',
    'edit.traditional': '改成繁体',
    'edit.typed': '打字',
    'edit.start': '转载原样',
    undo: '撤销',
    again: '重新开始',
    credit: '来源：他乡晚报　责任编辑：某某',
    paragraph: '本报接到不少读者来信，希望多刊登此类报道。本报将继续关注，也欢迎读者署名来信，并留下联系地址。',
    steps: '你的每一步改动，以及改后的结论',
    codes: '保留的特征码',
    samples: '保留的样本',
    length: '长度',
    of: '{all} 个中的 {n} 个',
    strip: '原文的指纹：样本按正文次序排列',
    'strip.text': '连同上下文保留的 {long} 个，仅自身保留的 {short} 个，消失的 {lost} 个。',
    'key.long': '保留，上下文也在',
    'key.short': '仅自身保留',
    'key.lost': '消失',
    'key.code': '特征码',
    others: '各种方法现在怎么说',
    why: '依据',
    text: '转载的正文',
    short: '这一页文字太少，换一页吧。',
  },
};

const FIRST = { en: 'en-barrage-original', zh: 'zh-nightbus-original' };
/** Share of words that one click changes. */
const SHARE = 0.05;
/** The marks in the reprint; where they overlap, the later shows. */
const MARKS = ['sample-long', 'sample-yes', 'sample-no', 'stop-yes', 'stop-no'];
/** Typing that pauses for this long makes a step, in milliseconds. */
const PAUSE = 700;

/** The visitor's version of the reprint: it outlasts a visit to other views. */
let game;

export default async function view(root, { params, note, signal }) {
  const [{ methods }] = await meanwhile(root, 'loading', Promise.all([loaded(), all()]));
  if (signal.aborted) return;
  const stage = h('div.stage');
  let wanted;
  const pick = (page) => begin(page);
  const first = find(params.get('page')) ?? game?.page ?? find(FIRST[language()]);
  root.append(await picker({ label: t('fool.original'), value: first.id, pick, drop: root, signal }), stage);

  async function begin(page) {
    wanted = page;
    if (game?.page !== page) {
      const [original, reprint] = await meanwhile(stage, 'reading', Promise.all([article(page), reprintOf(page)]));
      if (signal.aborted || wanted !== page) return;
      game = { page, original, ...reprint, steps: [], seed: 0 };
    }
    note(new URLSearchParams({ page: page.id }));
    if (game.original.fingerprint) play(stage, { methods, signal });
    else stage.replaceChildren(h('p.problem', t('fool.short')));
  }

  await begin(first);
}

/** The reprint of a sample if one exists, else a copy of the page itself. */
async function reprintOf(page) {
  const family = page.family ? (await all()).filter((other) => other.family === page.family) : [];
  const reprint = family.find((other) => other !== page && other.relation === 'same') ?? page;
  const { title, text } = await article(reprint);
  return { title, begun: text };
}

/** Lets the visitor edit the reprint of the game, step by step, and judges every step. */
function play(stage, { methods, signal }) {
  const own = game;
  const { original } = own;
  const board = new Board(original);
  const { field } = board;
  let pause;
  const judge = (text) => methods.explain('offprint', original, { title: own.title, text });
  const show = (text) => board.show(judge(text), text);

  /** Replaces the reprint's text, as a step. */
  const step = (name, text) => {
    clearTimeout(pause);
    const { verdict, score } = judge(text).verdict;
    own.steps.push({ name, text, verdict, score });
    draw();
  };
  /** Makes a step of the typing since the last one. */
  const keep = () => {
    clearTimeout(pause);
    if (game === own && field.text !== own.steps.at(-1).text) step('typed', field.text);
  };
  const press = (name, edit) => async () => {
    keep();
    step(name, await edit(field.text));
  };
  const takeBack = () => {
    keep();
    back(Math.max(own.steps.length - 2, 0));
  };
  const back = (n) => {
    clearTimeout(pause);
    own.steps.length = n + 1;
    draw();
  };
  const undo = h('button', { type: 'button', onclick: takeBack }, t('fool.undo'));
  const again = h('button', { type: 'button', onclick: () => back(0) }, t('fool.again'));

  field.element.addEventListener('input', () => {
    clearTimeout(pause);
    undo.disabled = false;
    show(field.text);
    pause = setTimeout(keep, PAUSE);
  });
  signal.addEventListener('abort', () => {
    keep();
    field.clear();
  });

  function draw() {
    const { text } = own.steps.at(-1);
    if (field.text !== text) field.text = text;
    undo.disabled = own.steps.length < 2;
    board.showSteps(own.steps, back);
    show(text);
    void ask(text);
  }

  /** Runs the other methods, once the change is visible. */
  async function ask(text) {
    await drawn();
    if (signal.aborted || game !== own || own.steps.at(-1).text !== text) return;
    const reprint = { title: own.title, text };
    board.showOthers(methods.list().map(({ name }) => [name, methods.compare(name, original, reprint).verdict]));
  }

  stage.replaceChildren(...board.parts([editButtons(own, press), undo, again]));
  if (own.steps.length) draw();
  else step('start', own.begun);
}

/** A button for each edit that suits the script of the original. */
function editButtons(own, press) {
  const { language, script } = own.original;
  const edits = {
    tail: cutTail,
    head: cutHead,
    credit: (text) => addLine(text, tIn(language, 'fool.credit')),
    insert: (text) => insert(text, tIn(language, 'fool.paragraph')),
    change: (text) => change(text, SHARE, (own.seed += 1)),
    swap: swapParagraphs,
    figures: (text) => otherFigures(text, (own.seed += 1)),
    traditional: async (text) => (await traditional()).characters(text),
  };
  const isHan = ['Hani', 'Jpan'].includes(script);
  const suited = Object.entries(edits).filter(([name]) => name !== 'traditional' || isHan);
  const button = ([name, edit]) =>
    h(`button.edit-${name}`, { type: 'button', onclick: press(name, edit) }, t(`fool.edit.${name}`));
  return suited.map(button);
}

/** The two texts, and what is found out about them. */
class Board {
  #original;
  #finding = h('div.finding', { role: 'status' });
  #counts = h('dl.counts');
  #strip = h('figure.strip');
  #steps = h('ol.steps', { 'aria-label': t('fool.steps') });
  #why = h('div');
  #others = h('ul.others');
  #left;

  constructor(original) {
    const about = { lang: original.language, dir: 'auto' };
    this.#original = original;
    this.#left = h('div.running', about);
    this.field = new Field(
      { class: 'running', ...about, spellcheck: 'false', 'aria-label': t('fool.text') },
      canMark() ? MARKS : [],
    );
  }

  /** Shows the verdict on a text of the reprint, and which codes and samples of the original are left in it. */
  show({ verdict, marks }, text) {
    const { sample: samples = [], code: codes = [] } = Object.groupBy(marks[0], kindOf);
    const left = (all) => t('fool.of', { n: all.filter(({ held }) => held !== 'no').length, all: all.length });
    const length = percent(text.length / this.#original.text.length);
    const counts = { codes: left(codes), samples: left(samples), length };
    this.#finding.replaceChildren(...judgement(verdict));
    this.#counts.replaceChildren(
      ...Object.entries(counts).map(([key, value]) => h('div', h('dt', t(`fool.${key}`)), h('dd', value))),
    );
    this.#strip.replaceChildren(samplesDrawn(samples), h('figcaption', t('fool.strip')));
    const spans = ranges(marks[0]).map(({ start, end, name }) => ({ start, end, attributes: { class: name } }));
    this.#left.replaceChildren(...painted(this.#original.text, spans));
    this.field.mark(ranges(marks[1]));
    this.#why.replaceChildren(...(verdict.evidence.length ? [evidenceTable(verdict.evidence)] : []));
  }

  /** Shows the steps so far; `back` goes back to one of them by its number. */
  showSteps(steps, back) {
    this.#steps.replaceChildren(...steps.map((step, n) => stepShown(step, n, steps, () => back(n))));
    this.#steps.scrollLeft = this.#steps.scrollWidth;
  }

  /** Shows the verdicts of all methods: `[name, verdict]` each. */
  showOthers(verdicts) {
    const item = ([name, verdict]) => {
      const word = h(`span.is-${verdict}`, t(`verdict.${verdict}`));
      return h(`li.${verdict}`, { 'data-method': name }, called(name), ' ', word);
    };
    this.#others.replaceChildren(...verdicts.map(item));
  }

  parts(tools) {
    const keys = { long: 'long', short: 'short', lost: 'lost', code: 'stop' };
    const legend = Object.entries(keys).map(([key, name]) => h(`span.key.${name}`, t(`fool.key.${key}`)));
    const header = h(
      'header.whose-other',
      h('p.whose', t('fool.reprint')),
      h('p.small.quiet', t('fool.hint'), !canMark() && ` ${t('fool.unmarked')}`),
    );
    return [
      h('div.board', this.#finding, this.#counts, this.#strip),
      h('div.row.tools', tools),
      this.#steps,
      h('p.legend.small.quiet', legend),
      h(
        'div.texts',
        h('article.text.whose-one', heading(this.#original, 'one', { label: t('fool.original') }), this.#left),
        h('article.text.whose-other', header, h('div.editor', this.field.element)),
      ),
      h('section', h('h2', t('fool.others')), this.#others),
      h('section', h('h2', t('fool.why')), this.#why),
    ];
  }
}

/**
 * A mark is a sample, or the code at a full stop.
 * @param {any} mark
 */
const kindOf = ({ role }) => (role === 'sample' ? 'sample' : 'code');

/** The places of samples and codes: samples first, so that codes show. */
function ranges(marks) {
  const { sample: samples = [], code: codes = [] } = Object.groupBy(marks, kindOf);
  const order = ['no', 'yes', 'long'];
  const painted = samples.toSorted((a, b) => order.indexOf(b.held) - order.indexOf(a.held));
  const range = ({ places }, name) => places.map(([start, end]) => ({ start, end, name }));
  return [
    ...painted.flatMap((mark) => range(mark, `sample-${mark.held}`)),
    ...codes.flatMap((mark) => range(mark, mark.held === 'no' ? 'stop-no' : 'stop-yes')),
  ];
}

/** The samples of a fingerprint, one stroke each. */
function samplesDrawn(samples) {
  const count = (kind) => samples.filter(({ held }) => held === kind).length;
  const label = t('fool.strip.text', { long: count('long'), short: count('yes'), lost: count('no') });
  const height = { long: 40, yes: 24, no: 10 };
  const stroke = ({ held }, i) =>
    svg('rect', { class: held, x: i * 4, y: 40 - height[held], width: 3, height: height[held] });
  const viewBox = `0 0 ${samples.length * 4 || 1} 40`;
  const about = { viewBox, preserveAspectRatio: 'none', role: 'img', 'aria-label': label };
  return svg('svg', about, samples.map(stroke));
}

/** One step, as high as its score, in the verdict's colour; a click leads back to it. */
function stepShown({ name, verdict, score }, n, steps, back) {
  const label = `${t(`fool.edit.${name}`)}: ${t(`verdict.${verdict}`)}, ${number(score, { maximumFractionDigits: 2 })}`;
  const current = n === steps.length - 1 ? 'step' : null;
  const about = { type: 'button', 'aria-label': label, title: label, 'aria-current': current, onclick: back };
  const bar = h('span', { class: `bar ${verdict}`, style: { height: `${Math.max(score, 0.03) * 3}rem` } });
  return h('li', h('button.step', about, bar, h('span.small', t(`fool.edit.${name}`))));
}
