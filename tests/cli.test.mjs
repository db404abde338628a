// The command line of the package prints what the native one prints, to the byte, and ends as it ends.
//
// The native program: OFFPRINT.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { PAGES, offprint, page, run, scratch, story } from '../pkg/test/support/cli.mjs';

const native = process.env.OFFPRINT;
assert.ok(native, 'set OFFPRINT to the native program, or run `cargo xtask test`');

const write = scratch();
const slugs = readdirSync(PAGES)
  .filter((name) => !name.includes('.'))
  .sort();
const [first, second] = [story(1), story(2)];
const text = (id, sentences, title = null) => `${JSON.stringify({ id, title, text: sentences.join('\n'), more: 1 })}\n`;
const texts = write(
  'texts.jsonl',
  [
    text('a', first, 'Stories'),
    text('b', second),
    text('half', [...first.slice(0, 12), ...second.slice(12)]),
    text('a', first),
    text('copy', first),
    text('short', first.slice(0, 1)),
    '\n',
  ].join(''),
);
for (const at of [3, 1, 2]) write(`folder/b-${at}/x.html`, page(`Page ${at}`, story(at)));
write('folder/b/z.HTM', page('Copy', story(3)));
write('folder/b.txt', story(2).join('\n'));

/** Both programs end alike, and say the same. */
async function alike(words, { stdin, err = true } = {}) {
  const [theirs, ours] = await Promise.all([run(native, words, stdin), offprint(words, stdin)]);
  assert.equal(ours.out, theirs.out, words.join(' '));
  assert.equal(ours.code, theirs.code, words.join(' '));
  if (err) assert.equal(ours.err, theirs.err, words.join(' '));
  else assert.equal(ours.err === '', theirs.err === '', `${words.join(' ')}: ${ours.err}`);
  return ours;
}

test('read prints pages alike', async () => {
  const { out } = await alike(['read', PAGES, '--jsonl']);
  assert.equal(out.trimEnd().split('\n').length, slugs.length);
  await alike(['read', PAGES]);
  await alike(['read', PAGES, '--jsonl', '--explain', '--iscc', '--max-bytes', '3000']);
  const one = `${PAGES}/zh-dam-table-gbk/page.html`;
  await alike(['read', one, '--json', '--url', 'https://paper.example/1', '--content-type', 'text/html; charset=gbk']);
  await alike(['read', one, '--explain', '--iscc']);
  await alike(['read', '-', '--json'], { stdin: readFileSync(one) });
  await alike(['read', '-'], { stdin: '' });
  await alike(['read', write('folder/b.txt'), '--jsonl']);
  await alike(['read', write('folder'), '--jsonl']);
});

test('compare prints verdicts alike', async () => {
  const path = (slug) => `${PAGES}/${slug}/page.html`;
  const a = path('zh-dam-original');
  for (const slug of ['zh-dam-table-gbk', 'zh-dam-abridged', 'zh-dam-merged', 'en-kettle', 'zh-notice']) {
    await alike(['compare', a, path(slug)]);
    await alike(['compare', a, path(slug), '--json']);
  }
  await alike(['compare', a, path('zh-dam-front-page'), '--jsonl']);
  const { fingerprint } = JSON.parse((await offprint(['read', a, '--json'])).out);
  await alike(['compare', path('zh-dam-abridged'), fingerprint]);
  await alike(['compare', fingerprint, fingerprint, '--json']);
  for (const wrong of ['nothing', fingerprint.slice(0, 70), `${fingerprint.slice(0, -4)}AAAA`])
    await alike(['compare', wrong, a]);
  await alike(['compare', fingerprint, a, '--method', 'simhash']);
  await alike(['compare', write('texts/a.txt', Buffer.from([0xff, 0x41])), a]);
});

test('origins are told alike', async () => {
  const form = (...words) => alike(['origins', ...words]);
  const { out } = await form(PAGES, '--json');
  const { sentence, origins, clusters } = JSON.parse(out);
  assert.match(sentence, /^\d+ of \d+ pages go back to one /);
  assert.ok(origins.length > 5 && clusters.length >= 3);
  for (const words of [[], ['--jsonl'], ['--csv']]) await form(PAGES, ...words);
  await form(texts);
  await form(write('folder'), '--csv');
  const nothing = write('nothing/empty.html', '').replace(/empty.html$/, '');
  assert.match((await form(nothing)).out, /^None of 1 page has an article/);
  write('broken/a.html', page('A', first));
  const broken = write('broken/b.txt', Buffer.from([0xff, 0x41])).replace(/b.txt$/, '');
  assert.equal((await form(broken)).code, 2);
  for (const wrong of [['nowhere'], [PAGES, '--json', '--csv']]) await alike(['origins', ...wrong], { err: false });
});

test('every method compares alike', async () => {
  const methods = (await offprint(['compare', 'a', 'b', '--method', '?'])).err.match(/give (.*)\n/)[1].split(', ');
  assert.ok(methods.length > 12);
  const ids = slugs.filter((slug) => /dam|barrage|nightbus/.test(slug)).slice(0, 12);
  const pairs = ids.flatMap((a, at) =>
    ids.slice(at + 1, at + 5).map((b) => `${JSON.stringify({ a: `${a}/page`, b: `${b}/page` })}\n`),
  );
  const list = write('pairs.jsonl', pairs.join(''));
  for (const method of methods) await alike(['pairs', '--docs', PAGES, '--pairs', list, '--method', method]);
});

test('pairs of a list are alike, and so is what is missing', async () => {
  const unique = write('unique.jsonl', ['a', 'b', 'c'].map((id, at) => text(id, story(1 + (at % 2)))).join('\n'));
  const pairs = write('list.jsonl', '{"a":"a","b":"c","label":1}\r\n\n{"b":"b","a":"a"}\n{"a":"a","b":"gone"}');
  await alike(['pairs', '--docs', unique, '--pairs', pairs]);
  await alike(['pairs', '--docs', unique, '--pairs', pairs, '--keep-going', '--plain']);
  await alike(['pairs', '--docs', texts, '--pairs', pairs]);
  await alike(['pairs', '--docs', unique, '--pairs', write('bad.jsonl', '{"a":"a"}\n')], { err: false });
});

test('dedupe judges streams alike', async () => {
  for (const docs of [PAGES, texts, write('folder')]) {
    await alike(['dedupe', docs]);
    await alike(['dedupe', docs, '--plain']);
    for (const method of ['feature-code', 'long-sentence', 'credit']) {
      await alike(['dedupe', docs, '--method', method]);
    }
  }
  const order = write('order.jsonl', ['b', 'b-3/x', 'b/z', 'b'].map((id) => `{"id":"${id}"}\n`).join(''));
  await alike(['dedupe', write('folder'), '--order', order]);
  await alike(['dedupe', write('folder'), '--order', write('wrong.jsonl', '{"id":"b"}\n{"id":"gone"}\n')]);
  await alike(['dedupe', write('broken.jsonl', `${text('a', first)}{"id":5}\n`)], { err: false });
});

test('what stands on other pages of a host is weighed alike', async () => {
  const standing = story(90).slice(0, 6);
  for (let n = 10; n < 18; n += 1) {
    const html = page(`Report ${n}`, [...story(n), ...standing]);
    const address = `https://courier.example/${n}`;
    write(`host/${n}.html`, `<link rel=canonical href=${address}>${html}`);
    write(`plain/${n}.html`, html);
  }
  // Without what stands on the others, it is found to be one of them, and the likest there is.
  for (const folder of ['host', 'plain']) write(`${folder}/copy.html`, page('Copy', story(17)));
  const folder = write('host');
  const score = ({ out }) => JSON.parse(out.trimEnd().split('\n').at(-1)).score;
  const together = await alike(['dedupe', folder]);
  const without = await alike(['dedupe', folder, '--no-site-memory']);
  assert.ok(score(together) > score(without), `${together.out}${without.out}`);
  // Which other pages there are does not depend on their order.
  const order = write(
    'hosts.jsonl',
    ['17', '16', '15', '14', '13', '12', '11', '10', 'copy'].map((id) => `{"id":"${id}"}\n`).join(''),
  );
  assert.equal(score(await alike(['dedupe', folder, '--order', order])), score(together));
  // A page that tells no address has no host.
  const plain = await alike(['dedupe', write('plain')]);
  assert.equal(plain.out, (await alike(['dedupe', write('plain'), '--no-site-memory'])).out);
  assert.equal(score(plain), score(without));
});

test('what lies in a folder is read, skipped and told alike', async () => {
  const files = new URL('files/', import.meta.url);
  const photo = readFileSync(new URL('photo.jpg', files));
  const packed = gzipSync(page('Packed', story(6)));
  for (const [name, content] of Object.entries({
    'twice/a.html': page('One', story(1)),
    'twice/a.htm': page('Two', story(2)),
    'a.php': page('Php', story(3)),
    'source.php': '<?php echo 1;',
    plain: page('Plain', story(4)),
    'b.xhtml': `<?xml version="1.0"?>${page('X', story(5))}`,
    'c.html.gz': packed,
    'd.txt.gz': gzipSync(story(7).join('\n')),
    'cut.html.gz': packed.subarray(0, 300),
    'photo.html': photo,
    'photo.jpg': photo,
    'style.css': 'p {}',
    'latin.txt': Buffer.from([0xff]),
    '.hidden': 'x',
    'line\nbreak.html': page('Name', story(8)),
  }))
    write(`mixed/${name}`, content);
  for (const name of ['caf\xe8.html', 'caf\xe9.html']) {
    if (process.platform === 'linux')
      writeFileSync(Buffer.from(`${write('mixed')}/${name}`, 'latin1'), page('Café', story(9)));
  }
  symlinkSync('nowhere', write('mixed/broken.html'));
  const read = await alike(['read', write('mixed'), '--jsonl']);
  assert.match(read.err, /no such file or folder, .*broken\.html/);
  assert.match(read.err, /skipped \d+ files that are no pages, .*1 image\/jpeg \(photo\.jpg\)/);
  assert.match(read.err, /a gzip file that is cut short, .*cut\.html\.gz/);
  assert.equal(read.code, 2);
  const dedupe = await alike(['dedupe', write('mixed'), '--plain']);
  assert.match(dedupe.err, /a text that is not UTF-8, .*latin\.txt/);
  await alike(['read', write('mixed/c.html.gz'), '--json']);
  for (const stdin of [packed, photo, readFileSync(new URL('paper.pdf', files))])
    await alike(['read', '-', '--json'], { stdin });
  await alike(['read', write('mixed/photo.jpg')]);
  await alike(['compare', write('mixed/photo.jpg'), write('mixed/c.html.gz'), '--json']);
  await alike(['dedupe', write('mixed/photo.jpg')]);
  await alike(['dedupe', write('gaps.jsonl', [text('a', first), '{"id":5}\n', text('b', second)].join(''))], {
    err: false,
  });
});

test('archives of a folder are read alike', async () => {
  const record = (at) => {
    const answer = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${page(`Page ${at}`, story(at))}`;
    const head = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/${at}\r\n`;
    return `${head}Content-Length: ${Buffer.byteLength(answer)}\r\n\r\n${answer}\r\n\r\n`;
  };
  write('crawls/a.html', page('A', story(1)));
  const one = write('crawls/1.warc', record(1) + record(2) + record(1));
  write('crawls/2.warc.gz', gzipSync(record(2) + record(3)));
  write('crawls/broken.warc', 'WARC/1.0\r\n');
  const ids = ({ out }) =>
    out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id.replace('https://a.example/', ''));
  for (const command of ['read', 'dedupe']) {
    const run = await alike([command, write('crawls'), '--jsonl']);
    assert.deepEqual(ids(run), ['a', '1', '2', '3']);
    assert.match(run.err, /4 read, 2 failed: /);
  }
  await alike(['dedupe', one, write('crawls/2.warc.gz'), write('crawls/a.html')]);
});

test('a lone file is what its name says, alike', async () => {
  for (const name of ['b/z.HTM', 'b.txt']) await alike(['dedupe', write(`folder/${name}`)]);
  await alike(['dedupe', write('empty.html', '')]);
});

test('one page of thousands of paragraphs does not end a run', async () => {
  const paragraphs = Array.from({ length: 3000 }, (_, n) => story(n)[0]);
  for (const [id, sentences] of [
    ['1', story(1)],
    ['2', paragraphs],
    ['3', story(1)],
  ])
    write(`long/${id}.html`, `<link rel=canonical href=https://a.example/${id}>${page(id, sentences)}`);
  assert.equal((await alike(['dedupe', write('long')])).code, 0);
});

test('what cannot be read is told alike', async () => {
  await alike(['read', write('nowhere')]);
  await alike(['read', write('texts')]);
  await alike(['read', write('folder'), '--json']);
  await alike(['dedupe', write('nowhere')]);
  for (const words of [
    [],
    ['reed'],
    ['read'],
    ['read', 'a', 'b'],
    ['read', 'a', '--no'],
    ['dedupe', 'a', '--plain', '--jsonl'],
  ]) {
    const { code, out } = await offprint(words);
    assert.deepEqual([code, out], [(await run(native, words)).code, '']);
  }
});
