// What the operator has set. It is looked at once: an isolate has one set of variables.

import { edge } from 'offprint/edge';
import { accessFaults } from './access.js';
import { failed } from './stats.js';
import { inWasm, ready } from './wasm.js';

/**
 * @typedef {object} Settings
 * @property {{ setting: string, message: string }[]} wrong what has no effect, and why
 * @property {boolean} dryRun
 * @property {object | undefined} gateway
 * @property {(url: URL) => string | undefined} originOf the site behind: scheme, host and port; none
 *   if the zone's own origin is meant
 */

/** @type {Settings | undefined} */
let settings;

/**
 * The settings; what is wrong among them is counted under its name and left out.
 * @returns {Promise<Settings>}
 */
export async function settingsOf(env) {
  try {
    settings ??= await look(env);
    return settings;
  } catch {
    // The next request may try again; this one is forwarded.
    return { wrong: [], dryRun: false, gateway: undefined, originOf: origins(env, []) };
  }
}

async function look(env) {
  await ready();
  const dryRun = isOn(env.OFFPRINT_DRY_RUN);
  const wrong = inWasm(() =>
    edge.configure({
      policy: env.OFFPRINT_POLICY,
      agents: env.OFFPRINT_AGENTS,
      gateway: env.OFFPRINT_GATEWAY,
      cookies: env.OFFPRINT_COOKIES,
      dryRun,
    }),
  );
  const originOf = origins(env, wrong);
  const gateway = inWasm(edge.gateway) ?? undefined;
  wrong.push(...accessFaults(env, gateway));
  for (const { setting, message } of wrong) failed(setting, message);
  return { wrong, dryRun, originOf, gateway };
}

function isOn(value) {
  return [true, 'true', '1', 'yes', 'on'].includes(value);
}

/** Finds the site behind by the host that was asked. */
function origins({ ORIGIN, ORIGINS }, wrong) {
  let map = {};
  try {
    map = (typeof ORIGINS === 'string' && ORIGINS !== '' ? JSON.parse(ORIGINS) : ORIGINS) || {};
    for (const [host, origin] of Object.entries(map)) {
      if (!URL.canParse(origin)) throw new Error(`the origin of ${host} is no address: ${origin}`);
    }
  } catch (error) {
    map = {};
    wrong.push({ setting: 'origins', message: error.message });
  }
  const behind = new Map(Object.entries(map));
  return (url) => behind.get(url.host) ?? behind.get(url.hostname) ?? (ORIGIN || undefined);
}
