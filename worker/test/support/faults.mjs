// Parts around the worker that can fail, one at a time.

import { setTimeout as pause } from 'node:timers/promises';

const fail = (message) => () => {
  throw new Error(message);
};

/** Each fault: its name, the operations of store and objects that fail, and how. */
export const FAULTS = [
  ['KV cannot be read', { store: ['get'] }, fail('KV GET failed: 500 Internal Server Error')],
  ['the reads of KV are used up', { store: ['get'] }, fail('KV get() limit exceeded for the day.')],
  ['KV is slow to read', { store: ['get'] }, () => pause(700)],
  ['the writes of KV are used up', { store: ['put'] }, fail('KV PUT failed: 429 Too Many Requests')],
  ['KV is slow to write', { store: ['put'] }, () => pause(700)],
  ['the register cannot be reached', { object: ['claim'] }, fail('Network connection lost.')],
  ['the register is overloaded', { object: ['claim'] }, fail('Durable Object is overloaded.')],
  ['the register is slow', { object: ['claim'] }, () => pause(700)],
  ['neither KV nor the register can be read', { store: ['get'], object: ['find'] }, fail('Network connection lost.')],
  ['alarms fail', { object: ['alarm'] }, fail('internal error')],
  ['the counters are slow', { object: ['add'] }, () => pause(700)],
];

/**
 * Settings with which operations of the store and calls of objects fail until `mend` is called.
 * @param {{ store?: string[], object?: string[] }} operations
 * @param {() => unknown} [fault]
 */
export function failing(operations, fault = fail('it is down')) {
  let isBroken = true;
  const watch = (names) => (name) => (isBroken && names.includes(name) ? fault() : undefined);
  const parts = Object.fromEntries(Object.entries(operations).map(([part, names]) => [part, watch(names)]));
  return { ...parts, mend: () => (isBroken = false) };
}
