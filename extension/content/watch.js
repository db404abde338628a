// In the pages that are read by themselves: hands the page to the background, once it is there and seen,
// and again when the page's own program shows another article.
import { api } from '../shared/api.js';
import { takePage } from './page.js';

/** Milliseconds without changes after which a page has come to rest; and the longest that is waited for it. */
const QUIET = 300;
const PATIENCE = 5000;
/** How often a page is read that puts its article together by scripts. */
const TRIES = 3;

/** Counts the articles that the page has shown; what was begun for an earlier one gives up. */
let shown = 0;

start();

async function start() {
  if (window !== window.top || !(await ask({ type: 'may' }))) return;
  whenShown().then(whenLoaded).then(hand);
  // A program may swap the article without leaving the page.
  let address = location.href.split('#')[0];
  globalThis.navigation?.addEventListener('navigatesuccess', () => {
    const now = location.href.split('#')[0];
    if (now !== address) again();
    address = now;
  });
  // Brought back by the browser as it was, but for the badge.
  addEventListener('pageshow', ({ persisted }) => persisted && hand());
}

async function again() {
  await ask({ type: 'left' });
  await whenQuiet();
  await hand();
}

async function hand() {
  const mine = (shown += 1);
  for (let tries = TRIES; tries > 0 && mine === shown; tries -= 1) {
    const isSettled = await ask({ type: 'loaded', page: takePage() });
    if (isSettled !== false || !(await whenChanged())) return;
    await whenQuiet();
  }
}

/** What the background says; nothing once the extension was updated or removed. */
function ask(message) {
  return Promise.resolve().then(() => api.runtime.sendMessage(message)).catch(() => undefined);
}

/** A page that was opened in the background, or made ready before it was asked for, is not read before it is seen. */
async function whenShown() {
  while (document.prerendering || document.visibilityState === 'hidden') {
    await new Promise((resolve) => {
      for (const event of ['visibilitychange', 'prerenderingchange']) document.addEventListener(event, resolve, { once: true });
    });
  }
}

async function whenLoaded() {
  if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  // What the page does on its load comes first.
  await new Promise((resolve) => setTimeout(resolve));
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: QUIET }));
}

/** Whether the page changes within the time. */
function whenChanged() {
  return observe((observer, done) => () => done(true), PATIENCE);
}

function whenQuiet() {
  return observe((observer, done) => {
    let rest = setTimeout(done, QUIET);
    return () => {
      clearTimeout(rest);
      rest = setTimeout(done, QUIET);
    };
  }, PATIENCE);
}

function observe(onChange, patience) {
  return new Promise((resolve) => {
    const done = (value = false) => {
      observer.disconnect();
      resolve(value);
    };
    const observer = new MutationObserver(() => change());
    const change = onChange(observer, done);
    observer.observe(document.documentElement, { childList: true, subtree: true, characterData: true });
    setTimeout(done, patience);
  });
}
