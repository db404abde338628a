// In the pages that are read by themselves: hands the page to the background, once it is there and seen,
// and again when the page's own program shows another article.
import { api } from '../shared/api.js';
import { hasMoved, onLeft, page } from './page.js';

/** Milliseconds without changes after which a page has come to rest; and the longest that is waited for it. */
const QUIET = 300;
const PATIENCE = 5000;
/** The longest rest that is asked of a page that changes again and again. */
const REST = 20_000;
/** How often a page is read that puts its article together by scripts; after its program went to another address. */
const TRIES = 3;
const TRIES_LEFT = 8;

/** Counts the pages that the document has shown; what was begun for an earlier one gives up. */
let shown = 0;
/** What the background says of the page's address: null if it is not to be read. */
let rules = null;

if (window === window.top && !globalThis.offprintWatches) {
  globalThis.offprintWatches = true;
  onLeft(follow);
  void start();
  // Brought back by the browser as it was, but for the badge.
  addEventListener('pageshow', ({ persisted }) => persisted && start());
}

async function start() {
  const mine = (shown += 1);
  const allowed = await ask({ type: 'may' });
  if (!allowed || mine !== shown) return;
  rules = allowed;
  await whenShown();
  await whenLoaded();
  if (mine === shown && hasMoved() && !page.isKnown) {
    // What stands there may be of the address that it was loaded from: nobody has seen it go.
    page.leaving();
    page.left();
    return follow('replace');
  }
  for (let tries = TRIES; tries > 0 && mine === shown; tries -= 1) {
    const changed = changes();
    if ((await hand()) || !(await changed(PATIENCE))) return;
    await whenQuiet();
  }
}

/** Reads what the program shows at another address, once it does: what stood there before is not it. */
async function follow(how) {
  const mine = (shown += 1);
  const answer = await ask({ type: 'left', url: location.href, document: performance.timeOrigin, how, follows: true });
  if (mine !== shown) return;
  rules = answer?.rules ?? null;
  if (answer?.isKnown) page.stayed();
  if (!rules || answer.isKnown) return;
  await whenShown();
  await whenQuiet();
  let isTold = false;
  let rest = QUIET;
  for (let tries = TRIES_LEFT; tries > 0 && mine === shown; rest = Math.min(2 * rest, REST)) {
    const changed = changes();
    const taken = page.take(rules);
    if (!taken.unchanged) {
      tries -= 1;
      if (await hand(taken)) return;
    } else if (!isTold) {
      isTold = true;
      if ((await ask({ type: 'unchanged', page: taken }))?.isKnown && mine === shown) return page.stayed();
    }
    // What shows the old article may take its time; an address that replaces another may be one more of that article.
    const isChanged = await changed(how === 'replace' && taken.unchanged ? PATIENCE : undefined);
    if (mine !== shown) return;
    if (!isChanged) {
      how = 'replaced';
      if (page.settled()) continue;
      await ask({ type: 'replaced', page: taken });
      page.replaced();
      continue;
    }
    await whenQuiet(rest);
  }
}

/** Whether that settles what the page is, or it may still be at work. */
async function hand(taken = page.take(rules)) {
  const mine = shown;
  const answer = await ask({ type: 'loaded', page: taken });
  if (answer?.text && mine === shown) page.noted(answer.text);
  return answer?.isSettled !== false;
}

/** What the background says; nothing once the extension was updated or removed. */
function ask(message) {
  return Promise.resolve()
    .then(() => api.runtime.sendMessage(message))
    .catch(() => undefined);
}

/** A page that was opened in the background, or made ready before it was asked for, is not read before it is seen. */
async function whenShown() {
  while (('prerendering' in document && document.prerendering) || document.visibilityState === 'hidden') {
    await new Promise((resolve) => {
      for (const event of ['visibilitychange', 'prerenderingchange'])
        document.addEventListener(event, resolve, { once: true });
    });
  }
}

async function whenLoaded() {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  // What the page does on its load comes first.
  await new Promise((resolve) => setTimeout(resolve));
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: QUIET }));
}

/**
 * Begins to look whether the page changes, or another part of it is looked at; what is returned waits for that, within
 * the time if one is given. A page that is taken may change while it is judged: one begins before.
 */
function changes() {
  const change = observe((done) => done);
  const rest = (patience) => new Promise((resolve) => setTimeout(() => resolve(false), patience));
  return (patience) => (patience === undefined ? change : Promise.race([change, rest(patience)]));
}

function whenQuiet(quiet = QUIET) {
  return observe(
    (done) => {
      let rest = setTimeout(done, quiet);
      return () => {
        clearTimeout(rest);
        rest = setTimeout(done, quiet);
      };
    },
    Math.max(PATIENCE, quiet),
  );
}

function observe(onChange, patience) {
  return new Promise((resolve) => {
    const done = (value) => {
      observer.disconnect();
      document.removeEventListener('scrollend', change);
      resolve(value);
    };
    const change = onChange(() => done(true));
    const observer = new MutationObserver(change);
    observer.observe(document.documentElement, { childList: true, subtree: true, characterData: true });
    document.addEventListener('scrollend', change);
    if (patience !== undefined) setTimeout(() => done(false), patience);
  });
}
