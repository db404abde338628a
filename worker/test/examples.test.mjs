import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { unstable_readConfig } from 'wrangler';
import { stats } from '../src/runtime/counts.js';

test('the alerts are about counters that exist', async () => {
  const rules = await readFile(new URL('../examples/alerts.yml', import.meta.url), 'utf8');
  const counters = Object.keys(stats).map((name) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`));
  const used = [...rules.matchAll(/offprint_([a-z_]+)_total/g)].map(([, name]) => name);
  assert.ok(used.length >= 8);
  for (const name of used) assert.ok(counters.includes(name), name);
});

test('staging has all that production has, and shares neither its KV, its register nor its routes', async () => {
  const config = new URL('../wrangler.jsonc', import.meta.url).pathname;
  const [production, staging] = ['', 'staging'].map((env) =>
    unstable_readConfig({ config, env }, { hideWarnings: true }),
  );
  const names = ({ kv_namespaces, durable_objects, ratelimits, migrations, rules, vars }) => ({
    bindings: [...kv_namespaces, ...durable_objects.bindings, ...ratelimits].map(
      ({ binding, name }) => binding ?? name,
    ),
    variables: Object.keys(vars).sort(),
    migrations,
    rules,
  });
  assert.deepEqual(names(staging), names(production));
  assert.deepEqual(names(staging).bindings, ['ARTICLES', 'REGISTER', 'COUNTERS', 'LIMITER']);
  // Without an id, each gets a namespace of its own when it is deployed.
  for (const { kv_namespaces } of [production, staging]) assert.deepEqual(kv_namespaces, [{ binding: 'ARTICLES' }]);
  const apart = ({ name, ratelimits: [{ namespace_id }] }) => [name, namespace_id];
  for (const [i, own] of apart(staging).entries()) assert.notEqual(own, apart(production)[i]);
  const scripts = staging.durable_objects.bindings.map(({ script_name }) => script_name);
  assert.deepEqual([scripts, staging.routes], [[undefined, undefined], []]);
  // They are deployed to routes alone, and keep articles for a year.
  for (const { workers_dev, preview_urls, vars } of [production, staging]) {
    assert.deepEqual([workers_dev, preview_urls, vars.OFFPRINT_KEEP_DAYS], [false, false, '365']);
  }
});
