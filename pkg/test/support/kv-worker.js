// Runs in workerd: the suite for stores on an adapter for KV, and an index over it.
import assert from 'node:assert/strict';
import { ArticleIndex, read } from 'offprint';
import { storeConformance } from 'offprint/store-test';
import { kvStore } from './kv-store.js';

export default {
  async fetch(request, env) {
    const { pathname, search } = new URL(request.url);
    if (pathname === '/seen') {
      const index = new ArticleIndex(kvStore(env.KV19));
      const article = { ...(await read(request)), id: search.slice(1) };
      const matches = await index.find(article);
      if (!matches.length) await index.add(article);
      return Response.json(matches.map(({ id, verdict }) => [id, verdict]));
    }
    const tests = [];
    let made = 0;
    storeConformance(() => kvStore(env[`KV${made++}`]), { test: (name, run) => tests.push([name, run]), assert });
    const results = [];
    for (const [name, run] of tests) results.push([name, await run().then(() => null, String)]);
    return Response.json(results);
  },
};
