// Pages that need a browser: pages that ask for secrets, walls before pages, pages made by scripts, edited pages.
import { readFileSync } from 'node:fs';
import { bodyOf, pageOf, send } from './sites.mjs';

export const DAM = bodyOf('zh-dam-original');
const BUS = bodyOf('zh-nightbus-original');
const STRICT = "default-src 'none'; script-src 'none'; style-src 'none'; require-trusted-types-for 'script'";
/** An additional sentence of the edited page. */
export const ADDED = '这一句是本站编辑加上的。';

const cut = DAM.filter((_, i) => i !== 3);
const edited = DAM.filter((_, i) => i !== 5).map((paragraph) => paragraph.replace('十九万立方米', '二十万立方米'));
edited[6] += ADDED;
const chunks = Array(40_000).fill({ path: '/static/chunk.js', hash: 'd41d8cd98f00b204e9800998ecf8427e' });
const filler = `<script type="application/json">${JSON.stringify(chunks)}</script>
<footer>${'<div class="nav"><a href="/x">频道</a></div>'.repeat(3000)}</footer>`;
const form = (field) => pageOf('登录后阅读', BUS, { before: `<form>${field}</form>` });
const SIGN_IN =
  '<form><input name="u" placeholder="用户名"><input type="password" name="p"><button>登录</button></form>';
/** The metadata that a newspaper's pages state. */
const STATED =
  '<meta property="og:type" content="article">' +
  '<meta property="article:published_time" content="2026-03-12T08:00:00+08:00">';
/** A personal page: an account at a bank, with as much text as an article. */
const ACCOUNT = pageOf(
  '账户明细',
  BUS.map((line, i) => `2026年3月${i + 1}日 转出 ${i * 100 + 37} 元 余额 ${9000 - i} 元。${line}`),
  { head: '<meta property="og:type" content="website">' },
);
const TABLE = readFileSync(new URL('../../../tests/tables/walls.txt', import.meta.url), 'utf8');
/** Shows an article in its place once `#accept` is clicked; `#more` shows more of itself. */
const wallOf = (title, paragraphs, form = '') => `<!doctype html><meta charset="utf-8"><title>${title}</title>
<main><h1>${title}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}${form}</main>
<button id="more">+</button><button id="accept">OK</button>
<script>const main = document.querySelector('main');
more.onclick = () => main.append('+');
accept.onclick = () => { main.innerHTML = ${JSON.stringify(`<h1>水坝</h1><p>${DAM.join('</p><p>')}</p>`)}; };</script>`;
/** Walls in several languages, and a form to sign in. */
export const WALLS = [
  wallOf('登录', ['登录后继续阅读。'], SIGN_IN),
  ...TABLE.split('\n')
    .map((row) => row.split(' | '))
    .flatMap(([what, title, ...paragraphs]) => (what === 'wall' ? [wallOf(title, paragraphs)] : [])),
];
/** Replaces its own address, some time after it was read. */
const REPLACING = pageOf('水坝', DAM, {
  after: '<script>onmessage = () => history.replaceState({}, "", "/2026/dam");</script>',
});

export const MADE = {
  'http://mail.paper.example/1': pageOf('信', BUS),
  'http://intern/': pageOf('内部', BUS),
  'http://10.0.0.8/': pageOf('内部', BUS),
  'http://www.forbidden.example/': pageOf('不读', BUS),
  'http://password.example/': `<!doctype html><html lang="zh"><meta charset="utf-8">
<title>登录</title><h1>登录</h1>${SIGN_IN}<p>登录即表示你同意本站的服务条款和隐私政策，请勿在公用电脑上保存密码。</p></html>`,
  'http://signup.example/': form('<input type="password" name="p"><input type="password" name="again">'),
  'http://within.example/': pageOf('登录', [...BUS.slice(0, 6), SIGN_IN, ...BUS.slice(6)]),
  'http://around.example/': pageOf('水坝', [...DAM.slice(0, 2), SIGN_IN, ...DAM.slice(2)], { head: STATED }),
  'http://twice.example/': pageOf('水坝', DAM, { before: '<input type="password" name="p">'.repeat(2) }),
  'http://header.example/': pageOf('末班车', BUS, { before: `<header>${SIGN_IN}</header>` }),
  'http://comments.example/': pageOf('水坝', DAM, { after: `<section><h2>评论</h2>${SIGN_IN}</section>` }),
  'http://portal.example/': pageOf('水坝', DAM, {
    after: `${'<p><a href="/n">县里今年要修的三条公路都已经定下开工日期和工期</a></p>'.repeat(80)}${SIGN_IN}`,
  }),
  'http://webform.example/': pageOf('末班车', BUS, {
    before: '<form>用户名 <input name="u"> 密码 <input type="password" name="p">',
    after: '</form>',
  }),
  'http://paper.example/bank-news/1': pageOf('水坝', DAM),
  'http://paper.example/banking/1': pageOf('水坝', DAM, { head: STATED }),
  'http://paper.example/payments/1': pageOf('水坝', DAM, {
    head: '<script type="application/ld+json">{"@context":"https://schema.org","@type":["NewsArticle"]}</script>',
  }),
  'http://bank.paper.example/settings/1': pageOf('水坝', DAM, { head: STATED }),
  'http://paper.example/payments/2': pageOf('末班车', BUS),
  'http://online.bank.example/statement': ACCOUNT,
  'http://shop.example/checkout/1': pageOf('结账', ['请确认收货地址和付款方式。'], { head: STATED }),
  'http://story.example/?p=7': REPLACING,
  'http://story.example/2026/dam': REPLACING,
  'http://files.example/a.txt': (_, response) => send(response, 200, 'text/plain; charset=utf-8', DAM.join('\n')),
  'http://files.example/a.json': (_, response) => send(response, 200, 'application/json', JSON.stringify(DAM)),
  'http://card.example/': form('<input autocomplete="cc-number">'),
  'http://hidden.example/': form('<div style="display:none"><input type="password"></div>'),
  'http://strict.example/': (_, response) =>
    send(response, 200, 'text/html; charset=utf-8', pageOf('水坝', cut), { 'content-security-policy': STRICT }),
  'http://hostile.example/': pageOf('水坝', cut, {
    head: '<style>offprint-gap, offprint-bar { display: none !important }</style>',
    before: ['Page', 'Watches', 'Marks', 'Links'].map((name) => `<a id="offprint${name}"></a>`).join(''),
  }),
  'http://huge.example/': pageOf('水坝', DAM, { after: filler }),
  'http://edited.example/': pageOf('水坝', edited),
};
