// The pages of the extension as it is built, served as a site, in front of a background that a test makes up.
import { readFile } from 'node:fs/promises';
import { chromium, serve } from '../../../tests/browsers.mjs';
import { unpack } from './extension.mjs';
import { dress } from './person.mjs';
import { difference, settings, usage } from './states.mjs';

/** The policy that the manifest has for the pages. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'";

export async function messages(locale) {
  return JSON.parse(await readFile(new URL(`../../_locales/${locale}/messages.json`, import.meta.url), 'utf8'));
}

/** Does what `i18n.getMessage` does: a missing message is empty. Runs in the page too. */
export function messageOf(messages, key, parts = []) {
  const found = messages[key];
  if (!found) return '';
  const partOf = (_, name) => parts[found.placeholders[name.toLowerCase()].content[1] - 1] ?? '';
  return found.message.replace(/\$(\w+?)\$/g, partOf);
}

export async function startFake() {
  const extension = await unpack('chromium');
  const server = await serve(extension.folder, { 'content-security-policy': POLICY });
  const browser = await chromium();
  const open = (name, options) => openPage(browser, `${server.address}pages/${name}`, options);
  const close = () => Promise.all([browser.close(), server.close(), extension.remove()]);
  return { open, close };
}

/**
 * Opens a page. `answers` maps the type of a request to the answer: a value, or a function of the request; an error is
 * thrown as `{ code }`. The requests of one type, without the type, are `sent`; those for permissions `requests`.
 */
async function openPage(
  browser,
  address,
  { locale = 'en', dark = false, width = 900, height = 700, answers = {}, grants = true } = {},
) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await dress(page, { width, height, dark });
  await page.emulateTimezone('UTC');
  await page.emulateFocusedPage(true);
  await page.setBypassCSP(true); // For axe, which a test brings; the policy is tested with the extension itself.
  const asked = [];
  const logged = [];
  page.on('pageerror', (error) => logged.push(error.message));
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
  const known = { ...plain(), ...answers };
  await page.exposeFunction('answerFake', async (question) => {
    asked.push(question);
    const { [question.type]: answer } = known;
    try {
      if (answer === undefined) throw { code: 'question' };
      return { ok: true, value: typeof answer === 'function' ? await answer(question) : answer };
    } catch ({ code = 'internal', message = 'made up' }) {
      return { ok: false, error: { code, message } };
    }
  });
  const source = messageOf.toString();
  const made = { all: await messages(locale), source, browser: locale.replace('_', '-'), grants };
  await page.evaluateOnNewDocument(install, made);
  await page.goto(address);
  const tell = (message) => window.fakeListeners.forEach((listen) => void listen(message));
  return {
    ...{ page, logged, close: () => context.close() },
    sent: (type) => asked.filter((question) => question.type === type).map(({ type: _, ...rest }) => rest),
    changed: (message) => page.evaluate(tell, { type: 'changed', ...message }),
    requests: () => page.evaluate(() => window.fakeRequests),
    removed: () => page.evaluate(() => window.fakeRemoved),
  };
}

/** Puts the browser's interface into the page. */
function install({ all, source, browser, grants }) {
  // biome-ignore lint/security/noGlobalEval: a page takes functions as text only, and this one is our own
  const messageOf = eval(`(${source})`);
  window.fakeListeners = [];
  window.fakeRequests = [];
  window.fakeRemoved = [];
  window.chrome = {
    i18n: { getMessage: (key, parts) => messageOf(all, key, parts), getUILanguage: () => browser },
    runtime: {
      sendMessage: (question) => window.answerFake(question),
      onMessage: { addListener: (listen) => window.fakeListeners.push(listen) },
    },
    storage: { local: { get: async () => ({}), remove: async () => {} } },
    tabs: { query: async () => [{ id: 7 }] },
    permissions: {
      request: async (asked) => {
        window.fakeRequests.push(asked);
        return grants;
      },
      remove: async (spare) => {
        window.fakeRemoved.push(spare);
        return true;
      },
    },
  };
}

const plain = () => {
  let now = structuredClone(settings);
  return {
    settings: () => now,
    changeSettings: ({ changes }) => (now = { ...now, ...changes }),
    usage,
    difference,
    search: { entries: [], next: null },
  };
};
