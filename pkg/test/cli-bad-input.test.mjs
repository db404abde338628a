// The command line of the package on bad input: whatever fails is told, the rest is still read, and it ends.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, closeSync, openSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { records } from '../cli/records.js';
import { CLI, offprint, page, run, scratch, story } from './support/cli.mjs';

const write = scratch();
const PHOTO = readFileSync(new URL('../../tests/files/photo.jpg', import.meta.url));

/** The objects of standard output. */
const objects = (out) =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const ids = (out) => objects(out).map(({ id }) => id);

/** More pages than one thread reads by itself, of which some cannot be read. */
function many(name, bad) {
  for (let at = 0; at < 120; at += 1) {
    write(`${name}/${String(at).padStart(3, '0')}.html`, page(`Page ${at}`, story(at)));
  }
  for (const at of bad) write(`${name}/${at}.txt`, Buffer.from([0xff]));
  return write(name);
}

test('what cannot be read among many is told, and dedupe ends', async () => {
  const folder = many('some', ['050a', '090a']);
  const { code, out, err } = await offprint(['dedupe', folder]);
  assert.equal(code, 2);
  assert.deepEqual(err.match(/a text that is not UTF-8, .*?\.txt/g)?.length, 2, err);
  assert.equal(objects(out).length, 120);
});

const LINUX = { skip: process.platform !== 'linux' };
const POSIX = { skip: process.platform === 'win32' };

test('a full disk ends every command with a message, whatever threads still read', LINUX, async () => {
  const folder = many('full', []);
  const full = async (words, options) => {
    const child = spawn(process.execPath, [CLI, ...words], options);
    let err = '';
    child.stderr.on('data', (chunk) => (err += chunk));
    const code = await new Promise((resolve) => child.on('close', resolve));
    return { code, err };
  };
  const file = openSync('/dev/full', 'w');
  try {
    const out = { stdio: ['ignore', file, 'pipe'] };
    for (const words of [
      ['read', folder, '--jsonl'],
      ['read', write('full/001.html')],
      ['dedupe', folder],
    ]) {
      const { code, err } = await full(words, out);
      assert.equal(code, 2, words[0]);
      assert.match(err, /^offprint: cannot write \(.*ENOSPC.*\), standard output: check the place it goes to, .*\n$/);
    }
  } finally {
    closeSync(file);
  }
});

test('what has no end is refused: a list, and an index that is a device', LINUX, async () => {
  const folder = many('endless', []);
  const list = join(folder, '..', 'endless.jsonl');
  symlinkSync('/dev/zero', list);
  for (const [words, told] of [
    [['dedupe', list], /a line of more than 64 MiB, .*endless\.jsonl line 1: name a file/],
    [['dedupe', folder, '--index', '/dev/full'], /no file, \/dev\/full: name a file for the index/],
  ]) {
    const { code, err } = await offprint(words);
    assert.equal(code, 2, err);
    assert.match(err, told);
  }
});

test('an index that cannot be written ends dedupe, whatever threads still read', POSIX, async () => {
  // Files may grow to 64 blocks of 512 bytes, which are full when the threads have begun.
  const limited = `trap '' XFSZ; ulimit -f 64; exec "$0" "$@"`;
  const words = [process.execPath, CLI, 'dedupe', many('index', []), '--index', write('index.jsonl')];
  const { code, out, err } = await run('sh', ['-c', limited, ...words]);
  assert.equal(code, 2, err);
  assert.match(
    err,
    /^offprint: cannot write \(EFBIG.*\), .*index\.jsonl: check the place it goes to, then run again\n$/,
  );
  const judged = objects(out).length;
  assert.ok(judged > 32 && judged < 120, String(judged));
  // What was printed is kept.
  const again = objects((await offprint(['dedupe', write('index'), '--index', write('index.jsonl')])).out);
  assert.deepEqual(
    again.map(({ known }) => known),
    again.map((_, at) => at < judged),
  );
});

test('a thread that dies fails its page alone', async () => {
  // A program that is loaded first ends the thread where it opens certain pages.
  const killer = write(
    'killer.cjs',
    `
    const fs = require('node:fs');
    const { isMainThread } = require('node:worker_threads');
    const { openSync } = fs;
    fs.openSync = (path, ...more) => {
      if (!isMainThread && /07[05]\\.html/.test(path)) process.exit(7);
      if (!isMainThread && /080\\.html/.test(path)) throw new Error('a fault');
      return openSync(path, ...more);
    };
    require('node:module').syncBuiltinESMExports();`,
  );
  const folder = many('deaths', []);
  const { code, out, err } = await run(process.execPath, ['--require', killer, CLI, 'dedupe', folder]);
  assert.equal(code, 2, err);
  const told = err.trimEnd().split('\n');
  assert.equal(told.length, 4, err);
  assert.match(
    told[0],
    /^offprint: a fault of this program \(exit code 7\), .*070\.html: the others are still read; please report it /,
  );
  assert.match(told[2], /^offprint: a fault of this program \(a fault\), .*080\.html: /);
  assert.match(told[3], /^offprint: 117 read, 3 failed: .*070\.html \(.*075\.html \(.*080\.html \(/);
  const expected = Array.from({ length: 120 }, (_, at) => String(at).padStart(3, '0'));
  assert.deepEqual(
    ids(out),
    expected.filter((id) => !['070', '075', '080'].includes(id)),
  );
});

test('threads that cannot even start end the run', async () => {
  const killer = write('none.cjs', `if (!require('node:worker_threads').isMainThread) throw new Error('no room');`);
  const { code, err } = await run(process.execPath, ['--require', killer, CLI, 'read', many('none', []), '--jsonl']);
  assert.equal(code, 2, err);
  const told = err.trimEnd().split('\n');
  assert.ok(told.length < 20, err);
  assert.match(told.at(-1), /^offprint: threads die one after the other \(no room\), reading: .*/);
});

test('a list goes on after a bad line, and what is no list is told once', async () => {
  const text = (id, subject) => JSON.stringify({ id, text: story(subject).join('\n') });
  const list = write('list.jsonl', [text('a', 1), '{"id":"b"}', text('c', 1), 'x', text('d', 2), ''].join('\n'));
  const { code, out, err } = await offprint(['dedupe', list]);
  assert.deepEqual([code, ids(out)], [2, ['a', 'c', 'd']]);
  const said = err.split('\n');
  assert.equal(said.length, 4, err);
  assert.match(said[0], /^offprint: cannot use this line \(missing field `text`\), .* line 2: /);
  assert.match(said[1], /^offprint: .* line 4: /);
  assert.match(said[2], /^offprint: 3 read, 2 failed: /);
  for (const [name, bytes] of [
    ['page.dat', page('T', story(1)).replaceAll('<p>', '\n<p>')],
    ['photo', PHOTO],
  ]) {
    const { code, out, err } = await offprint(['dedupe', write(name, bytes)]);
    assert.deepEqual([code, out, err.trimEnd().split('\n').length], [2, '', 1], err);
  }
});

test('a folder that cannot be looked into does not stop the rest', { skip: process.getuid?.() === 0 }, async () => {
  write('shut/a.html', page('A', story(1)));
  write('shut/inside/b.html', page('B', story(2)));
  chmodSync(write('shut/inside'), 0);
  try {
    const { code, out, err } = await offprint(['read', write('shut'), '--jsonl']);
    assert.deepEqual([code, ids(out)], [2, ['a']]);
    assert.match(err, /not allowed to read, .*inside/);
  } finally {
    chmodSync(write('shut/inside'), 0o755);
  }
});

// Web archives.

function record(at, { type = 'response', subject = at, length } = {}) {
  const html = page(`Page ${at}`, story(subject));
  const http = Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${html}`);
  const head = [
    'WARC/1.0',
    `WARC-Type: ${type}`,
    `WARC-Target-URI: https://a.example/${at}`,
    'Content-Type: application/http; msgtype=response',
    `Content-Length: ${length ?? http.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), http, Buffer.from('\r\n\r\n')]);
}

const COUNT = 40;
const plain = Array.from({ length: COUNT }, (_, at) => record(at));
const packed = plain.map((bytes) => gzipSync(bytes));
const offsetOf = (all, at) => all.slice(0, at).reduce((sum, { length }) => sum + length, 0);
const all = [...plain.keys()];

/** The numbers of the pages that were read, and what was told. */
async function read(name, bytes) {
  const { code, out, err } = await offprint(['read', write(name, bytes), '--jsonl']);
  return {
    code,
    read: ids(out).map((id) => Number(id.slice('https://a.example/'.length))),
    told: err.trimEnd().split('\n'),
  };
}

const without = (...lost) => all.filter((at) => !lost.includes(at));

test('an archive that is cut short is told, with the place and what was read', async () => {
  for (const [name, records] of [
    ['cut.warc', plain],
    ['cut.warc.gz', packed],
  ]) {
    const whole = Buffer.concat(records);
    const { code, read: found, told } = await read(name, whole.subarray(0, offsetOf(records, 30) + 200));
    assert.deepEqual([code, found], [2, all.slice(0, 30)]);
    const place = `a damaged record at byte ${offsetOf(records, 30)}, after 30 whole ones (it is cut short)`;
    assert.deepEqual(told, [
      `offprint: ${place}, ${write(name)}: the rest is still read; try another copy`,
      `offprint: 30 read, 1 failed: ${write(name)} (${place})`,
    ]);
  }
});

test('behind a damaged record the archive is read on', async () => {
  const flipped = (records, at, byte) =>
    records.map((bytes, i) => {
      if (i !== at) return bytes;
      const copy = Buffer.from(bytes);
      copy[byte < 0 ? copy.length + byte : byte] ^= 0x55;
      return copy;
    });
  const reason = async (name, bytes, lost, count = 1) => {
    const { code, read: found, told } = await read(name, bytes);
    assert.deepEqual(found, without(...lost), told.join('\n'));
    assert.match(told.pop() ?? '', new RegExp(`^offprint: \\d+ read, ${count} failed: `));
    assert.deepEqual([code, told.length], [2, count], told.join('\n'));
    return told[0];
  };
  const at = `at byte ${offsetOf(packed, 12)}, after 12 whole ones`;
  // In what is packed: its head, its data, its sum, its length.
  for (const byte of [1, 300, -8, -1]) {
    assert.ok((await reason('flip.warc.gz', Buffer.concat(flipped(packed, 12, byte)), [12])).includes(at), byte);
  }
  // A part is missing, within a record and over several.
  await reason(
    'hole.warc.gz',
    Buffer.concat([...packed.slice(0, 12), packed[12].subarray(0, 99), ...packed.slice(13)]),
    [12],
  );
  await reason(
    'hole.warc',
    Buffer.concat([...plain.slice(0, 12), plain[12].subarray(0, 400), ...plain.slice(13)]),
    [12],
  );
  const [begin, end] = [offsetOf(plain, 5) + 300, offsetOf(plain, 9) + 500];
  const torn = Buffer.concat(plain);
  await reason('torn.warc', Buffer.concat([torn.subarray(0, begin), torn.subarray(end)]), [5, 6, 7, 8, 9]);
  // A block of a disk was lost.
  const zeros = Buffer.concat(packed);
  zeros.fill(0, offsetOf(packed, 20) + 50, offsetOf(packed, 22) + 50);
  await reason('zeros.warc.gz', zeros, [20, 21, 22]);
  // A length that is wrong.
  for (const length of [17, 100_000]) {
    await reason(
      'length.warc',
      Buffer.concat([...plain.slice(0, 12), record(12, { length }), ...plain.slice(13)]),
      [12],
    );
  }
  assert.match(
    await reason(
      'rubbish.warc',
      Buffer.concat([...plain.slice(0, 12), Buffer.from('rubbish\r\n\r\n'), ...plain.slice(12)]),
      [],
    ),
    /no record begins here/,
  );
  // Packed as a whole, there is nowhere to go on.
  const one = gzipSync(Buffer.concat(plain));
  const { code, read: found, told } = await read('one.warc.gz', one.subarray(0, one.length - 5000));
  assert.ok(code === 2 && found.length > 20 && found.length < COUNT && told.length === 2, told.join('\n'));
  assert.deepEqual((await read('one.warc.gz', one)).read, all);
});

test('an archive is known by its bytes, from a file and on standard input', async () => {
  for (const bytes of [Buffer.concat(plain), Buffer.concat(packed)]) {
    const expected = all.map((at) => `https://a.example/${at}`);
    for (const command of ['read', 'dedupe']) {
      for (const [words, stdin] of [
        [[command, '-', '--jsonl'], bytes],
        [[command, write('crawl.bin', bytes), '--jsonl'], ''],
      ]) {
        const { code, out, err } = await offprint(words, stdin);
        assert.deepEqual([code, err, ids(out)], [0, '', expected]);
      }
    }
  }
  const wet = gzipSync(record(1, { type: 'conversion' }));
  const { code, err } = await offprint(['read', write('crawl.wet.gz', wet), '--jsonl']);
  assert.equal(code, 2);
  assert.match(err, /nothing to read \(no answer or resource that is HTML, and no text\)/);
});

test('an archive of packed pages that unpack without end is read no further than wanted', async () => {
  const bomb = gzipSync(Buffer.alloc(300 << 20, '<p>x'));
  const http = Buffer.concat([
    Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n'),
    bomb,
  ]);
  const head =
    'WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://b.example/\r\n' +
    `Content-Length: ${http.length}\r\n\r\n`;
  const archive = write('bomb.warc', Buffer.concat([Buffer.from(head), http, Buffer.from('\r\n\r\n')]));
  const limited = ['--max-old-space-size=128', CLI, 'read', archive, '--jsonl', '--max-bytes', '100000'];
  const { code, out, err } = await run(process.execPath, limited);
  assert.deepEqual([code, err], [0, '']);
  assert.equal(objects(out)[0].truncated, true);
});

test('records are found however the bytes come', async () => {
  const damaged = Buffer.concat(packed.slice(0, 6));
  damaged[offsetOf(packed, 3) + 100] ^= 0x55;
  const torn = Buffer.concat([...plain.slice(0, 3), plain[3].subarray(0, 200), ...plain.slice(4, 6)]);
  for (const bytes of [damaged, torn]) {
    const found = async (size) => {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      const result = [];
      for await (const { head, damage } of records(chunks, 1 << 20))
        result.push(damage ? damage.offset : /URI: (\S*)/.exec(head)[1]);
      return result;
    };
    const expected = await found(bytes.length);
    assert.equal(expected.length, 6);
    for (const size of [1, 7, 1000, 4096]) assert.deepEqual(await found(size), expected, `${size} bytes at a time`);
  }
});
