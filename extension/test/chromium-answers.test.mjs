// What a reader does with an article that was read, in Chromium: marks, differences, forgetting, settings.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADDED, DAM } from './support/made.mjs';
import { fixtures, urlOf } from './support/sites.mjs';
import { badgeOf, browser, stateOf, visit } from './support/visits.mjs';

/** Sends a message to the script that marks a page. */
const send = (tabId, message) =>
  browser.desk.evaluate(([tabId, message]) => chrome.tabs.sendMessage(tabId, message), [tabId, message]);

test('equal and different sentences are marked, and without marks the page is as it was', async () => {
  const original = await visit(urlOf('zh-dam-original'));
  const { page, tabId, state } = await visit('http://edited.example/');
  assert.ok(['same', 'partial'].includes(state.status));
  const before = await page.evaluate(() => document.body.innerHTML);
  const marks = await browser.ask('mark', { tabId, other: original.state.entry.id });
  assert.equal(marks.lost, 0);
  assert.ok(marks.same > 20 && marks.added === 1 && marks.changed === 1 && marks.missing > 0, JSON.stringify(marks));
  assert.deepEqual((await browser.ask('page', { tabId })).marks, marks);
  const shown = () =>
    page.evaluate(() =>
      Object.fromEntries([...CSS.highlights].map(([name, highlight]) => [name, [...highlight].map(String)])),
    );
  const lit = await shown();
  assert.deepEqual(lit['offprint-added'], [ADDED]);
  assert.equal(lit['offprint-changed'].length, 1);
  assert.ok(lit['offprint-changed'][0].includes('二十万立方米'));
  assert.ok(lit['offprint-same'].join('').includes(DAM[1].slice(0, 20)));
  const gaps = await page.evaluate(() =>
    [...document.querySelectorAll('offprint-gap')].map((gap) => gap.previousElementSibling.textContent),
  );
  assert.deepEqual(gaps, [DAM[4]], 'where the paragraph would stand');
  const stops = marks.stops;
  assert.equal(stops, marks.added + marks.changed + gaps.length);
  const places = [];
  for (let i = 0; i < stops; i += 1) places.push((await send(tabId, { type: 'jump', direction: 'next' })).at);
  assert.deepEqual(
    places,
    [...Array(stops).keys()].map((i) => (i + 1) % stops),
  );
  assert.equal((await send(tabId, { type: 'jump', direction: 'previous' })).at, stops - 1);
  await send(tabId, { type: 'unmark' });
  assert.equal(await page.evaluate(() => document.body.innerHTML), before);
  assert.deepEqual(await shown(), {});
  assert.equal(await send(tabId, { type: 'jump', direction: 'next' }), null);
  // In the page, Escape takes them away.
  await browser.ask('mark', { tabId, other: original.state.entry.id });
  await page.bringToFront();
  await page.keyboard.press('Escape');
  await stateOf(tabId, (state) => state.marks === null);
  assert.equal(await page.evaluate(() => document.querySelectorAll('offprint-bar, offprint-gap').length), 0);
});

test('passages that would stand at one place are shown in their order', async () => {
  const { page, tabId, state } = await visit(urlOf('zh-dam-original'));
  await browser.ask('mark', { tabId, other: state.entry.id });
  // The page lacks the third, which stood there when it was read.
  const [long, short] = ['很长的段落，'.repeat(20), '很短的段落。'];
  for (const [lines, at] of [
    [
      [DAM[0], DAM[1], long, DAM[2]],
      [1, 2],
    ],
    [
      [long, short, DAM[0], DAM[1]],
      [-1, 0],
    ],
  ]) {
    const text = lines.join('\n');
    const starts = lines.map((_, i) => lines.slice(0, i).join('\n').length + (i && 1));
    const sentences = lines.map((line, i) => ({ start: starts[i], end: starts[i] + line.length, kind: 'same' }));
    const gaps = [long, short].map((text, i) => ({ after: at[i], text }));
    await send(tabId, { type: 'mark', text, sentences, gaps });
    const isShort = () => [...document.querySelectorAll('offprint-gap')].map((gap) => gap.hasAttribute('short'));
    assert.deepEqual(await page.evaluate(isShort), [false, true]);
  }
});

test('what differs is counted; without the text of the other it cannot be', async () => {
  const original = await visit(urlOf('zh-dam-original'));
  const abridged = await visit(urlOf('zh-dam-abridged'));
  const [id, other] = [abridged.state.entry.id, original.state.entry.id];
  const difference = await browser.ask('difference', { id, other });
  assert.deepEqual(difference.missing.paragraphs, DAM.length - fixtures.get('zh-dam-abridged').body.split('\n').length);
  assert.deepEqual(difference.added, { paragraphs: 0, sentences: 0 });
  assert.equal(difference.texts[1], DAM.join('\n'));
  await browser.ask('changeSettings', { changes: { keepText: false } });
  await assert.rejects(browser.ask('difference', { id, other }), { code: 'no_text' });
  await assert.rejects(browser.ask('mark', { tabId: abridged.tabId, other }), { code: 'no_text' });
  await assert.rejects(browser.ask('difference', { id, other: 99 }), { code: 'gone' });
  assert.equal((await browser.ask('page', { tabId: abridged.tabId })).copies[0].entry.hasText, false);
});

test('forgetting, bringing back and "not a copy" show in the tab at once', async () => {
  const original = await visit(urlOf('zh-dam-original'));
  const { tabId, ...read } = await visit(urlOf('zh-dam-credited'));
  const state = await stateOf(tabId, ({ entry }) => entry);
  assert.equal(read.state.status, 'same');
  const [id, other] = [state.entry.id, original.state.entry.id];
  await browser.ask('notACopy', { id, other, not: true });
  const denied = await browser.ask('page', { tabId });
  assert.deepEqual([denied.status, denied.copies, denied.denied.map(({ id }) => id)], ['new', [], [other]]);
  assert.equal((await badgeOf(tabId))[0], 'new');
  await browser.ask('notACopy', { id, other, not: false });
  assert.equal((await badgeOf(tabId))[0], 'same');
  const forgotten = await browser.ask('forget', { id });
  const gone = await browser.ask('page', { tabId });
  assert.deepEqual([gone.remembered, gone.error.code], [false, 'gone']);
  assert.equal((await browser.ask('restore', { forgotten })).id, id);
  assert.deepEqual(await browser.ask('page', { tabId }), state);
  assert.equal(await browser.ask('forgetSite', { site: 'lanan-news.example' }), 1);
  assert.equal((await browser.ask('page', { tabId })).status, 'new');
});
