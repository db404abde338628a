// `offprint compare`: the verdict on two articles.
import { Document, reportComparison } from './core.js';
import { Failure } from './failure.js';
import { isAddress } from './fetch.js';
import { flag, method, parse, value } from './options.js';
import { flush, print } from './output.js';
import { readOne } from './reading.js';
import { exists, file } from './sources.js';

const OPTIONS = { json: flag, jsonl: flag, method: value, timeout: value };
const CODES = { same: 0, partial: 0, different: 1, unknown: 3 };

export const HELP = `\
Compare two articles and say why

Usage: offprint compare [OPTIONS] <A> <B>

  <A>  a page, a .txt file, a fingerprint, or the http or https address of a page
  <B>  another

      --json             print a JSON object
      --jsonl            print a JSON object in one line
      --method NAME      how to compare [default: offprint]
      --timeout SECONDS  the longest that a page may take to come [default: 30]
      --threads N        threads that read; as many as there are cores unless given

Each side is a page, a .txt file with the text of an article, or a fingerprint as \`offprint read\`
prints it. What names an existing file is that file, what begins with http:// or https:// is fetched,
anything else is taken for a fingerprint.

Of \`same\` and \`partial\` it also says what became of the first in the second, and which one is the
original, by what the pages state: canonical address, credit, site, headline and time. Where both
texts are at hand it lists the longest stretches that only one of them has. Two pages of one site,
by their canonical addresses, need more in common to be partial, since they share furniture.

Exit codes: 0 same or partial, 1 different, 2 failed, 3 unknown (too little text).

Examples:
  offprint compare page.html copy.html
  offprint compare page.html https://example.org/copy
`;

export async function run(words) {
  const {
    values,
    given: [a, b],
  } = parse('compare', words, OPTIONS, ['<A>', '<B>']);
  const name = method(values);
  const sides = [await article(a, name, values), await article(b, name, values)];
  const [verdict, text] = reportComparison(name, a, sides[0], b, sides[1], values.form);
  await print(text);
  await flush();
  return CODES[verdict];
}

async function article(side, method, values) {
  if (await exists(side)) return readOne(file(side), values);
  if (isAddress(side)) return readOne({ id: side, kind: 'address', url: side }, values);
  let document;
  try {
    document = Document.ofFingerprint(side);
  } catch (error) {
    const what =
      error.code === 'fingerprint_text'
        ? 'neither a file nor a fingerprint'
        : `no file, and no good fingerprint (${error.message})`;
    throw new Failure(what, short(side), 'check the path, or paste the whole fingerprint');
  }
  if (method === 'offprint') return document;
  const advice = 'name the page it was made from, or leave out --method';
  throw new Failure('a fingerprint of the method offprint', short(side), advice);
}

/** As much of a fingerprint as can be told apart. */
function short(text) {
  const characters = [...text];
  return characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : text;
}
