// Runs in workerd: the suite for stores, on the store on D1 that README.md shows.
import assert from 'node:assert/strict';
import { storeConformance } from 'offprint/store-test';
import { d1Store } from './d1-store.mjs';

export default {
  async fetch(_, env) {
    const tests = [];
    let made = 0;
    storeConformance(() => d1Store(env[`DB${made++}`]), { test: (name, run) => tests.push([name, run]), assert });
    const results = [];
    for (const [name, run] of tests) results.push([name, await run().then(() => null, String)]);
    return Response.json(results);
  },
};
