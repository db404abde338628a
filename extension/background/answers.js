// The requests of the extension's pages, and the answers: see `messages.d.ts`.
import { coded } from '../shared/error.js';
import { OF_CLUSTER } from '../history/clusters.js';
import { Fingerprint, load, recover } from '../history/core.js';
import { articleAt, linksIn } from './links.js';
import { originalOf } from './original.js';
import { failureOf } from './reading.js';
import { anywaySite, automaticSite, changeSettings, neverSite, settings } from './settings.js';
import { changed } from './tabs.js';

const MOST = 500;

/**
 * @param {import('../history/history.js').History} history
 * @param {import('./reading.js').Reading} reading
 * @param {import('./marking.js').Marking} marking
 */
export function bindAnswers(history, reading, marking) {
  const notified = async (ids, value) => {
    await reading.refresh(ids);
    changed({ what: 'history' });
    return value;
  };
  const answers = {
    ...onTabs(reading, marking),
    ...onArticles(history, reading),
    ...onForgetting(history, notified),
    ...onTransfer(history, notified),
    ...onLinks(history, reading),
    ...onSettings(history),
  };

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

/** Reading the page in a tab, and marking it. */
const onTabs = (reading, marking) => ({
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
});

const onArticles = (history, reading) => ({
  search: ({ query, after, limit }) => history.search(textual(query), continued(after), limited(limit)),
  clusters: async ({ after, limit }) => {
    const now = await settings();
    const { clusters, next } = await history.clusters(continued(after), limited(limit));
    const shown = clusters
      .filter((records) => records.length > 1)
      .map(async (records) => {
        const original = originalOf(records, now);
        const shown = records.filter(({ id }, i) => i < OF_CLUSTER || id === original.id);
        return { entries: await history.entries(shown), original };
      });
    return { clusters: await Promise.all(shown), next };
  },
  entry: async ({ id }) => {
    const { mostSimilar, ...about } = await reading.copies(await history.get(identified(id)));
    return about;
  },
  known: async ({ ids }) => {
    if (!Array.isArray(ids)) throw coded('question', '`known` takes ids of articles');
    const found = ids.slice(0, MOST).map((id) => history.get(identified(id)).catch(() => null));
    return (await Promise.all(found)).filter(Boolean).map(knownOf);
  },
  usage: async () => {
    const { articles, texts, oldest } = await history.usage();
    const { usage = null, quota = null } = (await navigator.storage?.estimate?.()) ?? {};
    return { articles, bytes: usage, quota, texts: { ...texts, limit: (await limits()).textLimit }, oldest };
  },
});

const onForgetting = (history, notified) => ({
  forget: async ({ id }) => notified([id], await history.forget(identified(id))),
  restore: async ({ forgotten }) => {
    const record = await history.restore(Object(forgotten), await limits());
    const [entry] = await history.entries([record]);
    return notified([record.id], entry);
  },
  forgetSite: async ({ site }) => notified([], await history.forgetSite(textual(site))),
  forgetAll: async () => notified([], await history.forgetAll().then(() => null)),
  notACopy: async ({ id, other, not }) => {
    await history.deny(identified(id), identified(other), not === true);
    return notified([id, other], null);
  },
});

/** The history as a file, and back. */
const onTransfer = (history, notified) => ({
  export: ({ after, limit }) => history.export(continued(after), limited(limit)),
  import: async ({ articles }) => {
    if (!Array.isArray(articles)) throw coded('import', 'import takes articles that were exported');
    return notified([], await history.import(articles, await limits()));
  },
});

/** The links of a page. */
const onLinks = (history, reading) => ({
  links: async ({ tabId }) => {
    const { title, url, links } = await linksIn(history, reading, tabId);
    const entries = await history.entries(links.map(({ record }) => record).filter(Boolean));
    const entryOf = (record) => entries.find(({ id }) => id === record?.id) ?? null;
    const seen = ({ record, isHere, ...link }) => {
      return { ...link, entry: entryOf(record), known: isHere ? knownOf(record) : null };
    };
    return { title, url, links: links.map(seen) };
  },
  readLinks: async ({ urls }) => {
    const now = await settings();
    if (!Array.isArray(urls)) throw coded('question', 'this takes a list of addresses');
    const attempt = async (url) => {
      try {
        return await articleAt(textual(url), now);
      } catch (error) {
        recover(error);
        return null;
      }
    };
    const read = await Promise.all(urls.slice(0, MOST).map(attempt));
    // What is compared, without the page's other parts.
    const parts = ({ url, title, text, fingerprint, canonical, credit, creditPlace, site, published, language }) => {
      return { url, title, text, fingerprint, canonical, credit, creditPlace, site, published, language };
    };
    return { articles: read.map((article) => article && parts(article)) };
  },
});

const onSettings = (history) => ({
  settings,
  changeSettings: async ({ changes }) => {
    const now = await changeSettings(changes);
    const { textLimit, sketches } = await limits();
    await history.limitTexts(textLimit);
    if (!sketches) await history.deleteSketches();
    return settingsNotified(now);
  },
  neverSite: async ({ site, never }) => settingsNotified(await neverSite(textual(site), never === true)),
  anywaySite: async ({ site, anyway }) => settingsNotified(await anywaySite(textual(site), anyway === true)),
  automaticSite: async ({ site, automatic }) =>
    settingsNotified(await automaticSite(textual(site), automatic === true)),
});

/** A record in the form in which the package takes articles. */
function knownOf({ keys, sketch, factKeys, ...record }) {
  return { ...record, fingerprint: Fingerprint.fromBytes(record.fingerprint) };
}

/** The most bytes of texts, and whether sketches are kept. */
async function limits() {
  const { keepText, textLimit, rewrites } = await settings();
  return { textLimit: keepText ? textLimit * 1e6 : 0, sketches: rewrites };
}

function settingsNotified(now) {
  changed({ what: 'settings' });
  return now;
}

function identified(id) {
  if (Number.isSafeInteger(id)) return id;
  throw coded('question', 'an article is requested by its id, an integer');
}

function textual(text) {
  if (typeof text === 'string') return text;
  throw coded('question', 'this takes text');
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
