// Pages of articles in the styles of many kinds of sites, in Chinese and English. All texts belong to this project.

/** The text around articles, by language: none of it belongs to one. */
const AROUND = {
  zh: {
    site: ['云岫日报', '半山网', '渡口新闻', '石榴周刊', '北纬客户端', '青瓦论坛'],
    menu: ['首页', '时政', '社会', '财经', '文化', '体育', '图片', '视频', '专题', '评论'],
    teasers: [
      ['老城墙根的旧书摊又开张了', '每逢周末，沿墙摆开的三十多个书摊吸引了不少外地读者。'],
      ['山货节下周开幕，预计接待游客两万人', '今年新增了夜间集市，公交末班车延长一小时。'],
      ['供暖管网改造完成七成', '负责人表示，剩余路段将在霜降之前完工。'],
      ['一只白鹭在湿地公园安了家', '巡护员拍到它连续四天在同一处浅滩觅食。'],
      ['小学生给水库写信，收到了回信', '回信里附了一张手绘的水位图。'],
      ['夜市摊主的三本账', '成本、房租和天气，他都记得清清楚楚。'],
    ],
    comments: [
      '写得真好，想起了小时候的事情。',
      '希望记者能继续跟进后面的情况。',
      '我家就住附近，情况确实是这样。',
      '沙发！',
    ],
    promo: '下载客户端，随时随地看新闻。扫描二维码关注我们的公众号，每天早上八点为你推送要闻。',
    notice: '本网站使用 Cookie 以改善你的体验。继续浏览即表示你同意我们的隐私政策。',
    rights: '版权所有 未经书面授权不得转载或建立镜像 违法和不良信息举报电话见首页底部',
    author: '本刊记者，长期关注地方新闻，出版过两本散文集，喜欢骑车和做饭。',
    words: {
      source: '来源',
      editor: '责任编辑',
      more: '相关阅读',
      hot: '热门评论',
      next: '接下来阅读',
      share: '分享到',
    },
  },
  en: {
    site: ['Harrow Ledger', 'The Lantern', 'Dunmoor Gazette', 'Tollgate Post', 'Northquay Today', 'Plain Sheet'],
    menu: ['Home', 'World', 'Business', 'Culture', 'Sport', 'Opinion', 'Video', 'Weather', 'Jobs', 'Podcasts'],
    teasers: [
      [
        'Second-hand book fair returns to the old mill',
        'More than thirty stalls open at the weekend, and entry is free.',
      ],
      [
        'Heating works nine weeks ahead of plan',
        'The last street will be finished before the first frost, the firm says.',
      ],
      ['A heron moves into the retail park', 'Wardens have seen it fish at the same pond four days in a row.'],
      ['Pupils wrote to the reservoir, and it answered', 'The reply came with a hand-drawn chart of the water level.'],
      ['Three ledgers of a market trader', 'Rent, stock and rain: he writes all of them down.'],
      ['Bus route 40 to run later on Fridays', 'The council hopes that it will keep the night market busy.'],
    ],
    comments: [
      'Lovely piece, it took me right back to my childhood.',
      'I live nearby and can confirm all of this.',
      'First!',
      'Please keep following this story.',
    ],
    promo: 'Get our app and read the news wherever you are. Sign up for the morning newsletter, free at seven o’clock.',
    notice: 'We use cookies to make this site better. By continuing you agree to our privacy policy.',
    rights: 'All rights reserved. No part of this site may be reproduced without written permission.',
    author: 'Our reporter has covered local news for a decade, has written two books of essays, and likes to cook.',
    words: {
      source: 'Source',
      editor: 'Editor',
      more: 'Related stories',
      hot: 'Comments',
      next: 'Read next',
      share: 'Share',
    },
  },
};

const escaped = (text) => text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`);
const each = (items, tag, attributes = '') => items.map((item) => `<${tag}${attributes}>${item}</${tag}>`).join('\n');
const links = (items) => items.map((item, i) => `<a href="/c/${i}">${item}</a>`).join(' ');
/** Some items of a list, different ones for each page. */
const some = (items, n, seed) => Array.from({ length: n }, (_, i) => items[(seed + i) % items.length]);

/**
 * A page of the article, by one of the TEMPLATES; `seed` chooses the text around it.
 * @param {number} template
 * @param {{ language: 'zh' | 'en', title: string, paragraphs: string[], seed: number, credit?: string }} article
 */
export function made(template, { language, title, paragraphs, seed, credit }) {
  const around = AROUND[language];
  const site = around.site[seed % around.site.length];
  const teasers = some(around.teasers, 4, seed).map(([headline, summary]) => ({ headline, summary }));
  const parts = {
    ...around,
    site,
    teasers,
    title: escaped(title),
    paragraphs: paragraphs.map(escaped),
    comments: some(around.comments, 3, seed),
    menu: some(around.menu, 7, seed),
    date: `2026-0${1 + (seed % 8)}-1${seed % 9} 0${seed % 9}:2${seed % 9}`,
    credit: credit && `${around.words.source}${language === 'zh' ? '：' : ': '}${escaped(credit)}`,
  };
  const { head = '', body } = TEMPLATES[template % TEMPLATES.length](parts);
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${parts.title} - ${site}</title>
${head}</head><body>${body}</body></html>`;
}

/** @type {((parts: any) => { head?: string, body: string })[]} */
export const TEMPLATES = [
  // A newspaper with complete metadata.
  ({ site, menu, title, date, credit, paragraphs, teasers, words, rights }) => ({
    head: `<meta property="og:type" content="article"><meta property="og:site_name" content="${site}">`,
    body: `<header><b>${site}</b><nav>${links(menu)}</nav></header>
<main><article><h1>${title}</h1><p class="meta">
<time>${date}</time> ${credit ?? ''}</p>${each(paragraphs, 'p')}</article>
<aside><h2>${words.more}</h2>${each(
      teasers.map((t) => `<a href="/t">${t.headline}</a><p>${t.summary}</p>`),
      'section',
    )}
</aside></main><footer><p>${rights}</p></footer>`,
  }),
  // A portal of twenty years ago: tables, fonts, and breaks for paragraphs.
  ({ site, menu, title, date, credit, paragraphs, teasers, words, rights }) => ({
    body: `<table width="960"><tr><td><font size="5">${site}</font></td><td>${links(menu)}</td></tr></table>
<table width="960"><tr>
<td width="180" valign="top">${teasers.map((t) => `<a href="/t">${t.headline}</a><br>`).join('')}</td>
<td valign="top"><center><font size="5"><b>${title}</b></font></center><div align="center">${date} ${credit ?? ''}</div>
<font size="3">　　${paragraphs.join('<br><br>　　')}</font>
<p align="right">(${words.editor}: ABC)</p></td></tr></table><center><font size="1">${rights}</font></center>`,
  }),
  // Class names that a program generated; comments below.
  ({ site, menu, title, date, credit, paragraphs, comments, words, promo }) => ({
    body: `<div class="x1a"><div class="x2b">${site}</div><div class="x3c">${links(menu)}</div></div>
<div class="k9"><div class="k10"><h1 class="q7">${title}</h1><div class="q8">${date}</div>
<div class="q8">${credit ?? ''}</div>
<div class="r4">${each(paragraphs, 'div', ' class="r5"')}</div><div class="z0">${promo}</div></div></div>
<div class="w2"><div class="w3">${words.hot}</div>${each(comments, 'div', ' class="comment-item"')}</div>`,
  }),
  // A blog with a sidebar.
  ({ site, menu, title, date, credit, paragraphs, comments, teasers, author, words }) => ({
    body: `<div id="header"><h2><a href="/">${site}</a></h2></div><div id="content"><div class="post">
<h1 class="entry-title">${title}</h1><div class="entry-meta">${date}</div>
<div class="entry-content">${each(paragraphs, 'p')}
${credit ? `<p>${credit}</p>` : ''}</div><div class="sharedaddy">${words.share}</div></div>
<ol class="commentlist">${each(comments, 'li')}</ol></div><div id="sidebar" class="widget-area"><p>${author}</p>
<ul>${each(
      teasers.map((t) => t.headline),
      'li',
    )}</ul><ul>${each(menu, 'li')}</ul></div>`,
  }),
  // A mobile edition with an invitation, and a cookie banner.
  ({ site, title, date, credit, paragraphs, teasers, promo, notice, words }) => ({
    body: `<div class="cookie-banner" role="dialog"><p>${notice}</p><button>OK</button></div>
<div class="topbar">${site}</div>
<section class="detail"><h1>${title}</h1><span>${date}</span><span>${credit ?? ''}</span>
<div class="content">${each(paragraphs, 'p')}</div></section><div class="open-app"><p>${promo}</p></div>
<div class="recommend"><h3>${words.next}</h3>${each(
      teasers.map((t) => `<h4>${t.headline}</h4><p>${t.summary}</p>`),
      'div',
    )}</div>`,
  }),
  // Drawn by a program from data, some time after the load.
  ({ site, menu, title, date, credit, paragraphs, rights }) => ({
    body: `<div id="root"></div><script>setTimeout(() => {
const { title, date, paragraphs } = ${JSON.stringify({ title, date: `${date} ${credit ?? ''}`, paragraphs })};
document.getElementById('root').innerHTML = '<header>${site} ${menu.join(' ')}</header><main>
<h1>' + title + '</h1><p>' +
  date + '</p><div>' + paragraphs.map((text) => '<p>' + text + '</p>').join('') + '</div></main>
<footer>${rights}</footer>';
}, 60);</script>`,
  }),
  // Other stories and an invitation between the paragraphs.
  ({ site, menu, title, date, credit, paragraphs, teasers, promo, words, rights }) => ({
    body: `<nav>${links(menu)}</nav><article class="story"><h1>${title}</h1>
<p class="byline">${date} ${credit ?? ''}</p>
${paragraphs
  .map((text, i) => {
    const box = `<div class="related-inline"><h5>${words.more}</h5><a href="/t">${teasers[0].headline}</a></div>`;
    const letter = `<div class="newsletter-signup"><p>${promo}</p></div>`;
    return `<p>${text}</p>${i === 2 ? box : ''}${i === 4 ? letter : ''}`;
  })
  .join('\n')}</article><footer><b>${site}</b><p>${rights}</p></footer>`,
  }),
  // An office: a table of facts, and buttons to print and close.
  ({ site, menu, title, date, credit, paragraphs, rights }) => ({
    body: `<div class="banner">${site}</div><div class="location">${menu.slice(0, 3).join(' &gt; ')}</div>
<div class="xxgk"><table><tr><td>ID</td><td>0004-2026-11</td><td>${date}</td></tr></table><h3 class="tit">${title}</h3>
<p class="ly">${credit ?? ''}</p>
<div id="zoom" class="TRS_Editor">${each(paragraphs, 'p', ' style="text-indent:2em"')}</div>
<div class="tools"><a href="#">A+</a> <a href="#">A-</a> <a href="#">Print</a></div></div>
<div class="foot">${rights}</div>`,
  }),
  // The beginning of the next article follows below.
  ({ site, menu, title, date, credit, paragraphs, teasers, words }) => ({
    body: `<header>${site}<ul>${each(menu, 'li')}</ul></header><main><div class="article-body"><h1>${title}</h1>
<p>${date}
${credit ?? ''}</p>${each(paragraphs, 'p')}</div><div class="next-article"><h3>${words.next}</h3>
<h2>${teasers[1].headline}</h2><p>${teasers[1].summary} ${teasers[2].summary}</p></div></main>`,
  }),
  // Custom elements, and every paragraph in an editor's block.
  ({ site, title, date, credit, paragraphs, teasers, author }) => ({
    head: `<meta property="og:title" content="${title}"><meta property="og:site_name" content="${site}">`,
    body: `<site-header>${site}</site-header><content-page><h1>${title}</h1><div data-block="meta">${date}</div>
${paragraphs.map((text, i) => `<div data-block="text" data-key="b${i}"><p><span>${text}</span></p></div>`).join('\n')}
<div data-block="meta">${credit ?? ''}</div></content-page><author-card><p>${author}</p></author-card>
<card-list>${each(
      teasers.map((t) => `<a href="/t">${t.headline}</a>`),
      'card-item',
    )}</card-list>`,
  }),
];
