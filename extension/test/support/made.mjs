// Pages that only a browser shows: what asks for secrets, what scripts make, what is edited.
import { fixtures, pageOf, send } from './sites.mjs';

export const DAM = fixtures.get('zh-dam-original').body.split('\n');
const BUS = fixtures.get('zh-nightbus-original').body.split('\n');
const STRICT = "default-src 'none'; script-src 'none'; style-src 'none'; require-trusted-types-for 'script'";
/** A sentence that the edited page has besides. */
export const ADDED = '这一句是本站编辑加上的。';

const APP = `<!doctype html><html lang="zh"><head><meta charset="utf-8"><title>应用</title></head><body>
<header><button id="next">下一篇</button></header><main></main>
<script>
  const articles = { '/': ['夜班车', ${JSON.stringify(BUS)}], '/dam': ['水坝', ${JSON.stringify(DAM)}] };
  const show = () => setTimeout(() => {
    const [title, paragraphs] = articles[location.pathname];
    document.title = title;
    const article = document.createElement('article');
    article.append(Object.assign(document.createElement('h1'), { textContent: title }), ...paragraphs.map((text) => Object.assign(document.createElement('p'), { textContent: text })));
    document.querySelector('main').replaceChildren(article);
  }, 150);
  addEventListener('load', () => setTimeout(show, 100));
  addEventListener('popstate', show);
  document.querySelector('#next').onclick = () => { history.pushState({}, '', '/dam'); show(); };
</script></body></html>`;

const cut = DAM.filter((_, i) => i !== 3);
const edited = DAM.filter((_, i) => i !== 5).map((paragraph) => paragraph.replace('十九万立方米', '二十万立方米'));
edited[6] += ADDED;
const filler = `<script type="application/json">${JSON.stringify(Array(40_000).fill({ path: '/static/chunk.js', hash: 'd41d8cd98f00b204e9800998ecf8427e' }))}</script>
<footer>${'<div class="nav"><a href="/x">频道</a></div>'.repeat(3000)}</footer>`;
const form = (field) => pageOf('登录后阅读', BUS, { before: `<form>${field}</form>` });

export const MADE = {
  'http://mail.paper.example/1': pageOf('信', BUS),
  'http://intern/': pageOf('内部', BUS),
  'http://10.0.0.8/': pageOf('内部', BUS),
  'http://www.forbidden.example/': pageOf('不读', BUS),
  'http://password.example/': form('<input type="password" name="p">'),
  'http://card.example/': form('<input autocomplete="cc-number">'),
  'http://hidden.example/': form('<div style="display:none"><input type="password"></div>'),
  'http://strict.example/': (request, response) => send(response, 200, 'text/html; charset=utf-8', pageOf('水坝', cut), { 'content-security-policy': STRICT }),
  'http://huge.example/': pageOf('水坝', DAM, { after: filler }),
  'http://edited.example/': pageOf('水坝', edited),
  'http://app.example/': APP,
};
