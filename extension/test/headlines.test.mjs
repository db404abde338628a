// Pages with more than one first-level headline, in Chromium: a page is cut only where another article begins.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ARTICLES } from './support/apps.mjs';
import { startChromium, until } from './support/chromium.mjs';
import { started } from './support/started.mjs';

const { browser, load } = await started(startChromium);

const { title, paragraphs } = ARTICLES[1];
/** What a page's title may have instead of its headline. */
const ASKS = '夜班公交为什么还开着？';
const OTHER = ARTICLES[2];
const each = (items) => items.map((item) => `<p>${item}</p>`).join('\n');
/** A page of a site, which states that it is an article. */
const pageOf = (pageTitle, body) => `<!doctype html><html lang="zh"><head><meta charset="utf-8">
<meta property="og:type" content="article"><title>${pageTitle}</title></head><body>${body}</body></html>`;
const articleOf = ({ title, paragraphs }) => `<article><h1>${title}</h1>${each(paragraphs)}</article>`;
const LINKS = Array.from({ length: 60 }, (_, n) => `<li><a href="/c/${n}">第${n}版要闻专题</a></li>`).join('');
/** Headlines of other articles, each as long as a line of running text. */
const TEASERS = OTHER.paragraphs.map((text) => `<li><a href="/t">${text.slice(0, 40)}</a></li>`).join('');
const NOTICE = '我们使用小型文本文件记住你的选择，统计访问人数，并据此改进版面、内容与服务。你可以随时改变主意。';

/** Bodies of pages that all show the first article. */
const PAGES = {
  'a menu with a headline before the article': {
    body: `<div><h1>岚安新闻网全部栏目</h1><ul>${LINKS}${TEASERS}</ul></div><main>${articleOf(ARTICLES[1])}</main>`,
  },
  'a menu in a landmark, and a page whose title is another than the headline': {
    pageTitle: ASKS,
    headline: title,
    body: `<nav><h1>栏目</h1>${each(Array(12).fill(NOTICE))}</nav><div>${articleOf(ARTICLES[1])}</div>`,
  },
  'a notice with as much running text as an article': {
    body: `<div class="notice"><h1>隐私提示</h1>${each(Array(12).fill(NOTICE))}</div><div>${articleOf(ARTICLES[1])}</div>`,
  },
  'the name of the site as a headline': {
    body: `<header><div><h1>岚安新闻网</h1><nav><ul>${LINKS}</ul></nav></div></header><div>${articleOf(ARTICLES[1])}</div>`,
  },
  'a headline in the footer': {
    body: `<div>${articleOf(ARTICLES[1])}</div><footer><h1>关于我们</h1>${each(Array(12).fill(NOTICE))}</footer>`,
  },
  'a headline over every part of the article': {
    body: `<article><h1>${title}</h1><p>${paragraphs[0]}</p>
<section><h1>起点</h1>${each(paragraphs.slice(1, 5))}</section>
<section><h1>终点</h1>${each(paragraphs.slice(5))}</section></article>`,
  },
  'entries of one report, each an article with a headline': {
    body: `<main><h1>${title}</h1><p>${paragraphs[0]}</p>
${articleOf({ title: '二十二时', paragraphs: paragraphs.slice(1, 5) })}
${articleOf({ title: '零时', paragraphs: paragraphs.slice(5) })}</main>`,
  },
  'another article behind it': {
    body: `<header><h1>岚安新闻网</h1><nav>${LINKS}</nav></header>
<main><div>${articleOf(ARTICLES[1])}</div><div>${articleOf(OTHER)}</div></main>`,
  },
  'another article behind it, under another title of the page': {
    pageTitle: ASKS,
    body: `<header><h1>岚安新闻网</h1><nav>${LINKS}</nav></header>
<main><div>${articleOf(ARTICLES[1])}</div><div>${articleOf(OTHER)}</div></main>`,
  },
};

for (const [n, [name, { pageTitle = title, headline = pageTitle, body }]] of Object.entries(Object.entries(PAGES))) {
  test(`${name}: the article is read, whole, and no other`, async () => {
    const host = `headline${n}.example`;
    const { page, tabId } = await load(host, pageOf(`${pageTitle} - 岚安新闻网`, body));
    await browser.ask('read', { tabId });
    const [kept, ...others] = await browser.kept(host);
    assert.deepEqual([kept?.title, others.length], [headline, 0]);
    const missing = paragraphs.filter((text) => !kept.text.includes(text));
    assert.deepEqual(missing, [], 'paragraphs of the article that were lost');
    const foreign = OTHER.paragraphs.filter((text) => kept.text.includes(text));
    assert.deepEqual(foreign, [], 'paragraphs of another article');
    await page.close();
  });
}

test('a menu that is drawn after the article was read does not take its place', async () => {
  const host = 'late-menu.example';
  const { page, tabId } = await load(host, pageOf(title, `<main>${articleOf(ARTICLES[1])}</main>`));
  assert.equal((await browser.ask('read', { tabId })).entry.title, title);
  await page.evaluate((menu) => {
    document.querySelector('article').insertAdjacentHTML('afterbegin', menu);
    history.pushState({}, '', '/article/1/menu');
  }, `<div><h1>岚安新闻网全部栏目</h1><ul>${LINKS}${TEASERS}</ul></div>`);
  const { status, entry } = await until(async () => {
    const state = await browser.ask('read', { tabId });
    return state.status !== 'unread' && state;
  }, 'the page at its other address');
  assert.deepEqual([status, entry], ['unchanged', null]);
  assert.equal((await browser.kept(host)).length, 1);
  await page.close();
});
