// Takes the pictures of the views in docs/pictures/site: `node www/test/pictures.mjs`.
import { fileURLToPath } from 'node:url';
import { demoPage } from '../../tools/scripts/origin.mjs';
import { openPage, startBrowser } from './browsers.mjs';
import { close } from './server.mjs';

const FOLDER = fileURLToPath(new URL('../../docs/pictures/site/', import.meta.url));
const DESKTOP = { width: 1180, height: 940 };
const PHONE = { size: { width: 390, height: 844 }, language: 'zh-Hans' };

/** Of each: what is pressed in it and what is awaited; the view, if its name is another; size, language and colours. */
const PICTURES = [
  { name: 'home', until: '.answer .verdict' },
  { name: 'look', until: '.picture .sample' },
  { name: 'compare', view: 'compare?one=en-barrage-original&other=en-barrage-abridged', until: '.texts' },
  { name: 'folder', press: '.samples', until: '.folder .all' },
  { name: 'home-phone', view: 'home', until: '.answer .verdict', ...PHONE },
  { name: 'look-phone', view: 'look', until: '.picture .sample', theme: 'dark', ...PHONE },
];

const server = await demoPage(0);
const address = `http://127.0.0.1:${server.address().port}/`;
const browser = await startBrowser('Chromium');
for (const { name, view = name, press, until, size = DESKTOP, language = 'en', theme = 'light' } of PICTURES) {
  const site = await openPage(browser, { ...size, reduced: true });
  await site.visit(address);
  await site.run((choices) => Object.assign(localStorage, choices), { language, theme });
  await site.visit(`${address}?again#/${view}`);
  if (press) await site.click(press);
  await site.there(until);
  await site.page.screenshot({ path: `${FOLDER}${name}.jpg`, type: 'jpeg', quality: 75 });
  await site.close();
}
await browser.close();
close(server);
