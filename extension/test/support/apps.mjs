// Programs that show one article after another in the same document.
import assert from 'node:assert/strict';
import { bodyOf } from './sites.mjs';

/** By the number in its address. */
export const ARTICLES = {
  1: { title: '末班车上的六个人', paragraphs: bodyOf('zh-nightbus-original') },
  2: { title: '老坝将在汛前拆除', paragraphs: bodyOf('zh-dam-original') },
  3: { title: 'The kettle', paragraphs: bodyOf('en-kettle') },
};

const frame = (script, head = '') => `<!doctype html><html lang="zh"><head><meta charset="utf-8">
<title>${ARTICLES[1].title}</title>${head}</head>
<body><header><nav><a href="/">首页</a> <a href="/about">关于我们</a></nav></header><main></main>
<footer>岚安新闻网 版权所有 未经授权不得转载本站文章</footer>
<script>const ARTICLES = ${JSON.stringify(ARTICLES)};
const made = (name, textContent, properties = {}) =>
  Object.assign(document.createElement(name), { textContent, ...properties });
const partsOf = ({ title, paragraphs }) => [made('h1', title), ...paragraphs.map((text) => made('p', text))];
${script}</script></body></html>`;

/**
 * A program with buttons that go to article 1, 2 or 3 by `how`: `push`, `replace` or `hash`. It draws `delay`
 * milliseconds after the address has changed, or with `null` when `release` is called, as `draws` states: everything
 * `at-once`; a `skeleton` at once and the article later; the new article `beside` the old one, which goes later; the
 * `title` of the page and the headline first; the old article `anew` and then the new one; or everything `before` the
 * address.
 */
export const appOf = ({ how, delay, draws = 'at-once' }) =>
  frame(
    `
  const byHash = ${how === 'hash'};
  const main = document.querySelector('main');
  const after = (ms, act) => {
    if (ms === null) globalThis.held = act;
    else if (ms) setTimeout(act, ms);
    else act();
  };
  const numbered = () => (byHash ? location.hash : location.pathname).match(/\\d+$/)?.[0] ?? '1';
  const articleOf = (n) => {
    const article = document.createElement('article');
    article.append(...partsOf(ARTICLES[n]));
    return article;
  };
  let n = numbered();
  const draw = (next) => { main.replaceChildren(articleOf(next)); document.title = ARTICLES[next].title; n = next; };
  const DRAWS = {
    'at-once': (next) => after(${delay}, () => draw(next)),
    skeleton: (next) => {
      main.replaceChildren(...Array.from({ length: 9 }, () => made('p', '正在加载，请稍候……')));
      after(${delay}, () => draw(next));
    },
    beside: (next) => after(${delay}, () => { main.append(articleOf(next)); setTimeout(() => draw(next), 600); }),
    title: (next) => {
      document.title = main.querySelector('h1').textContent = ARTICLES[next].title;
      after(${delay}, () => draw(next));
    },
    anew: (next) => { main.replaceChildren(articleOf(n)); after(${delay}, () => draw(next)); },
    before: () => {},
  };
  const go = (next) => {
    const address = byHash ? '#/article/' + next : '/article/' + next;
    if (${JSON.stringify(draws)} === 'before') draw(next);
    if (byHash) return void (location.hash = address);
    history.${how === 'replace' ? 'replaceState' : 'pushState'}({}, '', address);
    DRAWS[${JSON.stringify(draws)}](next);
  };
  if (byHash) addEventListener('hashchange', () => DRAWS[${JSON.stringify(draws)}](numbered()));
  else addEventListener('popstate', () => DRAWS['at-once'](numbered()));
  const buttons = Object.keys(ARTICLES).map((n) => made('button', n, { id: 'to' + n, onclick: () => go(n) }));
  document.querySelector('nav').append(...buttons);
  draw(n);
`,
    `<link rel="canonical" href="/article/1"><meta property="og:title" content="${ARTICLES[1].title}">
<meta property="og:url" content="/article/1">
<meta property="article:published_time" content="2026-01-02T03:04:05Z"><meta name="author" content="陆明">`,
  );

/** Has a program draw that was made with a `delay` of `null`, once it has gone to another address. */
export const release = (page) =>
  page.waitForFunction(() => {
    const { held } = globalThis;
    globalThis.held = undefined;
    held?.();
    return held !== undefined;
  });

/**
 * Articles that are appended one after the other when the end of the one before comes into view, or all at once if the
 * page is `early`; each takes the address when it comes into view, if it `replaces`. `tag` and `rank` are the elements
 * of the article and its headline; `credit` is a line below each headline.
 */
export const scrollOf = ({ replaces = true, early = false, tag = 'div', rank = 'h1', credit = '' } = {}) =>
  frame(
    `
  const main = document.querySelector('main');
  document.head.append(made('style', 'main > * { min-height: 150vh; padding: 2rem } p { margin: 2rem 0 }'));
  const watch = (element, rootMargin, act) => new IntersectionObserver(
    (entries) => entries.some(({ isIntersecting }) => isIntersecting) && act(),
    { rootMargin },
  ).observe(element);
  const put = (n) => {
    if (!ARTICLES[n] || document.querySelector('[data-n="' + n + '"]')) return;
    const block = document.createElement('${tag}');
    block.dataset.n = n;
    const [headline, ...paragraphs] = partsOf(ARTICLES[n]);
    block.append(made('${rank}', headline.textContent), made('p', '${credit}'), ...paragraphs);
    main.append(block);
    if (${early}) put(n + 1);
    else watch(block.lastChild, '0px', () => setTimeout(() => put(n + 1), 100));
    watch(block, '-40% 0px -40% 0px', () => {
      if (!${replaces} || location.pathname.endsWith('/' + n)) return;
      history.replaceState({}, '', '/article/' + n);
      document.title = ARTICLES[n].title;
    });
  };
  put(1);
`,
    '<meta property="og:type" content="article">',
  );

/** Whether a state has the headline of article n. */
export const hasTitle = (n) => (state) => state.entry?.title === ARTICLES[n].title;

/** The address of article n on its host, in a program that goes there by `how`. */
export const addressIn = (how) => (n) => (how === 'hash' ? `/article/1#/article/${n}` : `/article/${n}`);

/** Opens programs in a browser, and asserts what is remembered of them. */
export function turningIn({ sites, browser }) {
  let hosts = 0;

  /** Opens a program at a host of its own, and waits until article 1 is read. */
  async function open(html, how = 'push') {
    const host = `app${(hosts += 1)}.example`;
    for (const n of Object.keys(ARTICLES)) sites.put(`http://${host}/article/${n}`, html);
    const { page, tabId } = await browser.visit(`http://${host}${addressIn(how)(1)}`, hasTitle(1));
    const state = (is) => browser.stateOf(tabId, is);
    const shows = (n) => state((now) => now.url.endsWith(`/${n}`) && hasTitle(n)(now));
    /** Turns to further articles, one after the other. */
    const turn = async (numbers) => {
      for (const n of numbers) {
        await page.click(`#to${n}`);
        await shows(n);
      }
    };
    return { page, tabId, host, shows, state, turn };
  }

  /** Exactly these articles of a host are remembered, each by its address with its own headline and text. */
  async function assertRight(host, numbers, address = addressIn('push')) {
    const here = (await browser.kept(host)).sort((a, b) => (a.url < b.url ? -1 : 1));
    const kept = here.map(({ url, title, text, visits }) => [url, title, text, visits]);
    const articleAt = (n) => [`http://${host}${address(n)}`, ARTICLES[n].title, ARTICLES[n].paragraphs.join('\n'), 1];
    assert.deepEqual(kept, numbers.map(articleAt));
    const { entries } = await browser.ask('search', { query: '', after: null, limit: 500 });
    const ours = entries.filter((entry) => entry.host === host && entry.cluster !== null);
    assert.deepEqual(ours, [], 'none is a copy of another');
  }

  return { open, assertRight };
}
