// Visits to articles and to other sites' versions of them, each with the verdict that the extension should show.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixtures } from './sites.mjs';

/** The verdict by what a page is to the original of its family. */
const VERDICTS = { original: 'new', same: 'same', partial: 'partial', different: 'new' };
/** What is said of pages that are no articles, or whose charset no browser knows. */
const OTHERS = {
  'en-tidal-login': 'never (password)',
  'zh-dam-lying-gbk': 'not-article (unreadable)',
  'zh-ferry-missing': 'not-article (no-article)',
  'zh-notice': 'not-article (short)',
};

/** Visits to the fixture pages, the original of each family before its copies: `{ url, kind, expected }`. */
export function visits() {
  const all = [...fixtures].map(([name, { url, read }]) => {
    const { relation, pageType } = JSON.parse(read('meta.json'));
    const ofKind = pageType === 'list' ? 'not-article (list)' : VERDICTS[relation];
    return { url, kind: relation, expected: OTHERS[name] ?? ofKind };
  });
  return all.sort((a, b) => Number(b.kind === 'original') - Number(a.kind === 'original'));
}

/** How many templates of a set are visited. */
const MOST = 100;

/**
 * Visits to pairs of a set, each pair with an empty history, and each template once:
 * `{ url, html, kind, template, expected, isFirst }`.
 */
export function labelledVisits(folder) {
  const read = (name) =>
    readFileSync(join(folder, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const docs = new Map(read('docs.jsonl').map((doc) => [doc.id, doc]));
  const used = new Set();
  const visitOf = ({ id, template, encoding }, kind, expected, isFirst) => ({
    url: `http://${id}.walk.example/`,
    html: readFileSync(join(folder, 'pages', `${id}.html`)),
    type: `text/html; charset=${encoding}`,
    ...{ kind, template, expected, isFirst },
  });
  return read('pairs.jsonl').flatMap(({ a, b, label, kind }) => {
    const pair = [docs.get(a), docs.get(b)];
    const templates = new Set(pair.map(({ template }) => template));
    if (templates.size < 2 || used.size + 2 > MOST || [...templates].some((one) => used.has(one))) return [];
    for (const template of templates) used.add(template);
    return [visitOf(pair[0], kind, 'new', true), visitOf(pair[1], kind, label === 'different' ? 'new' : label, false)];
  });
}
