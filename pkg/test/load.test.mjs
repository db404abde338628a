// Every way to load the package. The first two tests need a module that is not loaded yet.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import init, { Reader, compare, initSync, keys, randomId, restart } from 'offprint';

const wasm = new URL(import.meta.resolve('offprint/wasm'));

/** Runs a script in a process of its own, where nothing is loaded yet. */
const inNode = (script) =>
  promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: fileURLToPath(new URL('../', import.meta.url)),
  });

test('before loading, every call says what to do', () => {
  const expected = { code: 'not_loaded', message: /init/ };
  assert.throws(() => new Reader(), expected);
  assert.throws(() => compare('', ''), expected);
  assert.throws(() => randomId(), expected);
  assert.throws(() => restart(), expected);
});

test('bytes that are not a module are refused, and the next call tries again', async () => {
  await assert.rejects(init(new Uint8Array(8)), { code: 'load_failed' });
  assert.throws(() => initSync(new Uint8Array(8)), { code: 'load_failed' });
  await assert.rejects(init(Promise.reject(new Error('no such file'))), { message: /no such file/ });
  await init();
  assert.equal(typeof randomId(), 'string');
});

test('starting does not load fetch, which would take several times as long as the module', async () => {
  const script = `for (const name of ['fetch', 'Request', 'Response']) {
      Object.defineProperty(globalThis, name, { get() { throw new Error(name + ' was loaded'); } });
    }
    const offprint = await import('offprint');
    await offprint.default();
    offprint.randomId();`;
  await inNode(script);
});

test('later calls do nothing', async () => {
  assert.equal(init(), init());
  await init(new Uint8Array(8));
  initSync(await readFile(wasm));
});

test('a reader cannot be used after its end, after `free`, or after a restart', () => {
  const finished = { code: 'finished' };
  const ended = new Reader();
  ended.end();
  assert.throws(() => ended.write(new Uint8Array(1)), finished);
  assert.throws(() => ended.end(), finished);
  ended.free();

  const freed = new Reader();
  freed.free();
  freed.free();
  assert.throws(() => freed.end(), finished);

  const lost = new Reader();
  restart();
  assert.throws(() => lost.write(new Uint8Array(1)), finished);
  lost.free();
  new Reader().end();
});

test('values of a wrong type are refused', () => {
  const page = '<p>x</p>';
  for (const bytes of [page, new ArrayBuffer(9), [60], {}, 5, null, undefined]) {
    assert.throws(() => new Reader().write(bytes), { code: 'bytes' });
  }
  const bytes = new TextEncoder().encode(page);
  new Reader().write(new DataView(bytes.buffer));
  for (const fingerprint of [5, {}, { fingerprint: 'x' }]) {
    assert.throws(() => compare(fingerprint, null), { code: 'fingerprint_text' });
    assert.throws(() => keys(fingerprint), { code: 'fingerprint_text' });
  }
  assert.throws(() => keys(null), { code: 'fingerprint_text' });
  assert.throws(() => compare(null, null, 5), { code: 'facts' });
  assert.equal(compare(null, undefined).verdict, 'unknown');
});

test('equal texts are the same, however short', () => {
  const notice = (text, more) => ({ title: '', text, fingerprint: null, ...more });
  const [one, again] = [notice('Accept all cookies?'), notice('ACCEPT ALL COOKIES')];
  assert.equal(compare(one, again).verdict, 'same');
  for (const other of [notice('Accept some?'), notice(one.text, { gated: true }), notice(one.text, { title: 'A' })]) {
    assert.equal(compare(one, other).verdict, 'unknown');
  }
});

test('a module is loaded from bytes, a module or a response, and where there are no files, fetched', async () => {
  const loading = {
    bytes: 'await init(bytes);',
    module: 'await init(new WebAssembly.Module(bytes));',
    response: 'await init(answer());',
    fetched: `process.getBuiltinModule = undefined;
      globalThis.fetch = async (url) => (String(url).endsWith('/dist/offprint.wasm') ? answer() : assert.fail());
      await init();`,
  };
  for (const [name, load] of Object.entries(loading)) {
    const loads = inNode(`import assert from 'node:assert/strict';
      import { readFileSync } from 'node:fs';
      import init, { randomId } from 'offprint';
      const bytes = readFileSync(new URL(import.meta.resolve('offprint/wasm')));
      const answer = () => new Response(bytes, { headers: { 'content-type': 'application/wasm' } });
      ${load}
      randomId();`);
    await assert.doesNotReject(loads, name);
  }
});
