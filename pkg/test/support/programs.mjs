// The programs in the documents.
import { readFileSync } from 'node:fs';

/** What each fence of a document says after its ticks, and what it holds. */
export function programs(document) {
  const text = readFileSync(new URL(document, new URL('../../', import.meta.url)), 'utf8');
  return [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, info, code]) => {
    const [language, word] = info.split(' ');
    return { language, word, code };
  });
}
