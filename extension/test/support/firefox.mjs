// Firefox with the extension.
import { firefox } from '../../../tests/browsers.mjs';
import { until, visiting } from './chromium.mjs';
import { unpack } from './extension.mjs';
import { manifest } from '../../manifest.js';

/** Values that the browser would otherwise generate each time. */
const HOST = '2a0f6b1c-54d1-4c5e-9f0a-6d9f0f7c9b11';

/** Starts it; every host is `sites`. On a `screen` it shows its windows. A `profile` outlasts it, with the history. */
export async function startFirefox(sites, { prefs = {}, screen, profile } = {}) {
  const extension = await unpack('firefox');
  const { id } = manifest('firefox', '0').browser_specific_settings.gecko;
  const browser = await firefox({
    headless: !screen,
    userDataDir: profile,
    env: { ...process.env, ...(screen && { DISPLAY: screen }) },
    // Without this it opens no page of an extension for a program.
    args: ['--remote-allow-system-access'],
    extraPrefsFirefox: {
      'extensions.webextensions.uuids': JSON.stringify({ [id]: HOST }),
      // What is installed by a program goes when Firefox ends, and usually what it stored.
      'extensions.webextensions.keepStorageOnUninstall': true,
      'network.proxy.type': 1,
      'network.proxy.http': '127.0.0.1',
      'network.proxy.http_port': sites.port,
      'dom.security.https_first': false,
      ...prefs,
    },
  });
  await browser.installExtension(extension.folder);
  const base = `moz-extension://${HOST}/`;
  /** Opens a page of the extension; Firefox does not report when such a page is loaded. */
  const openOwn = async (path) => {
    const page = await browser.newPage();
    await page.goto(base + path, { timeout: 1 }).catch(() => {});
    const isThere = (base) => location.href.startsWith(base) && document.readyState === 'complete';
    // While it leaves the previous page, nothing can be evaluated in it.
    await until(() => page.evaluate(isThere, base).catch(() => false), path);
    return page;
  };
  const desk = await openOwn('manifest.json');
  return visiting(browser, extension, { openOwn, desk });
}
