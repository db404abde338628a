// Both programs have the same options and read the same paths.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { lines, offprint, page, run, scratch, story } from './support/cli.mjs';

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

/** Options that only one of the programs has, by command; docs/commands.md says why. */
const ONLY = {
  npm: {
    read: ['--as', '--feed-content', '--output', '--timeout'],
    compare: ['--timeout'],
    pairs: ['--fingerprints'],
    dedupe: ['--as', '--feed-content', '--timeout'],
    origins: ['--as', '--feed-content', '--timeout'],
  },
  native: {
    read: ['--extractor'],
    compare: ['--extractor'],
    pairs: ['--extractor'],
    dedupe: ['--extractor'],
    origins: ['--extractor'],
  },
};
const native = process.env.OFFPRINT ?? fileURLToPath(new URL('../../target/debug/offprint', import.meta.url));

const options = (help) => {
  const named = [...help.matchAll(/^ {2,6}(?:-\w, | {4})?(--[\w-]+)/gm)].map(([, name]) => name);
  return new Set(named.filter((name) => name !== '--help'));
};

test('both programs have the same options', { skip: !existsSync(native) && 'cargo build first' }, async () => {
  for (const command of ['read', 'compare', 'pairs', 'dedupe', 'origins']) {
    const [ours, theirs] = await Promise.all([offprint([command, '--help']), run(native, [command, '--help'])]);
    const expected = options(theirs.out);
    for (const name of ONLY.native[command] ?? []) assert.ok(expected.delete(name), `${command} ${name}`);
    for (const name of ONLY.npm[command] ?? []) expected.add(name);
    assert.deepEqual([...options(ours.out)].sort(), [...expected].sort(), command);
  }
});

test('both programs print the same of several paths', {
  skip: !existsSync(native) && 'cargo build first',
}, async () => {
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

test('what cannot be read does not keep the others out', async () => {
  const { out, err, code } = await offprint(['read', at('one/a.html'), at('gone.html'), at('two/b.html'), '--jsonl']);
  assert.deepEqual([out.trimEnd().split('\n').length, code], [2, 2]);
  assert.match(err, /no such file or folder/);
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
