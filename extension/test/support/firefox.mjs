// Firefox with the extension, over BiDi.
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { unpack } from './extension.mjs';
import { send } from './sites.mjs';

const PROGRAM = process.env.FIREFOX ?? '/usr/bin/firefox-esr';

/** Starts it; every host is `sites`. */
export async function startFirefox(sites, { language = 'en-US' } = {}) {
  if (!existsSync(PROGRAM)) throw new Error(`no ${PROGRAM}: \`apt-get install firefox-esr\`, or name the program in the variable FIREFOX`);
  const extension = await unpack('firefox');
  await addDesk(extension.folder);
  const desk = deskOn(sites);
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: PROGRAM,
    headless: true,
    extraPrefsFirefox: {
      // Every request goes to the sites, whatever its host is.
      'network.proxy.type': 1,
      'network.proxy.http': '127.0.0.1',
      'network.proxy.http_port': sites.port,
      'network.proxy.no_proxies_on': '',
      'network.proxy.allow_hijacking_localhost': true,
      'dom.security.https_first': false,
      'extensions.originControls.grantByDefault': true,
      'intl.locale.requested': language,
    },
  });
  await browser.installExtension(extension.folder);
  return {
    browser,
    async ask(type, data) {
      const answer = await desk('ask', { type, ...data });
      if (answer?.ok) return answer.value;
      throw Object.assign(new Error(answer?.error?.message ?? 'no answer'), answer?.error);
    },
    /** The id of the tab that shows a page. */
    tabOf: async (page) => (await desk('tabs')).find(({ url }) => url === page.url())?.id,
    badgeOf: (tabId) => desk('badge', tabId),
    async close() {
      await browser.close();
      await extension.remove();
    },
  };
}

/** BiDi opens no page of an extension. So the extension gets one more, which fetches what it is to do. */
async function addDesk(folder) {
  const file = join(folder, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  manifest.background.scripts.push('open-desk.js');
  await writeFile(file, JSON.stringify(manifest));
  await writeFile(join(folder, 'open-desk.js'), `browser.tabs.query({ url: browser.runtime.getURL('desk.html') }).then(({ length }) => length || browser.tabs.create({ url: 'desk.html', active: false }));`);
  await writeFile(join(folder, 'desk.html'), '<!doctype html><script type="module" src="desk.js"></script>');
  await writeFile(join(folder, 'desk.js'), `(${work})();`);
}

async function work() {
  const acts = {
    ask: (message) => browser.runtime.sendMessage(message),
    tabs: () => browser.tabs.query({}),
    badge: (tabId) => browser.action.getBadgeText({ tabId }),
  };
  for (;;) {
    const { id, act, data } = await (await fetch('http://desk.example/next')).json();
    const value = await acts[act](data).catch(({ message }) => ({ error: { code: 'desk', message } }));
    await fetch('http://desk.example/done', { method: 'POST', body: JSON.stringify({ id, value }) });
  }
}

/** What asks the desk: `(act, data) => value`. */
function deskOn(sites) {
  const asked = [];
  const open = new Map();
  let idle = null;
  const next = () => {
    if (!idle || asked.length === 0) return;
    send(idle, 200, 'application/json', JSON.stringify(asked.shift()));
    idle = null;
  };
  sites.put('http://desk.example/next', (request, response) => {
    idle = response;
    next();
  });
  sites.put('http://desk.example/done', async (request, response) => {
    const { id, value } = JSON.parse(Buffer.concat(await request.toArray()));
    send(response, 200, 'text/plain', '');
    open.get(id)(value);
    open.delete(id);
  });
  return (act, data) =>
    new Promise((resolve) => {
      const id = open.size + Math.random();
      open.set(id, resolve);
      asked.push({ id, act, data });
      next();
    });
}
