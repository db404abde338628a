// Answers the requests of the extension's pages; see `messages.d.ts`.
import { load, recover } from '../history/core.js';
import { markLinks } from './links.js';
import { coded, failureOf } from '../shared/errors.js';
import { automaticSite, changeSettings, listSite, settings } from './settings.js';
import { changed, openTab } from './tabs.js';

/** @import { Messages, Settings } from '../messages.js' */
/** @typedef {{ [Type in keyof Messages]: (ask: Messages[Type]['ask']) => Promise<Messages[Type]['value']> }} Answers */

/**
 * @param {import('../history/history.js').History} history @param {import('./reading.js').Reading} reading
 * @param {import('./marking.js').Marking} marking
 */
export function bindAnswers(history, reading, marking) {
  /** @template T @param {number[]} ids @param {T} value */
  const notified = async (ids, value) => {
    await reading.refresh(ids);
    changed({ what: 'history' });
    return value;
  };
  /** @type {Answers} */
  const answers = {
    page: ({ tabId }) => reading.page(tabId),
    read: ({ tabId, override }) => reading.read(tabId, override),
    mark: ({ tabId, other }) => marking.mark(tabId, other),
    markLinks: async ({ tabId }) => void (await markLinks(await openTab(tabId))),
    difference: (asked) => marking.difference(asked),

    search: ({ query, after, limit }) => history.search(query, after, limit),
    entry: async ({ id }) => {
      const { mostSimilar, ...about } = await reading.copies(await history.get(id));
      return about;
    },
    usage: async () => {
      const { articles, texts } = await history.usage();
      const { usage = null, quota = null } = (await navigator.storage?.estimate?.()) ?? {};
      return { articles, bytes: usage, quota, texts: { ...texts, limit: await textLimit() } };
    },

    forget: async ({ id }) => notified([id], await history.forget(id)),
    restore: async ({ forgotten }) => {
      const record = await history.restore(forgotten, await textLimit());
      const entryOf = await history.entryMaker([record]);
      return notified([record.id], entryOf(record));
    },
    forgetSite: async ({ site }) => notified([], await history.forgetSite(site)),
    forgetAll: async () => notified([], await history.forgetAll().then(() => null)),
    notACopy: async ({ id, other, not }) => {
      await history.deny(id, other, not);
      return notified([id, other], null);
    },
    export: ({ after, limit }) => history.export(after, limit),
    import: async ({ articles }) => notified([], await history.import(articles, await textLimit())),

    settings,
    changeSettings: async ({ changes }) => {
      const now = await changeSettings(changes);
      await history.limitTexts(await textLimit());
      return settingsNotified(now);
    },
    listSite: async ({ site, list, stands }) => settingsNotified(await listSite(site, list, stands)),
    automaticSite: async ({ site, automatic }) => settingsNotified(await automaticSite(site, automatic)),
  };

  /** @template {keyof Messages} Type @param {Messages[Type]['ask'] & { type: Type }} message */
  return async function answer(message) {
    try {
      if (!Object.hasOwn(answers, message.type)) throw coded('question', `unknown request ${message.type}`);
      await load();
      return { ok: true, value: await answers[message.type](message) };
    } catch (error) {
      recover(error);
      return { ok: false, error: failureOf(error) };
    }
  };
}

/** How many bytes of texts may be stored. */
async function textLimit() {
  const { keepText, textLimit } = await settings();
  return keepText ? textLimit * 1e6 : 0;
}

function settingsNotified(/** @type {Settings} */ now) {
  changed({ what: 'settings' });
  return now;
}
