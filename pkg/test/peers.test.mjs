// What other readers return for a page, compared with this one.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Readability } from '@mozilla/readability';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import { read } from 'offprint/full';

const HTML = readFileSync(new URL('../../tests/files/markup/page.html', import.meta.url), 'utf8');
const URL_OF_PAGE = 'https://courier.example/ferry';
/** Where trafilatura is installed: `OFFPRINT_PYTHON`, a program. Its column is checked only then. */
const PYTHON = process.env.OFFPRINT_PYTHON;

/** What each of them has (●), as of their versions here. Readability and Defuddle need a DOM. */
const TABLE = `\
| | Offprint | Readability | Defuddle | trafilatura |
|---|:-:|:-:|:-:|:-:|
| headline | ● | ● | ● | ● |
| author without “By” | ● |  | ● | ● |
| name of the site | ● | ● | ● | ● |
| published, with its time of day and offset | ● | ● | ● |  |
| modified | ● |  |  |  |
| description | ● | ● | ● | ● |
| image | ● |  | ● | ● |
| tags | ● |  |  | ● |
| favicon | ● |  | ● |  |
| language | ● | ● | ● |  |
| direction | ● | ● |  |  |
| number of words | ● |  | ● |  |
| headings, lists, quotations | ● | ● | ● | ● |
| tables | ● | ● | ● | ● |
| code with its language | ● |  | ● |  |
| picture with its caption | ● | ● | ● |  |
| links made absolute | ● |  | ● | ● |
| no \`javascript:\` address | ● | ● | ● |  |
| no event handler | ● |  | ● |  |
| Markdown | ● |  | ● | ● |`;

/** What is asked of each: a row of the table, and whether facts, HTML and Markdown have it. */
const ROWS = {
  headline: ({ title }) => title === 'No ferry to Skarn until Easter',
  'author without “By”': ({ author, authors }) => (authors?.join() ?? author) === 'Ann Lee',
  'name of the site': ({ site }) => site === 'The Courier',
  'published, with its time of day and offset': ({ published }) => /^2026-03-18T11:40(:00)?\+01:00$/.test(published),
  modified: ({ modified }) => /^2026-03-19T08/.test(modified),
  description: ({ description }) => description === 'A storm has torn away half of the landing stage.',
  image: ({ image }) => image === 'https://courier.example/pier.jpg',
  tags: ({ tags }) => /ferries.*Skarn.*storms/.test(tags),
  favicon: ({ favicon }) => favicon === 'https://courier.example/icon.png',
  language: ({ language }) => language === 'en',
  direction: ({ direction }) => direction === 'ltr',
  'number of words': ({ words }) => words > 0,
  'headings, lists, quotations': ({ html }) => /<h2/.test(html) && /<li/.test(html) && /<blockquote/.test(html),
  tables: ({ html }) => /<table/.test(html) && /<th/.test(html),
  'code with its language': ({ html }) => /<code[^>]* class="language-rust"/.test(html),
  'picture with its caption': ({ html }) => /<img/.test(html) && /<figcaption/.test(html),
  'links made absolute': ({ html }) => html.includes('href="https://courier.example/boat"'),
  'no `javascript:` address': ({ html }) => !html.includes('javascript:'),
  'no event handler': ({ html }) => !html.includes('onclick'),
  Markdown: ({ markdown }) => /^## When the boat runs$/m.test(markdown) && /^\| Boat \|/m.test(markdown),
};

const columns = {
  Offprint: async () => {
    const { wordCount: words, ...article } = await read(HTML, { url: URL_OF_PAGE });
    return { ...article, words };
  },
  Readability: () => {
    const found = new Readability(parseHTML(HTML).document).parse();
    const { byline: author, siteName: site, excerpt: description, lang: language, dir: direction } = found;
    const { title, content: html, publishedTime: published } = found;
    return { title, author, site, description, language, direction, published, html };
  },
  Defuddle: async () => {
    const { content: html, wordCount: words, ...found } = await Defuddle(parseHTML(HTML).document, URL_OF_PAGE);
    const { content: markdown } = await Defuddle(parseHTML(HTML).document, URL_OF_PAGE, { markdown: true });
    return { ...found, words, html, markdown };
  },
  trafilatura: PYTHON && trafilatura,
};

function trafilatura() {
  const program = `
import json, sys, trafilatura
page, url = sys.stdin.read(), ${JSON.stringify(URL_OF_PAGE)}
options = dict(url=url, include_links=True, include_images=True, include_formatting=True)
facts = trafilatura.extract_metadata(page, default_url=url).as_dict()
names = 'title author sitename date description image tags language'.split()
facts = {name: facts[name] for name in names}
written = {form: trafilatura.extract(page, output_format=form, **options) for form in ('html', 'markdown')}
print(json.dumps({**facts, **written}, default=str))`;
  const found = JSON.parse(execFileSync(PYTHON, ['-c', program], { input: HTML, encoding: 'utf8' }));
  return { ...found, site: found.sitename, published: found.date, tags: String(found.tags) };
}

test('the table of what readers return is right', async () => {
  const [head, , ...rows] = TABLE.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const names = head.slice(2, -1);
  assert.deepEqual(names, Object.keys(columns));
  const table = Object.fromEntries(rows.map(([, row, ...cells]) => [row, cells.slice(0, names.length)]));
  assert.deepEqual(Object.keys(table), Object.keys(ROWS));
  for (const [at, name] of names.entries()) {
    const found = await columns[name]?.();
    for (const [row, has] of Object.entries(found ? ROWS : {})) {
      assert.equal(table[row][at], has(found) ? '●' : '', `${name}: ${row}`);
    }
  }
});
