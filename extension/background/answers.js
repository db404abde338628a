// What the pages of the extension may ask, and the answers: see `messages.d.ts`.
import { coded } from '../../pkg/error.js';
import { load, recover } from '../history/core.js';
import { originalOf } from './original.js';
import { failureOf } from './reading.js';
import { anywaySite, changeSettings, neverSite, settings } from './settings.js';
import { changed } from './tabs.js';

const MOST = 500;

/**
 * @param {import('../history/history.js').History} history
 * @param {import('./reading.js').Reading} reading
 * @param {import('./marking.js').Marking} marking
 */
export function bindAnswers(history, reading, marking) {
  const answers = {
    page: ({ tabId }) => reading.page(tabId),
    read: ({ tabId, anyway }) => reading.read(tabId, anyway === true),
    sharedArticle: ({ tabId }) => reading.sharedArticle(tabId),

    mark: ({ tabId, other }) => marking.mark(tabId, identified(other)),
    unmark: ({ tabId }) => marking.unmark(tabId),
    jump: ({ tabId, direction }) => marking.jump(tabId, direction),
    difference: ({ id, other, version }) =>
      version === undefined
        ? marking.difference(identified(id), identified(other))
        : marking.edited(identified(id), identified(version)),

    forget: async ({ id }) => told([id], await history.forget(identified(id))),
    restore: async ({ forgotten }) => {
      const record = await history.restore(Object(forgotten), await textLimit());
      const [entry] = await history.entries([record]);
      return told([record.id], entry);
    },
    forgetSite: async ({ site }) => told([], await history.forgetSite(textual(site))),
    forgetAll: async () => told([], await history.forgetAll().then(() => null)),
    neverSite: async ({ site, never }) => toldSettings(await neverSite(textual(site), never === true)),
    anywaySite: async ({ site, anyway }) => toldSettings(await anywaySite(textual(site), anyway === true)),
    notACopy: async ({ id, other, not }) => {
      await history.deny(identified(id), identified(other), not === true);
      return told([id, other], null);
    },

    search: ({ query, after, limit }) => history.search(textual(query), continued(after), limited(limit)),
    clusters: async ({ after, limit }) => {
      const now = await settings();
      const { clusters, next } = await history.clusters(continued(after), limited(limit));
      const shown = clusters
        .filter((records) => records.length > 1)
        .map(async (records) => ({
          entries: await history.entries(records),
          original: originalOf(records, now),
        }));
      return { clusters: await Promise.all(shown), next };
    },
    entry: async ({ id }) => {
      const { likest, ...about } = await reading.copies(await history.get(identified(id)));
      return about;
    },
    usage: async () => {
      const { articles, texts, oldest } = await history.usage();
      const { usage = null, quota = null } = (await navigator.storage?.estimate?.()) ?? {};
      return { articles, bytes: usage, quota, texts: { ...texts, limit: await textLimit() }, oldest };
    },

    export: ({ after, limit }) => history.export(continued(after), limited(limit)),
    import: async ({ articles }) => {
      if (!Array.isArray(articles)) throw coded('import', 'import takes articles that were exported');
      return told([], await history.import(articles, await textLimit()));
    },

    settings,
    changeSettings: async ({ changes }) => {
      const now = await changeSettings(changes);
      await history.limitTexts(await textLimit());
      return toldSettings(now);
    },
  };

  async function told(ids, value) {
    await reading.refresh(ids);
    changed({ what: 'history' });
    return value;
  }

  return async function answer(message) {
    try {
      if (!Object.hasOwn(answers, message.type)) throw coded('question', `there is no question ${message.type}`);
      await load();
      return { ok: true, value: await answers[message.type](message) };
    } catch (error) {
      recover(error);
      return { ok: false, error: failureOf(error) };
    }
  };
}

/** Bytes that texts may take. */
async function textLimit() {
  const { keepText, textLimit } = await settings();
  return keepText ? textLimit * 1e6 : 0;
}

function toldSettings(now) {
  changed({ what: 'settings' });
  return now;
}

function identified(id) {
  if (Number.isSafeInteger(id)) return id;
  throw coded('question', 'an article is asked for by its id');
}

function textual(text) {
  if (typeof text === 'string') return text;
  throw coded('question', 'text is wanted here');
}

const limited = (limit) => (Number.isInteger(limit) && limit > 0 ? Math.min(limit, MOST) : MOST);

function continued(after) {
  if (after === null || after === undefined) return null;
  try {
    JSON.parse(after);
    return after;
  } catch {
    throw coded('question', '`after` takes the `next` of an earlier answer');
  }
}
