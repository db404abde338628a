// Parts beside the worker that can fail, one at a time.

import { setTimeout as pause } from 'node:timers/promises';

const fail = (message) => () => {
  throw new Error(message);
};

/** Each fault: its name, the part and operation that fail, and how. */
export const FAULTS = [
  ['KV cannot be read', 'store', 'get', fail('KV GET failed: 500 Internal Server Error')],
  ['the reads of KV are used up', 'store', 'get', fail('KV get() limit exceeded for the day.')],
  ['KV is slow to read', 'store', 'get', () => pause(700)],
  ['the writes of KV are used up', 'store', 'put', fail('KV PUT failed: 429 Too Many Requests')],
  ['KV is slow to write', 'store', 'put', () => pause(700)],
  ['the register cannot be reached', 'object', 'claim', fail('Network connection lost.')],
  ['the register is overloaded', 'object', 'claim', fail('Durable Object is overloaded. Too many requests queued.')],
  ['the register is slow', 'object', 'claim', () => pause(700)],
  ['neither KV nor the register can be read', 'both', 'get', fail('Network connection lost.')],
  ['alarms fail', 'object', 'alarm', fail('internal error')],
  ['the counters are slow', 'object', 'add', () => pause(700)],
];

/**
 * Settings with which a part fails for as long as `broken` returns true.
 * @param {(typeof FAULTS)[number]} fault
 * @param {() => boolean} broken
 */
export function failing([, part, operation, fault], broken) {
  const when =
    (...names) =>
    (name) =>
      broken() && names.includes(name) ? fault() : undefined;
  if (part === 'both') return { store: when(operation), object: when('find') };
  return { [part]: when(operation) };
}
