// Names of records in KV, and keys in the forms that tables and packs need.

import { edge } from 'offprint/edge';
import { inWasm } from '../../runtime/wasm.js';

/** The name of an article's record in KV. @param {string} id @param {number} number */
export function recordName(id, number) {
  const [shard = ''] = id.split('-');
  return inWasm(() => edge.recordName(shard, number));
}

/** The number in the name of a record; 0 for any other name. @param {string} name */
export function numberIn(name) {
  const [, shard = '', number] = name.split('/');
  return recordName(shard, Number(number)) === name ? Number(number) : 0;
}

/** The keys that lead to an article. @param {{ keys: string }} row @returns {string[]} */
export const keysOf = ({ keys }) => JSON.parse(keys);

/** A key of 40 bits, as a number. @param {string} key */
export function keyNumber(key) {
  return Number.parseInt(key.slice(key.indexOf('/') + 1), 16);
}

/**
 * The ways to write an address: either scheme, the editions of the site, with and without a final slash.
 * @param {string} url
 */
export function spellings(url) {
  const { host, pathname, search } = new URL(url);
  const site = host.replace(/^(www|m|wap|mobile)\.(?=.*\.)/, '');
  const path = pathname.replace(/(?<!\/)\/+$/, '');
  const hosts = ['', 'www.', 'm.', 'wap.', 'mobile.'].flatMap((edition) => [
    `http://${edition}${site}`,
    `https://${edition}${site}`,
  ]);
  return hosts.flatMap((origin) => [`${origin}${path}${search}`, `${origin}${path}/${search}`]);
}

/** @param {string} text */
export function reversed(text) {
  return [...text].reverse().join('');
}
