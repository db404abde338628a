// Takes the pictures of the views in docs/pictures/site: `node www/test/pictures.mjs`.
import { fileURLToPath } from 'node:url';
import { demoPage } from '../../worker/origin.mjs';
import { openPage, startBrowser } from './browsers.mjs';

const FOLDER = fileURLToPath(new URL('../../docs/pictures/site/', import.meta.url));
const [DESKTOP, PHONE] = [
  { width: 1180, height: 940 },
  { width: 390, height: 844 },
];

/** Name, view, the actions in it before the picture is taken, size, language and colours. */
const PICTURES = [
  { name: 'home', view: 'home', prepare: { until: '.answer .verdict' } },
  { name: 'look', view: 'look', prepare: { until: '.picture .sample' } },
  { name: 'compare', view: 'compare?one=en-barrage-original&other=en-barrage-abridged', prepare: { until: '.texts' } },
  { name: 'folder', view: 'folder', prepare: { press: '.samples', until: '.folder .all' } },
  { name: 'methods', view: 'methods', prepare: { until: '.methods .why h2' } },
  { name: 'fool', view: 'fool', prepare: { until: '.fool .step' } },
  {
    name: 'home-phone',
    view: 'home',
    size: PHONE,
    language: 'zh-Hans',
    prepare: { until: '.answer .verdict' },
  },
  {
    name: 'look-phone',
    view: 'look',
    size: PHONE,
    language: 'zh-Hans',
    theme: 'dark',
    prepare: { until: '.picture .sample' },
  },
];

const server = await demoPage(0);
const browser = await startBrowser('Chromium');
for (const { name, view, size = DESKTOP, language = 'en', theme = 'light', prepare } of PICTURES) {
  const site = await openPage(browser, { ...size, reduced: true });
  await site.visit(`http://127.0.0.1:${server.address().port}/`);
  await site.run(
    ([tag, colours]) => {
      localStorage.setItem('language', tag);
      localStorage.setItem('theme', colours);
    },
    [language, theme],
  );
  await site.visit(`http://127.0.0.1:${server.address().port}/?again#/${view}`);
  if (prepare.press) await site.run((selector) => document.querySelector(selector).click(), prepare.press);
  await site.until((selector) => document.querySelector(selector), prepare.until);
  await site.page.screenshot({ path: `${FOLDER}${name}.jpg`, type: 'jpeg', quality: 75 });
  await site.close();
}
await browser.close();
server.close();
server.closeAllConnections();
