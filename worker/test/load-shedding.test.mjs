// Persons come first: what is read for them is bounded, and crawlers' pages are read before theirs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CRAWLER, HTML, PERSON, page, registered, startFor, until } from './support/site.mjs';

const MOST = 5;
const vars = { OFFPRINT_LIMITS: { personsPerSecond: MOST } };
const pages = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`/${i}`, { headers: HTML, body: page(i, 0) }]));

test('an isolate reads a number of pages for persons in a second, and health reports the rest', async (t) => {
  const site = await startFor(t, { pages, vars });
  await site.ask('/59');
  const begun = Date.now();
  const paths = Object.keys(pages).slice(0, 40);
  const answers = await Promise.all(paths.map((path) => site.ask(path, { agent: PERSON })));
  const seconds = 2 + Math.floor((Date.now() - begun) / 1000);
  for (const [i, { status, body, headers }] of answers.entries()) {
    assert.deepEqual([status, headers.offprint], [200, undefined]);
    assert.ok(body.equals(pages[paths[i]].body));
  }
  let persons, unread;
  // Pages are read after the answers.
  const isOver = async () => {
    ({ persons, unread } = await site.stats());
    return persons + unread.load === paths.length;
  };
  await until(isOver, 'every page to be read or left');
  assert.ok(persons >= 1 && persons <= MOST * seconds, `${persons} in ${seconds} s`);
  const { json } = await site.api('GET', 'health');
  assert.deepEqual(json.unread, { load: unread.load, memory: 0 });
  // A later visit reads what was left out.
  const left = async () => {
    for (const path of paths) await site.ask(path, { agent: PERSON });
    return (await site.stats()).persons === paths.length;
  };
  await until(left, 'all pages to be read');
  await registered(site, paths.length + 1);
});

test('while a crawler waits for a verdict, no page is read for a person', async (t) => {
  let isAsked, open;
  const opened = new Promise((resolve) => (open = resolve));
  const object = (call) => {
    if (call !== 'find') return undefined;
    isAsked = true;
    return opened;
  };
  const site = await startFor(t, { pages, vars, object, store: () => opened });
  const crawler = site.ask('/0', { agent: CRAWLER });
  await until(() => isAsked, 'the crawler');
  await site.ask('/1', { agent: PERSON });
  assert.deepEqual((await site.stats()).unread, { load: 1 });
  open();
  await crawler;
  const isRead = async () => {
    await site.ask('/1', { agent: PERSON });
    return (await site.stats()).persons === 1;
  };
  await until(isRead, 'the page to be read for a person');
  await registered(site, 2);
});

test('a site that is slow to send a crawler a page does not keep pages of persons from being read', async (t) => {
  let finish;
  const slow = (_, response) => {
    response.writeHead(200, HTML).write(pages['/0'].body.subarray(0, 100));
    finish = () => response.end(pages['/0'].body.subarray(100));
  };
  const site = await startFor(t, { pages: { ...pages, '/slow': slow }, vars });
  const crawler = site.ask('/slow', { agent: CRAWLER });
  await until(() => finish, 'the crawler');
  await site.ask('/1', { agent: PERSON });
  await registered(site, 1);
  finish();
  await crawler;
});
