// The settings: their defaults, their valid values, and the scripts and permissions that they need.
import { turns } from '../../shared/turns.js';
import { api } from '../shared/api.js';
import { coded } from '../shared/errors.js';
import { patternsOf, readingOrigins } from '../shared/origins.js';

/** @typedef {import('../messages.js').Settings} Settings */

/** Whether it is a host as addresses have it. */
const isHost = (/** @type {unknown} */ value) =>
  URL.canParse(`http://${value}`) && new URL(`http://${value}`).hostname === value && !/^\.|\.(\.|$)/.test(value);
const isHosts = (/** @type {unknown} */ value) => Array.isArray(value) && value.length <= 10_000 && value.every(isHost);
const isFlag = (/** @type {unknown} */ value) => typeof value === 'boolean';
/** @param {number} most @returns {(value: unknown) => boolean} */
const isUpTo = (most) => (value) => typeof value === 'number' && value >= 1 && value <= most;

/**
 * For each setting its default, and whether a value is valid.
 * @type {{ [Name in keyof Settings]: [Settings[Name], (value: unknown) => boolean] }}
 */
const SETTINGS = {
  when: ['chosen', (value) => ['clicked', 'chosen', 'everywhere'].some((when) => when === value)],
  sites: [[], isHosts],
  blocklist: [[], isHosts],
  override: [[], isHosts],
  keepText: [true, isFlag],
  textLimit: [50, isUpTo(10_000)],
  links: [true, isFlag],
  undimmed: [[], isHosts],
  retention: [null, (value) => value === null || isUpTo(36_500)(value)],
};

const defaults = Object.entries(SETTINGS).map(([name, [value]]) => [name, value]);
export const DEFAULTS = /** @type {Settings} */ (Object.fromEntries(defaults));

const isValid = (/** @type {string} */ name, /** @type {unknown} */ value) =>
  Object.hasOwn(SETTINGS, name) && SETTINGS[/** @type {keyof Settings} */ (name)][1](value);

/** Stored values that are no longer valid become the defaults. @returns {Promise<Settings>} */
export async function settings() {
  /** @type {{ settings?: Partial<Settings> }} */
  const { settings: kept = {} } = await api.storage.local.get('settings');
  const valid = Object.entries(kept).filter(([name, value]) => isValid(name, value));
  return { ...DEFAULTS, ...Object.fromEntries(valid) };
}

/** Changes wait for each other. Otherwise one could undo another that it did not see. */
const inTurn = turns();

export function changeSettings(/** @type {Partial<Settings>} */ changes) {
  const given = Object.entries(changes ?? {});
  return change((now) => {
    for (const [name, value] of given) {
      if (!isValid(name, value)) throw coded('settings', `${name} cannot be ${JSON.stringify(value)}`);
    }
    return { ...now, ...changes };
  });
}

/** A site that is read anyway is not forbidden, and the other way round. */
/** @type {{ [list in List]?: List }} */
const OPPOSITE = { blocklist: 'override', override: 'blocklist' };
/** @typedef {'sites' | 'blocklist' | 'override' | 'undimmed'} List */

/** Puts a site on one of the lists, or takes it off. @param {string} site @param {List} list @param {boolean} stands */
export function listSite(site, list, stands) {
  return change((now) => {
    mustBeHost(site);
    if (!isHosts(now[list])) throw coded('settings', `${list} is not a list of sites`);
    const without = (/** @type {List} */ name) => now[name].filter((other) => other !== site);
    const opposite = stands && OPPOSITE[list];
    const off = opposite ? { [opposite]: without(opposite) } : {};
    return { ...now, ...off, [list]: stands ? [...without(list), site] : without(list) };
  });
}

/**
 * Starts or stops reading a site automatically. Without the browser's permission the site is noted for `granted`: the
 * permission dialog may close the popup that asks for it. @param {string} site @param {boolean} automatic
 */
export async function automaticSite(site, automatic) {
  mustBeHost(site);
  const isGranted = !automatic || (await hasPermission({ when: 'chosen', sites: [site] }));
  await api.storage.session.set({ wanted: isGranted ? null : site });
  if (!isGranted) return settings();
  const { when } = await listSite(site, 'sites', automatic);
  return changeSettings({ when: when === 'clicked' ? 'chosen' : when });
}

function mustBeHost(/** @type {string} */ site) {
  if (!isHost(site)) throw coded('settings', 'a site is a host, such as paper.example');
}

/** Called when the browser granted a permission: reads the noted site automatically from now on. */
export async function granted() {
  /** @type {{ wanted?: string | null }} */
  const { wanted } = await api.storage.session.get('wanted');
  if (wanted) await automaticSite(wanted, true);
}

/** Called when the browser withdrew a permission: turns off the settings that need it. */
export function withdraw() {
  return change(async (now) => {
    const when = now.when !== 'everywhere' || (await hasPermission(now)) ? now.when : DEFAULTS.when;
    if (when !== 'chosen') return now;
    const granted = await Promise.all(now.sites.map((site) => hasPermission({ when, sites: [site] })));
    return { ...now, when, sites: now.sites.filter((_, i) => granted[i]) };
  });
}

/** @param {(now: Settings) => Settings | Promise<Settings>} make returns the new settings, given the current ones */
function change(make) {
  return inTurn(async () => {
    const changed = await make(await settings());
    if (!(await hasPermission(changed)))
      throw coded('permission', `the browser has not granted ${readingOrigins(changed).join(', ')}`);
    await api.storage.local.set({ settings: changed });
    await watch();
    return changed;
  });
}

/** Registers the scripts for the pages that are read automatically. */
export async function watch() {
  const now = await settings();
  const matches = readingOrigins(now);
  /** @type {chrome.scripting.RegisteredContentScript} */
  const script = {
    id: 'watch',
    js: now.links ? ['watch.js', 'links.js'] : ['watch.js'],
    matches,
    excludeMatches: now.blocklist.flatMap(patternsOf),
    runAt: 'document_idle', // So that it does not delay the page.
  };
  const [running] = await api.scripting.getRegisteredContentScripts({ ids: ['watch'] });
  if (running) await api.scripting.unregisterContentScripts({ ids: ['watch'] });
  if (matches.length > 0) await api.scripting.registerContentScripts([script]);
}

async function hasPermission(/** @type {Pick<Settings, 'when' | 'sites'>} */ settings) {
  const origins = readingOrigins(settings);
  return origins.length === 0 || api.permissions.contains({ origins });
}
