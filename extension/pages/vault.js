// The history as a folder of Markdown notes for Obsidian, one an article, in a ZIP; notes of a cluster link each other.
import { strToU8, Zip, ZipDeflate } from 'fflate';
import { ask } from '../shared/ask.js';
import { escaped } from './citation.js';
import { titleOf } from './verdict.js';

/** Clusters and articles in one message; an article has its text. */
const CLUSTERS = 50;
const ARTICLES = 200;
/** The most bytes of a note's name: systems allow 255, but Windows counts the folders before it too. */
const NAME = 120;
/** What file names may not have on some system, and what would end a link in Obsidian. */
const UNSAFE = /[\\/:*?"<>|#^[\]%\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;
/** Names of devices on Windows, whatever follows the first full stop. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³]) *(\.|$)/i;

/**
 * @param {import('./words.js').Words} words
 * @param {(done: number) => void} progress
 * @returns {Promise<Blob>} a ZIP
 */
export async function vault(words, progress) {
  const name = namer();
  /** Names by article; an exported article has no id, but at one address only one was first seen at a time. */
  const names = new Map();
  const nameOf = (article) => {
    const key = JSON.stringify([article.url, article.firstSeen]);
    if (!names.has(key)) names.set(key, { name: name(titleOf(article)), about: {} });
    return names.get(key);
  };
  for await (const { entries, original } of clusters()) {
    const notes = new Map(entries.map((entry) => [entry.id, nameOf(entry)]));
    const origin = notes.get(original.id);
    const copies = origin ? (await ask('entry', { id: original.id })).copies : [];
    const verdicts = new Map(copies.map(({ entry, verdict }) => [entry.id, verdict]));
    const all = [...notes.values()];
    for (const [id, note] of notes) {
      const others = all.filter((other) => other !== note).map((other) => other.name);
      note.about = { cluster: (origin ?? all[0]).name, origin: origin?.name, verdict: verdicts.get(id), others };
    }
  }
  /** @type {BlobPart[]} */
  const parts = [];
  const zip = new Zip((error, data) => {
    if (error) throw error;
    parts.push(/** @type {BlobPart} */ (data));
  });
  let done = 0;
  for await (const article of exported()) {
    const { name, about } = nameOf(article);
    const file = new ZipDeflate(`Offprint/${name}.md`);
    zip.add(file);
    file.push(strToU8(noteOf(words, article, about)), true);
    progress(++done);
  }
  zip.end();
  return new Blob(parts, { type: 'application/zip' });
}

async function* clusters() {
  for (let after = null; ; ) {
    const { clusters, next } = await ask('clusters', { after, limit: CLUSTERS });
    yield* clusters;
    if (next === null) return;
    after = next;
  }
}

async function* exported() {
  for (let after = null; ; ) {
    const { articles, next } = await ask('export', { after, limit: ARTICLES });
    yield* articles;
    if (next === null) return;
    after = next;
  }
}

/** Returns a function that makes a name of a file of each title, safe on every system and different from all before. */
export function namer() {
  /** Name → the number of the last one like it. Systems may ignore case, and the form of accents. */
  const taken = new Map();
  const keyOf = (name) => name.normalize('NFKC').toLowerCase();
  return (title) => {
    const plain = title.normalize('NFC').replace(UNSAFE, ' ').replace(/\s+/g, ' ');
    const safe = trimmed(cut(trimmed(plain))) || 'Untitled';
    const name = DEVICE.test(safe) ? `_${safe}` : safe;
    let number = taken.get(keyOf(name)) ?? 1;
    let free = name;
    while (taken.has(keyOf(free))) free = `${name} ${++number}`;
    taken.set(keyOf(free), 1);
    taken.set(keyOf(name), number);
    return free;
  };
}

/** A leading full stop hides a file, and Windows drops full stops and spaces at the end. */
const trimmed = (name) => name.replace(/^[. ]+|[. ]+$/g, '');

/** A name without what goes beyond the limit; no character is cut in two. */
function cut(name) {
  const bytes = strToU8(name);
  return bytes.length <= NAME ? name : new TextDecoder().decode(bytes.subarray(0, NAME), { stream: true });
}

/**
 * One note: facts as YAML, the text if it is stored, and links to the other notes of the cluster.
 * @param {import('./words.js').Words} words
 * @param {any} article as exported
 * @param {{ cluster?: string, origin?: string, verdict?: string, others?: string[] }} about names of notes
 */
export function noteOf(words, article, { cluster, origin, verdict, others = [] }) {
  const facts = {
    title: titleOf(article),
    url: article.url,
    author: article.author,
    published: article.published,
    seen: article.firstSeen,
    cluster,
    origin: origin && `[[${origin}]]`,
    verdict,
  };
  const lines = Object.entries(facts).filter(([, value]) => value);
  const yaml = lines.map(([name, value]) => `${name}: ${quoted(value)}\n`).join('');
  const paragraphs = (article.text ?? '').split('\n').map(paragraphOf).filter(Boolean);
  const links = others.map((name) => `- [[${name}]]\n`).join('');
  const copies = links && `## ${words.say('vaultCopies')}\n\n${links}`;
  return `---\n${yaml}---\n\n${paragraphs.map((paragraph) => `${paragraph}\n\n`).join('')}${copies}`;
}

/** A string of JSON is one of YAML, but for these characters, which YAML does not allow or counts as line breaks. */
const quoted = (text) =>
  JSON.stringify(text).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A line of a text, so that nothing at its beginning is the sign of a list or a rule. */
const paragraphOf = (line) => escaped(line.trim()).replace(/^(?=[-+=])|^\d+(?=[.)])/, '$&\\');
