// The background as the browser starts it, over a browser that only notes its listeners.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { mock, test } from 'node:test';
import { setImmediate as tick } from 'node:timers/promises';
import { until } from '../../tests/until.mjs';

const kept = { renewed: 0 };
const listeners = {};
const event = (name) => ({ addListener: (listener) => (listeners[name] = listener) });
mock.method(
  globalThis,
  'fetch',
  async (url) => new Response(await readFile(url), { headers: { 'content-type': 'application/wasm' } }),
);
globalThis.navigator ??= { storage: {} };
globalThis.chrome = {
  runtime: {
    getURL: (path) => new URL(`../../pkg/dist/full/${path}`, import.meta.url).href,
    onInstalled: event('installed'),
    onMessage: event('message'),
    onStartup: event('startup'),
  },
  storage: {
    local: { get: async (name) => ({ [name]: kept[name] }), set: async (values) => void Object.assign(kept, values) },
  },
  permissions: { onAdded: event('added'), onRemoved: event('removed') },
  scripting: { getRegisteredContentScripts: async () => [] },
  commands: { onCommand: event('command') },
  tabs: { onRemoved: event('closed') },
};
const { History } = await import('../history/history.js');

test('an update while articles are renewed renews them again, and not at the same time', async () => {
  let [calls, running, most] = [0, 0, 0];
  let end;
  const first = new Promise((resolve) => (end = resolve));
  mock.method(History.prototype, 'renew', async () => {
    most = Math.max(most, ++running);
    if (++calls === 1) await first;
    running--;
    return null;
  });
  await import('../background/index.js');
  await until(() => calls === 1, 'the first renewal');
  listeners.installed({ reason: 'update' });
  for (let i = 0; i < 100; i++) await tick();
  end();
  await until(() => calls === 2 && running === 0, 'the second renewal');
  assert.equal(most, 1);
});
