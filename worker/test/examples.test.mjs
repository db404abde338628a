import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { stats } from '../src/runtime/counts.js';

test('the alerts are about counters that exist', async () => {
  const rules = await readFile(new URL('../examples/alerts.yml', import.meta.url), 'utf8');
  const counters = Object.keys(stats).map((name) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`));
  const used = [...rules.matchAll(/offprint_([a-z_]+)_total/g)].map(([, name]) => name);
  assert.ok(used.length >= 8);
  for (const name of used) assert.ok(counters.includes(name), name);
});

test('the worker is deployed to routes alone, and keeps articles for a year', async () => {
  const text = await readFile(new URL('../wrangler.jsonc', import.meta.url), 'utf8');
  const settings = JSON.parse(text.replace(/^\s*\/\/.*$/gm, ''));
  assert.deepEqual([settings.workers_dev, settings.preview_urls], [false, false]);
  assert.equal(settings.vars.OFFPRINT_KEEP_DAYS, '365');
});
