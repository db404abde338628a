// Runs in pages that are read automatically. Sends the page to the background once it is loaded and visible, and again
// when the page's own program shows another article.
import { api, isFirst } from '../shared/api.js';
import { hasMoved, page, watchNavigation } from './page.js';
/** @import { PageMessages, TakenPage } from '../messages.js' */

/** Milliseconds without changes after which a page counts as settled, and the longest wait for that. */
const QUIET = 300;
const PATIENCE = 5000;
/** The longest pause between attempts on a page that keeps changing. */
const REST = 20_000;
/** Attempts to read a page that its scripts assemble, and a page whose program went to another address. */
const TRIES = 3;
const TRIES_LEFT = 8;
/** How often a request is sent if the background stops before it answers. */
const ANSWERS = 3;

/** Counts the pages that the document has shown. Work for an earlier page stops. */
let shown = 0;
/** Settles when no taken page is being judged. */
let judged = /** @type {Promise<unknown>} */ (Promise.resolve());

if (window === window.top && isFirst('watch')) {
  watchNavigation(follow);
  void start();
  // The browser restored the page, but not the badge.
  addEventListener('pageshow', ({ persisted }) => persisted && start());
}

async function start() {
  const mine = (shown += 1);
  const allowed = await ask({ type: 'canRead' });
  if (!allowed || mine !== shown) return;
  await whenShown();
  await whenLoaded();
  if (mine === shown && hasMoved() && !page.isKnown) {
    // Nobody saw the address change: the content may belong to the address from which the page was loaded.
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

/** Waits until an article may be there. A click may remove what covers it, and the address stays the same. */
async function whenOther(/** @type {number} */ mine, /** @type {number} */ rest) {
  while (mine === shown && !page.isOther) {
    await changes()();
    await whenQuiet(rest);
  }
}

/** Reads what the program shows at another address, once the content has changed: the old content is not part of it. */
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
  // Only then is it known what is new.
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
    // A page may show the old article for a while. A replaced address may be another address of that article.
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

/** Whether the answer is final. If not, the page may still be loading. */
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
 * The background's answer; undefined once the extension is gone. The browser may stop the background before it answers.
 * @template {keyof PageMessages} Type @param {PageMessages[Type] & { type: Type, page?: TakenPage }} message
 */
async function ask(message) {
  for (let tries = ANSWERS; tries > 0 && api.runtime?.id; tries -= 1) {
    try {
      return await api.runtime.sendMessage(message);
    } catch {
      // The next message starts the background again. It may have remembered the page already.
      if (message.page) message.page.again = true;
    }
  }
}

/** Waits until the page is visible: it may be prerendered, or in a background tab. */
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
  // The page's own work comes first.
  await new Promise((resolve) => setTimeout(resolve));
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: QUIET }));
}

/**
 * Starts to watch whether the page changes or scrolls, before it is judged, since it may change meanwhile. The returned
 * function waits for a change, or for the given time.
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
