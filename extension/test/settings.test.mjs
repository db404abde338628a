// The settings, over a browser with only permissions, storage and scripts.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { manifest } from '../manifest.js';

let kept;
let granted;
let scripts;
beforeEach(() => {
  kept = {};
  granted = new Set();
  scripts = [];
});
globalThis.chrome = {
  storage: {
    local: {
      get: async (name) => structuredClone({ [name]: kept[name] }),
      set: async (values) => void Object.assign(kept, structuredClone(values)),
    },
  },
  permissions: {
    contains: async ({ origins = [], data_collection = [] }) =>
      [...origins, ...data_collection].every((one) => granted.has(one)),
  },
  runtime: { getManifest: () => manifest('firefox', '0') },
  scripting: {
    getRegisteredContentScripts: async ({ ids }) => scripts.filter(({ id }) => ids.includes(id)),
    unregisterContentScripts: async ({ ids }) => void (scripts = scripts.filter(({ id }) => !ids.includes(id))),
    registerContentScripts: async (added) => void scripts.push(...added),
  },
};
const { DEFAULTS, anywaySite, changeSettings, neverSite, settings, withdraw } = await import(
  '../background/settings.js'
);
const { dataOf, originsOf } = await import('../shared/origins.js');

const SHARED = { address: 'https://index.example/_offprint', on: true };

function grant(part) {
  const needed = { ...DEFAULTS, ...part };
  for (const one of [...originsOf(needed), ...dataOf(needed)]) granted.add(one);
}

test('a damaged setting becomes its default', async () => {
  assert.deepEqual(await settings(), DEFAULTS);
  kept.settings = { when: 'always', retention: 30, sites: 'x', never: ['a.example'], unknown: 1, shared: null };
  assert.deepEqual(await settings(), { ...DEFAULTS, retention: 30, never: ['a.example'] });
});

test('changes at once do not undo each other, and one that fails changes nothing', async () => {
  const results = await Promise.allSettled([
    changeSettings({ retention: 90 }),
    changeSettings({ textLimit: 7 }),
    changeSettings({ when: 'everywhere' }),
    neverSite('a.example', true),
    neverSite('b.example', true),
    neverSite('not a host', true),
    changeSettings({ retention: 30, textLimit: -1 }),
  ]);
  assert.deepEqual(
    results.map(({ reason }) => reason?.code),
    [undefined, undefined, 'permission', undefined, undefined, 'settings', 'settings'],
  );
  assert.deepEqual(await settings(), { ...DEFAULTS, retention: 90, textLimit: 7, never: ['a.example', 'b.example'] });
  await neverSite('a.example', false);
  assert.deepEqual((await settings()).never, ['b.example']);
});

test('the watching script runs where it was granted, and not on forbidden sites', async () => {
  await changeSettings({ when: 'clicked', sites: ['a.example'], never: ['b.example'] });
  assert.deepEqual(scripts, []);
  grant({ when: 'chosen', sites: ['a.example'] });
  await changeSettings({ when: 'chosen' });
  assert.deepEqual(
    scripts.map(({ matches }) => matches),
    [['http://*.a.example/*', 'https://*.a.example/*']],
  );
  grant({ when: 'everywhere' });
  await changeSettings({ when: 'everywhere' });
  assert.deepEqual(
    scripts.map(({ matches, excludeMatches }) => [matches, excludeMatches]),
    [
      [
        ['http://*/*', 'https://*/*'],
        ['http://*.b.example/*', 'https://*.b.example/*'],
      ],
    ],
  );
  await changeSettings({ links: true });
  assert.deepEqual(
    scripts.map(({ js }) => js),
    [['watch.js', 'links.js']],
  );
  await changeSettings({ when: 'clicked' });
  assert.deepEqual(scripts, []);
});

test('settings whose permission is withdrawn are turned off, and the rest stays', async () => {
  grant({ when: 'chosen', sites: ['a.example', 'b.example'] });
  grant({ shared: SHARED });
  await changeSettings({ when: 'chosen', sites: ['a.example', 'b.example'], shared: SHARED });
  granted.delete('https://*.b.example/*');
  await withdraw();
  const { when, sites, shared } = await settings();
  assert.deepEqual([when, sites, shared], ['chosen', ['a.example'], SHARED]);
  granted.clear();
  await withdraw();
  assert.deepEqual(await settings(), { ...DEFAULTS, when: 'chosen', shared: { ...SHARED, on: false } });
  assert.deepEqual(scripts, []);
});

test('an index needs a separate consent to what it may learn, where the browser has one', async () => {
  for (const origin of originsOf({ ...DEFAULTS, shared: SHARED })) granted.add(origin);
  await assert.rejects(changeSettings({ shared: SHARED }), { code: 'permission', message: /browsingActivity/ });
  grant({ shared: SHARED });
  await changeSettings({ shared: SHARED });
  granted.delete('browsingActivity');
  await withdraw();
  assert.equal((await settings()).shared.on, false);
});

test('an index is reached by TLS alone, as the policy of the manifest has it', async () => {
  for (const address of ['http://index.example/_offprint', 'http://127.0.0.1:8787/_offprint', 'ftp://index.example/']) {
    await assert.rejects(changeSettings({ shared: { address, on: false } }), { code: 'settings' }, address);
  }
});

test('an index has an address without a query or a fragment, even an empty one', async () => {
  for (const end of ['?', '#', '?a', '#a'])
    await assert.rejects(changeSettings({ shared: { address: SHARED.address + end, on: false } }), {
      code: 'settings',
    });
});

test('a site that is read anyway is not forbidden, and the other way round', async () => {
  await neverSite('a.example', true);
  await anywaySite('a.example', true);
  assert.deepEqual([(await settings()).never, (await settings()).anyway], [[], ['a.example']]);
  await neverSite('a.example', true);
  assert.deepEqual([(await settings()).never, (await settings()).anyway], [['a.example'], []]);
  await anywaySite('a.example', false);
  assert.deepEqual((await settings()).never, ['a.example']);
  await assert.rejects(anywaySite('no host', true), { code: 'settings' });
});
