// A page that passes through an OffprintStream.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import init, { OffprintStream, Reader, read } from 'offprint';
import { PAGES, lines } from './support/cli.mjs';
import { ORIGINAL, page } from './support/pages.mjs';

await init();
const bytes = new Uint8Array(page(ORIGINAL));
const article = await read(bytes);

function pieces(size) {
  const all = [];
  for (let at = 0; at < bytes.length; at += size) all.push(bytes.slice(at, at + size));
  return all;
}

/** What comes out of a stream. */
async function passed(stream, chunks = pieces(1000)) {
  const out = new Response(ReadableStream.from(chunks).pipeThrough(stream));
  return new Uint8Array(await out.arrayBuffer());
}

test('a page passes byte for byte, and its article comes with it', async () => {
  for (const size of [1, 1000, bytes.length]) {
    const stream = new OffprintStream({ url: 'https://paper.example/1' });
    assert.deepEqual(await passed(stream, pieces(size)), bytes);
    assert.deepEqual(await stream.article, await read(bytes, { url: 'https://paper.example/1' }));
  }
  const empty = new OffprintStream();
  assert.equal((await passed(empty, [new Uint8Array()])).length, 0);
  assert.equal((await empty.article).fingerprint, null);
});

test('it comes out clean on request', async () => {
  const reader = new Reader({ clean: true });
  const cleaned = [...reader.write(bytes), ...(reader.end().rest ?? [])];
  assert.ok(cleaned.length < bytes.length);
  const stream = new OffprintStream({ clean: true });
  assert.deepEqual([...(await passed(stream))], cleaned);
  assert.deepEqual(await stream.article, article);
});

test('the native program cleans every page to the same bytes, in any chunks', async () => {
  for (const { id, html } of await lines(['clean', PAGES, '--jsonl', '--quiet'])) {
    const name = id.replace(/\/page$/, '');
    const reader = new Reader({ clean: true });
    const all = new Uint8Array(page(name));
    const parts = [];
    for (let at = 0; at < all.length; at += 777) parts.push(reader.write(all.subarray(at, at + 777)));
    parts.push(reader.end().rest ?? new Uint8Array());
    assert.equal(Buffer.concat(parts).toString(), html, name);
  }
});

test('it reads no further than its reader', async () => {
  let taken = 0;
  const pull = (out) => {
    taken++;
    out.enqueue(bytes.slice(0, 1000));
  };
  const source = new ReadableStream({ pull }, { highWaterMark: 0 });
  const out = source.pipeThrough(new OffprintStream()).getReader();
  for (let i = 0; i < 5; i++) await out.read();
  await new Promise(setImmediate);
  assert.ok(taken <= 7, `${taken} pieces taken for 5`);
  await out.cancel();
});

test('a page that is aborted or cancelled has no article, and callers may ignore that', async () => {
  const reason = new Error('the visitor left');
  const gone = { code: 'aborted', name: 'AbortError', cause: reason };
  const unheard = [];
  const hear = (error) => unheard.push(error);
  process.on('unhandledRejection', hear);

  for (const begin of [false, true]) {
    const aborted = new OffprintStream();
    const writer = aborted.writable.getWriter();
    // Nobody takes this out: an abort must not wait for that.
    if (begin) writer.write(bytes).catch(() => {});
    await writer.abort(reason);
    await assert.rejects(aborted.article, gone);
    await assert.rejects(aborted.readable.getReader().read(), reason);

    const cancelled = new OffprintStream();
    const input = cancelled.writable.getWriter();
    if (begin) input.write(bytes).catch(() => {});
    await cancelled.readable.cancel(reason);
    await assert.rejects(cancelled.article, gone);
    await assert.rejects(input.closed, reason);
  }

  const broken = new ReadableStream({ pull: (out) => out.error(reason) }).pipeThrough(new OffprintStream());
  await assert.rejects(new Response(broken).text(), reason);
  new OffprintStream().readable.cancel(reason);

  await new Promise(setImmediate);
  process.off('unhandledRejection', hear);
  assert.deepEqual(unheard, []);
});

test('the wasm memory of a page is freed however it ends', async () => {
  const { write, free } = Reader.prototype;
  const begun = new Set();
  Reader.prototype.write = function (bytes) {
    begun.add(this);
    return write.call(this, bytes);
  };
  Reader.prototype.free = function () {
    begun.delete(this);
    free.call(this);
  };
  try {
    await passed(new OffprintStream());
    await read(bytes);
    for (const end of ['abort', 'cancel']) {
      const stream = new OffprintStream();
      const writer = stream.writable.getWriter();
      const out = stream.readable.getReader();
      writer.write(bytes).catch(() => {});
      await out.read();
      assert.equal(begun.size, 1);
      await (end === 'abort' ? writer.abort() : out.cancel());
      assert.equal(begun.size, 0, end);
    }
  } finally {
    Object.assign(Reader.prototype, { write, free });
  }
});

test('the page passes even if it cannot be read, unless it was to be cleaned', async () => {
  const stream = new OffprintStream({ nonsense: true });
  assert.deepEqual(await passed(stream), bytes);
  await assert.rejects(stream.article, { code: 'options' });

  const clean = new OffprintStream({ clean: true, nonsense: true });
  await assert.rejects(passed(clean), { code: 'options' });
  await assert.rejects(clean.article, { code: 'options' });

  const strings = new OffprintStream({ clean: true });
  await assert.rejects(passed(strings, ['<p>']), { code: 'bytes' });
  assert.throws(() => new OffprintStream(5), { code: 'options' });
});
