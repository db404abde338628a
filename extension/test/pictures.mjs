// Takes the pictures of the extension, in Chromium, of our own pages: `node extension/test/pictures.mjs`; and makes its
// icons of the sign.
// PNG of 1280 × 800, and a tile of 440 × 280, go to `target/store` for the stores, small WebP to
// `docs/pictures/extension` for the documentation.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '../../tests/browsers.mjs';
import { startChromium } from './support/chromium.mjs';
import { click, dress, pictureOf, seen } from './support/person.mjs';
import { fixtures, pageOf, startSites } from './support/sites.mjs';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
/** Sites with texts of our fixtures: the article, a shortened copy, another article, and the copy. */
const SITES = {
  en: [
    { fixture: 'en-barrage-original', name: 'Meridian Wire', host: 'meridianwire.example', seen: '2026-03-10' },
    { fixture: 'en-barrage-abridged', name: 'The Grid', host: 'thegrid.example', seen: '2026-03-11' },
    { fixture: 'en-kettle', name: 'Slow Hands', host: 'slowhands.example', seen: '2026-02-20' },
    {
      fixture: 'en-barrage-original',
      name: 'Ashwick Courier',
      host: 'ashwickcourier.example',
      seen: '2026-03-12',
      title: 'Islanders to get their tide back',
      credit: 'Source: Meridian Wire',
      change: ['61 million', 'some 60 million'],
      add: 'The Courier prints the table of the spring tides on its last page.',
    },
  ],
  zh: [
    { fixture: 'zh-dam-original', name: '澜安新闻网', host: 'lanan-news.example', seen: '2026-03-12' },
    { fixture: 'zh-dam-abridged', name: '一刻', host: 'yike.example', seen: '2026-03-13' },
    { fixture: 'zh-nightbus-original', name: '城南', host: 'chengnan.example', seen: '2026-02-20' },
    {
      fixture: 'zh-dam-original',
      name: '河山新闻',
      host: 'heshan.example',
      seen: '2026-03-14',
      title: '服役六十二年，这座老坝将在汛期前拆除',
      credit: '来源：澜安新闻网',
      change: ['十一米', '十二米'],
      add: '本站将继续关注拆坝的进展。',
    },
  ],
};
/** A front page with links to the article, to articles that were not read, and to a copy. */
const FRONTS = {
  en: {
    name: 'The Morning Tide',
    news: ['Ferry to Saltholm runs again from Monday', 'The book market reopens, and hopes for sun'],
    read: ['Carrow tidal barrage to restart after three-year repair', 'The kettle I refused to replace'],
  },
  zh: {
    name: '清晨新闻',
    news: ['往盐岛的渡轮周一恢复通航', '城南旧书市本周末重开，书商盼望晴天'],
    read: ['石门沟老坝汛前拆除 青榆河六十年来首次全线贯通', '凌晨一点四十，27路末班车上只有六个人'],
  },
};
const frontOf = (lang) => `http://morning.example/${lang}`;
/** Of the sites, in their order. */
const COLOURS = ['#345995', '#2f6b4f', '#8a4f7d', '#9c2f2f'];
const LOCALES = { en: SITES.en, zh_CN: SITES.zh, zh_TW: SITES.zh };
const addressOf = ({ host, seen }) => `http://${host}/${seen}`;

/** The contents of the server: the articles. */
function served() {
  const pages = Object.entries(SITES).flatMap(([lang, sites]) =>
    sites.map((site, i) => [addressOf(site), articleOf(site, COLOURS[i], lang)]),
  );
  const fronts = Object.entries(FRONTS).map(([lang, front]) => [frontOf(lang), frontPage(lang, front)]);
  return Object.fromEntries([...pages, ...fronts]);
}

/** The article at its own address, and another under the headline that it has elsewhere. */
function frontPage(lang, { name, news, read }) {
  const links = [
    ['/1', news[0]],
    [addressOf(SITES[lang][0]), read[0]],
    ['/2', read[1]],
    ['/3', news[1]],
  ];
  const items = links.map(([href, text]) => `<h2><a href="${href}">${text}</a></h2>`);
  const style = `<style>
    body { margin: 0; font: 18px/1.6 Georgia, 'Noto Serif CJK SC', serif; }
    .mast { padding: 1rem 4rem; background: #345995; color: #fff; font-size: 1.5rem; }
    main { margin: 3rem 4rem; } h2 { margin: 2.2rem 0 0; font-size: 1.9rem; line-height: 1.3; }
    a { color: #15181d; text-decoration: none; }
  </style>`;
  return `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>${name}</title>${style}
<div class="mast">${name}</div><main>${items.join('\n')}</main>`;
}

function articleOf({ fixture, title, name, credit = '', change = ['', ''], add }, colour, lang) {
  const { body, read } = fixtures.get(fixture);
  const paragraphs = body.split('\n').map((paragraph) => paragraph.replace(...change));
  // What a copy loses and gains.
  if (add) paragraphs.splice(6, 1, add);
  const style = `<style>
    body { margin: 0; font: 18px/1.7 Georgia, 'Noto Serif CJK SC', serif; color: #222; }
    article { max-width: 40rem; margin: 2rem 0 4rem 4rem; }
    .mast { padding: 1rem 4rem; background: ${colour}; color: #fff; font-size: 1.5rem; }
    h1 { line-height: 1.25; }
    .by { color: #666; }
  </style>`;
  return pageOf(title ?? JSON.parse(read('meta.json')).title, paragraphs, {
    lang,
    head: `<meta property="og:site_name" content="${name}">${style}`,
    before: `<div class="mast">${name}</div><p class="by" style="margin: 2rem 0 -1rem 4rem">${credit}</p>`,
  });
}

const WIDTH = 1280;
const HEIGHT = 800;
const POPUP = 360;

/** Takes all pictures in one language: PNG by name for the stores, and WebP for the documentation. */
async function take(server, locale, sites) {
  const browser = await startChromium(server, { locale });
  const { base, ask } = browser;
  const open = async (address, { width = WIDTH, height = HEIGHT, dark = false } = {}) => {
    const page = await browser.newPage();
    await dress(page, { width, height, dark });
    await page.goto(address);
    return page;
  };
  const read = async (page) => ask('read', { tabId: await browser.tabOf(page) });
  try {
    for (const site of sites) {
      const page = await open(addressOf(site));
      await read(page);
      await page.close();
    }
    await dateBack(ask, sites.slice(0, -1));
    const article = await open(addressOf(sites.at(-1)));
    await read(article);
    const tabId = await browser.tabOf(article);
    const pictures = {};
    for (const scheme of ['light', 'dark']) {
      const dark = scheme === 'dark';
      const popup = await open(`${base}pages/popup.html?tab=${tabId}`, { width: POPUP, height: 200, dark });
      await seen(popup, '#acts > *');
      await click(popup, '#seen summary');
      const height = await popup.evaluate(() => document.documentElement.scrollHeight);
      await dress(popup, { width: POPUP, height, dark });
      pictures[`popup-${scheme}`] = await pictureOf(popup);
      await popup.close();
      for (const name of ['history', 'options']) {
        const page = await open(`${base}pages/${name}.html`, { width: 1000, height: 720, dark });
        await page.waitForSelector('#list li, #when input:checked');
        pictures[`${name}-${scheme}`] = await pictureOf(page);
        await page.close();
      }
    }
    const { entry, copies } = await ask('page', { tabId });
    const difference = await open(`${base}pages/difference.html?id=${entry.id}&other=${copies[0].entry.id}`);
    await seen(difference, 'mark[id]');
    await click(difference, '#next');
    const compared = await pictureOf(difference);
    const history = await open(`${base}pages/history.html`);
    await seen(history, '.entry + .entry');
    const clusters = await pictureOf(history);
    await article.bringToFront();
    const plain = await pictureOf(article);
    await ask('mark', { tabId, other: copies[0].entry.id });
    // Scrolls to a place where something is missing.
    const jump = (tabId) => chrome.tabs.sendMessage(tabId, { type: 'jump', direction: 'next' });
    await browser.desk.evaluate(jump, tabId); // At once, without motion.
    const marked = await pictureOf(article);

    const front = await open(frontOf(locale.slice(0, 2)));
    await read(front);
    await front.waitForSelector('::-p-aria([role="note"])');
    const dimmed = await pictureOf(front);

    const desk = await open('about:blank');
    const store = {
      front: dimmed,
      popup: await over(desk, plain, pictures['popup-light']),
      marks: marked,
      difference: compared,
      history: clusters,
    };
    const taken = { store: {}, docs: {} };
    for (const [i, [name, picture]] of Object.entries(store).entries())
      taken.store[`${locale}-${i + 1}-${name}.png`] = picture;
    taken.store[`${locale}-tile.png`] = await tile(desk, locale);
    for (const [name, picture] of Object.entries({ ...pictures, marks: marked, difference: compared }))
      taken.docs[`${name}-${locale}.webp`] = await webp(desk, picture);
    return taken;
  } finally {
    await browser.close();
  }
}

/** Changes the records so that the articles were read on other days. */
async function dateBack(ask, sites) {
  const { articles } = await ask('export', { after: null, limit: sites.length });
  const dated = articles.slice(0, sites.length).map((article) => {
    const seen = `${sites.find((site) => addressOf(site) === article.url).seen}T09:00:00Z`;
    return { ...article, firstSeen: seen, lastSeen: seen };
  });
  await ask('forgetAll', {});
  const { added } = await ask('import', { articles: dated });
  if (added !== sites.length) throw new Error(`${added} of ${sites.length} articles were taken in`);
}

const source = (png) => `data:image/png;base64,${png.toString('base64')}`;

/** The popup where a browser shows it, over the page. */
async function over(desk, page, popup) {
  await desk.setContent(`<style>
      body { margin: 0; width: ${WIDTH}px; height: ${HEIGHT}px; overflow: hidden; background: url(${source(page)}); }
      img { position: absolute; top: 10px; right: 28px; border-radius: 10px; }
      img { box-shadow: 0 0 0 1px #0002, 0 12px 40px #0005; }
    </style><img src="${source(popup)}">`);
  await desk.$eval('img', (image) => image.decode());
  return pictureOf(desk);
}

/** The small tile of the store: the sign, and what the extension asks. */
async function tile(desk, locale) {
  const sign = await readFile(path('../../shared/icon.svg'), 'utf8');
  const { extensionName } = JSON.parse(await readFile(path(`../_locales/${locale}/messages.json`), 'utf8'));
  const [name, question] = extensionName.message.split(/:\s*|：/);
  await desk.setViewport({ width: 440, height: 280 });
  await desk.setContent(`<style>
      body { margin: 0; height: 280px; display: grid; place-content: center; justify-items: center; gap: 10px; }
      body { background: #f4f5f3; color: #15181d; font: 600 40px/1.2 Georgia, 'Noto Serif CJK SC', serif; }
      svg { width: 84px } p { margin: 0; font-size: 22px; font-weight: 400; }
    </style>${sign}<span>${name}</span><p>${question}</p>`);
  return pictureOf(desk);
}

/** Makes the icons; the stores require a margin around the large one. */
async function icons() {
  const browser = await chromium();
  const desk = await browser.newPage();
  const sign = await readFile(path('../../shared/icon.svg'), 'utf8');
  for (const size of [16, 32, 48, 96, 128]) {
    const air = size > 100 ? 16 : 0;
    await desk.setViewport({ width: size, height: size });
    await desk.setContent(`<style>body{margin:${air}px;background:none} svg{display:block}</style>${sign}`);
    await desk.screenshot({ path: path(`../icons/icon-${size}.png`), omitBackground: true });
  }
  await browser.close();
}

async function webp(desk, png) {
  const address = await desk.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.85);
  }, source(png));
  return Buffer.from(address.split(',')[1], 'base64');
}

/**
 * Takes the pictures of each language.
 * @returns {Promise<Record<string, { store: Record<string, Buffer>, docs: Record<string, Buffer> }>>}
 */
export async function takePictures() {
  const server = await startSites(served());
  const taken = {};
  try {
    for (const [locale, sites] of Object.entries(LOCALES)) taken[locale] = await take(server, locale, sites);
  } finally {
    server.close();
  }
  return taken;
}

async function write(folder, pictures) {
  await mkdir(folder, { recursive: true });
  for (const [name, picture] of Object.entries(pictures)) await writeFile(join(folder, name), picture);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await icons();
  for (const [locale, { store, docs }] of Object.entries(await takePictures())) {
    await write(path('../../target/store'), store);
    // The documentation has no version in Traditional Chinese.
    if (locale !== 'zh_TW') await write(path('../../docs/pictures/extension'), docs);
  }
}
