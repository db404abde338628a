// The documents of the repository as pages of the site, `docs/NAME.html`: each Markdown file, the types of the npm
// package as a reference, a list of all, and their sections for the search. A document with a Chinese version
// (`NAME.zh_CN.md`) also has a Chinese page, `docs/NAME.zh.html`, with the same anchors.

import { existsSync, readFileSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { imageSize } from 'image-size';
import MarkdownIt from 'markdown-it';
import { words } from './words.js';

const ROOT = new URL('../', import.meta.url);
/** Where `cargo doc` puts the documentation of the crate. */
export const CRATE = new URL('target/doc/', ROOT);

/** The documents of each group by path, in the order of the list. A folder stands for the rest of its documents. */
const GROUPS = {
  start: ['README.md', 'docs/concepts.md', 'docs/article.md', 'docs/fields.md', 'docs/markup.md', 'docs/harm.md'],
  use: [
    ...['pkg/README.md', 'docs/runtimes.md', 'api', 'rust', 'crates/python/README.md', 'docs/commands.md'],
    ...['crates/cli/README.md', 'mcp/README.md', 'engines/README.md', 'docs/sql/'],
  ],
  edge: ['worker/README.md', 'docs/edge/'],
  browser: ['extension/README.md', 'extension/PRIVACY.md', 'www/README.md'],
  decide: [
    ...['docs/verdict.md', 'docs/collections.md', 'docs/clusters.md', 'docs/fold.md', 'docs/rewrites.md'],
    'docs/methods.md',
  ],
  rest: [
    ...['docs/', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'tests/README.md', 'tools/fuzz/README.md', 'research/README.md'],
    ...['SECURITY.md', 'CHANGELOG.md'],
  ],
};

/** The other modules of the package, each in a folder. */
const MODULES = ['full', 'edge'];

/** Names for lists, if the title of a document is less clear. */
const NAMES = {
  'README.md': 'Overview',
  'README.zh_CN.md': '概览',
  'pkg/README.md': 'The npm package',
  'pkg/README-zh_CN.md': 'npm 包',
  'mcp/README.md': 'The MCP server',
  'mcp/README-zh_CN.md': 'MCP 服务器',
  'crates/python/README.md': 'The Python package',
  'crates/python/README.zh_CN.md': 'Python 包',
  'crates/cli/README.md': 'The command line in Rust',
};

const LANGUAGES = { en: { lang: 'en', name: 'English' }, zh: { lang: 'zh-Hans', name: '中文' } };

const CHINESE = /[.-]zh_CN\.md$/;
/** The document that a version belongs to, and its language. */
export const englishOf = (path) => path.replace(CHINESE, '.md');
export const languageOf = (path) => (CHINESE.test(path) ? 'zh' : 'en');
/** The path of a document's Chinese version. npm would take any `README.…` for the README of the package. */
export const chineseOf = (path) =>
  path.replace(/(\.md)?$/, /^(pkg|mcp)\/README\.md$/.test(path) ? '-zh_CN.md' : '.zh_CN.md');

/** The line in which a document names its other version. On the site it links to the other page. */
export const VERSIONS = /^\[(?:中文|English)\]\([^)]+\.md\)\n+/m;
/** A line break between Chinese characters, which is not a space. */
const BREAK = /(?<=[\p{Script=Han}，。；：、（）“”])\n\s*(?=[\p{Script=Han}“（])/gu;

/** HTML in a document becomes text. */
const markdown = new MarkdownIt();
const escaped = markdown.utils.escapeHtml;
const code = (tokens, i) => `<pre tabindex="0"><code>${escaped(tokens[i].content)}</code></pre>\n`;
Object.assign(markdown.renderer.rules, {
  fence: code,
  code_block: code,
  table_open: (_tokens, _i, _options, { tongue }) =>
    `<div class="scroll" tabindex="0" role="group" aria-label="${words[tongue]['docs.table']}"><table>`,
  table_close: () => '</table></div>',
});

let made;

/** All files of the documents: their paths on the site, and their contents (text) or sources (URLs). */
export const documents = () => (made ??= make());

async function make() {
  const groups = await listed();
  const sources = new Map();
  for (const versions of groups.flatMap(([, all]) => all))
    for (const source of Object.values(versions)) sources.set(source.path, source);
  const frame = await readFile(new URL('www/index.html', ROOT), 'utf8');
  const files = new Map();
  const sections = [];
  for (const source of sources.values()) {
    const { page, title, lang, versions } = source;
    const html = render(source, sources, files);
    const article = `<article lang="${lang}">${headings(source)}${html}</article>`;
    files.set(`docs/${page}`, framed(frame, source, list(groups, source) + article));
    for (const [i, section] of source.sections.entries())
      sections.push({ id: sections.length, ...section, anchor: anchorAt(versions, i), page: title, path: page, lang });
  }
  const index = {};
  for (const tongue of Object.keys(LANGUAGES)) index[tongue] = indexIn(tongue, index);
  for (const source of Object.values(index))
    files.set(`docs/${source.page}`, framed(frame, source, contentsOf(groups, source)));
  files.set('docs/sections.json', JSON.stringify(sections));
  return files;
}

/** The groups, with every document once, in its languages: `en`, and `zh` if there is a Chinese version. */
async function listed() {
  const named = Object.values(GROUPS).flat();
  const within = async (path) => {
    if (!path.endsWith('/')) return path === 'rust' && !existsSync(new URL('offprint/index.html', CRATE)) ? [] : [path];
    const names = (await readdir(new URL(path, ROOT))).filter((name) => /^[^.]+\.md$/.test(name)).sort();
    return names.map((name) => path + name).filter((each) => !named.includes(each));
  };
  const groups = Object.entries(GROUPS).map(async ([group, paths]) => {
    const all = (await Promise.all(paths.map(within))).flat();
    return /** @type {const} */ ([group, await Promise.all(all.map(versionsOf))]);
  });
  return Promise.all(groups);
}

/**
 * @typedef {ReturnType<typeof source> & { versions?: Versions }} Version
 * @typedef {{ [tongue: string]: Version }} Versions
 */
async function versionsOf(path) {
  /** @type {Versions} */
  const versions = { en: source(path, await textOf(path)) };
  const chinese = new URL(chineseOf(path), ROOT);
  if (existsSync(chinese)) versions.zh = source(chineseOf(path), await readFile(chinese, 'utf8'));
  for (const each of Object.values(versions)) each.versions = versions;
  return versions;
}

/** A version of a document: its Markdown, and its sections as text. */
function source(path, written) {
  const text = written
    .replace(VERSIONS, '')
    .replace(/^<!--.*-->\n/gm, '')
    .replace(/<!--.*?-->/g, '')
    .replace(/<img src="([^"]+)" width="\d+" alt="([^"]*)">/g, '![$2]($1)');
  const tokens = markdown.parse(text, {});
  const slug = slugs();
  const sections = [];
  for (const [i, { type, tag, content }] of tokens.entries()) {
    if (type === 'heading_open') {
      const title = plain(tokens[i + 1].content);
      sections.push({ title, anchor: slug(title), level: Number(tag.slice(1)), text: '' });
    } else if (['inline', 'fence', 'code_block'].includes(type) && tokens[i - 1]?.type !== 'heading_open') {
      if (sections.length) sections.at(-1).text += `${plain(content)}\n`;
    }
  }
  const title = NAMES[path] ?? sections[0].title;
  return { ...placeOf(path), title, about: firstSentence(tokens), tokens, sections };
}

/** The list of all documents, as a version of a document. */
function indexIn(tongue, versions) {
  const path = tongue === 'zh' ? 'index.zh_CN.md' : 'index.md';
  return { ...placeOf(path), title: words[tongue]['docs.title'], about: words[tongue]['docs.lead'], versions };
}

function placeOf(path) {
  const tongue = languageOf(path);
  return { path, tongue, lang: LANGUAGES[tongue].lang, page: pageOf(path) };
}

function textOf(path) {
  if (path === 'api') return reference();
  return path === 'rust' ? RUST : readFile(new URL(path, ROOT), 'utf8');
}

const RUST = `# API of the Rust crate

[Every public item of \`offprint\`](../rust/offprint/index.html), as docs.rs shows it, with tested examples.

It reads pages, compares articles and keeps indexes; the other packages are made of it. \`cargo add offprint\` adds it
to a project, and \`cargo doc --open -p offprint\` shows the same pages from a copy of the repository.
`;

/** The page of a document. All are in one folder, as pages are found by name. */
export function pageOf(path) {
  const ending = languageOf(path) === 'zh' ? '.zh.html' : '.html';
  const name = englishOf(path);
  if (name === 'README.md') return `overview${ending}`;
  if (name === 'docs/index.md') return `index-speed${ending}`;
  const flat = name.replace(/^docs\//, '').replace(/(\/README)?\.md$/, '');
  return `${flat.toLowerCase().replaceAll('/', '-')}${ending}`;
}

const imageOf = (path) => `docs/pictures/${path.replace(/^docs\/(pictures\/)?/, '').replaceAll('/', '-')}`;

const plain = (text) => text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');

/** The subject of a document: its first sentence of prose. */
function firstSentence(tokens) {
  const [paragraph = ''] = tokens
    .filter(({ type, level }, i) => type === 'inline' && level === 1 && tokens[i - 1].type === 'paragraph_open')
    .map(({ content }) => content.replace(BREAK, '').replace(/\s+/g, ' '))
    .filter((text) => /^(?!Written by)[A-Z“`[\p{Script=Han}].{10}/u.test(text));
  return plain(paragraph).match(/^.*?([.:?](?=\s|$)|[。：？])/)?.[0] ?? '';
}

/** Makes the anchors that GitHub gives to headings. */
export function slugs() {
  const seen = new Map();
  return (text) => {
    const slug = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return times ? `${slug}-${times}` : slug;
  };
}

/** A document as HTML. Adds its images to the files. */
function render({ path, tongue, tokens, versions }, sources, files) {
  let section = 0;
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'heading_open') token.attrSet('id', anchorAt(versions, section++));
    if (/^t[hd]_open$/.test(token.type)) {
      // The site's policy forbids `style`, which aligns columns. An empty cell is not a heading.
      token.attrs = String(token.attrGet('style')).includes('right') ? [['class', 'number']] : null;
      if (!tokens[i + 1].content) token.tag = tokens[i + 2].tag = 'td';
    }
    if (token.type !== 'inline') continue;
    const [{ children }] = markdown.parseInline(token.content.replace(BREAK, ''), {});
    token.children = led(children, path, sources, files);
  }
  const html = markdown.renderer.render(tokens, markdown.options, { tongue });
  return html.replace('</h1>', () => `</h1>${versionLink({ tongue, versions })}`);
}

/** Both versions of a document use the anchors of the English one. */
const anchorAt = ({ en }, section) => en.sections[section].anchor;

/** The link to the other version of a document, below its title. */
function versionLink({ tongue, versions }) {
  const other = versions[tongue === 'zh' ? 'en' : 'zh'];
  if (!other) return '';
  const { name, lang } = LANGUAGES[other.tongue];
  return `<p class="version"><a href="${other.page}" hreflang="${lang}" lang="${lang}">${name}</a></p>`;
}

/** Points links and images to their places on the site. A link to what is not there becomes plain text. */
function led(tokens, path, sources, files) {
  const resolved = (to) => new URL(to, new URL(path, 'file:///')).pathname.slice(1);
  let isKept = true;
  return tokens.filter((token) => {
    if (token.type === 'image') {
      const from = resolved(token.attrGet('src'));
      files.set(imageOf(from), new URL(from, ROOT));
      token.attrSet('src', imageOf(from).replace(/^docs\//, ''));
      token.attrSet('loading', 'lazy');
      // The size keeps the space until the image is there.
      const { width, height } = imageSize(readFileSync(new URL(from, ROOT)));
      token.attrSet('width', String(width));
      token.attrSet('height', String(height));
    } else if (token.type === 'link_open') {
      const [to, anchor] = token.attrGet('href').split('#');
      const isWeb = /^https?:/.test(to);
      const target = sources.get(to ? resolved(to) : path);
      isKept = isWeb || path === 'rust' || target !== undefined;
      if (isWeb) token.attrSet('rel', 'noreferrer');
      else if (target) token.attrSet('href', `${to && target.page}${anchor ? `#${anchorOf(target, anchor)}` : ''}`);
    }
    return isKept || !token.type.startsWith('link_');
  });
}

/** The anchor on the site for the heading that a link names. */
function anchorOf({ sections, versions }, anchor) {
  const section = sections.findIndex((each) => each.anchor === decodeURIComponent(anchor));
  return section < 0 ? anchor : anchorAt(versions, section);
}

/** An element in the language of the page, until the frame knows the visitor's language. */
const translated = (name, key, tongue) =>
  `<${name} data-t="docs.${key}">${words[tongue][`docs.${key}`]}</${name.split(' ')[0]}>`;

/** The link to a version of a document, with its subject on the page of all documents. */
function linkTo({ page, lang, title, about }, { here = '', isTold = false } = {}) {
  const current = page === here ? ' aria-current="page"' : '';
  const description = isTold ? ` <span class="quiet">${escaped(about)}</span>` : '';
  return `<span lang="${lang}"><a href="${page}"${current}>${escaped(title)}</a>${description}</span>`;
}

/**
 * The list of all documents next to one; on a phone it is folded. Readers of Chinese also read documents that exist
 * only in English, so the list has the names in both languages and shows one.
 */
function list(groups, { page: here, tongue, versions: { zh } }) {
  const item = (versions) => {
    const shown = zh ? [versions[tongue] ?? versions.en] : Object.values(versions);
    const links = shown.map((each) => linkTo(each, { here })).join('');
    return `<li${shown.length > 1 ? ' class="either"' : ''}>${links}</li>`;
  };
  const part = ([group, all]) => `<li>${translated('span', group, tongue)}<ul>${all.map(item).join('')}</ul></li>`;
  const label = `data-t-label="docs.title" aria-label="${words[tongue]['docs.title']}"`;
  const nav = `<nav ${label}><ul>${groups.map(part).join('')}</ul></nav>`;
  return `${searchIn(tongue)}<details class="documents">${translated('summary', 'title', tongue)}${nav}</details>`;
}

/** The page of all documents, each with its subject. */
function contentsOf(groups, { tongue, versions }) {
  const item = (each) => `<li>${linkTo(each[tongue] ?? each.en, { isTold: true })}</li>`;
  const part = ([group, all]) =>
    `<section><h2>${translated('span', group, tongue)}</h2><ul>${all.map(item).join('')}</ul></section>`;
  const link = versionLink({ tongue, versions });
  const head = `${translated('h1', 'title', tongue)}${link}${translated('p class="lead"', 'lead', tongue)}`;
  const contents = `<div class="contents">${groups.map(part).join('')}</div>`;
  return `<header class="head">${head}</header>${searchIn(tongue)}${contents}`;
}

function searchIn(tongue) {
  const input = '<input type="search" autocomplete="off">';
  const field = `<label class="field">${translated('span', 'search', tongue)} ${input}</label>`;
  return `<search><form id="search" role="search">${field}</form><div id="found" role="status"></div></search>`;
}

/** The content of a page, below its title. */
function headings({ tongue, sections, versions }) {
  const items = sections.flatMap(({ title, level }, i) =>
    level === 2 ? [`<li><a href="#${escaped(anchorAt(versions, i))}">${escaped(title)}</a></li>`] : [],
  );
  if (items.length < 3) return '';
  return `<details class="on-page">${translated('summary', 'here', tongue)}<ul>${items.join('')}</ul></details>`;
}

/** A page with the frame of the site. A document in both languages names its other version. */
function framed(frame, { title, about, tongue, versions }, body) {
  const alternate = ({ lang, page }) => `  <link rel="alternate" hreflang="${lang}" href="${page}">\n`;
  const alternates = versions.zh ? Object.values(versions).map(alternate).join('') : '';
  return inWordsOf(tongue, frame)
    .replace(/\b(href|src)="(?!#|\w+:)/g, '$1="../')
    .replaceAll('href="#/', 'href="../#/')
    .replace('href="../docs/index.html"', `href="${indexIn(tongue).page}" aria-current="true"`)
    .replaceAll('../site.js', '../docs.js')
    .replace(/ *<link rel="(module)?preload" href="[^"]*(home|pages|relation)[^"]*".*>\n/g, '')
    .replace('  <script src="../early.js">', (early) => alternates + early)
    .replace('</head>', '  <link rel="stylesheet" href="../docs.css">\n</head>')
    .replace(/<title>.*?<\/title>/, () => `<title>${escaped(title)} · Offprint</title>`)
    .replace(/(<meta name="description" content=").*?"/s, (_, start) => `${start}${escaped(about)}"`)
    .replace(/<main(.*?)>.*<\/main>/s, (_, attributes) => `<main${attributes}>${body}</main>`);
}

/** The frame in a language, for visitors without JavaScript. */
const inWordsOf = (tongue, frame) =>
  frame
    .replace('<html lang="en">', `<html lang="${LANGUAGES[tongue].lang}">`)
    .replace(/(data-t="([\w.]+)".*?>)[^<]*/g, (_, start, key) => start + escaped(words[tongue][key]))
    .replace(/(data-t-label="([\w.]+)" aria-label=").*?"/g, (_, start, key) => `${start}${words[tongue][key]}"`);

/** The types of the npm package with their comments, a section for each. */
async function reference() {
  const part = async (name, paths) => {
    const texts = await Promise.all(paths.map((path) => readFile(new URL(`pkg/${path}`, ROOT), 'utf8')));
    return `## ${name}\n\n${texts.flatMap(declarations).join('\n')}`;
  };
  const parts = MODULES.map((name) => part(`offprint/${name}`, [`${name}/offprint.d.ts`]));
  const all = await Promise.all([
    part('offprint', ['offprint.d.ts', 'core.d.ts', 'schema.d.ts', 'rewriting.d.ts']),
    ...parts,
  ]);
  return `# API of the npm package

Every export, from the types of the package. Those of the crate are in [the documentation in Rust](rust).

${all.join('\n')}`;
}

/** The start of a declaration, with the comment before it. */
const DECLARATION = /\n(?=\/\*\*)|(?<!\*\/)\n(?=export |declare |import )/;

/** The exported declarations of a file as sections: name, comment and code. */
function declarations(text) {
  return text.split(DECLARATION).flatMap((part) => {
    const [, comment = '', code] = part.match(/^(?:\/\*\*\s?(.*?)\s*\*\/)?\s*(.*?)\s*$/s);
    const name = code.match(/^export (?:default )?(?:declare )?(?:function|class|interface|type|const) (\w+)/)?.[1];
    const text = comment.replace(/^\s*\* ?/gm, '').replace(/\{@link (\w+)\}/g, '`$1`');
    return name ? [`### ${name}\n\n${text}\n\n\`\`\`ts\n${code}\n\`\`\`\n`] : [];
  });
}
