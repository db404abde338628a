// The documents as pages of the site: their links, their search results, and their display.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import { site as siteFiles } from '../build.mjs';
import { documents } from '../documents.mjs';
import { chromium } from '../../tests/browsers.mjs';
import { faults } from '../../tests/axe.mjs';
import { keepAll, openPage, testSite } from './browsers.mjs';
import { close, serve } from './server.mjs';

const PAGES = [
  ...['index', 'overview', 'concepts', 'api', 'methods', 'worker', 'edge-policy'],
  ...['index.zh', 'overview.zh', 'worker.zh', 'edge-operate.zh', 'pkg.zh', 'extension.zh'],
];

/** The pages of the documents, by path. */
const pages = new Map(
  [...(await documents())]
    .filter(([path]) => path.endsWith('.html'))
    .map(([path, html]) => [path, parseHTML(html).document]),
);

test('every document is a page, and every link in one leads to what is there', async () => {
  const all = await siteFiles();
  assert.ok(pages.size > 40);
  for (const [path, document] of pages) {
    const main = document.querySelector('main');
    assert.equal(main.querySelectorAll('h1').length, 1, path);
    const refused = [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes].filter(
        ({ name, value }) => /^(style|on.*)$/.test(name) || /^\s*javascript:/i.test(value),
      ),
    );
    assert.deepEqual(refused, [], `${path}: refused by the policy`);
    for (const link of document.querySelectorAll('a[href], img[src], link[href], script[src]')) {
      const to = link.getAttribute('href') ?? link.getAttribute('src');
      if (/^https?:/.test(to) || to.startsWith('../#/') || to === '#view') continue;
      const [target, anchor] = to.split('#');
      const resolved = target === '' ? path : new URL(target, `file:///${path}`).pathname.slice(1);
      assert.ok(all.has(resolved), `${path} leads to ${to}`);
      if (!anchor) continue;
      const there = pages.get(resolved);
      assert.ok(there?.getElementById(decodeURIComponent(anchor)), `${path}: ${to} names no place`);
    }
  }
});

test('HTML in a document is shown as text, and the reference has every export of the package', () => {
  const api = pages.get('docs/api.html');
  const named = new Set([...api.querySelectorAll('h3')].map((heading) => heading.textContent));
  for (const name of ['read', 'compare', 'Article', 'Reader', 'Fingerprint', 'origins'])
    assert.ok(named.has(name), name);
  assert.match(api.querySelector('pre').textContent, /^export /);
  for (const [path, page] of pages) assert.equal(page.querySelectorAll('main script, main style').length, 0, path);
});

test('both versions of a document are pages that name each other, in their language, with equal anchors', () => {
  const chinese = [...pages.keys()].filter((path) => path.endsWith('.zh.html'));
  assert.ok(chinese.includes('docs/index.zh.html') && chinese.includes('docs/overview.zh.html') && chinese.length > 8);
  for (const path of chinese) {
    const paths = [path.replace('.zh.html', '.html'), path];
    const both = paths.map((each) => pages.get(each));
    const names = paths.map((each) => each.replace('docs/', ''));
    const ids = (page) => [...page.querySelectorAll('article [id]')].map(({ id }) => id);
    assert.deepEqual(ids(both[1]), ids(both[0]), path);
    for (const [i, lang] of ['en', 'zh-Hans'].entries()) {
      assert.equal(both[i].documentElement.lang, lang, path);
      assert.equal(both[i].querySelector('article')?.lang ?? lang, lang, path);
      const alternates = [...both[i].querySelectorAll('link[rel=alternate]')];
      const versions = alternates.map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]);
      assert.deepEqual(versions.flat(), ['en', names[0], 'zh-Hans', names[1]]);
      assert.equal(both[i].querySelector('.version a').getAttribute('href'), names[1 - i], path);
    }
    const [english, about] = both.map((page) => page.querySelector('meta[name=description]').content);
    assert.match(both[1].title, /\p{Script=Han}.* · Offprint$/u, path);
    assert.match(about, english ? /\p{Script=Han}.*[。：？]$/u : /^$/, path);
    for (const part of both[1].querySelectorAll('[data-t]')) assert.match(part.textContent, /\p{Script=Han}/u, path);
  }
  // A page that named itself as its other version would link to itself forever.
  for (const [path, page] of pages) {
    const versions = page.querySelectorAll('link[rel=alternate]');
    const isTwofold = chinese.includes(path.replace(/(\.zh)?\.html$/, '.zh.html'));
    assert.equal(versions.length, isTwofold ? 2 : 0, path);
  }
});

testSite('documents are shown and searched, also without a network', { loud: true }, async (site) => {
  const { server, address } = site;
  await site.press('.masthead a[href="docs/index.html"]').catch(() => {}); // This leaves the page that runs it.
  await site.until(() => document.querySelector('main')?.dataset.shown === 'docs');
  for (const page of PAGES) {
    await site.visit(`${address}docs/${page}.html`);
    for (const width of [1280, 390]) {
      await site.size({ width, height: 844 });
      const wide = await site.excess();
      assert.equal(wide, 0, `${page} at ${width} is too wide by ${wide}`);
      assert.deepEqual(await faults(site.page), [], `${page} at ${width}`);
    }
  }
  await site.visit(address);
  await keepAll(site);
  close(server);
  await site.visit(`${address}docs/concepts.html`);
  await site.set('#search input', 'site memory');
  await site.until(() => document.querySelector('#found li'));
  const results = await site.run(() => [...document.querySelectorAll('#found a')].map((link) => link.href));
  assert.ok(results.length > 1 && results.every((href) => href.startsWith(`${address}docs/`)), results.join());
  assert.deepEqual(
    site.logged.filter((line) => !/ERR_|NetworkError|fetch/.test(line)),
    [],
  );
});

testSite('documents are in the language of the site, if they have a version in it', { view: null }, async (site) => {
  const { address } = site;
  const shown = (page) =>
    site.until((end) => location.href.endsWith(end) && document.querySelector('main')?.dataset.shown === 'docs', page);
  const seen = () =>
    site.run(() => ({
      lang: document.documentElement.lang,
      heading: document.querySelector('article h1').textContent,
      button: document.getElementById('language').textContent,
      listed: [...document.querySelectorAll('.documents a')].filter((link) => link.checkVisibility()).length,
    }));
  await site.visit(`${address}docs/concepts.html#the-verdict`);
  const { listed } = await seen();
  const open = () => site.run(() => (document.querySelector('.documents').open = true));
  // The switch leads to the other version, at the same place; and the choice is stored.
  await site.run(() => document.getElementById('language').click());
  await shown('docs/concepts.zh.html#the-verdict');
  assert.deepEqual(await seen(), { lang: 'zh-Hans', heading: '概念', button: 'English', listed });
  await site.page.goto(`${address}docs/pkg.html`);
  await shown('docs/pkg.zh.html');
  // What is there in English only is shown in it, among Chinese names.
  await site.visit(`${address}docs/speed.html`);
  await open();
  const { lang, heading, listed: beside } = await seen();
  assert.deepEqual([lang, heading, beside], ['zh-Hans', 'Speed and memory', listed]);
  assert.equal(await site.run(() => document.querySelector('.documents a').parentElement.lang), 'en');
  assert.ok(await site.run(() => document.querySelector('.documents [href="concepts.zh.html"]').checkVisibility()));
  // The link below the title changes the language, too.
  await site.visit(`${address}docs/extension.zh.html`);
  await site.run(() => document.querySelector('.version a').click());
  await shown('docs/extension.html');
  assert.equal((await seen()).lang, 'en');
  // An address that names its language is followed, even if another one was chosen.
  await site.visit(`${address}docs/extension.zh.html`);
  assert.deepEqual([(await seen()).lang, (await seen()).button], ['zh-Hans', 'English']);
});

testSite('Chinese is found by any part of it, and each section once', { view: null }, async (site) => {
  const search = async (page, query) => {
    await site.visit(`${site.address}docs/${page}.html`);
    await site.set('#search input', query);
    await site.until(() => document.querySelector('#found > *'));
    return site.run(() =>
      [...document.querySelectorAll('#found li')].map((item) => ({
        lang: item.lang,
        href: item.querySelector('a').href.split('/docs/')[1],
        text: item.textContent,
      })),
    );
  };
  for (const [query, page] of [
    ['特征码', 'concepts.zh.html#the-fingerprint'],
    ['自备存储', 'pkg.zh.html#a-store-of-your-own'],
    ['令牌 wrangler', 'worker.zh.html#deploy-it'],
    ['码', 'concepts.zh.html#the-fingerprint'],
    ['浏览器扩展 安装', 'extension.zh.html#'],
  ]) {
    const found = await search('index.zh', query);
    assert.ok(
      found.some(({ href, lang }) => href.startsWith(page) && lang === 'zh-Hans'),
      `${query}: ${found.map(({ href }) => href)}`,
    );
    const places = found.map(({ href }) => href.replace('.zh.html', '.html'));
    assert.equal(new Set(places).size, places.length, query);
    if (!query.includes(' ')) assert.ok(found[0].text.includes(query), query);
  }
  assert.deepEqual(await search('index.zh', '紫罗兰色的河马'), []);
  // Readers of English find the same section in English; a section that exists only in Chinese is found by its words.
  const install = await search('index', 'install the extension');
  assert.ok(
    install.some(({ href }) => href.startsWith('extension.')),
    'a sentence finds what most of its words do',
  );
  const [english, chinese] = [await search('index', 'bottom-k sketch'), await search('index', '特征码')];
  assert.ok(english.length && english.every(({ lang }) => lang === 'en'));
  assert.ok(chinese.some(({ href }) => href.startsWith('concepts.')));
  await site.run(() => localStorage.setItem('language', 'zh-Hant'));
  const [first] = await search('index.zh', '瀏覽器擴充功能 安裝');
  assert.match(first.href, /^extension\.zh\.html#/);
  assert.deepEqual([first.lang, first.text.slice(0, 6)], ['zh-Hant', '安裝擴充功能']);
});

test('without JavaScript both versions are there, in their own frame', async (t) => {
  const { address } = await serve(t);
  const browser = await chromium({ args: ['--accept-lang=zh-CN'] });
  t.after(() => browser.close());
  const { page, text, run } = await openPage(browser);
  await page.setJavaScriptEnabled(false);
  const follow = (selector) => Promise.all([page.waitForNavigation(), page.click(selector)]);
  await page.goto(`${address}docs/concepts.html`);
  assert.equal(await text('h1'), 'Concepts');
  await follow('.version a');
  assert.equal(await text('h1'), '概念');
  assert.equal(await text('.masthead nav a[aria-current]'), '文档');
  await follow('.masthead nav a[aria-current]');
  assert.equal(await text('h1'), '文档');
  await follow('.contents a[href="worker.zh.html"]');
  assert.equal(await text('h1'), '边缘 worker');
  assert.equal(await run(() => document.documentElement.lang), 'zh-Hans');
});
