// Dims links to articles that were read, and says when. All of it is in one closed shadow tree over the page. The tree
// is there even if no link was read, so the page's own scripts cannot find out which were.
import { api, isFirst } from '../shared/api.js';
import { isDimmed } from '../shared/origins.js';

/** The most links that are looked up in a page, and in one request. Larger: long pages take longer. */
const MOST = 10_000;
const PIECE = 500;
/** Characters of a link that count: a headline, or a headline with its summary. */
const TEXT = 300;
/** How many text nodes before and after a link a label must not cover. */
const NEAR = 12;
/** Milliseconds without changes after which new links are looked up. */
const QUIET = 500;
const HOST = {
  all: 'initial',
  position: 'absolute',
  inset: '0 auto auto 0',
  width: '100%',
  overflow: 'clip',
  'pointer-events': 'none',
  'z-index': '10',
};
/** Covers a link so that it can still be read. */
const VEIL = { position: 'absolute', opacity: '.55' };
const LABEL = {
  position: 'absolute',
  padding: '0 4px',
  background: COLOURS['both-tint'].light,
  color: COLOURS.ink.light,
  font: '10px/14px system-ui, "Noto Sans CJK SC", sans-serif',
  'white-space': 'nowrap',
};
/**
 * Where a label may be: after the last line of its link, below it, or above it. The first free place is taken.
 * @type {((lines: { first: DOMRect, last: DOMRect }) => [x: number, y: number])[]}
 */
const PLACES = [
  ({ last }) => [last.right + 6, (last.top + last.bottom) / 2 - 7],
  ({ last }) => [last.left, last.bottom + 1],
  ({ first }) => [first.left, first.top - 15],
];

/** @typedef {HTMLAnchorElement | HTMLAreaElement} Link */
/** What is shown over each link that was read. @type {Map<Link, { veils: HTMLElement, label: HTMLElement | null }>} */
const marks = new Map();
/** Addresses that have a label. */
const labelled = new Set();
let asked = new WeakSet();
let timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);

const host = styled(document.createElement('offprint-links'), HOST);
const tree = host.attachShadow({ mode: 'closed' });
const region = document.createElement('section');
region.ariaLabel = api.i18n.getMessage('linksName');
const changes = new MutationObserver(() => {
  clearTimeout(timer);
  timer = setTimeout(look, QUIET);
});
const sizes = new ResizeObserver(() => place());

if (isFirst('links')) {
  tree.append(region);
  api.storage.onChanged.addListener(onSettings);
  start();
}

function start() {
  if (host.isConnected) return;
  document.documentElement.append(host);
  changes.observe(document.body, { childList: true, subtree: true });
  sizes.observe(document.body);
  document.addEventListener('scroll', onScroll, { capture: true, passive: true });
  void look();
}

/** Looks up new links piece by piece, so that the page can work between the pieces. */
async function look() {
  const here = location.href.split('#')[0];
  const links = [...document.links].filter((link) => !asked.has(link)).slice(0, MOST);
  for (let start = 0; start < links.length && host.isConnected; start += PIECE) {
    const piece = links.slice(start, start + PIECE);
    for (const link of piece) asked.add(link);
    const known = piece
      .filter(({ href }) => /^https?:/.test(href) && href.split('#')[0] !== here)
      .map((link) => ({ link, url: link.href, title: link.textContent.trim().slice(0, TEXT) }));
    const targets = known.map(({ url, title }) => ({ url, title }));
    const said = await api.runtime.sendMessage({ type: 'links', links: targets }).catch(() => null);
    for (const [i, one] of known.entries()) if (said?.[i]) mark(one, said[i]);
  }
  place();
}

/**
 * Dims a link. The first link to an article that has text also gets a label.
 * @param {{ link: Link, url: string, title: string }} known @param {string} text
 */
function mark({ link, url, title }, text) {
  const isNamed = title !== '' && !labelled.has(url);
  const veils = document.createElement('div');
  const label = isNamed ? styled(document.createElement('span'), LABEL) : null;
  if (label) {
    labelled.add(url);
    label.textContent = text;
    label.role = 'note';
    label.ariaLabel = `${title.replace(/\s+/g, ' ')}: ${text}`;
  }
  region.append(veils, ...(label ? [label] : []));
  marks.set(link, { veils, label });
}

/** Puts each veil over its link, and each label where there is no text. Measures all before it moves any. */
function place() {
  styled(host, { height: '0' });
  const { scrollHeight } = document.documentElement;
  const origin = host.getBoundingClientRect();
  const found = [...marks].map(([link, mark]) => ({ ...mark, ...spotsOf(link, mark.label, origin) }));
  styled(host, { height: `${scrollHeight}px` });
  for (const { veils, label, boxes, spot } of found) {
    veils.replaceChildren(...boxes.map((box) => styled(document.createElement('div'), { ...VEIL, ...box })));
    // Without a free place only screen readers get it.
    if (label) styled(label, { 'clip-path': 'inset(50%)', ...spot });
  }
}

/**
 * Where the veils of a link go, and where its label goes if there is a free place.
 * @param {Link} link @param {HTMLElement | null} label @param {DOMRect} origin
 */
function spotsOf(link, label, { left, top }) {
  const lines = link.checkVisibility({ visibilityProperty: true }) ? boxesOf(link) : [];
  const at = (/** @type {number} */ x, /** @type {number} */ y) => ({ left: `${x - left}px`, top: `${y - top}px` });
  const background = lines.length ? paperUnder(link) : '';
  /** @param {DOMRect} box */
  const sized = (box) => ({ ...at(box.left, box.top), width: `${box.width}px`, height: `${box.height}px`, background });
  const boxes = lines.map(sized);
  const [first] = lines;
  const last = lines.at(-1);
  if (!label || !first || !last) return { boxes };
  const { width, height } = label.getBoundingClientRect();
  const letters = lettersAround(link);
  /** @param {[x: number, y: number]} given */
  const isFree = ([x, y]) => x + width < innerWidth && y >= top && !letters.some(overlaps(x, y, width, height));
  const spot = PLACES.map((spotOf) => spotOf({ first, last })).find(isFree);
  return { boxes, spot: spot && { ...at(...spot), 'clip-path': 'none' } };
}

/** The boxes of the lines and pictures in a link. */
function boxesOf(/** @type {Link} */ link) {
  const range = document.createRange();
  range.selectNodeContents(link);
  return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
}

/** The boxes of the lines of text before, in and after a link. */
function lettersAround(/** @type {Link} */ link) {
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  walker.currentNode = link;
  for (let steps = NEAR; steps > 0 && walker.previousNode(); steps -= 1);
  const lines = /** @type {DOMRect[]} */ ([]);
  for (let steps = 3 * NEAR; steps > 0 && walker.nextNode(); steps -= 1) {
    if (!walker.currentNode.nodeValue?.trim()) continue;
    range.selectNodeContents(walker.currentNode);
    lines.push(...range.getClientRects());
  }
  return lines;
}

/** @type {(x: number, y: number, width: number, height: number) => (box: DOMRect) => boolean} */
const overlaps = (x, y, width, height) => (box) =>
  box.left < x + width && box.right > x && box.top < y + height - 2 && box.bottom > y + 2;

/** The background colour behind a link. */
function paperUnder(/** @type {Link} */ link) {
  for (let element = /** @type {Element | null} */ (link); element; element = element.parentElement) {
    const { backgroundColor } = getComputedStyle(element);
    if (!/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)) return backgroundColor;
  }
  return 'Canvas';
}

/** The marks scroll with the page, but not with what scrolls inside it. */
function onScroll(/** @type {Event} */ { target }) {
  if (target !== document) requestAnimationFrame(place);
}

/** @param {Record<string, chrome.storage.StorageChange | undefined>} changed */
function onSettings({ settings }) {
  if (!settings) return;
  if (isDimmed(settings.newValue ?? {}, location.href)) return start();
  host.remove();
  changes.disconnect();
  sizes.disconnect();
  document.removeEventListener('scroll', onScroll, { capture: true });
  region.replaceChildren();
  marks.clear();
  labelled.clear();
  asked = new WeakSet();
}

/**
 * Sets a style that the page's own rules cannot change. @template {HTMLElement} T @param {T} element
 * @param {Record<string, string>} style
 */
function styled(element, style) {
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value, 'important');
  return element;
}
