// The Chinese versions of the documents match the English ones, as far as a program can determine.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { test } from 'node:test';
import MarkdownIt from 'markdown-it';
import { chineseOf, englishOf, languageOf, slugs, VERSIONS } from '../documents.mjs';

const ROOT = new URL('../../', import.meta.url);
const DOCS = ['docs/', 'docs/edge/', 'docs/sql/'];
const FOLDERS = ['', ...DOCS, 'crates/python/', 'pkg/', 'mcp/', 'extension/', 'worker/', 'www/'];
const listed = await Promise.all(
  FOLDERS.map(async (folder) => (await readdir(new URL(folder || '.', ROOT))).map((name) => folder + name)),
);
const paths = listed.flat().filter((path) => path.endsWith('.md') && languageOf(path) === 'zh');

const textOf = (path) => readFileSync(new URL(path, ROOT), 'utf8');
const hasChinese = (path) => existsSync(new URL(chineseOf(path), ROOT));
const sorted = (values) => [...values].sort();

const NUMBER = /(\d[\d,]*(?:\.\d+)?|\.\d+)(?:\s*(million|billion|万|亿))?/g;
const TIMES = { million: 1e6, billion: 1e9, 万: 1e4, 亿: 1e8 };
/** The numbers of a text by their value, in any notation. */
const numbers = (text) =>
  [...text.matchAll(NUMBER)].map(([, digits, unit]) =>
    Number((Number(digits.replaceAll(',', '')) * (TIMES[unit] ?? 1)).toPrecision(12)),
  );

const titlesOf = (path) =>
  [
    ...textOf(path)
      .replace(/^```.*?^```$/gms, '')
      .matchAll(/^#+ (.+)$/gm),
  ].map(([, title]) => title);

/** The target of a link or an image, in terms of the English documents: a file, and which of its headings. */
function placeOf(to, path) {
  if (/^https?:/.test(to)) return to;
  const [name, anchor] = to.split('#');
  const target = name ? new URL(name, new URL(path, 'file:///')).pathname.slice(1) : path;
  const heading = anchor ? `#${titlesOf(target).map(slugs()).indexOf(decodeURIComponent(anchor))}` : '';
  return englishOf(target) + heading;
}

/** The parts that both versions must share: of each section, and of each row of its tables. */
function outline(path) {
  const text = textOf(path).replace(VERSIONS, '');
  const sections = [];
  let row;
  for (const { type, tag, info, content, children } of new MarkdownIt({ html: true }).parse(text, {})) {
    if (type === 'heading_open') {
      sections.push({ heading: tag, code: [], spans: [], links: [], numbers: [], rows: [] });
    }
    const section = sections.at(-1);
    if (type === 'tr_open') section.rows.push((row = { cells: 0, numbers: [], names: [] }));
    else if (type === 'table_close') row = undefined;
    else if (type === 'th_open' || type === 'td_open') row.cells++;
    else if (type === 'fence' || type === 'code_block') section.code.push(`${info}\n${content}`);
    else if (type === 'html_block') section.links.push(...(content.match(/(?<=src=")[^"]+/g) ?? []));
    for (const child of children ?? []) {
      if (child.type === 'code_inline') section.spans.push(child.content);
      else if (child.type === 'link_open') section.links.push(placeOf(child.attrGet('href'), path));
      else if (child.type === 'image') section.links.push(placeOf(child.attrGet('src'), path));
      else if (child.type === 'text') {
        // Between Chinese letters and punctuation, `**` may neither open nor close.
        assert.doesNotMatch(child.content, /\*\*/, path);
        (row ?? section).numbers.push(...numbers(child.content));
        row?.names.push(...[...child.content.matchAll(/"([^"]+)"|“([^”]+)”/g)].map(([, ...quoted]) => quoted.join('')));
      }
    }
  }
  // Another language has another word order.
  for (const section of sections) {
    section.spans = sorted(new Set(section.spans));
    section.links = sorted(section.links);
    for (const part of [section, ...section.rows]) part.numbers = sorted(part.numbers);
  }
  return sections;
}

test('most users find a Chinese version of what they need first', () => {
  for (const name of ['README', 'docs/concepts', 'docs/edge/operate', 'worker/README', 'pkg/README'])
    assert.ok(paths.includes(chineseOf(`${name}.md`)), name);
});

test('npm shows the English README of the packages', async () => {
  for (const folder of ['pkg/', 'mcp/']) {
    const readmes = (await readdir(new URL(folder, ROOT))).filter((name) => /^readme(\.|$)/i.test(name));
    assert.deepEqual(readmes, ['README.md'], 'npm may show any file `README.…` in place of README.md');
  }
});

for (const path of paths) {
  const english = englishOf(path);
  const how = `Change both versions together: what ${english} says, ${path} has to say, and the other way round.`;

  test(`${path} says what ${english} says`, () => {
    const [one, other] = [outline(english), outline(path)];
    const headings = (sections) => sections.map(({ heading }) => heading);
    assert.deepEqual(headings(other), headings(one), `The headings differ. ${how}`);
    for (const [i, section] of one.entries()) {
      for (const [what, is] of Object.entries(section)) {
        const where = `${what} of section ${i + 1}, “${titlesOf(path)[i]}”`;
        assert.deepEqual(other[i][what], is, `The ${where}, differ: − ${english}, + ${path}. ${how}`);
      }
    }
  });

  test(`${path} leads to other Chinese versions where there are any`, () => {
    for (const [, to] of textOf(path)
      .replace(VERSIONS, '')
      .matchAll(/\]\(([^)#]+\.md)/g)) {
      const target = new URL(to, new URL(path, 'file:///')).pathname.slice(1);
      assert.ok(!hasChinese(target), `${path} leads to ${to}: let it lead to ${chineseOf(to)}, which is there`);
    }
  });

  test(`${path} has the punctuation of Chinese`, () => {
    const prose = textOf(path)
      .replace(/^(```.*?^```$| {4}.*?$)/gms, '')
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/`[^`]*`/g, 'x');
    const faults =
      /.{0,9}(\p{Script=Han}[,;:?!]|[,;?!]\p{Script=Han}|[，。；：、（）] (?!\|)| [，。；：、（）]).{0,9}/gu;
    assert.deepEqual(prose.match(faults) ?? [], []);
    const unspaced = /.{0,9}(\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}).{0,9}/gu;
    assert.deepEqual(prose.match(unspaced) ?? [], [], 'Between Chinese and Latin letters or digits goes a space.');
  });

  // The extension makes a page of its privacy text in each language, without links. PyPI shows the
  // English README of the Python package alone, where a link would lead nowhere.
  if (path.includes('PRIVACY') || path.includes('python')) continue;
  test(`${path} and ${english} name each other below their titles`, () => {
    const second = (name) => textOf(name).split('\n')[2];
    assert.equal(second(path), `[English](${basename(english)})`, path);
    assert.equal(second(english), `[中文](${basename(path)})`, english);
  });
}
