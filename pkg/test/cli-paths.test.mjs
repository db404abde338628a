// Both programs have the same options and read the same paths.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { gzipSync } from 'node:zlib';
import { CLI, lines, offprint, page, run, scratch, story } from './support/cli.mjs';

const write = scratch();
for (const [path, subject] of [
  ['one/a.html', 1],
  ['two/a.html', 2],
  ['two/b.html', 1],
]) {
  write(path, page(path, story(subject)));
}
write('three.txt', story(1).join(' '));
write('list.jsonl', `${JSON.stringify({ id: 'listed', text: story(2).join(' ') })}\n`);
const at = (name) => write(name);

async function failure(words) {
  const { code, err } = await offprint(words);
  assert.equal(code, 2, err);
  return err;
}

const native = process.env.OFFPRINT ?? fileURLToPath(new URL('../../target/debug/offprint', import.meta.url));
const needsNative = { skip: !existsSync(native) && 'cargo build first' };

/** What only one of the programs has is told under a heading, or named in such a line. */
const shared = (help) =>
  help
    .replace(/ +$/gm, '')
    .replace(/^Only in .*\n(?:(?: .*)?\n)*/gm, '')
    .replace(/^ +(completions|man|- concept-network-words:|- term-vector-words:) .*\n/gm, '');

test('both programs have the same help', needsNative, async () => {
  for (const command of ['', 'read', 'compare', 'pairs', 'dedupe', 'origins', 'index']) {
    const words = [command, '--help'].filter(Boolean);
    const [ours, theirs] = await Promise.all([offprint(words), run(native, words)]);
    assert.equal(shared(ours.out), shared(theirs.out), command);
    assert.deepEqual([ours.code, ours.err], [0, '']);
    assert.match(ours.out, /^ +-h, --help/m);
    // Nothing is promised that is refused.
    for (const [, option] of ours.out.matchAll(/^ {2,6}(?:-\w, | {4})?(--[\w-]+)/gm)) {
      const { err } = await offprint([command, option, 'x', 'y', 'z'].filter(Boolean));
      assert.doesNotMatch(err, /unknown option/i, `${command} ${option}`);
    }
  }
});

test('both programs print the same of several paths', needsNative, async () => {
  const articles = write('articles.jsonl', (await offprint(['read', at('two'), '--jsonl'])).out);
  const named = write('paths', `${at('one/a.html')}\n\n${at('two/b.html')}\n`);
  for (const words of [
    ['read', at('two'), at('one/a.html'), at('three.txt'), '--jsonl'],
    ['read', at('two'), at('one/a.html'), '--markdown'],
    ['read', '--files-from', named, '--jsonl'],
    ['dedupe', at('one/a.html'), at('two'), at('three.txt'), at('list.jsonl')],
    ['dedupe', '--files-from', named, '--plain', '--threads', '1'],
    ['origins', at('one/a.html'), at('two'), '--json'],
    ['origins', articles, '--json'],
    ['dedupe', articles],
    ['pairs', '--docs', articles, '--pairs', write('pairs.jsonl', '{"a": "a", "b": "b"}\n')],
    ['read', at('one/a.html'), '--json', '--max-bytes', '1k'],
  ]) {
    const [ours, theirs] = await Promise.all([offprint(words), run(native, words)]);
    assert.deepEqual(ours, theirs, words.join(' '));
    assert.equal(ours.code, 0, words.join(' '));
    assert.ok(ours.out);
  }
});

/** A record of a web archive. */
function record(type, name, contentType, content) {
  const head = [
    'WARC/1.0',
    `WARC-Type: ${type}`,
    `WARC-Target-URI: https://a.example/${name}`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${Buffer.byteLength(content)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${content}\r\n\r\n`);
}

const rss = (content) =>
  `<rss><channel><link>https://a.example/</link><item><title>A &amp;amp; B</title><link>/feed</link>` +
  `<description>${content.replaceAll('<', '&lt;')}</description></item></channel></rss>`;

test('both programs read archives, damaged or not, and feeds alike', needsNative, async () => {
  const http = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${page('One', story(1))}`;
  const records = [
    record('response', '1', 'application/http', http),
    record('resource', '2', 'text/html', page('Two', story(2))),
    record('conversion', '3', 'text/plain', story(1).join('\n')),
    record('resource', '4', 'image/png', 'x'),
    record('resource', '5', 'text/html', page('Five', story(2))),
  ].map((bytes) => gzipSync(bytes));
  const whole = Buffer.concat(records);
  const archive = write('crawl.warc.gz', whole);
  const wet = write('crawl.wet', record('conversion', 'wet', 'text/plain', story(4).join('\n')));
  const torn = Buffer.from(whole);
  torn[records[0].length + 40] ^= 0x55;
  const damaged = [write('torn.warc.gz', torn), write('cut.warc.gz', whole.subarray(0, -30))];
  const feed = write('feed.rss', rss(story(3).join('<p>')));
  const [ours, theirs] = [write('ours.ndjson'), write('theirs.ndjson')];
  for (const [words, code] of [
    [['read', archive, '--jsonl'], 0],
    [['read', wet, archive, at('two'), '--jsonl'], 0],
    [['read', archive, '--url', 'x'], 2],
    [['dedupe', archive], 0],
    [['dedupe', archive, wet, at('two'), '--plain'], 0],
    [['origins', archive, '--json'], 0],
    [['read', feed, '--feed-content', '--jsonl'], 0],
    [['read', at('one'), feed, '--feed-content', '--markdown'], 0],
    [['read', archive, '--as', 'page', '--jsonl'], 0],
    [['compare', archive, at('one/a.html')], 3],
    ...damaged.flatMap((path) => [
      [['read', path, '--jsonl'], 2],
      [['dedupe', path, at('two')], 2],
    ]),
  ]) {
    const [a, b] = await Promise.all([offprint(words), run(native, words)]);
    assert.deepEqual(a, b, words.join(' '));
    assert.equal(a.code, code, a.err);
  }
  await offprint(['read', archive, at('two'), '--output', ours]);
  await run(native, ['read', archive, at('two'), '--output', theirs]);
  assert.equal(readFileSync(ours, 'utf8'), readFileSync(theirs, 'utf8'));
  const [a, b] = (await lines(['read', at('two'), '--jsonl'])).map(({ fingerprint }) => fingerprint);
  const pairs = JSON.stringify({ a: 'x', b: 'y', a_fingerprint: a, b_fingerprint: b });
  const compared = await Promise.all([
    offprint(['pairs', '--fingerprints', '-'], pairs),
    run(native, ['pairs', '--fingerprints', '-'], pairs),
  ]);
  assert.deepEqual(...compared);
  assert.equal(JSON.parse(compared[0].out).verdict, 'different');
});

test('verdicts have colours on a terminal that wants them', needsNative, async () => {
  const words = ['dedupe', at('one'), at('two'), '--plain'];
  const onTerminal = async (program, given, env) => {
    const command = [...program, ...given].map((word) => `'${word}'`).join(' ');
    const shown = spawn('script', ['-qec', command, '/dev/null'], { env: { ...process.env, TERM: 'xterm', ...env } });
    let out = '';
    for await (const chunk of shown.stdout) out += chunk;
    return out.replaceAll('\r', '');
  };
  for (const program of [[process.execPath, CLI], [native]]) {
    const { out } = await run(program[0], [...program.slice(1), ...words]);
    assert.ok(!out.includes('\x1b'));
    for (const CI of [undefined, 'true']) {
      const painted = await onTerminal(program, words, { NO_COLOR: undefined, CI });
      assert.ok(painted.includes('\n\x1b[32msame\x1b[0m       1.000  '), painted);
      assert.equal(stripVTControlCharacters(painted), out);
    }
    assert.equal(await onTerminal(program, words, { NO_COLOR: '1' }), out);
    assert.equal(await onTerminal(program, words, { NO_COLOR: undefined, CI: undefined, TERM: 'dumb' }), out);
    const failed = await onTerminal(program, ['read', at('gone.html')], { NO_COLOR: undefined });
    assert.ok(failed.startsWith('\x1b[31moffprint:\x1b[0m no such file'), failed);
  }
});

test('an index in a file is looked after', async () => {
  const [one, other] = [write('one.index'), write('other.index')];
  await offprint(['dedupe', at('one'), at('two'), '--index', one]);
  const [first, ...rest] = readFileSync(one, 'utf8').trimEnd().split('\n');
  const stats = async (path) => JSON.parse((await offprint(['index', path, 'stats'])).out);
  assert.deepEqual(
    [(await stats(one)).judged, (await stats(one)).stored, (await stats(one)).classes],
    [3, 3, 2],
    'two are the same',
  );
  assert.equal((await offprint(['index', one, 'remove', JSON.parse(first).id])).code, 0);
  assert.equal((await stats(one)).judged, rest.length);
  // What comes next begins a class of its own.
  write('next.txt', story(9).join(' '));
  const next = await lines(['dedupe', at('next.txt'), at('one'), '--index', one]);
  assert.deepEqual(
    next.map(({ verdict }) => verdict),
    ['different', 'same'],
  );
  assert.equal((await stats(one)).classes, 3);
  write('other/c.html', page('C', story(7)));
  await offprint(['dedupe', at('other'), '--index', other]);
  assert.equal((await offprint(['index', one, 'merge', other])).out, '1 new articles\n');
  assert.equal((await offprint(['index', one, 'merge', other])).out, '0 new articles\n');
  assert.deepEqual([(await stats(one)).judged, (await stats(one)).classes], [5, 4]);
  assert.match(await failure(['index', one, 'remove', 'nobody']), /no article with the id `nobody`/);
  assert.match(await failure(['index', write('none'), 'stats']), /no such file/);
  assert.match(await failure(['index', one, 'burn']), /no such command, burn/);
  assert.match(await failure(['index', one, 'remove']), /<ID> is missing/);
});

test('both programs find articles in other words, and those of an earlier run', needsNative, async () => {
  const courier = write(
    'retold/courier.txt',
    'The ferry to Skarn stopped on Sunday night after a storm had torn away half of its landing stage. Divers found ' +
      'two of the four piles broken below the waterline, said Ines Dahl of the county. Repairs cost 180,000 crowns ' +
      'and take at least six weeks; until then the Havsula carries passengers.',
  );
  const portal = write(
    'again/portal.txt',
    'No boats for Skarn: half of the landing stage was wrecked by a storm during the night to Monday. Of its four ' +
      'piles, divers report, two are broken below the waterline. Ines Dahl, who speaks for the county, reckons with ' +
      'repairs for 180,000 crowns that need six weeks. Passengers meanwhile board the Havsula.',
  );
  const rows = write('retold.jsonl', (await offprint(['read', portal, at('two'), '--jsonl'])).out);
  const both = async (words, code = 0) => {
    const [ours, theirs] = await Promise.all([offprint(words('ours')), run(native, words('theirs'))]);
    assert.deepEqual(ours, theirs, words('ours').join(' '));
    assert.equal(ours.code, code, ours.err);
    return ours.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  const source = ({ rewriting }) => rewriting?.of.split('/').at(-1);
  const told = async (...words) => (await both(() => ['dedupe', ...words])).map(source);
  assert.deepEqual(await told(courier, at('two'), portal, '--rewrites'), [undefined, undefined, undefined, 'courier']);
  assert.deepEqual(await told(courier, rows, '--rewrites'), [undefined, 'courier', undefined, undefined]);
  assert.deepEqual(await told(courier, portal), [undefined, undefined]);
  const { out } = await offprint(['dedupe', courier, portal, '--rewrites', '--plain']);
  assert.match(out, /\(rewritten from .*courier, 0\.9\d+\)\n$/);
  assert.match(await failure(['dedupe', courier, '--rewrites', '--method', 'minhash']), /--rewrites cannot be used/);

  const index = (name) => at(`${name}.seen`);
  const kept = (...words) => both((name) => ['dedupe', ...words, '--index', index(name)]);
  await kept(courier, at('one'), '--rewrites');
  assert.ok('sketch' in JSON.parse(readFileSync(index('ours'), 'utf8').split('\n')[0]));
  const [unasked] = await kept(at('again'));
  assert.ok(!('rewriting' in unasked) && unasked.verdict === 'different');
  for (const name of ['ours', 'theirs']) {
    const program = name === 'ours' ? offprint : (words) => run(native, words);
    assert.equal((await program(['index', index(name), 'remove', 'portal'])).code, 0);
    await program(['dedupe', at('two'), '--index', at(`${name}.other`)]);
    assert.equal((await program(['index', at(`${name}.other`), 'merge', index(name)])).out, '2 new articles\n');
  }
  const [found] = await kept(at('again'), '--rewrites');
  assert.deepEqual([found.verdict, source(found)], ['different', 'courier']);
  const [merged] = await both((name) => ['dedupe', at('again'), '--rewrites', '--index', at(`${name}.other`)]);
  assert.deepEqual(merged.rewriting, found.rewriting);
  const [again] = await kept(at('again'), '--rewrites');
  assert.deepEqual([again.known, again.rewriting], [true, undefined], 'it was judged before');
});

test('what cannot be read does not keep the others out', async () => {
  const { out, err, code } = await offprint(['read', at('one/a.html'), at('gone.html'), at('two/b.html'), '--jsonl']);
  assert.deepEqual([out.trimEnd().split('\n').length, code], [2, 2]);
  assert.match(err, /no such file or folder/);
  assert.match(err, /^offprint: 2 read, 1 failed: .*gone.html \(no such file or folder\)$/m);
  assert.match(await failure(['read', at('one'), at('two'), '--json']), /--json is for one page/);
  assert.match(await failure(['dedupe', '--files-from', write('none', '\n')]), /no path in this list/);
  for (const [option, value] of [
    ['--threads', '0'],
    ['--threads', 'x'],
    ['--max-bytes', '1.5M'],
    ['--max-bytes', 'M'],
  ]) {
    assert.match(await failure(['read', at('one'), option, value]), new RegExp(option));
  }
  const broken = write('broken.jsonl', '{"id": "a", "fingerprint": "AAAA"}\n');
  assert.match(await failure(['origins', broken]), /cannot use this line/);
  assert.match(await failure(['origins', write('bare.jsonl', '{"id": "a"}\n')]), /missing field `text`/);
  assert.equal((await lines(['read', '--files-from', '-', '--jsonl'], `${at('one/a.html')}\n`)).length, 1);
});
