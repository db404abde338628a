// Requests of an extension page to the background; see `messages.d.ts`.
import { api } from './api.js';
import { coded } from './errors.js';

/** @import { Changed, Messages } from '../messages.js' */

/**
 * @template {keyof Messages} Type @param {Type} type @param {Messages[Type]['ask']} [data]
 * @returns {Promise<Messages[Type]['value']>}
 */
export async function ask(type, data) {
  const answer = await api.runtime.sendMessage({ type, ...data });
  if (answer?.ok) return answer.value;
  const { code, message } = answer?.error ?? { code: 'internal', message: 'the background did not answer' };
  throw coded(code, message);
}

/** Calls back when the data that a page shows may have changed. @param {(change: Changed) => unknown} call */
export function onChanged(call) {
  api.runtime.onMessage.addListener((message) => {
    if (message?.type === 'changed') call(message);
  });
}
