// Runs in the pages that are read automatically: sends the page to the background once it is loaded and visible, and
// again when the page's own program shows another article.
import { api, isFirst } from '../shared/api.js';
import { hasMoved, page, watchNavigation } from './page.js';
/** @import { PageMessages, TakenPage } from '../messages.js' */

/** Milliseconds without changes after which a page counts as settled; and the longest wait for that. */
const QUIET = 300;
const PATIENCE = 5000;
/** The longest pause that is required of a page that changes again and again. */
const REST = 20_000;
/** How often a page is read whose scripts assemble its article; and one whose program went to another address. */
const TRIES = 3;
const TRIES_LEFT = 8;
/** How often the background is asked that was stopped before it answered. */
const ANSWERS = 3;

/** Counts the pages that the document has shown; work that was begun for an earlier page stops. */
let shown = 0;
/** Ends when nothing that was taken is being judged. */
let judged = /** @type {Promise<unknown>} */ (Promise.resolve());

if (window === window.top && isFirst('watch')) {
  watchNavigation(follow);
  void start();
  // The browser has restored the page as it was, except for the badge.
  addEventListener('pageshow', ({ persisted }) => persisted && start());
}

async function start() {
  const mine = (shown += 1);
  const allowed = await ask({ type: 'canRead' });
  if (!allowed || mine !== shown) return;
  await whenShown();
  await whenLoaded();
  if (mine === shown && hasMoved() && !page.isKnown) {
    // The content may belong to the address from which it was loaded, since the change of address went unseen.
    page.leaving();
    page.onNavigated('replace');
    return follow('replace');
  }
  let rest = QUIET;
  for (let tries = TRIES; mine === shown; tries -= 1) {
    const changed = changes();
    if (await hand(page.take(allowed))) return;
    if (tries > 1 && (await changed(PATIENCE))) await whenQuiet();
    else await whenOther(mine, (rest = Math.min(2 * rest, REST)));
  }
}

/** Waits until an article may be there, however long: what is before it goes on a click, without another address. */
async function whenOther(/** @type {number} */ mine, /** @type {number} */ rest) {
  while (mine === shown && !page.isOther) {
    await changes()();
    await whenQuiet(rest);
  }
}

/** Reads what the program shows at another address, once it has changed: the previous content does not belong to it. */
async function follow(/** @type {string} */ how) {
  const mine = (shown += 1);
  const answer = await ask({
    type: 'navigated',
    url: location.href,
    document: performance.timeOrigin,
    how,
    follows: true,
  });
  if (mine !== shown) return;
  if (answer?.isKnown) page.stayed();
  if (!answer?.rules || answer.isKnown) return;
  await whenShown();
  await whenQuiet();
  // What is known of the previous content decides what is new.
  await judged;
  let isTold = false;
  let rest = QUIET;
  for (let tries = TRIES_LEFT; tries > 0 && mine === shown; rest = Math.min(2 * rest, REST)) {
    const changed = changes();
    const taken = page.take(answer.rules);
    if (!taken.unchanged) {
      tries -= 1;
      if (await hand(taken)) return;
    } else if (!isTold) {
      isTold = true;
      if ((await ask({ type: 'unchanged', page: taken }))?.isKnown && mine === shown) return page.stayed();
    }
    // A page that still shows the old article may take its time; a replaced address may be another one of that article.
    const isChanged = await changed(how === 'replace' && taken.unchanged ? PATIENCE : undefined);
    if (mine !== shown) return;
    if (!isChanged) {
      how = 'replaced';
      if (page.settled()) continue;
      await ask({ type: 'urlReplaced', page: taken });
      page.onUrlReplaced();
      continue;
    }
    await whenQuiet(rest);
  }
}

/** Whether the answer settles what the page is; otherwise it may still be loading. */
async function hand(/** @type {TakenPage} */ taken) {
  const mine = shown;
  const answer = ask({ type: 'loaded', page: taken }).then((answer) => {
    if (answer?.article) page.noted(answer.article, mine !== shown);
    return answer;
  });
  judged = answer;
  return (await answer)?.isSettled !== false;
}

/**
 * The background's answer, which the browser may stop before it has one; undefined once the extension is gone.
 * @template {keyof PageMessages} Type @param {PageMessages[Type] & { type: Type, page?: TakenPage }} message
 */
async function ask(message) {
  for (let tries = ANSWERS; tries > 0 && api.runtime?.id; tries -= 1) {
    try {
      return await api.runtime.sendMessage(message);
    } catch {
      // The next message starts the background anew. It may have remembered the page already.
      if (message.page) message.page.again = true;
    }
  }
}

/** A page that was opened in the background, or prerendered, is not read before it is visible. */
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
  // The page's own work on load comes first.
  await new Promise((resolve) => setTimeout(resolve));
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: QUIET }));
}

/**
 * Begins to watch whether the page changes, or another part of it comes into view; the returned function waits for
 * that, within the time if one is given. A page may change while it is judged, so watching begins before.
 * @returns {(patience?: number) => Promise<boolean>}
 */
function changes() {
  const change = observe((done) => done);
  /** @param {number} patience @returns {Promise<boolean>} */
  const rest = (patience) => new Promise((resolve) => setTimeout(() => resolve(false), patience));
  return (patience) => (patience === undefined ? change : Promise.race([change, rest(patience)]));
}

function whenQuiet(quiet = QUIET) {
  const restart = (/** @type {() => void} */ done) => {
    let rest = setTimeout(done, quiet);
    return () => {
      clearTimeout(rest);
      rest = setTimeout(done, quiet);
    };
  };
  return observe(restart, Math.max(PATIENCE, quiet));
}

/** @param {(done: () => void) => () => void} onChange @param {number} [patience] @returns {Promise<boolean>} */
function observe(onChange, patience) {
  return new Promise((resolve) => {
    const done = (/** @type {boolean} */ value) => {
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
