// Articles with their structure, as Readability and Defuddle read them on linkedom: `structure.mjs FOLDER` prints a
// line {"id", "readability", "defuddle", "markdown"} for each page; `markdown` is Defuddle's own, and a page that one
// of them cannot read has an empty text. The first line has their versions.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { Readability } from '@mozilla/readability';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';

/** The version of a package of this repository. */
function version(name) {
  const manifest = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}

/** What a tool reads, or nothing if it fails. */
async function attempt(tool) {
  try {
    return (await tool()) ?? {};
  } catch {
    return {};
  }
}

// They write what they think of a page to the console.
const print = console.log;
for (const name of ['log', 'warn', 'error', 'debug', 'info']) console[name] = () => {};

const folder = process.argv[2];
print(JSON.stringify({ readability: version('@mozilla/readability'), defuddle: version('defuddle') }));
for (const name of readdirSync(folder).filter((name) => name.endsWith('.html'))) {
  const html = readFileSync(join(folder, name), 'utf8');
  const document = () => parseHTML(html).document;
  const readability = await attempt(() => new Readability(document()).parse());
  const defuddle = await attempt(() => Defuddle(document(), 'https://example.org/', { separateMarkdown: true }));
  print(
    JSON.stringify({
      id: name.slice(0, -'.html'.length),
      readability: readability.content ?? '',
      defuddle: defuddle.content ?? '',
      markdown: defuddle.contentMarkdown ?? '',
    }),
  );
}
