// Makes the PNGs of www/icon.svg, in the sizes that browsers and stores require: `node extension/icons/render.mjs`.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '../../tests/browsers.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
/** Pixels, and how many of them are left free on each side: the stores require a margin around the large one. */
const SIZES = { 16: 0, 32: 0, 48: 0, 96: 0, 128: 16 };

const browser = await chromium();
const page = await browser.newPage();
const icon = Buffer.from(readFileSync(here('../../www/icon.svg'))).toString('base64');
for (const [name, air] of Object.entries(SIZES)) {
  const size = Number(name);
  await page.setViewportSize({ width: size, height: size });
  const inner = size - 2 * air;
  await page.setContent(
    `<body style="margin:${air}px;background:none">
<img src="data:image/svg+xml;base64,${icon}" width="${inner}" height="${inner}" style="display:block">`,
    { waitUntil: 'load' },
  );
  await page.screenshot({ path: here(`icon-${size}.png`), omitBackground: true });
}
await browser.close();
