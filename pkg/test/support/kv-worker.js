// Runs in workerd: the suite for stores, on the adapter for KV that README.md shows.
import assert from 'node:assert/strict';
import { storeConformance } from 'offprint/store-test';
import { kvStore } from './kv-store.mjs';

export default {
  async fetch(_, env) {
    const tests = [];
    let made = 0;
    storeConformance(() => kvStore(env[`KV${made++}`]), { test: (name, run) => tests.push([name, run]), assert });
    const results = [];
    for (const [name, run] of tests) results.push([name, await run().then(() => null, String)]);
    return Response.json(results);
  },
};
