// Every method says the same of two pages natively and in WebAssembly. The native program: OFFPRINT.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import init, { Reader, methods } from 'offprint/methods';

const native = process.env.OFFPRINT;
assert.ok(native, 'set OFFPRINT to the native program, or run `cargo xtask test`');
const folder = fileURLToPath(new URL('pages', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'offprint-methods-'));
after(() => rmSync(scratch, { recursive: true }));

const ids = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
/** Each page beside the three after it, which are mostly of its family. */
const pairs = ids.flatMap((a, i) => [1, 2, 3].map((n) => ({ a, b: ids[(i + n) % ids.length] })));
const [docs, list] = ['docs.jsonl', 'pairs.jsonl'].map((name) => join(scratch, name));
const lines = (rows) => rows.map((row) => JSON.stringify(row)).join('\n');

function article(id) {
  const reader = new Reader();
  reader.write(readFileSync(join(folder, id, 'page.html')));
  const { title, text } = reader.end();
  return { id, title, text };
}

test('every method says of fixture pages what it says natively', async () => {
  await init();
  const articles = new Map(ids.map((id) => [id, article(id)]));
  writeFileSync(docs, lines([...articles.values()]));
  writeFileSync(list, lines(pairs));
  const said = new Set();
  for (const { name, about } of methods.list()) {
    assert.ok(about.length > 0);
    const { stdout, stderr, status } = spawnSync(native, ['pairs', '--docs', docs, '--pairs', list, '--method', name], { maxBuffer: 2 ** 26 });
    assert.equal(status, 0, String(stderr));
    const expected = String(stdout).trimEnd().split('\n').map((line) => JSON.parse(line));
    assert.equal(expected.length, pairs.length);
    for (const { a, b, verdict, score } of expected) {
      const here = methods.compare(name, articles.get(a), articles.get(b));
      assert.deepEqual([here.verdict, here.score], [verdict, score], `${name}: ${a}, ${b}`);
      said.add(verdict);
    }
  }
  assert.deepEqual([...said].sort(), ['different', 'partial', 'same', 'unknown']);
});

test('an unknown method and what is no article are errors with a code', async () => {
  await init();
  assert.throws(() => methods.compare('guess', {}, {}), { code: 'method', message: /give offprint, feature-code/ });
  assert.throws(() => methods.compare('minhash', 'text', {}), { code: 'article' });
  assert.equal(methods.compare('minhash', {}, {}).verdict, 'unknown');
});
