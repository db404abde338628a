// The settings, over a browser with only permissions, storage and scripts.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

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
    contains: async ({ origins }) => origins.every((one) => granted.has(one)),
  },
  scripting: {
    getRegisteredContentScripts: async ({ ids }) => scripts.filter(({ id }) => ids.includes(id)),
    unregisterContentScripts: async ({ ids }) => void (scripts = scripts.filter(({ id }) => !ids.includes(id))),
    registerContentScripts: async (added) => void scripts.push(...added),
  },
};
const { DEFAULTS, changeSettings, listSite, settings, withdraw } = await import('../background/settings.js');
const { readingOrigins } = await import('../shared/origins.js');

/** What the registered scripts have under this name. */
const registered = (name) => scripts.map(({ [name]: value }) => value);

function grant(part) {
  for (const one of readingOrigins({ ...DEFAULTS, ...part })) granted.add(one);
}

test('a damaged setting becomes its default, and one of an older version is ignored', async () => {
  assert.deepEqual(await settings(), DEFAULTS);
  kept.settings = { when: 'always', retention: 30, sites: 'x', blocklist: ['a.example'], shared: { on: true } };
  assert.deepEqual(await settings(), { ...DEFAULTS, retention: 30, blocklist: ['a.example'] });
});

test('changes at once do not undo each other, and one that fails changes nothing', async () => {
  const results = await Promise.allSettled([
    changeSettings({ retention: 90 }),
    changeSettings({ textLimit: 7 }),
    changeSettings({ when: 'everywhere' }),
    listSite('a.example', 'blocklist', true),
    listSite('b.example', 'blocklist', true),
    listSite('not a host', 'blocklist', true),
    changeSettings({ retention: 30, textLimit: -1 }),
  ]);
  assert.deepEqual(
    results.map(({ reason }) => reason?.code),
    [undefined, undefined, 'permission', undefined, undefined, 'settings', 'settings'],
  );
  const blocklist = ['a.example', 'b.example'];
  assert.deepEqual(await settings(), { ...DEFAULTS, retention: 90, textLimit: 7, blocklist });
  await listSite('a.example', 'blocklist', false);
  assert.deepEqual((await settings()).blocklist, ['b.example']);
});

test('the watching script runs where it was granted, and not on forbidden sites', async () => {
  await changeSettings({ when: 'clicked', sites: ['a.example'], blocklist: ['b.example'] });
  assert.deepEqual(scripts, []);
  grant({ when: 'chosen', sites: ['a.example'] });
  await changeSettings({ when: 'chosen' });
  assert.deepEqual(registered('matches'), [['http://*.a.example/*', 'https://*.a.example/*']]);
  grant({ when: 'everywhere' });
  await changeSettings({ when: 'everywhere' });
  assert.deepEqual(registered('matches'), [['http://*/*', 'https://*/*']]);
  assert.deepEqual(registered('excludeMatches'), [['http://*.b.example/*', 'https://*.b.example/*']]);
  await changeSettings({ links: true });
  assert.deepEqual(registered('js'), [['watch.js', 'links.js']]);
  await changeSettings({ when: 'clicked' });
  assert.deepEqual(scripts, []);
});

test('every host that a browser opens can be listed, and nothing else', async () => {
  const hosts = ['foo_bar.example.com', '[2001:db8::1]', 'localhost', '192.0.2.1', 'xn--mnze-0ra.example'];
  for (const host of hosts) await listSite(host, 'blocklist', true);
  assert.deepEqual((await settings()).blocklist, hosts);
  for (const wrong of ['a..b', 'a.example.', '.a.example', 'a.example/b', 'a.example:80', 'a@b.example', '', null, 7])
    await assert.rejects(listSite(wrong, 'blocklist', true), { code: 'settings' }, String(wrong));
});

test('settings whose permission is withdrawn are turned off, and the rest stays', async () => {
  grant({ when: 'chosen', sites: ['a.example', 'b.example'] });
  await changeSettings({ when: 'chosen', sites: ['a.example', 'b.example'] });
  granted.delete('https://*.b.example/*');
  await withdraw();
  assert.deepEqual(await settings(), { ...DEFAULTS, when: 'chosen', sites: ['a.example'] });
  grant({ when: 'everywhere' });
  await changeSettings({ when: 'everywhere', retention: 30 });
  granted.clear();
  await withdraw();
  assert.deepEqual(await settings(), { ...DEFAULTS, when: 'chosen', sites: [], retention: 30 });
  assert.deepEqual(scripts, []);
});

test('a site that is read anyway is not forbidden, and the other way round', async () => {
  await listSite('a.example', 'blocklist', true);
  await listSite('a.example', 'override', true);
  assert.deepEqual([(await settings()).blocklist, (await settings()).override], [[], ['a.example']]);
  await listSite('a.example', 'blocklist', true);
  assert.deepEqual([(await settings()).blocklist, (await settings()).override], [['a.example'], []]);
  await listSite('a.example', 'override', false);
  assert.deepEqual((await settings()).blocklist, ['a.example']);
  await assert.rejects(listSite('no host', 'override', true), { code: 'settings' });
  await assert.rejects(listSite('a.example', 'when', true), { code: 'settings' });
});
