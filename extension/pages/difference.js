// Two remembered articles side by side, sentence by sentence.
import { withChanges } from '../../shared/diff.js';
import { $, h, still } from '../../shared/dom.js';
import { ask } from '../shared/ask.js';
import * as article from './article.js';
import { attempt, say, translate, words } from './page.js';
/** @import { Sentence } from 'offprint' */
/** @import { Difference, Entry } from '../messages.js' */

/** @typedef {{ number: 0 | 1, entry: Entry, when: string | Node, text: string, sentences: Sentence[] }} Side */

async function start() {
  translate('differenceTitle');
  const parameters = new URLSearchParams(location.search);
  const numberOf = (/** @type {string} */ name) => Number(parameters.get(name));
  const [id, other, version] = [numberOf('id'), numberOf('other'), numberOf('version')];
  const [difference, about, counterpart] = await Promise.all([
    ask('difference', version ? { id, version } : { id, other }),
    ask('entry', { id }),
    version ? null : ask('entry', { id: other }),
  ]);
  const now = about.entry;
  const before = about.versions.find((one) => one.id === version);
  // If there is no other article, the other side is an earlier version.
  const then = counterpart?.entry ?? { ...now, title: before?.title ?? now.title };
  const [nowText, thenText] = before
    ? [say('versionNow', words.date(now.since ?? now.firstSeen)), words.versionText(before)]
    : [article.time(now.firstSeen), article.time(then.firstSeen)];
  const { texts, sentences } = difference;
  /** @type {Side} */
  const left = { number: 0, entry: now, when: nowText, text: texts[0], sentences: sentences[0] };
  /** @type {Side} */
  const right = { number: 1, entry: then, when: thenText, text: texts[1], sentences: sentences[1] };
  const compared = counterpart ? say('differenceSide') : say('differenceVersion');
  $('#amounts').textContent = words.join([compared, ...words.differences(difference)]);
  $('#texts').append(column(left, right), column(right, left));
  $('#compared').hidden = false;
  bindSteps();
}

/** @param {Side} own @param {Side} other */
function column(own, other) {
  const { number, entry, when } = own;
  const text = h('div.text', { dir: 'auto' }, folded([...paragraphs(own, other)]));
  const facts = h('p.facts', { lang: words.language }, article.site(entry), when, article.credit(entry));
  const link = article.link(entry);
  const { title } = other.entry;
  if (entry.title !== title)
    link.replaceChildren(shown(entry.title, { kind: 'changed', other: 'title' }, 'title', number, title));
  return h('article', article.languageOf(entry), facts, h('h2', link), text);
}

/** Paragraphs. A run of them without differences is folded behind their number. */
function folded(/** @type {HTMLElement[]} */ paragraphs) {
  const isSame = (/** @type {HTMLElement | undefined} */ paragraph) => paragraph && !paragraph.querySelector('mark');
  return paragraphs.map((paragraph, i) => {
    if (!isSame(paragraph)) return paragraph;
    if (isSame(paragraphs[i - 1])) return null;
    const end = paragraphs.findIndex((other, at) => at > i && !isSame(other));
    const run = paragraphs.slice(i, end < 0 ? undefined : end);
    return run.length > 1 ? h('details', h('summary', words.count('sameParagraphs', run.length)), run) : run;
  });
}

/**
 * The paragraphs of a text, one per line. Every sentence is within one. @param {Side} own @param {Side} other
 */
function* paragraphs({ number, text, sentences }, other) {
  let start = 0;
  let next = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    const paragraph = h('p');
    let at = start;
    for (let sentence = sentences[next]; sentence && sentence.start < end; sentence = sentences[++next]) {
      const stop = Math.min(sentence.end, end);
      const there = other.sentences[sentence.other ?? -1];
      const counterpart = there ? other.text.slice(there.start, there.end) : '';
      const content = text.slice(sentence.start, stop);
      paragraph.append(text.slice(at, sentence.start), shown(content, sentence, next, number, counterpart));
      at = stop;
    }
    paragraph.append(text.slice(at, end));
    if (line) yield paragraph;
    start = end + 1;
  }
}

/**
 * A sentence, marked if it differs, with the words that its `counterpart` lacks.
 * @param {string} text @param {{ kind: string, moved?: boolean, other: Sentence['other'] | string }} sentence
 * @param {number | string} index @param {number} side @param {string} counterpart
 */
function shown(text, { kind, moved = false, other }, index, side, counterpart) {
  if (kind === 'same' && !moved) return text;
  const name = kind === 'same' ? 'moved' : kind;
  const there = other === null ? null : `s${1 - side}-${other}`;
  const about = { class: name, id: `s${side}-${index}`, tabindex: -1, title: say(`kind_${name}`), 'data-other': there };
  return h('mark', about, kind === 'changed' ? withChanges(text, counterpart, (words) => h('b', words)) : text);
}

function bindSteps() {
  // A sentence on the right with a counterpart on the left is no stop of its own.
  const selector = 'article:first-child mark, article:last-child mark:not([data-other])';
  const stops = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]);
  $('#steps').hidden = stops.length === 0;
  let at = -1;
  const step = (/** @type {number} */ by) => {
    at = (Math.max(at, by < 0 ? 0 : -1) + by + stops.length) % stops.length;
    const stop = stops[at];
    if (!stop) return;
    document.querySelector('.counterpart')?.classList.remove('counterpart');
    document.getElementById(stop.dataset.other ?? '')?.classList.add('counterpart');
    stop.focus({ preventScroll: true });
    stop.scrollIntoView({ block: 'center', behavior: still() ? 'instant' : 'smooth' });
    $('#at').textContent = say('marksAt', words.number(at + 1), words.number(stops.length));
  };
  $('#next').onclick = () => step(1);
  $('#previous').onclick = () => step(-1);
  addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
    if (ctrlKey || metaKey || altKey) return;
    if (key.toLowerCase() === 'n') step(1);
    if (key.toLowerCase() === 'p') step(-1);
  });
}

void attempt(start);
