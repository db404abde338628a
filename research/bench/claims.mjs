// Measures how many claims a second one object of the register settles: one run, on this machine.
//
//   node research/bench/claims.mjs [--articles 4000]
//
// First without calls in between, as an import brings them, then one call for each, as visits do.

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
/** Claims with a call each. */
const CALLS = 500;
const TOKEN = 'a-token-for-measuring';

await init();
const described = Array.from({ length: count + CALLS }, (_, i) => {
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
const headers = { authorization: `Bearer ${TOKEN}` };
const post = (path, type, body) =>
  fetch(new URL(`/_offprint/${path}`, address), {
    method: 'POST',
    headers: { ...headers, 'content-type': type },
    body,
  });

/** Claims a second. */
async function rate(what, claims, work) {
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1000;
  console.log(`${what}: ${Math.round(claims / seconds)} a second, ${((seconds / claims) * 1000).toFixed(2)} ms each`);
}

try {
  const nothing = { credit: null, published: null, firstSeen: '2026-01-01T00:00:00.000Z' };
  const lines = described.slice(0, count).map((page, i) => {
    const id = `hani-${i.toString(16).padStart(32, '0')}`;
    return JSON.stringify({ kind: 'article', id, ...page, ...nothing });
  });
  await rate('new articles, imported', count, async () => {
    const { new: taken } = await (await post('import', 'application/x-ndjson', lines.join('\n'))).json();
    if (taken !== count) throw new Error(`${taken} of ${count} are new`);
  });
  // Writes to the store have to finish first.
  for (let waiting = 1; waiting > 0; ) {
    ({ waiting } = await (await fetch(new URL('/_offprint/health', address), { headers })).json());
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const claim = (described) => post('register', 'application/json', JSON.stringify(described));
  const each = async (pages) => {
    const left = [...pages];
    const ask = async () => {
      for (let next = left.pop(); next; next = left.pop()) {
        const answer = await claim(next);
        if (!answer.ok) throw new Error(await answer.text());
        await answer.body.cancel();
      }
    };
    await Promise.all(Array.from({ length: 8 }, ask));
  };
  await rate('new articles, a call each', CALLS, () => each(described.slice(count)));
  const copies = described.slice(0, CALLS).map(({ url, ...page }) => ({ ...page, url: url.replace('many', 'other') }));
  await rate('copies, a call each', CALLS, () => each(copies));
} finally {
  await miniflare.dispose();
  await rm(folder, { recursive: true });
}
