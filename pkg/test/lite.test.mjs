// The module without the tables of East Asia reads every page as the whole one does, where the platform
// decodes these charsets as the standard says.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import * as whole from 'offprint';
import * as lite from 'offprint/lite';
import { BROWSERS, inBrowser } from '../../tests/browsers.mjs';
import { COPY, meta, page, slugs } from './support/pages.mjs';

const pages = slugs.filter((slug) => !slug.includes('.'));

/** A page in another charset than its own, by what the platform has of it. */
function recoded(text, charset) {
  const codes = new Map();
  const decoder = new TextDecoder(charset, { fatal: true });
  for (let unit = 0x8140; unit < 0xffff; unit += 1) {
    const bytes = [unit >> 8, unit & 0xff];
    try {
      codes.set(decoder.decode(Uint8Array.from(bytes)), bytes);
    } catch {
      // Two bytes that are nothing.
    }
  }
  return Uint8Array.from([...text].flatMap((c) => (c < '\x80' ? [c.charCodeAt(0)] : (codes.get(c) ?? [0x3f]))));
}

test('it has what the whole package has', () => {
  assert.deepEqual(Object.keys(lite).sort(), Object.keys(whole).sort());
});

test('every page is read alike, as bytes and as text', async () => {
  assert.ok(pages.length >= 30);
  for (const slug of pages) {
    const { contentType } = meta(slug);
    const article = await whole.read(page(slug), { contentType, explain: true });
    assert.deepEqual(await lite.read(page(slug), { contentType, explain: true }), article, slug);
    const text = new TextDecoder(article.charset).decode(page(slug));
    assert.deepEqual(await lite.read(text), await whole.read(text), slug);
  }
});

test('pages in every charset of East Asia are read alike, declared or not', async () => {
  const charsets = {
    gb18030: COPY,
    big5: 'zh-dam-big5',
    shift_jis: 'ja-clock',
    'euc-jp': 'ja-clock',
    'euc-kr': 'ko-bookboat',
  };
  for (const [charset, slug] of Object.entries(charsets)) {
    const { charset: written } = await whole.read(page(slug));
    const text = new TextDecoder(written).decode(page(slug)).replace(/<meta[^>]*charset[^>]*>/i, '');
    const bytes = recoded(text, charset);
    for (const contentType of [null, `text/html; charset=${charset}`]) {
      const article = await whole.read(bytes, { contentType });
      assert.equal(article.charset.toLowerCase(), charset, slug);
      assert.ok(article.fingerprint, slug);
      assert.deepEqual(await lite.read(bytes, { contentType }), article, `${slug} in ${charset}`);
    }
  }
});

test('pieces of any size make no difference', async () => {
  for (const slug of [COPY, 'zh-dam-big5']) {
    const reader = new lite.Reader();
    for (const byte of page(slug)) reader.write(Uint8Array.of(byte));
    assert.deepEqual(reader.end(), await whole.read(page(slug)), slug);
  }
});

test('where the platform lacks a charset it says so, and is not loaded', async (t) => {
  const { TextDecoder } = globalThis;
  t.after(() => (globalThis.TextDecoder = TextDecoder));
  globalThis.TextDecoder = class extends TextDecoder {
    constructor(label, options) {
      if (label === 'euc-kr') throw new RangeError('no such charset');
      super(label, options);
    }
  };
  const module = await WebAssembly.compile(await readFile(new URL('../dist/lite/offprint.wasm', import.meta.url)));
  assert.throws(() => lite.initSync(module), { code: 'load_failed', message: /knows no euc-kr: import 'offprint'/ });
});

for (const [name, start] of Object.entries(BROWSERS)) {
  test(`${name} reads every page with it as Node does with the whole`, async () => {
    const there = async (base64) => {
      const { read } = await import('/lite/index.js');
      return read(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
    };
    await inBrowser(start, fileURLToPath(new URL('..', import.meta.url)), async (tab) => {
      for (const slug of pages) {
        assert.deepEqual(await tab.evaluate(there, page(slug).toString('base64')), await whole.read(page(slug)), slug);
      }
    });
  });
}
