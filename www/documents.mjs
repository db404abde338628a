// The documents of the repository as pages of the site, `docs/NAME.html`: each Markdown file, the types of the npm
// package as a reference, a list of all, and their sections for the search. A document with a Chinese version
// (`NAME.zh_CN.md`) also has a Chinese page, `docs/NAME.zh.html`, with the same anchors.

import { existsSync } from 'node:fs';
import { access, readFile, readdir } from 'node:fs/promises';
import MarkdownIt from 'markdown-it';
import { words } from './words.js';

const ROOT = new URL('../', import.meta.url);
/** Where `cargo doc` writes the documentation of the crate. */
export const CRATE = new URL('target/doc/', ROOT);

/** In the order of the list: a group, and its documents by path; a folder means the rest of its documents. */
const GROUPS = [
  ['start', ['README.md', 'docs/concepts.md', 'docs/article.md', 'docs/harm.md']],
  [
    'use',
    [
      ...['pkg/README.md', 'api', 'rust', 'crates/python/README.md', 'docs/commands.md', 'crates/cli/README.md'],
      ...['mcp/README.md', 'docs/feeds.md', 'engines/README.md', 'docs/sql/'],
    ],
  ],
  ['edge', ['worker/README.md', 'docs/edge/']],
  ['browser', ['extension/README.md', 'extension/PRIVACY.md', 'www/README.md']],
  [
    'decide',
    ['docs/verdict.md', 'docs/collections.md', 'docs/fold.md', 'docs/rewrites.md', 'docs/methods.md', 'docs/methods/'],
  ],
  ['rest', ['docs/', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']],
];

/** The import names of the package, and the file with the types of each. */
const MODULES = [
  ['offprint', ['offprint.d.ts', 'core.d.ts']],
  ['offprint/markup', ['markup/offprint.d.ts']],
  ['offprint/origins', ['origins/offprint.d.ts']],
  ['offprint/rewrites', ['rewrites/offprint.d.ts']],
  ['offprint/methods', ['methods/offprint.d.ts']],
  ['offprint/edge', ['edge/offprint.d.ts']],
];

/** Names in lists, where the title of a document is less clear. */
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

/** The HTML codes of the languages in `words.js`. */
const TAGS = { en: 'en', zh: 'zh-Hans' };

const CHINESE = /[.-]zh_CN\.md$/;
/** The document of a version, and its language. */
export const englishOf = (path) => path.replace(CHINESE, '.md');
export const languageOf = (path) => (CHINESE.test(path) ? 'zh' : 'en');
/** The path of a document's Chinese version, if it has one. npm would take any `README.…` for the package's own. */
export const chineseOf = (path) =>
  path.replace(/(\.md)?$/, /^(pkg|mcp)\/README\.md$/.test(path) ? '-zh_CN.md' : '.zh_CN.md');

/** The line in which a document names its other version; on the site it links to the other page. */
const VERSIONS = /^\[(?:中文|English)\]\([^)]+\.md\)\n+/m;

let made;

/** All files of the documents: the path of each on the site, and its contents (text) or source (a URL). */
export const documents = () => (made ??= make());

async function make() {
  const groups = await listed();
  const paths = groups.flatMap(([, all]) => all);
  const read = await Promise.all([...paths, ...paths.map(chineseOf).filter(isThere)].map(source));
  const sources = new Map(read.map((each) => [each.path, each]));
  const frame = await readFile(new URL('www/index.html', ROOT), 'utf8');
  const files = new Map();
  const sections = [];
  for (const { path, title, about, text } of sources.values()) {
    const made = render(text, path, sources);
    for (const image of made.images) files.set(imageOf(image), new URL(image, ROOT));
    const lang = TAGS[languageOf(path)];
    sections.push(...made.sections.map((section) => ({ ...section, page: title, path: pageOf(path), lang })));
    const contents = headings(made.sections, languageOf(path));
    const body = `${list(groups, sources, path)}<article lang="${lang}">${contents}${made.html}</article>`;
    files.set(`docs/${pageOf(path)}`, framed(frame, { title, about, path, isTwofold: isTwofold(path, sources) }, body));
  }
  for (const [tongue, path] of [
    ['en', INDEX],
    ['zh', chineseOf(INDEX)],
  ]) {
    const [title, about] = [words[tongue]['docs.title'], words[tongue]['docs.lead']];
    const body = contentsOf(groups, sources, tongue);
    files.set(`docs/${pageOf(path)}`, framed(frame, { title, about, path, isTwofold: true }, body));
  }
  files.set('docs/sections.json', JSON.stringify(sections.map((section, id) => ({ id, ...section }))));
  return files;
}

/** A document with its description for lists, and the anchors of its headings. */
async function source(path) {
  const text = (await textOf(path)).replace(VERSIONS, '');
  const slug = slugs();
  const anchors = titlesIn(text).map(slug);
  return { path, text, anchors, title: NAMES[path] ?? titleOf(text), about: firstSentence(text) };
}

const isThere = (path) => existsSync(new URL(path, ROOT));
const isTwofold = (path, sources) => sources.has(englishOf(path)) && sources.has(chineseOf(englishOf(path)));
/** A document in a language, or else in the one it has. */
const inLanguage = (path, tongue, sources) =>
  sources.get(tongue === 'zh' ? chineseOf(path) : path) ?? sources.get(path);

/** The groups with every document once. */
async function listed() {
  const named = new Set(GROUPS.flatMap(([, paths]) => /** @type {string[]} */ (paths)));
  const found = [];
  for (const [group, paths] of GROUPS) {
    const all = [];
    for (const path of paths) {
      if (!path.endsWith('/')) all.push(path);
      else {
        const names = (await readdir(new URL(path, ROOT))).filter((name) => /^[^.]+\.md$/.test(name)).sort();
        all.push(...names.map((name) => path + name).filter((each) => !named.has(each)));
      }
    }
    found.push([group, all.filter((path) => path !== 'rust' || existsSync(new URL('offprint/index.html', CRATE)))]);
  }
  return found;
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

/** The list of all documents, treated as a document. */
const INDEX = 'index.md';

/** The page of a document. All are in one folder, since a page is found by its name. */
export function pageOf(path) {
  const ending = languageOf(path) === 'zh' ? '.zh.html' : '.html';
  const name = englishOf(path);
  if (name === 'README.md') return `overview${ending}`;
  if (name === 'docs/index.md') return `index-speed${ending}`;
  const flat = name.replace(/^docs\//, '').replace(/(\/README)?\.md$/, '');
  return `${flat.toLowerCase().replaceAll('/', '-')}${ending}`;
}

const imageOf = (path) => `docs/pictures/${path.replace(/^docs\/(pictures\/)?/, '').replaceAll('/', '-')}`;

const markdown = () => new MarkdownIt({ html: false, linkify: false, typographer: false });
const escaped = (text) => markdown().utils.escapeHtml(text);
const titleOf = (text) => plain(text.match(/^# (.+)$/m)[1]);
const plain = (text) => text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');

/** The subject of a document: its first sentence of prose. */
function firstSentence(text) {
  const paragraph = text
    .split(/\n\s*\n/)
    .map((part) => part.trim().replace(BREAK, '').replace(/\s+/g, ' '))
    .find(
      (part) =>
        /^[A-Z“`[\p{Script=Han}]/u.test(part) &&
        !/^(```|Written by)/.test(part) &&
        (part.length > 30 || (part.length > 10 && /\p{Script=Han}/u.test(part))),
    );
  return plain(paragraph ?? '').match(/^.*?([.:?](?=\s|$)|[。：？])/)?.[0] ?? '';
}

/** Between Chinese characters a line break is not a space. */
const BREAK = /(?<=[\p{Script=Han}，。；：、（）“”])\n\s*(?=[\p{Script=Han}“（])/gu;

const titlesIn = (text) => {
  const tokens = markdown().parse(text, {});
  return tokens.flatMap(({ type }, i) => (type === 'heading_open' ? [plain(tokens[i + 1].content)] : []));
};

/** The anchors that GitHub gives to headings. */
function slugs() {
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

/**
 * A document as HTML, its sections as text, and the images that it shows. HTML in it becomes text; a link to a file
 * that is not on the site becomes its words. Both versions of a document have the anchors of the English one.
 */
function render(text, path, sources) {
  const md = markdown();
  const tongue = languageOf(path);
  const { anchors } = sources.get(englishOf(path));
  const images = [];
  const sections = [];
  const pictured = /<img src="([^"]+)" width="(\d+)" alt="([^"]*)">/g;
  const written = text.replace(/^<!--.*-->$/gm, '').replace(pictured, '![$3]($1)');
  const tokens = md.parse(written, {});
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const title = plain(tokens[i + 1].content);
      const anchor = anchors[sections.length];
      token.attrSet('id', anchor);
      sections.push({ title, anchor, level: Number(token.tag.slice(1)), text: '' });
    } else if (['inline', 'fence', 'code_block'].includes(token.type) && sections.length) {
      if (tokens[i - 1]?.type !== 'heading_open') sections.at(-1).text += `${plain(token.content)}\n`;
    }
    if (token.type === 'inline') {
      token.children = md.parseInline(token.content.replace(BREAK, ''), {})[0].children;
      token.children = token.children.flatMap(led(path, sources, images));
    }
  }
  const table = `<div class="scroll" tabindex="0" role="group" aria-label="${words[tongue]['docs.table']}"><table>`;
  md.renderer.rules.table_open = () => table;
  md.renderer.rules.table_close = () => '</table></div>';
  // The policy of the site forbids the attribute `style`, which aligns columns; an empty cell is not a heading.
  const cell = (tag, { content }) => (content ? tag : 'td');
  for (const tag of ['th', 'td']) {
    md.renderer.rules[`${tag}_open`] = (all, i) => {
      const isNumber = String(all[i].attrGet('style')).includes('right');
      return `<${cell(tag, all[i + 1])}${isNumber ? ' class="number"' : ''}>`;
    };
    md.renderer.rules[`${tag}_close`] = (all, i) => `</${cell(tag, all[i - 1])}>`;
  }
  const code = (all, i) => `<pre tabindex="0"><code>${escaped(all[i].content)}</code></pre>\n`;
  Object.assign(md.renderer.rules, { fence: code, code_block: code });
  const html = md.renderer.render(tokens, md.options, {});
  const other = isTwofold(path, sources) ? `</h1>\n${versionLink(path)}` : '</h1>';
  return { html: html.replace('</h1>', () => other), sections, images };
}

/** The other version of a document, below its title. */
function versionLink(path) {
  const [tag, name, other] =
    languageOf(path) === 'zh' ? [TAGS.en, 'English', englishOf(path)] : [TAGS.zh, '中文', chineseOf(path)];
  return `<p class="version"><a href="${pageOf(other)}" hreflang="${tag}" lang="${tag}">${name}</a></p>`;
}

/** Makes links and images point to their places on the site. */
function led(path, sources, images) {
  let isKept = true;
  const resolved = (to) => new URL(to, new URL(path, 'file:///')).pathname.slice(1);
  return (token) => {
    if (token.type === 'link_open') {
      const [to, anchor] = token.attrGet('href').split('#');
      const isWeb = /^https?:/.test(to);
      const target = to === '' || isWeb ? path : resolved(to);
      const isCrate = path === 'rust' && !isWeb;
      isKept = isWeb || isCrate || sources.has(target);
      if (!isKept) return [];
      if (isCrate) return [token];
      if (isWeb) token.attrSet('rel', 'noreferrer');
      else token.attrSet('href', `${to ? pageOf(target) : ''}${anchor ? `#${placeOf(target, anchor, sources)}` : ''}`);
    } else if (token.type === 'link_close' && !isKept) {
      isKept = true;
      return [];
    } else if (token.type === 'image') {
      const from = resolved(token.attrGet('src'));
      images.push(from);
      token.attrSet('src', imageOf(from).replace(/^docs\//, ''));
      token.attrSet('loading', 'lazy');
    }
    return [token];
  };
}

/** The anchor on the site of a heading that a link names. */
function placeOf(path, anchor, sources) {
  const at = sources.get(path).anchors.indexOf(decodeURIComponent(anchor));
  return sources.get(englishOf(path)).anchors[at] ?? anchor;
}

/** An element in the language of the page, until the frame knows the visitor's. */
const said = (name, key, tongue) =>
  `<${name} data-t="docs.${key}">${words[tongue][`docs.${key}`]}</${name.split(' ')[0]}>`;

/** The link to a document, with its description, if any. */
function linkTo({ path, title, about }, { here = '', isTold = false } = {}) {
  const current = path === here ? ' aria-current="page"' : '';
  const told = isTold ? ` <span class="quiet">${escaped(about)}</span>` : '';
  const link = `<a href="${pageOf(path)}"${current}>${escaped(title)}</a>`;
  return `<span lang="${TAGS[languageOf(path)]}">${link}${told}</span>`;
}

/**
 * The list of all documents beside one; on a phone it is folded. Readers of Chinese also read documents without a
 * Chinese version, so their lists have the names in both languages, and one is shown.
 */
function list(groups, sources, here) {
  const tongue = languageOf(here);
  const item = (path) => {
    if (isTwofold(here, sources)) return `<li>${linkTo(inLanguage(path, tongue, sources), { here })}</li>`;
    if (!isTwofold(path, sources)) return `<li>${linkTo(sources.get(path), { here })}</li>`;
    return `<li class="either">${Object.keys(TAGS)
      .map((each) => linkTo(inLanguage(path, each, sources), { here }))
      .join('')}</li>`;
  };
  const part = ([group, paths]) => `<li>${said('span', group, tongue)}<ul>${paths.map(item).join('')}</ul></li>`;
  const nav = `<nav data-t-label="docs.title" aria-label="${words[tongue]['docs.title']}">`;
  const all = `<ul>${groups.map(part).join('')}</ul>`;
  const summary = said('summary', 'title', tongue);
  return `${searchIn(tongue)}<details class="documents">${summary}${nav}${all}</nav></details>`;
}

/** The list of all documents, each with its subject. */
function contentsOf(groups, sources, tongue) {
  const item = (path) => `<li>${linkTo(inLanguage(path, tongue, sources), { isTold: true })}</li>`;
  const part = ([group, paths]) =>
    `<section><h2>${said('span', group, tongue)}</h2><ul>${paths.map(item).join('')}</ul></section>`;
  const head = `<header class="head">${said('h1', 'title', tongue)}${versionLink(
    tongue === 'zh' ? chineseOf(INDEX) : INDEX,
  )}${said('p class="lead"', 'lead', tongue)}</header>`;
  return `${head}
${searchIn(tongue)}<div class="contents">${groups.map(part).join('')}</div>`;
}

const searchIn = (
  tongue,
) => `<search><form id="search" role="search"><label class="field">${said('span', 'search', tongue)}
<input type="search" autocomplete="off"></label></form><div id="found" role="status"></div></search>`;

/** The content of a page, below its title. */
function headings(sections, tongue) {
  const shown = sections.filter(({ level }) => level === 2);
  if (shown.length < 3) return '';
  const item = ({ title, anchor }) => `<li><a href="#${escaped(anchor)}">${escaped(title)}</a></li>`;
  const items = shown.map(item).join('');
  return `<details class="on-page">${said('summary', 'here', tongue)}<ul>${items}</ul></details>`;
}

/** A page with the frame of the site, in its language. A document in both languages names its other version. */
function framed(frame, { title, about, path, isTwofold }, body) {
  const tongue = languageOf(path);
  const english = englishOf(path);
  const versions = [
    [TAGS.en, english],
    [TAGS.zh, chineseOf(english)],
  ].map(([tag, each]) => `  <link rel="alternate" hreflang="${tag}" href="${pageOf(each)}">\n`);
  const index = tongue === 'zh' ? chineseOf(INDEX) : INDEX;
  return inWordsOf(tongue, frame)
    .replace(/\b(href|src)="(?!#|\w+:)/g, '$1="../')
    .replaceAll('href="#/', 'href="../#/')
    .replace('href="../docs/index.html"', `href="${pageOf(index)}" aria-current="true"`)
    .replaceAll('../site.js', '../docs.js')
    .replace(/ *<link rel="(module)?preload" href="[^"]*(home|pages|relation)[^"]*".*>\n/g, '')
    .replace('  <script src="../early.js">', (early) => `${isTwofold ? versions.join('') : ''}${early}`)
    .replace('</head>', '  <link rel="stylesheet" href="../docs.css">\n</head>')
    .replace(/<title>.*?<\/title>/, () => `<title>${escaped(title)} · Offprint</title>`)
    .replace(/(<meta name="description" content=").*?"/s, (_, start) => `${start}${escaped(about)}"`)
    .replace(/<main(.*?)>.*<\/main>/s, (_, attributes) => `<main${attributes}>${body}</main>`);
}

/** The frame in a language, for visitors without scripts. */
const inWordsOf = (tongue, frame) =>
  frame
    .replace('<html lang="en">', `<html lang="${TAGS[tongue]}">`)
    .replace(/(data-t="([\w.]+)".*?>)[^<]*/g, (_, start, key) => start + escaped(words[tongue][key]))
    .replace(/(data-t-label="([\w.]+)" aria-label=").*?"/g, (_, start, key) => `${start}${words[tongue][key]}"`);

/** The types of the npm package with their comments, one section each. */
async function reference() {
  const parts = MODULES.map(async ([name, paths]) => {
    const texts = [];
    for (const path of paths) {
      const file = new URL(`pkg/${path}`, ROOT);
      texts.push((await access(file).then(() => readFile(file, 'utf8'))).trim());
    }
    return `## ${name}\n\n${texts.flatMap((text) => exported(text).map(written)).join('\n')}`;
  });
  return `# API of the npm package

Every export, from the types of the package. Those of the crate are in [the documentation in Rust](rust).

${(await Promise.all(parts)).join('\n')}`;
}

/** The declarations of a file that are exported, each with its comment. */
function exported(text) {
  const found = [];
  let comment = '';
  for (const part of text.split(/\n(?=\/\*\*|export |declare |import )/)) {
    if (/^\/\*\*/.test(part)) {
      const [, said, rest] = part.match(/^(\/\*\*.*?\*\/)\s*(.*)$/s);
      comment = said;
      if (!rest) continue;
    }
    const code = part.replace(/^\/\*\*.*?\*\/\s*/s, '').trim();
    const name = code.match(/^export (?:default )?(?:declare )?(?:function|class|interface|type|const) (\w+)/)?.[1];
    if (name) found.push({ name, code, comment });
    comment = '';
  }
  return found;
}

function written({ name, code, comment }) {
  const said = comment
    .replace(/^\/\*\*\s?|\s*\*\/$/g, '')
    .replace(/^\s*\* ?/gm, '')
    .replace(/\{@link (\w+)\}/g, '`$1`');
  return `### ${name}\n\n${said}\n\n\`\`\`ts\n${code}\n\`\`\`\n`;
}
