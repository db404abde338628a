// The window that the button opens, as a person sees it: on a screen, since the browser gives it its size.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { imageSize } from 'image-size';
import { startChromium, until } from './support/chromium.mjs';
import { startFirefox } from './support/firefox.mjs';
import { startScreen } from './support/screen.mjs';
import { urlOf } from './support/sites.mjs';
import { started } from './support/started.mjs';

const PICTURES = fileURLToPath(new URL('../../target/pictures/', import.meta.url));
const screen = await startScreen();

/** What the window shows, once its page was read. */
function look() {
  const [view] = (globalThis.browser ?? chrome).extension.getViews({ type: 'popup' });
  const { status } = view?.document.body?.dataset ?? {};
  if (!status || ['unread', 'reading'].includes(status)) return null;
  return { status, width: view.innerWidth, inside: view.document.documentElement.scrollWidth };
}

/** Opens it over an article, by the background as over a first copy; returns what it shows. */
async function opened(browser, name) {
  const page = await browser.newPage();
  await page.goto(urlOf(name));
  await page.bringToFront();
  await browser.desk.evaluate(() => (globalThis.browser ?? chrome).action.openPopup());
  const { inside, ...shown } = await until(() => browser.desk.evaluate(look), 'the window');
  assert.ok(shown.width >= 360 && shown.width <= 400, `${shown.width} px`);
  assert.ok(inside <= shown.width, `${inside} px in ${shown.width}`);
  return shown;
}

test('in Chromium it is as wide as its text wants, and stays so', async () => {
  const { browser } = await started(startChromium, {}, { screen });
  for (const [name, status] of [
    ['en-barrage-original', 'new'],
    ['en-barrage-reprint', 'same'],
    ['zh-dam-front-page', 'not-article'],
  ]) {
    const shown = await opened(browser, name);
    assert.equal(shown.status, status);
    const picture = await browser.pictureOfPopup();
    assert.equal(imageSize(picture).width, shown.width);
    await mkdir(PICTURES, { recursive: true });
    await writeFile(`${PICTURES}popup-${status}.png`, picture);
  }
});

test('in Firefox, too', async () => {
  const { browser } = await started(startFirefox, {}, { screen });
  assert.equal((await opened(browser, 'en-barrage-original')).status, 'new');
});
