// A page is the same article in every form, and other values are refused.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import vm from 'node:vm';
import { gzipSync } from 'node:zlib';

import { Reader, align, compare, read, readDocument } from 'offprint';
import { COPY, ORIGINAL, OTHER, meta, page } from './support/pages.mjs';

const bytes = page(COPY);
const { contentType, url } = meta(COPY);
const expected = await read(bytes, { contentType, url });

/** A stream of the page that records whether it is cancelled. */
function stream({ pieces = [bytes], end = true } = {}) {
  const seen = {};
  const readable = new ReadableStream({
    pull(controller) {
      if (pieces.length) controller.enqueue(pieces.shift());
      else if (end) controller.close();
    },
    cancel: (reason) => void (seen.cancelled = reason ?? true),
  });
  return { readable, seen };
}

test('bytes in every form are the same article', async () => {
  const whole = new Uint8Array(bytes);
  const halves = () => [whole.subarray(0, 9000), whole.subarray(9000)];
  const forms = {
    Uint8Array: whole,
    DataView: new DataView(whole.buffer),
    ArrayBuffer: whole.buffer,
    'ArrayBuffer of another realm': vm.runInNewContext('bytes => Uint8Array.from(bytes).buffer')(whole),
    ReadableStream: stream({ pieces: halves() }).readable,
    'stream of Node': Readable.from(halves()),
    'async iterable': (async function* () {
      yield* halves();
    })(),
  };
  for (const [name, form] of Object.entries(forms)) {
    assert.deepEqual(await read(form, { contentType, url }), expected, name);
  }
});

test('a Blob and a File are streamed, bring their type, and are read no further than is wanted', async () => {
  assert.deepEqual(await read(new Blob([bytes], { type: contentType }), { url }), expected);
  assert.deepEqual(await read(new File([bytes], 'page.html'), { contentType, url }), expected);
  assert.equal((await read(new Blob())).noFingerprintReason, 'no-article');
  const blob = new Blob([bytes]);
  const { readable, seen } = stream({ pieces: [bytes, bytes, bytes], end: false });
  blob.stream = () => readable;
  assert.equal((await read(blob, { maxBytes: 100 })).truncated, true);
  assert.equal(seen.cancelled, true);
});

test('a Response and a Request bring their type and address, and options win', async () => {
  const headers = { 'content-type': contentType };
  const response = new Response(bytes, { headers });
  Object.defineProperty(response, 'url', { value: url });
  assert.deepEqual(await read(response), expected);
  const request = new Request(url, { method: 'PUT', body: bytes, headers });
  assert.deepEqual(await read(request), expected);
  const other = 'https://other.example/';
  assert.equal((await read(new Response(bytes, { headers }), { url: other })).url, other);
  assert.equal((await read(new Response(null))).noFingerprintReason, 'no-article');
  assert.equal((await read(new Response(bytes))).url, null);
});

test('text is read as text, whatever charset it claims', async () => {
  const text = new TextDecoder('gbk').decode(bytes);
  assert.match(text, /charset=["']?gb/i);
  for (const options of [undefined, null, {}, { contentType: 'text/html; charset=big5' }]) {
    const article = await read(text, options);
    assert.equal(article.charset, 'UTF-8');
    assert.equal(article.fingerprint, expected.fingerprint);
  }
  assert.equal((await read('')).fingerprint, null);
});

test('a live page is read as the browser shows it', async () => {
  const document = { documentElement: { outerHTML: page(ORIGINAL).toString() }, URL: 'https://paper.example/1' };
  const article = await readDocument(document);
  assert.equal(article.url, document.URL);
  assert.equal(compare(article, expected).verdict, 'same');
  assert.equal((await readDocument(document, { url: 'https://x.example/' })).url, 'https://x.example/');
  for (const none of [null, {}, '<p>', { documentElement: null }]) {
    await assert.rejects(readDocument(none), { code: 'document' });
  }
});

test('articles are compared with the data that is kept about them', async () => {
  const original = await read(page(ORIGINAL), { url: meta(ORIGINAL).url });
  const other = await read(page(OTHER));
  const byHand = compare(original.fingerprint, expected.fingerprint, original, expected);
  assert.deepEqual(compare(original, expected), byHand);
  assert.equal(compare(original, expected.fingerprint).verdict, 'same');
  assert.equal(compare(original, other).verdict, 'different');
  assert.equal(compare(original, { ...other, fingerprint: null }).verdict, 'unknown');
  assert.equal(compare(null, undefined).verdict, 'unknown');
});

test('articles and verdicts are plain data', async () => {
  const article = await read(bytes, { explain: true });
  assert.deepEqual(structuredClone(article), article);
  assert.deepEqual(JSON.parse(JSON.stringify(article)), article);
  const verdict = compare(article, expected);
  assert.deepEqual(JSON.parse(JSON.stringify(verdict)), structuredClone(verdict));
});

test('values that are not pages, and unknown options, are refused', async () => {
  for (const none of [undefined, null, 5, {}, [60], new Map(), () => '']) {
    await assert.rejects(read(none), { code: 'page' });
  }
  for (const options of [5, '', { clean: true }, { contenttype: '' }, { maxBytes: 'many' }, { signal: 'stop' }]) {
    await assert.rejects(read('<p>', options), { code: 'options' });
  }
  await assert.rejects(read(Readable.from(['<p>text'])), { code: 'bytes' });
  const used = new Response(bytes);
  await used.arrayBuffer();
  await assert.rejects(read(used), { code: 'page_used' });
});

test('an address instead of its page is refused, with a hint', async () => {
  for (const address of [
    'https://paper.example/dam',
    ' HTTP://paper.example/\n',
    new URL('https://paper.example/dam'),
  ]) {
    await assert.rejects(read(address), { code: 'page_address', message: /await fetch\(address\)/ });
  }
  for (const text of ['', 'https://paper.example/ says', '<p>https://paper.example/dam', 'https://a.example/<p>']) {
    assert.equal((await read(text)).fingerprint, null);
  }
});

test('a file that is not a page is `other`, with its media type', async () => {
  const file = (name) => readFileSync(new URL(`../../tests/files/${name}`, import.meta.url));
  for (const [bytes, mediaType] of [
    [file('photo.jpg'), 'image/jpeg'],
    [file('paper.pdf'), 'application/pdf'],
    [gzipSync(page(ORIGINAL)), 'application/gzip'],
  ]) {
    const article = await read(new Response(bytes, { headers: { 'content-type': 'text/html' } }));
    const { pageType, noFingerprintReason, text, title, length, fingerprint } = article;
    assert.deepEqual([article.mediaType, pageType, noFingerprintReason], [mediaType, 'other', 'unreadable']);
    assert.deepEqual([text, title, length, fingerprint], ['', '', 0, null]);
  }
  assert.equal(expected.mediaType, null);
});

test('a page that breaks off is an error with its cause, and its stream is released', async () => {
  const cause = new Error('the line is dead');
  const pieces = async function* () {
    yield bytes.subarray(0, 100);
    throw cause;
  };
  await assert.rejects(read(pieces()), { code: 'page_failed', cause, message: /the line is dead/ });
});

test('a signal aborts the reading at once', async () => {
  const reason = new Error('not wanted any more');
  const gone = { code: 'aborted', name: 'AbortError', cause: reason };
  await assert.rejects(read(bytes, { signal: AbortSignal.abort(reason) }), gone);

  const controller = new AbortController();
  const { readable, seen } = stream({ end: false });
  const reading = read(readable, { signal: controller.signal });
  setImmediate(() => controller.abort(reason));
  await assert.rejects(reading, gone);
  assert.ok(seen.cancelled);

  const stuck = new AbortController();
  const never = (async function* () {
    await new Promise(() => {});
    yield bytes;
  })();
  setImmediate(() => stuck.abort(reason));
  await assert.rejects(read(never, { signal: stuck.signal }), gone);
});

test('a stream is read no further than `maxBytes`', async () => {
  const { readable, seen } = stream({ pieces: [bytes, bytes, bytes], end: false });
  const article = await read(readable, { maxBytes: 1000 });
  assert.equal(article.truncated, true);
  assert.ok(seen.cancelled);
});

test('sentences of two texts are set side by side, in places that slice understands', () => {
  const texts = ['🌊 The dam is full. It was opened at noon.\n完。', 'It was opened at noon! 🌊 The dam was full.'];
  const sides = align(...texts);
  const shown = sides.map((side, at) =>
    side.map(({ start, end, kind, other, moved }) => [texts[at].slice(start, end), kind, other, moved]),
  );
  assert.deepEqual(shown, [
    [
      ['🌊 The dam is full.', 'changed', 1, false],
      ['It was opened at noon.', 'same', 0, false],
      ['完。', 'only', null, false],
    ],
    [
      ['It was opened at noon!', 'same', 1, false],
      ['🌊 The dam was full.', 'changed', 0, false],
    ],
  ]);
  assert.deepEqual(structuredClone(sides), sides);
  assert.deepEqual(align('', ''), [[], []]);
  assert.throws(() => align('x', null), { code: 'text' });
});

test('text that other pages of a site repeat is left out', () => {
  const standing = '<p>The Amble Courier has told the valley what happened since 1911, and its readers own it in full.';
  const report = (n) =>
    [0, 1, 2, 3].map(
      (at) => `<p>Report ${n}, part ${at}: what the keeper of lock ${7 * n + at} saw is told here at length.`,
    );
  const html = (n) => new TextEncoder().encode(`<div>${report(n).join('')}${standing}</div>`);
  const readOn = (bytes, site) => {
    const reader = new Reader();
    reader.write(bytes);
    return reader.end(site);
  };
  let memory = new Uint8Array();
  for (let n = 0; n < 8; n += 1) memory = readOn(html(n), memory).siteMemory;
  assert.ok(memory.length > 1 && memory.length <= 8193);
  const { siteMemory, ...known } = readOn(html(9), memory);
  const { siteMemory: first, ...unknown } = readOn(html(9), new Uint8Array());
  assert.ok(known.length < unknown.length);
  assert.deepEqual(unknown, readOn(html(9)));
  assert.ok(siteMemory.length > memory.length && first.length < memory.length);
  assert.throws(() => readOn(html(9), memory.subarray(1)), { code: 'site_memory' });
  assert.throws(() => readOn(html(9), 'memory'), { code: 'bytes' });
});
