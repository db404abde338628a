// What a person sees and does in a page of the extension.

/** Shows a page on a screen of this size, in light or dark colours, and without motion. */
export async function dress(page, { width, height, dark = false }) {
  await page.setViewport({ width, height });
  // Puppeteer leaves the screen as it is.
  const session = await page.createCDPSession();
  const screen = { screenWidth: width, screenHeight: height, deviceScaleFactor: 1, mobile: false };
  await session.send('Emulation.setDeviceMetricsOverride', { width, height, ...screen });
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
}

/** What a page or a window shows now, as a PNG. `screenshot` would show it on another screen. */
export async function pictureOf(shown) {
  const session = await shown.createCDPSession();
  const { data } = await session.send('Page.captureScreenshot');
  await session.detach();
  return Buffer.from(data, 'base64');
}

/** The selector of what has a name, such as a button, for those who hear the page. */
export const named = (name, role = 'button') => `::-p-aria([name="${name}"][role="${role}"])`;

/** The selector of the innermost elements with a text. */
export const saying = (text) => `::-p-text("${text}")`;

/** Waits until the first element of a selector is visible, and returns it. */
export const seen = (page, selector) => page.waitForSelector(selector, { visible: true });

/** Waits until a text is visible. */
export const sees = (page, text) => seen(page, saying(text));

/** Whether the first element of a selector, which is there, is visible now. */
export const isSeen = async (page, selector) => (await page.$(selector)).isVisible();

/** Clicks the first element of a selector as soon as that is possible, and waits for a text of the page, if any. */
export async function click(page, selector, text) {
  await page.locator(selector).click();
  if (text) await sees(page, text);
}

/** Presses the button with a name. */
export const press = (page, name, text) => click(page, named(name), text);

/** Puts a text into a field at once, in the place of what is there. */
export async function fill(page, selector, text) {
  await page.locator(selector).click({ count: 3 });
  await page.keyboard.sendCharacter(text);
}

/** The visible text of the first element of a selector, in one line. */
export async function text(page, selector) {
  const element = await page.waitForSelector(selector);
  return element.evaluate(({ innerText }) => innerText.replace(/\s+/g, ' ').trim());
}

/** The visible texts of the elements of a selector that are there now. */
export const texts = (page, selector) => page.$$eval(selector, (all) => all.map(({ innerText }) => innerText));
