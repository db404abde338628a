// The shared index: the extension beside the real worker. The test inspects what is sent.
import assert from 'node:assert/strict';
import http from 'node:http';
import { after, test } from 'node:test';
import { start } from '../../worker/test/support/site.mjs';
import { startChromium } from './support/chromium.mjs';
import { fixtures, send, urlOf } from './support/sites.mjs';
import { started } from './support/started.mjs';

const ADDRESS = 'http://index.example/_offprint';
const ORIGINAL = 'https://www.lanan-news.example/xianyu/2026/03/81204.html';

let sent = [];
const { sites, browser } = await started(startChromium, {}, { index: new URL(ADDRESS).origin });
const worker = await start();
after(() => worker.stop());
const entered = await worker.api(
  'POST',
  `register?url=${encodeURIComponent(ORIGINAL)}`,
  fixtures.get('zh-dam-original').read('page.html'),
  { type: 'text/html; charset=utf-8' },
);
assert.equal(entered.status, 201);
await browser.ask('changeSettings', { changes: { when: 'everywhere', shared: { address: ADDRESS, on: true } } });

/** Lets the sites' server answer for the worker, and records the messages. */
function forward(path) {
  sites.put(`http://index.example${path}`, (request, response) => {
    sent.push({ method: request.method, path, headers: request.headers });
    http.get(worker.address + path.slice(1), { headers: { host: 'paper.example' } }, async (answer) => {
      send(response, answer.statusCode, 'application/json', Buffer.concat(await answer.toArray()));
    });
  });
}

async function visit(url) {
  sent = [];
  return browser.visit(url, ({ shared }) => shared && shared.status !== 'asking');
}

/** The endings that queries about a page would send. */
async function endingsOf(name) {
  const { keys, load, read } = await import('../history/core.js');
  await load();
  const { contentType } = fixtures.get(name);
  const { fingerprint } = await read(fixtures.get(name).read('page.html'), { url: urlOf(name), contentType });
  return keys(fingerprint).write.map((key) => key.slice(-4));
}

test('a copy is found by four digits of one key, and nothing else is sent', async () => {
  const endings = await endingsOf('zh-dam-credited');
  for (const ending of endings) forward(`/_offprint/keys/${ending}`);
  const { tabId, state } = await visit(urlOf('zh-dam-credited'));
  assert.equal(state.status, 'new', 'here it was not seen before');
  const { status, verdict, asked, article } = state.shared;
  assert.deepEqual([status, verdict, article], ['found', 'same', null]);
  assert.ok(asked >= 1 && asked <= endings.length);
  assert.deepEqual(
    sent.map(({ path }) => path),
    endings.slice(0, asked).map((ending) => `/_offprint/keys/${ending}`),
  );
  for (const { method, headers } of sent) {
    assert.equal(method, 'GET');
    for (const name of ['cookie', 'referer', 'origin', 'authorization']) assert.equal(headers[name], undefined, name);
  }
  // The index learns which article it is only when the user asks for it.
  sent = [];
  const { json } = await worker.api('GET', 'articles');
  forward(`/_offprint/articles/${json.articles[0].id}`);
  const told = await browser.ask('sharedArticle', { tabId });
  assert.equal(sent.length, 1);
  assert.deepEqual([told.shared.article.url, told.shared.article.copies], [ORIGINAL, 0]);
  assert.ok(told.shared.article.firstSeen && told.shared.article.title);
});

test('an article that the index lacks is not found', async () => {
  for (const ending of await endingsOf('en-kettle')) forward(`/_offprint/keys/${ending}`);
  const { tabId, state } = await visit(urlOf('en-kettle'));
  assert.equal(state.shared.status, 'nothing');
  assert.equal(sent.length, state.shared.asked);
  await assert.rejects(browser.ask('sharedArticle', { tabId }), { code: 'shared' });
});

test('an index that fails to answer, or answers nonsense, prevents nothing', async () => {
  const unanswered = await visit(urlOf('en-barrage-original'));
  assert.deepEqual([unanswered.state.status, unanswered.state.remembered], ['new', true]);
  assert.deepEqual([unanswered.state.shared.status, unanswered.state.shared.error.code], ['failed', 'shared']);
  const answers = [
    'not JSON',
    '[]',
    '{"records":5}',
    '{"records":[null,{"key":5},{"key":"x","id":"y","fingerprint":"z"}]}',
  ];
  const names = ['zh-nightbus-original', 'zh-poem', 'ko-bookboat', 'ru-tram'];
  for (const [i, name] of names.entries()) {
    for (const ending of await endingsOf(name)) {
      sites.put(`http://index.example/_offprint/keys/${ending}`, (_, response) =>
        send(response, 200, 'application/json', answers[i]),
      );
    }
    const { state } = await visit(urlOf(name));
    assert.equal(state.status, 'new', name);
    assert.equal(state.shared.status, i === 3 ? 'nothing' : 'failed', `${answers[i]}: ${JSON.stringify(state.shared)}`);
  }
});

test('off, nothing is sent', async () => {
  await browser.ask('changeSettings', { changes: { shared: { address: ADDRESS, on: false } } });
  sites.requests.length = 0;
  const { state } = await browser.visit(urlOf('en-van-utf16'), ({ entry }) => entry);
  assert.equal(state.shared, null);
  assert.deepEqual(
    sites.requests.filter((url) => url.startsWith('http://index.example')),
    [],
  );
});
