// Marks what differs from another article in a page. Sentences arrive as offsets into the article's text; this script
// finds them in the page as it is shown.
//
// Passages that only the other article has are in closed shadow trees, which the page's own scripts cannot read.
import { h, still } from '../../shared/dom.js';
import { api, isFirst } from '../shared/api.js';
/** @import { Sentence } from 'offprint' */
/** @import { Differing, Gap } from '../messages.js' */

/** @typedef {{ kind: string, end: number, range: Range, text: string, element?: undefined }} Run */
/** @typedef {{ element: HTMLElement, text: string, show: (isCurrent: boolean) => void, range?: undefined }} Passage */
/** @typedef {{ text: string, pieces: { node: Text, start: number }[] }} PageText */
/** @typedef {{ start: number, end: number, range: Range } | null} Place */
/** @typedef {ReturnType<typeof barOf>} Bar */
/** @typedef {{ start: number, end: number, line: string, seen: string, at: number }} Line */

/** Names of highlights; see `marks.css`. */
const HIGHLIGHTS = { changed: 'offprint-changed', only: 'offprint-added' };
const CURRENT = 'offprint-current';
/** Elements that are not shown, or hold the user's own input. */
const SKIPPED = 'script, style, noscript, template, textarea, select, offprint-gap, offprint-bar';
/** White space and invisible characters. */
const UNSEEN = /[\s\u00ad\u200b-\u200d\u2060\ufeff]/g;
/** The most characters of a passage that is shown inline. */
const SHORT = 60;
/** The most characters of a passage that screen readers read. */
const EXCERPT = 160;

/**
 * The current marks; null if nothing is marked.
 * @type {{ stops: (Run | Passage)[], passages: Passage[], at: number, address: string, bar: Bar } | null}
 */
let marked = null;

if (isFirst('marks')) {
  /** @type {Map<string, (message: Differing & { direction: string }) => unknown>} */
  const acts = new Map(Object.entries({ mark, unmark, jump }));
  api.runtime.onMessage.addListener((message, sender, respond) => {
    const act = acts.get(message?.type);
    if (sender.id === api.runtime.id && act) respond(act(message) ?? null);
    return false;
  });
}

function mark(/** @type {Differing} */ { text, sentences, gaps }) {
  unmark();
  const places = placesOf(text, sentences, pageText());
  const runs = runsOf(sentences, places);
  for (const [kind, name] of Object.entries(HIGHLIGHTS)) {
    CSS.highlights.set(name, new Highlight(...runs.filter((run) => run.kind === kind).map(({ range }) => range)));
  }
  const ranges = places.map((place) => place?.range);
  const placed = /** @type {Map<Range | undefined, HTMLElement>} */ (new Map());
  const passages = gaps.map((gap) => passageOf(gap, ranges, placed)).filter((passage) => passage !== null);
  const stops = [...runs.filter(({ kind }) => kind !== 'same'), ...passages].sort(inOrder);
  const counts = {
    changed: count(sentences, 'changed'),
    added: count(sentences, 'only'),
    lost: places.filter((place) => !place).length,
    stops: stops.length,
  };
  marked = { stops, passages, at: -1, address: address(), bar: barOf({ ...counts, missing: gaps.length }) };
  globalThis.navigation?.addEventListener('navigatesuccess', onNavigation);
  document.addEventListener('keydown', onKey);
  if (stops.length) jump({ direction: 'next' });
  return counts;
}

function unmark() {
  if (!marked) return;
  for (const name of [...Object.values(HIGHLIGHTS), CURRENT]) CSS.highlights.delete(name);
  for (const { element } of marked.passages) {
    const parent = element.parentNode;
    element.remove();
    parent?.normalize();
  }
  marked.bar.element.remove();
  globalThis.navigation?.removeEventListener('navigatesuccess', onNavigation);
  document.removeEventListener('keydown', onKey);
  marked = null;
}

/** Goes to the next or the previous stop; after the last comes the first. */
function jump(/** @type {{ direction: string }} */ { direction }) {
  if (!marked) return null;
  const { stops, bar } = marked;
  const of = stops.length;
  const at = direction === 'next' ? (marked.at + 1) % of : (Math.max(marked.at, 0) + of - 1) % of;
  const stop = stops[at];
  if (!stop) return null;
  marked.at = at;
  if (stop.range) CSS.highlights.set(CURRENT, new Highlight(stop.range));
  else CSS.highlights.delete(CURRENT);
  for (const { element, show } of marked.passages) show(element === stop.element);
  scrollTo(stop);
  const place = { at, of };
  bar.announce(place, stop.text);
  return place;
}

/** Removes the marks and informs the background. */
function leave() {
  unmark();
  Promise.resolve(api.runtime.sendMessage({ type: 'unmarked' })).catch(() => {});
}

const address = () => location.href.replace(/#.*/, '');

/** Removes the marks when the page's own program shows something else. */
function onNavigation() {
  if (marked?.address !== address()) leave();
}

function onKey(/** @type {KeyboardEvent} */ { key, defaultPrevented }) {
  if (key === 'Escape' && !defaultPrevented) leave();
}

function scrollTo(/** @type {Run | Passage} */ { element, range }) {
  const behavior = still() ? 'instant' : 'smooth';
  if (element) return element.scrollIntoView({ block: 'center', behavior });
  // The element may be taller than the window. Then the passage may be elsewhere in it.
  const around = range.startContainer.parentElement ?? document.body;
  const { top, height } = range.getBoundingClientRect();
  if (around.getBoundingClientRect().height < innerHeight / 2) around.scrollIntoView({ block: 'center', behavior });
  else window.scrollTo({ top: scrollY + top + Math.min(height, innerHeight) / 2 - innerHeight / 2, behavior });
}

/** The text of the page without white space, and its text nodes with their offsets in it. @returns {PageText} */
function pageText() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, ({ parentElement }) =>
    parentElement?.closest(SKIPPED) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const pieces = /** @type {PageText['pieces']} */ ([]);
  let text = '';
  while (walker.nextNode()) {
    const node = /** @type {Text} */ (walker.currentNode);
    const piece = seen(node.data);
    if (piece === '') continue;
    pieces.push({ node, start: text.length });
    text += piece;
  }
  return { text, pieces };
}

const seen = (/** @type {string} */ text) => text.replace(UNSEEN, '');

/**
 * The place of each sentence in the page's text, and its range; null if it is not found.
 * @param {string} text @param {Sentence[]} sentences @param {PageText} page @returns {Place[]}
 */
function placesOf(text, sentences, page) {
  const lines = /** @type {Line[]} */ ([]);
  let start = 0;
  for (const line of text.split('\n')) {
    lines.push({ start, end: start + line.length, line, seen: seen(line), at: -1 });
    start += line.length + 1;
  }
  place(lines, page.text);
  return sentences.map((sentence) => {
    const line = lines.find(({ end }) => sentence.start < end);
    if (!line || line.at < 0) return null;
    const start = line.at + seen(line.line.slice(0, sentence.start - line.start)).length;
    const end = start + seen(text.slice(sentence.start, sentence.end)).length;
    return start === end ? null : { start, end, range: rangeOf(page, start, end) };
  });
}

/** Finds lines in the page: the longest first, which rarely repeat, then the others between their neighbors. */
function place(/** @type {Line[]} */ lines, /** @type {string} */ text) {
  const order = [...lines.entries()]
    .filter(([, { seen }]) => seen !== '')
    .sort(([, a], [, b]) => b.seen.length - a.seen.length);
  for (const [i, line] of order) {
    const before = lines.slice(0, i).findLast(({ at }) => at >= 0);
    const after = lines.slice(i + 1).find(({ at }) => at >= 0);
    const at = text.indexOf(line.seen, before ? before.at + before.seen.length : 0);
    if (at >= 0 && at + line.seen.length <= (after?.at ?? text.length)) line.at = at;
  }
}

function rangeOf(/** @type {PageText} */ page, /** @type {number} */ start, /** @type {number} */ end) {
  const range = document.createRange();
  const [first, from] = spot(page, start);
  const [last, to] = spot(page, end - 1);
  range.setStart(first, from);
  range.setEnd(last, to + 1);
  return range;
}

/**
 * The node and the offset of a character of the page's text.
 * @param {PageText} page @param {number} at @returns {[Text, number]}
 */
function spot({ pieces }, at) {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.start ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  const { node, start = 0 } = pieces[low] ?? {};
  let left = at - start;
  for (let offset = 0; node && offset < node.length; offset += 1) {
    if (seen(node.data.charAt(offset)) === '') continue;
    if (left === 0) return [node, offset];
    left -= 1;
  }
  throw new RangeError('a character past the end of its node');
}

/**
 * Joins adjacent sentences of one kind.
 * @param {Sentence[]} sentences @param {Place[]} places @returns {Run[]}
 */
function runsOf(sentences, places) {
  const runs = /** @type {Omit<Run, 'text'>[]} */ ([]);
  sentences.forEach(({ kind }, i) => {
    const place = places[i];
    if (!place) return;
    const { start, end, range } = place;
    const last = runs.at(-1);
    if (last?.kind === kind && last.end === start) {
      last.range.setEnd(range.endContainer, range.endOffset);
      last.end = end;
    } else {
      runs.push({ kind, end, range: range.cloneRange() });
    }
  });
  return runs.map((run) => ({ ...run, text: run.range.toString() }));
}

/**
 * Inserts a passage that the page lacks, after those already `placed` there; null if there is no place for it.
 * @param {Gap} gap @param {(Range | undefined)[]} ranges @param {Map<Range | undefined, HTMLElement>} placed
 * @returns {Passage | null}
 */
function passageOf({ after, text }, ranges, placed) {
  const before = ranges.slice(0, after + 1).findLast(Boolean);
  const next = ranges.slice(after + 1).find(Boolean);
  const element = h('offprint-gap');
  const tree = element.attachShadow({ mode: 'closed' });
  const lines = text.split('\n').map((line) => h('p', { part: 'line' }, line));
  const frame = h('section', h('strong', { part: 'heading' }, say('marksMissingHere')), lines);
  tree.append(frame);
  const last = placed.get(before);
  if (last) last.after(element);
  else if (before) putAfter(element, before, next);
  else if (next) blockOf(next.startContainer).before(element);
  else return null;
  placed.set(before, element);
  const isShort = lines.length === 1 && text.length <= SHORT;
  element.toggleAttribute('short', isShort);
  const show = (/** @type {boolean} */ isCurrent) =>
    frame.setAttribute('part', ['passage', isShort && 'short', isCurrent && 'current'].filter(Boolean).join(' '));
  show(false);
  return { element, text, show };
}

/**
 * Inserts an element after the paragraph, or inside it if the following text is there too.
 * @param {HTMLElement} element @param {Range} before @param {Range} [next]
 */
function putAfter(element, before, next) {
  const block = blockOf(before.endContainer);
  if (next && block.contains(next.startContainer)) {
    const place = before.cloneRange();
    place.collapse(false);
    place.insertNode(element);
  } else if (/^(table|list)/.test(getComputedStyle(block).display)) {
    block.append(element); // Only rows and items may be its siblings.
  } else {
    block.after(element);
  }
}

function blockOf(/** @type {Node} */ node) {
  let element = node.parentElement ?? document.body;
  while (element !== document.body && /^(inline|contents)/.test(getComputedStyle(element).display))
    element = element.parentElement ?? document.body;
  return element;
}

function inOrder(/** @type {Run | Passage} */ a, /** @type {Run | Passage} */ b) {
  const nodeOf = (/** @type {Run | Passage} */ stop) => stop.element ?? stop.range.startContainer;
  const [first, second] = [nodeOf(a), nodeOf(b)];
  if (first === second) return (a.range?.startOffset ?? 0) - (b.range?.startOffset ?? 0);
  return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

/** @param {string} name @param {number[]} [values] */
const say = (name, values) => api.i18n.getMessage(name, values?.map(String));

/** @param {Sentence[]} sentences @param {string} kind */
const count = (sentences, kind) => sentences.filter((sentence) => sentence.kind === kind).length;

/** The bar that counts the marks and moves between them. `marks.css` styles its parts. */
function barOf(/** @type {Omit<import('../messages.js').Marks, 'other'>} */ counts) {
  const names = /** @type {const} */ (['changed', 'added', 'missing', 'lost']);
  const shown = names.filter((name) => counts[name] > 0);
  const list = shown.map((name) => h('span', { part: `count ${name}` }, say(`marks_${name}`, [counts[name]])));
  const place = h('span', { part: 'place' });
  const passage = h('span', { part: 'unseen' });
  const steps = [
    button('previous', 'marksPrevious', '↑', () => jump({ direction: 'previous' })),
    h('span', { part: 'live', role: 'status' }, place, passage),
    button('next', 'marksNext', '↓', () => jump({ direction: 'next' })),
  ];
  const frame = h(
    'div',
    { part: 'bar', role: 'region', 'aria-label': say('marksName') },
    h('span', { part: 'counts' }, list),
    counts.stops > 0 && steps,
    button('close', 'marksClose', '✕', leave),
  );
  const element = h('offprint-bar');
  element.attachShadow({ mode: 'closed' }).append(frame);
  document.documentElement.append(element);
  return {
    element,
    announce(/** @type {{ at: number, of: number }} */ { at, of }, /** @type {string} */ text) {
      place.textContent = say('marksAt', [at + 1, of]);
      passage.textContent = ` ${text.slice(0, EXCERPT)}`;
    },
  };
}

/** @param {string} kind @param {string} name @param {string} sign @param {() => unknown} onclick */
function button(kind, name, sign, onclick) {
  const about = { part: `button ${kind}`, type: 'button', title: say(name), 'aria-label': say(name), onclick };
  return h('button', about, sign);
}
