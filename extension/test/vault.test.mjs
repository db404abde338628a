// The history as notes for Obsidian: names of files, and the notes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namer, noteOf } from '../pages/vault.js';

const words = /** @type {any} */ ({ say: (key) => key });

test('every title gives a name that is safe on every system, and no two are the same', () => {
  const name = namer();
  const named = {
    'What: "why" <b> a/b\\c | #tag [[x]] ^y 5%?*': 'What why b a b c tag x y 5',
    '..\\../etc/passwd': 'etc passwd',
    '.hidden. ': 'hidden',
    CON: '_CON',
    'nul.txt': '_nul.txt',
    'COM¹': '_COM¹',
    Console: 'Console',
    CONSOLE: 'CONSOLE 2',
    'Console 2': 'Console 2 2',
    console: 'console 3',
    'Cafe\u0301': 'Café',
    Café: 'Café 2',
    'a\u202egpj.exe\u0000\n': 'a gpj.exe',
    '???': 'Untitled',
    __proto__x: '__proto__x',
  };
  assert.deepEqual(Object.fromEntries(Object.keys(named).map((title) => [title, name(title)])), named);
  const long = name('水'.repeat(300));
  assert.equal(long, '水'.repeat(40));
  assert.equal(name('水'.repeat(299)), `${long} 2`);
  assert.ok(name(`${'a'.repeat(119)}😀`).endsWith('a'), 'no character is cut in two');
});

test('a note has its facts as YAML, its text as text, and links', () => {
  const article = {
    title: 'No: "ferry" # to\\Skarn\n---\u0085',
    url: 'https://news.example/ferry',
    author: null,
    published: 'yesterday',
    firstSeen: '2026-03-20T08:00:00.000Z',
    text: '# No heading ![[embed]] %%no%% &lt; <b>\n- 5 & 6\n\n12. May\n---',
  };
  assert.equal(
    noteOf(words, article, { cluster: 'Ferry', origin: 'Ferry', verdict: 'partial', others: ['Ferry', 'Ferry 2'] }),
    `---
title: "No: \\"ferry\\" # to\\\\Skarn\\n---\\u0085"
url: "https://news.example/ferry"
published: "yesterday"
seen: "2026-03-20T08:00:00.000Z"
cluster: "Ferry"
origin: "[[Ferry]]"
verdict: "partial"
---

\\# No heading \\!\\[\\[embed\\]\\] \\%%no\\%% \\&lt; \\<b\\>

\\- 5 & 6

12\\. May

\\---

## vaultCopies

- [[Ferry]]
- [[Ferry 2]]
`,
  );
  assert.doesNotMatch(noteOf(words, { ...article, text: undefined }, {}), /cluster|origin|##/);
});
