// The demo page: reads pages with the package and shows what it finds.

import init, { Reader, compare } from './offprint/index.js';

const $ = (id) => document.getElementById(id);
const say = (message) => ($('status').textContent = message);
const element = (name, text, properties) =>
  Object.assign(document.createElement(name), { textContent: text }, properties);

const NONE = {
  unreadable: 'None: this is not text, or in an unknown charset.',
  list: 'None: this is a list of pages, and no article.',
  'no-article': 'None: there is nothing to read here but a message.',
  boilerplate: 'None: the body is notices, which any page of the site may hold.',
  short: 'None: there is too little text to know the article by.',
};

const FOUND = {
  bom: 'by its byte-order mark', bytes: 'by the bytes themselves', http: 'by the HTTP header',
  meta: 'by a meta element', detected: 'by statistics', ascii: 'all ASCII',
};
const MEANING = {
  same: 'Basically the same article.',
  partial: 'One abridges, extends, merges or quotes a large part of the other.',
  different: 'Different articles, be they on the same event.',
  unknown: 'One of them has too little text to say.',
};
const ORIGINAL = {
  first: '“One” seems to be the original', second: '“Other” seems to be the original',
  unsaid: 'Which is the original, the pages do not say',
};
/** Pages that can be chosen, by name: a note, and `open()` for the bytes and their type. */
const pages = new Map();
/** What was read of them. */
const articles = new Map();

async function start() {
  try {
    await init();
  } catch (error) {
    const why = !globalThis.WebAssembly || error.cause instanceof WebAssembly.CompileError
      ? 'WebAssembly is blocked here. A lockdown mode, an extension or a policy of the browser can do that; or this site sends a Content-Security-Policy whose script-src lacks ‘wasm-unsafe-eval’.'
      : 'The WebAssembly module could not be loaded. If it is not built yet, `cargo xtask wasm` builds it.';
    return say(`${why} (${error.message})`);
  }
  for (const { slug, title, note, contentType, family } of await (await fetch('./samples.json')).json()) {
    const short = slug.replace(`${family}-`, '').replace(family, 'original');
    const open = async () => ({ contentType, stream: (await fetch(`./pages/${slug}/page.html`)).body });
    offer(slug, `${short} · ${title}`, family, { note, open });
  }
  choose('sample', decodeURIComponent(location.hash.slice(1)), 'zh-dam-original');
  choose('one', 'zh-dam-original');
  choose('other', 'zh-dam-table-gbk');
  $('sample').onchange = show;
  $('one').onchange = $('other').onchange = judge;
  await show();
  await judge();
  $('read').hidden = $('compare').hidden = false;
}

/** Puts a page into the lists. */
function offer(name, label, group, page) {
  if (!pages.has(name)) {
    for (const list of document.querySelectorAll('select')) {
      const last = list.lastElementChild;
      const into = last?.label === group ? last : list.appendChild(element('optgroup', '', { label: group }));
      into.append(new Option(label, name));
    }
  }
  pages.set(name, page);
  articles.delete(name);
}

function choose(list, ...names) {
  $(list).value = names.find((name) => pages.has(name));
}

/** Reads a page, chunk by chunk as it comes. */
async function read(name) {
  if (articles.has(name)) return articles.get(name);
  const { contentType, stream } = await pages.get(name).open();
  const reader = new Reader({ contentType, explain: true });
  const source = stream.getReader();
  let [bytes, chunks, time] = [0, 0, -performance.now()];
  for (let part; ; chunks++) {
    time += performance.now();
    part = await source.read();
    time -= performance.now();
    if (part.done) break;
    bytes += part.value.length;
    reader.write(part.value);
  }
  const article = { ...reader.end(), bytes, chunks, time: time + performance.now() };
  articles.set(name, article);
  return article;
}

async function show() {
  const name = $('sample').value;
  const article = await read(name);
  say('');
  history.replaceState(null, '', `#${encodeURIComponent(name)}`);
  const { bytes, chunks, time, fingerprint } = article;
  const facts = {
    Charset: `${article.charset}, ${FOUND[article.charsetSource]}`,
    Language: article.language,
    Length: `${article.length.toLocaleString('en')} letters and digits`,
    Type: article.pageType,
    Quality: `${article.quality} of 100`,
    Credit: article.credit,
    Published: article.published,
    Address: article.canonical,
    Page: `${bytes.toLocaleString('en')} bytes in ${chunks} chunk${chunks === 1 ? '' : 's'}, read in ${time.toFixed(1)} ms`,
  };
  const known = Object.entries(facts).filter(([, value]) => value);
  $('note').textContent = pages.get(name).note;
  $('article').lang = article.language;
  $('title').textContent = article.title || 'Untitled';
  $('blocks').replaceChildren(...runs(article.blocks).map(view));
  $('facts').replaceChildren(...known.flatMap(([fact, value]) => [element('dt', fact), element('dd', value)]));
  $('size').textContent = fingerprint ? `${Math.floor((fingerprint.length * 3) / 4)} bytes` : '';
  $('fingerprint').textContent = fingerprint ?? NONE[article.abstention];
  $('copy').hidden = !fingerprint;
  $('keys').textContent = article.keys.read.join(' ');
}

/** Neighbouring blocks that were all kept or all dropped. */
function runs(blocks) {
  const all = [];
  for (const [i, block] of blocks.entries()) {
    if (i === 0 || !block.rule !== !blocks[i - 1].rule) all.push([]);
    all.at(-1).push(block);
  }
  return all;
}

function view(run) {
  const dropped = run[0].rule;
  const group = element(dropped && run.length > 3 ? 'details' : 'div', '', { className: dropped ? 'dropped' : 'kept' });
  if (group.matches('details')) {
    const rules = [...new Set(run.map(({ rule }) => rule))].join(', ');
    group.append(element('summary', `${run.length} blocks dropped: ${rules}`, { lang: 'en' }));
  }
  for (const { text, rule } of run) {
    const line = group.appendChild(element('p', '', { dir: 'auto' }));
    if (rule) line.append(element('del', text), ' ', element('small', rule, { lang: 'en' }));
    else line.append(text);
  }
  return group;
}

async function judge() {
  const [one, other] = await Promise.all([read($('one').value), read($('other').value)]);
  const comparable = one.fingerprint && other.fingerprint;
  const unknown = { verdict: 'unknown', evidence: [] };
  const { verdict, score, evidence, changes = [], original } = comparable
    ? compare(one.fingerprint, other.fingerprint, one, other) : unknown;
  $('compare').dataset.verdict = verdict;
  $('verdict').textContent = verdict;
  $('meaning').textContent = MEANING[verdict];
  const percent = (share) => `${Math.round(share * 100)} %`;
  $('changes').textContent = changes.map(({ kind, share }) => `${kind.replace('-', ' ')} ${percent(share)}`).join(', ');
  $('original').textContent = original ? `${ORIGINAL[original.which]}${original.confidence ? ` (confidence ${original.confidence} of 100)` : ''}.` : '';
  $('original').title = original?.reasons.map(({ ground, speaksFor }) => `${ground} for the ${speaksFor}`).join(', ') ?? '';
  $('score').textContent = comparable ? `Score ${score.toFixed(3)} of 1` : '';
  $('evidence').replaceChildren();
  for (const { channel, value, threshold, atLeast, fired } of evidence) {
    const row = $('evidence').appendChild(element('tr', '', { className: fired ? 'fired' : '' }));
    const cells = [channel.replaceAll('-', ' '), value.toFixed(3), `${atLeast ? 'at least' : 'at most'} ${threshold.toFixed(2)}`, fired ? 'yes' : 'no'];
    row.append(...cells.map((text) => element('td', text)));
  }
  if ($('others').open) await others();
}

/** Compares the two by every method; the module that can is fetched when it is first asked for. */
async function others() {
  $('others-status').textContent = 'Loading…';
  const { default: init, methods } = await import('./offprint/methods/index.js');
  await init();
  const [one, other] = await Promise.all([read($('one').value), read($('other').value)]);
  const rows = methods.list().map(({ name, about }) => {
    const { verdict, score } = methods.compare(name, one, other);
    const row = element('tr', '', { className: verdict });
    row.append(...[name, verdict, score.toFixed(3), about].map((text) => element('td', text)));
    return row;
  });
  $('methods').replaceChildren(...rows);
  $('others-status').textContent = 'Each by the parameters of its paper, on the article as Offprint finds it.';
}

/** Reads a page that the visitor brought. */
async function bring(name, blob, contentType) {
  offer(name, name, 'Your pages', { note: '', open: async () => ({ contentType, stream: blob.stream() }) });
  choose('sample', name);
  choose('other', name);
  await show();
  await judge();
}

$('others').ontoggle = ({ target }) => target.open && others().catch(({ message }) => ($('others-status').textContent = message));
$('file').onchange = ({ target: { files } }) => files[0] && bring(files[0].name, files[0]);
document.ondragover = (event) => event.preventDefault();
document.ondrop = (event) => {
  event.preventDefault();
  for (const file of event.dataTransfer.files) bring(file.name, file);
};
document.onpaste = ({ clipboardData }) => {
  const html = clipboardData.getData('text/html') || clipboardData.getData('text/plain');
  if (html) bring('Pasted page', new Blob([html]), 'text/html; charset=utf-8');
};
$('copy').onclick = async () => {
  await navigator.clipboard.writeText($('fingerprint').textContent);
  $('copy').textContent = 'Copied';
  setTimeout(() => ($('copy').textContent = 'Copy'), 1500);
};
start().catch((error) => say(error.message));
