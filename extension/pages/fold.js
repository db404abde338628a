// The links of a page, folded: those that lead to one article stand together, and those that were read are marked.
import { fold } from 'offprint/full';
import { api } from '../shared/api.js';
import { ask } from '../shared/ask.js';
import { EVERYWHERE, originsOf } from '../shared/origins.js';
import { load } from './origins.js';
import { $, attempt, demand, element, leadTo, say, time, translate, words } from './page.js';

/** Pages in one message, which are fetched at once. */
const AT_ONCE = 4;

/** @type {import('../messages.js').Link[]} */
let links;
/** What is known of the page behind each link, in the form that `fold` takes. */
let results;
let isRead = false;

async function start() {
  translate();
  document.title = `${say('foldTitle')} · Offprint`;
  const tabId = Number(new URLSearchParams(location.search).get('tab'));
  const [page] = await Promise.all([ask('links', { tabId }), load()]);
  links = page.links;
  results = links.map(({ url, title, known }) => known ?? { url, title });
  $('of').replaceChildren(leadTo(page.url, page.title || page.url));
  $('read').onclick = () => attempt(readAll);
  $('folded').hidden = false;
  show();
}

/** Fetches the pages that were not read, a few at a time, and folds the list anew. Only for that it has access to all
 * sites. */
async function readAll() {
  await demand({ origins: EVERYWHERE });
  try {
    const unread = results.flatMap((result, place) => (result.fingerprint ? [] : [place]));
    for (let at = 0; at < unread.length; at += AT_ONCE) {
      $('progress').textContent = words.percent(at / unread.length);
      const places = unread.slice(at, at + AT_ONCE);
      const { articles } = await ask('readLinks', { urls: places.map((place) => links[place].url) });
      for (const [i, article] of articles.entries()) if (article) results[places[i]] = article;
    }
  } finally {
    $('progress').textContent = '';
    await giveBack();
  }
  $('read').hidden = $('hint').hidden = isRead = true;
  show();
}

/** Gives back the access that the settings do not need. */
async function giveBack() {
  const kept = originsOf(await ask('settings'));
  const origins = EVERYWHERE.filter((origin) => !kept.includes(origin));
  // Those that an administrator has granted cannot be given back.
  if (origins.length > 0) await api.permissions.remove({ origins }).catch(() => {});
}

function show() {
  const { groups, independentOrigins, unread } = fold(results);
  const read = links.filter(({ entry }) => entry).length;
  $('found').textContent = words.join([
    words.count('foldGroups', groups.length, words.count('foldLinks', links.length)),
    isRead && words.count('foldOrigins', independentOrigins),
    read > 0 && words.count('foldSeen', read),
    isRead && unread.length > 0 && words.count('foldUnread', unread.length),
  ]);
  $('read').disabled = unread.length === 0;
  const group = ({ representative, others }) => {
    const items = others.map(({ result: place, likeness }) => element('li', result(place, likeness)));
    return element('li', result(representative), items.length > 0 && element('ul', ...items));
  };
  $('groups').replaceChildren(...groups.map(group));
}

/** One link: how it resembles the first of its group, and when it, or an article with its title, was read. */
function result(place, likeness) {
  const { url, title, entry, known } = links[place];
  return element(
    'div.result',
    leadTo(url, title || url, { dir: 'auto' }),
    element('span.quiet.small', new URL(url).host),
    likeness && element('span', { className: `verdict ${likeness}` }, say(`foldAs_${likeness}`)),
    entry && element('span.seen', say(known ? 'foldReadOn' : 'foldTitleReadOn'), ' ', time(entry.firstSeen)),
  );
}

void attempt(start);
