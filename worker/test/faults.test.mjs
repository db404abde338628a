import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HTML, page } from './support/articles.mjs';
import { FAULTS, failing } from './support/faults.mjs';
import { CRAWLER, PERSON, startFor, until } from './support/site.mjs';

const ARTICLES = 8;
const paths = Array.from({ length: ARTICLES }, (_, i) => `/${i}`);
const pages = Object.fromEntries(paths.map((path, i) => [path, { headers: HTML, body: page(i, 0) }]));
for (const fault of FAULTS) {
  test(`when ${fault[0]}, every page arrives byte for byte, and none is lost`, { timeout: 60_000 }, async (t) => {
    let broken = true;
    const site = await startFor(t, { pages, ...failing(fault, () => broken) });
    const visitAll = (agent) => Promise.all(paths.map((path) => site.ask(path, { agent })));
    for (const agent of [CRAWLER, PERSON, CRAWLER]) {
      for (const [i, { status, body, broken }] of (await visitAll(agent)).entries()) {
        assert.equal(status, 200);
        assert.equal(broken, false);
        assert.ok(body.equals(pages[paths[i]].body), `${paths[i]} differs`);
      }
    }
    broken = false;
    await visitAll(CRAWLER);
    const registered = async () => {
      const { body } = await site.api('GET', 'export');
      const { json } = await site.api('GET', 'health');
      return json?.waiting === 0 && body.toString().trim().split('\n').length === ARTICLES;
    };
    await until(registered, 'all registrations');
    for (const { headers } of await visitAll(CRAWLER)) assert.match(headers.offprint, /^different;score=0\.000;known/);
  });
}
