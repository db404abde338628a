// Measures how many claims a second one object of the register settles, as an import brings them: one run, on this
// machine.
//
//   node research/bench/claims.mjs [--articles 4000]

import { parseArgs } from 'node:util';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Miniflare, NoOpLog } from 'miniflare';
import init, { Reader } from 'offprint/edge';
import { bundle } from '../../worker/local.mjs';
import { page } from '../../worker/test/support/articles.mjs';

const { values } = parseArgs({ options: { articles: { type: 'string', default: '4000' } } });
const count = Number(values.articles);
const TOKEN = 'a-token-for-measuring';

await init();
const pages = Array.from({ length: count }, (_, i) => {
  const reader = new Reader({ url: `https://many.example/${i}` });
  reader.write(page(2 * i + 1, 0, { length: 6 }));
  const { title, fingerprint } = reader.end();
  reader.free();
  return { url: `https://many.example/${i}`, title, fingerprint };
});

const folder = await mkdtemp(join(tmpdir(), 'offprint-claims-'));
const bundled = await bundle(join(folder, 'bundle'));
const bindings = { OFFPRINT_TOKEN: TOKEN, OFFPRINT_IMPORT_TOKEN: TOKEN };
const miniflare = new Miniflare({
  log: new NoOpLog(),
  handleRuntimeStdio(stdout, stderr) {
    stdout.resume();
    stderr.resume();
  },
  durableObjectsPersist: join(folder, 'objects'),
  workers: [{ ...bundled, bindings }],
});
const address = await miniflare.ready;
const nothing = { credit: null, published: null, firstSeen: '2026-01-01T00:00:00.000Z' };
const lines = pages.map((page, i) => {
  const id = `hani-${i.toString(16).padStart(32, '0')}`;
  return JSON.stringify({ kind: 'article', id, ...page, ...nothing });
});

try {
  const begun = performance.now();
  const answer = await fetch(new URL('/_offprint/import', address), {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  });
  const { new: taken } = await answer.json();
  const seconds = (performance.now() - begun) / 1000;
  if (taken !== count) throw new Error(`${taken} of ${count} are new`);
  console.log(`${Math.round(count / seconds)} new articles a second, ${((seconds / count) * 1000).toFixed(2)} ms each`);
} finally {
  await miniflare.dispose();
  await rm(folder, { recursive: true });
}
