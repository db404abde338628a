// Operations on registered articles.

import { everyShard, shardOf } from '../register/shards.js';
import { log } from '../runtime/counts.js';
import { ApiError } from '../operator/api-error.js';
import { cursor, cursorText, limit, webAddress } from './http.js';

/** @import { Listed, Register } from '../register/object/object.js' */

const ID = '([a-z]{4}-[0-9a-f]{32})';
const MOST = 100;
const NOT_FILED =
  'nothing is known of this address, with either scheme, as any edition of its site (`www.`), with or without a ' +
  'final slash and tracking parameters: pages are stored under the canonical address that they state, so look ' +
  'that up, or look for the text by `POST check`';

/** @typedef {[value: string | number, id: string]} Place in a list */

/** @type {import('./index.js').Route[]} */
export const articles = [
  [/^articles$/, { GET: { access: 'read', handle: list }, DELETE: { access: 'write', handle: forgetAddress } }],
  [
    new RegExp(`^articles/${ID}$`),
    { GET: { access: 'read', handle: article }, DELETE: { access: 'write', handle: forgetArticle } },
  ],
  [new RegExp(`^articles/${ID}/copies$`), { GET: { access: 'read', handle: copies } }],
];

/**
 * One list over all objects: each returns as many articles as are wanted, and the first of them all are kept.
 * @param {import('./index.js').ApiCall} call
 */
async function list({ env, url }) {
  const most = limit(url, MOST);
  const order = url.searchParams.get('order') ?? 'new';
  if (order !== 'new' && order !== 'copied') throw new ApiError(400, 'order', 'order has to be new or copied');
  const address = url.searchParams.get('url');
  /** @param {unknown} value @returns {value is Place} */
  const isPlace = (value) =>
    Array.isArray(value) &&
    value.map((part) => typeof part).join() === `${order === 'new' ? 'string' : 'number'},string`;
  /** @type {Parameters<Register['list']>[0]} */
  const wanted = {
    order,
    url: address === null ? undefined : webAddress(address),
    limit: most,
    after: cursor(url, isPlace),
  };
  /** @type {(article: Listed) => Place} */
  const place = ({ firstSeen, count, id }) => [order === 'new' ? firstSeen : count, id];
  const all = (await everyShard(env, (object) => object.list(wanted))).flat();
  const found = all.sort((a, b) => before(place(a), place(b))).slice(0, most);
  const last = found[most - 1];
  return Response.json({ articles: found, cursor: last ? cursorText(place(last)) : null });
}

/** Larger values first; equal ones by id. @param {Place} one @param {Place} other */
function before([a, x], [b, y]) {
  if (a !== b) return a > b ? -1 : 1;
  return x > y ? -1 : 1;
}

/** @param {import('./index.js').ApiCall} call */
async function article({ env, id }) {
  return Response.json(existing(await shardOf(env, id, (object) => object.article(id)), id));
}

/** @param {import('./index.js').ApiCall} call */
async function copies({ env, url, id }) {
  const most = limit(url, MOST);
  const after = cursor(url, (value) => typeof value === 'string');
  const found = await shardOf(env, id, async (object) => (await object.article(id)) && object.copies(id, most, after));
  const last = existing(found, id)[most - 1];
  return Response.json({ copies: found, cursor: last ? cursorText(last.url) : null });
}

/** @param {import('./index.js').ApiCall} call */
async function forgetArticle({ env, id }) {
  const forgotten = await shardOf(env, id, (object) => object.forget({ id }));
  existing(forgotten?.articles || undefined, id);
  log('forgotten', { id, ...forgotten });
  return Response.json(forgotten);
}

/** @param {import('./index.js').ApiCall} call */
async function forgetAddress({ env, url }) {
  const address = webAddress(url.searchParams.get('url'));
  const all = await everyShard(env, (object) => object.forget({ url: address }));
  /** @param {'articles' | 'copies'} name */
  const sum = (name) => all.reduce((sum, forgotten) => sum + forgotten[name], 0);
  const forgotten = { articles: sum('articles'), copies: sum('copies') };
  if (forgotten.articles + forgotten.copies === 0) throw new ApiError(404, 'no_article', NOT_FILED);
  // Without the address, which is to be forgotten.
  log('forgotten', forgotten);
  return Response.json(forgotten);
}

/** @template T @param {T | undefined} value @param {string} id */
function existing(value, id) {
  if (value === undefined) throw new ApiError(404, 'no_article', `there is no article ${id}`);
  return value;
}
