// Every method gives the same result on two pages natively and in WebAssembly. METHODS is the native program.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import init, { Reader } from 'offprint';
import initMethods, { methods } from '../../../../pkg/methods/index.js';

const native = process.env.METHODS;
assert.ok(native, 'set METHODS to the program `methods` of research/methods, or run `cargo xtask test`');
const folder = fileURLToPath(new URL('../../../../tests/pages', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'offprint-methods-'));
after(() => rmSync(scratch, { recursive: true }));

const ids = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
/** Each page with the three after it, which are mostly of its family. */
const pairs = ids.flatMap((a, i) => [1, 2, 3].map((n) => ({ a, b: ids[(i + n) % ids.length] })));
const [docs, list] = ['docs.jsonl', 'pairs.jsonl'].map((name) => join(scratch, name));
const lines = (rows) => rows.map((row) => JSON.stringify(row)).join('\n');

function read(id) {
  const reader = new Reader();
  reader.write(readFileSync(join(folder, id, 'page.html')));
  return reader.end();
}

function article(id) {
  const { title, text } = read(id);
  return { id, title, text };
}

test('every method gives fixture pages the verdicts that it gives natively', async () => {
  await Promise.all([init(), initMethods()]);
  const articles = new Map(ids.map((id) => [id, article(id)]));
  writeFileSync(docs, lines([...articles.values()]));
  writeFileSync(list, lines(pairs));
  const said = new Set();
  for (const { name, about } of methods.list()) {
    assert.ok(about.length > 0);
    const { stdout, stderr, status } = spawnSync(native, ['pairs', docs, list, '--method', name], {
      maxBuffer: 2 ** 26,
    });
    assert.equal(status, 0, String(stderr));
    const expected = String(stdout)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(expected.length, pairs.length);
    for (const { a, b, verdict, score } of expected) {
      const here = methods.compare(name, articles.get(a), articles.get(b));
      assert.deepEqual([here.verdict, here.score], [verdict, score], `${name}: ${a}, ${b}`);
      said.add(verdict);
    }
  }
  assert.deepEqual([...said].sort(), ['different', 'partial', 'same', 'unknown']);
});

test('an unknown method and a value that is not an article are errors with a code', async () => {
  await Promise.all([init(), initMethods()]);
  assert.throws(() => methods.compare('guess', {}, {}), { code: 'method', message: /give offprint, facts, / });
  assert.throws(() => methods.compare('minhash', 'text', {}), { code: 'article' });
  assert.equal(methods.compare('minhash', {}, {}).verdict, 'unknown');
});

test('the findings of a method are in the text at the places that it reports', async () => {
  await Promise.all([init(), initMethods()]);
  const [a, b] = ['zh-dam-original', 'zh-dam-table-gbk'].map(read);
  for (const { name } of methods.list()) {
    const { verdict, marks, slots } = methods.explain(name, a, b);
    assert.deepEqual(verdict, methods.compare(name, a, b));
    assert.ok(slots.length + marks[0].length > 0, name);
    for (const [i, { text }] of [a, b].entries()) {
      for (const mark of marks[i]) {
        assert.match(mark.held, /^(no|yes|long)$/);
        if (mark.places.length) assert.equal(text.slice(...mark.places[0]), mark.text, name);
      }
    }
  }
  assert.throws(() => methods.explain('guess', a, b), { code: 'method' });
});
