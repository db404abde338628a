// Marks the links of a page to articles that were read, with the day. The marks stand over the page in one closed tree,
// which is there whether any link was read or not: the page's own scripts cannot find out which were.
import { api } from '../shared/api.js';

/** The most links of a page that are looked up. Larger: long pages take longer. */
const MOST = 500;
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
const MARK = {
  position: 'absolute',
  padding: '0 4px',
  'border-radius': '4px',
  background: '#f2efe8',
  color: '#4d4941',
  font: '10px/12px system-ui, "Noto Sans CJK SC", sans-serif',
  'white-space': 'nowrap',
  'box-shadow': '0 0 0 1px #b5afa3',
};

/** The marks of links that were read. */
const marks = new Map();
const asked = new WeakSet();
let timer;

const host = styled(document.createElement('offprint-links'), HOST);
host.ariaHidden = 'true';
const tree = host.attachShadow({ mode: 'closed' });
const changes = new MutationObserver(() => {
  clearTimeout(timer);
  timer = setTimeout(look, QUIET);
});
const sizes = new ResizeObserver(place);

if (!globalThis.offprintLinks) {
  globalThis.offprintLinks = true;
  document.documentElement.append(host);
  changes.observe(document.body, { childList: true, subtree: true });
  sizes.observe(document.body);
  document.addEventListener('scroll', onScroll, { capture: true, passive: true });
  api.storage.onChanged.addListener(stopIfOff);
  void look();
}

/** Looks up the links that are new, and marks them all. */
async function look() {
  const here = location.href.split('#')[0];
  const isAsked = (link) => /^https?:/.test(link.protocol) && link.href.split('#')[0] !== here && !asked.has(link);
  const links = [...document.querySelectorAll('a')].filter(isAsked).slice(0, MOST);
  for (const link of links) asked.add(link);
  const targets = links.map(({ href, textContent }) => ({ url: href, title: textContent.replace(/\s+/g, ' ').trim() }));
  const days = links.length && (await api.runtime.sendMessage({ type: 'links', links: targets }).catch(() => null));
  for (const [i, day] of (days || []).entries()) {
    if (day) marks.set(links[i], styled(Object.assign(document.createElement('span'), { textContent: day }), MARK));
  }
  tree.replaceChildren(...marks.values());
  place();
}

/** Puts each mark above the beginning of its link. */
function place() {
  styled(host, { height: '0' });
  const { scrollHeight } = document.documentElement;
  const { left, top } = host.getBoundingClientRect();
  styled(host, { height: `${scrollHeight}px` });
  for (const [link, mark] of marks) {
    const [box] = link.checkVisibility({ visibilityProperty: true }) ? link.getClientRects() : [];
    mark.hidden = !box;
    if (box) styled(mark, { left: `${box.left - left}px`, top: `${Math.max(0, box.top - top - 12)}px` });
  }
}

/** Only what scrolls within the page moves links under their marks. */
function onScroll({ target }) {
  if (target !== document) requestAnimationFrame(place);
}

/** @param {Record<string, any>} changed what was stored */
function stopIfOff({ settings = null }) {
  if (!settings || settings.newValue?.links) return;
  host.remove();
  changes.disconnect();
  sizes.disconnect();
  document.removeEventListener('scroll', onScroll, { capture: true });
  api.storage.onChanged.removeListener(stopIfOff);
  globalThis.offprintLinks = false;
}

/** The page's own rules must not change it. */
function styled(element, style) {
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value, 'important');
  return element;
}
