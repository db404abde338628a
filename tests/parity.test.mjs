// The native program and the WebAssembly module, wherever it runs, say the same of every page, to the byte.
//
// Pages: tests/pages, or the folder in OFFPRINT_PAGES. The native program: OFFPRINT.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import init, { Reader, compare, read as readPage } from 'offprint';
import { inChromium } from '../pkg/test/support/chromium.mjs';
import { startWorker } from '../pkg/test/support/worker.mjs';

const folder = process.env.OFFPRINT_PAGES ?? fileURLToPath(new URL('pages', import.meta.url));
const native = process.env.OFFPRINT;
assert.ok(native, 'set OFFPRINT to the native program, or run `cargo xtask test`');

/** Every page of the folder, in the order of the native program. */
function pages() {
  const names = readdirSync(folder, { recursive: true });
  return names.filter((name) => /\.html?$/.test(name)).map((name) => `${folder}/${name}`).sort();
}

function nativeArticles() {
  const { status, stdout, stderr } = spawnSync(native, ['read', folder, '--jsonl'], { maxBuffer: 2 ** 30 });
  assert.equal(status, 0, String(stderr));
  return String(stdout).trimEnd().split('\n').map((line) => JSON.parse(line));
}

/** Chunk sizes that differ from page to page but not from run to run. */
function* sizes(seed) {
  for (let state = seed + 1; ; state = (state * 48271) % 0x7fffffff) yield 1 + (state % 5000);
}

function read(bytes, chunkSizes) {
  const reader = new Reader();
  for (let at = 0; at < bytes.length; ) {
    const end = at + chunkSizes.next().value;
    reader.write(bytes.subarray(at, end));
    at = end;
  }
  return reader.end();
}

function* always(size) {
  for (;;) yield size;
}

test('native and WebAssembly read every page alike, whole, bytewise and in random chunks', async () => {
  await init();
  const expected = nativeArticles();
  const found = pages();
  assert.ok(found.length >= 20);
  assert.equal(found.length, expected.length);
  for (const [i, path] of found.entries()) {
    const bytes = readFileSync(path);
    const { keys, ...whole } = read(bytes, always(bytes.length || 1));
    assert.equal(keys.read.length > 0, whole.fingerprint !== null);
    for (const field of Object.keys(whole)) {
      assert.deepEqual(whole[field], expected[i][field], `${field} of ${path}`);
    }
    const { keys: _, ...bytewise } = read(bytes, always(1));
    const { keys: __, ...random } = read(bytes, sizes(i));
    assert.deepEqual(bytewise, whole, path);
    assert.deepEqual(random, whole, path);
  }
});

test('native and WebAssembly compare alike', async () => {
  await init();
  const fingerprints = nativeArticles().map((article) => article.fingerprint).filter(Boolean).slice(0, 12);
  for (const a of fingerprints) {
    const b = fingerprints[0];
    const { stdout } = spawnSync(native, ['compare', a, b, '--json']);
    const { passages, ...relation } = JSON.parse(String(stdout));
    assert.equal(passages, null, 'there are no texts');
    assert.deepEqual(relation, compare(a, b));
  }
});

/** Holds what another runtime makes of each page to what is made of it here. */
async function sameAsHere(readThere) {
  for (const path of pages()) {
    const bytes = readFileSync(path);
    assert.deepEqual(await readThere(bytes), await readPage(bytes), path);
  }
}

test('workerd reads every page as Node does', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'offprint-parity-'));
  t.after(() => rm(folder, { recursive: true }));
  const worker = await startWorker(fileURLToPath(new URL('parity-worker.js', import.meta.url)), folder);
  t.after(() => worker.dispose());
  await sameAsHere(async (body) => (await worker.dispatchFetch('http://localhost/', { method: 'POST', body })).json());
});

test('Chromium reads every page as Node does', async () => {
  const there = async (base64) => {
    const { read } = await import('/index.js');
    return read(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
  };
  const pkg = fileURLToPath(new URL('../pkg', import.meta.url));
  await inChromium(pkg, (page) => sameAsHere((bytes) => page.evaluate(there, bytes.toString('base64'))));
});
