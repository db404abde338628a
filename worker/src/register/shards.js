// Calls of the register's objects, one for each shard: see crates/edge/src/register.rs.

import init, { edge } from 'offprint/edge';
import { stats } from '../runtime/counts.js';
import { inTime } from '../../../shared/fetching/limits.js';
import { inWasm } from '../runtime/wasm.js';

/** @import { Register } from './object/object.js' */
/**
 * A Durable Object as others call it: each answer comes later.
 * @template T
 * @typedef {{ [K in keyof T]: T[K] extends (...all: infer A) => infer R ? (...all: A) => Promise<Awaited<R>> : never
 *   }} Calls
 */
/** @template T @typedef {(object: Calls<Register>) => Promise<T>} Ask */
/** @template T @typedef {Omit<DurableObjectNamespace, 'getByName'> & { getByName(name: string): Calls<T> }} Objects */

/** Longest time that an object may take to answer, in ms. */
export const ANSWER_TIME = 5000;

/**
 * What distinguishes this register from others, which may share KV, or the cache of a zone, with it.
 * The platform derives it from the register's namespace and a name, without a call of an object.
 * @param {Env} env
 * @returns {string} 64 hexadecimal digits
 */
export function identityOf(env) {
  return env.REGISTER.idFromName('identity').toString();
}

/** The part of the identity that names in KV carry. @param {Env} env */
const shortIdentity = (env) => identityOf(env).slice(0, 16);

/**
 * The name in KV of a record, pack or head of this register, by its name in WebAssembly.
 * @param {Env} env
 * @param {string} name
 */
export function kvName(env, name) {
  const named = name.replace(/^keys1(?=\/[^/]+$)/, 'heads').replace(/^keys1/, 'packs');
  return named.replace('/', `/${shortIdentity(env)}/`);
}

/** Other registers that have written to the same KV, by their identities. @param {Env} env */
export async function strangersOf(env) {
  const { keys } = await env.ARTICLES.list({ prefix: 'heads/' });
  const names = new Set(keys.flatMap(({ name }) => name.split('/').slice(1, 2)));
  names.delete(shortIdentity(env));
  return [...names];
}

/**
 * The object of a shard. A stub is useless after a failure, so each call takes a new one.
 * @param {Env} env @param {string} name
 */
export function shard(env, name) {
  stats.objectRequests++;
  return env.REGISTER.getByName(name);
}

/**
 * The answers of all objects.
 * @template T @param {Env} env @param {Ask<T>} ask
 */
export async function everyShard(env, ask) {
  await init();
  return Promise.all(inWasm(edge.shards).map((name) => inTime(ANSWER_TIME, ask(shard(env, name)))));
}

/**
 * The answer of the object that an id belongs to by its first letters; undefined if there is no such object.
 * @template T @param {Env} env @param {string} id @param {Ask<T>} ask
 */
export async function shardOf(env, id, ask) {
  await init();
  const [name = ''] = id.split('-');
  return inWasm(edge.shards).includes(name) ? inTime(ANSWER_TIME, ask(shard(env, name))) : undefined;
}
