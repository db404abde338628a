// Converts Simplified to Traditional characters, with the words that Taiwan uses.

let loading = /** @type {ReturnType<typeof load> | undefined} */ (undefined);

/** Loads the tables once. `characters` and `words` convert a text. */
export const traditional = () => (loading ??= load());

async function load() {
  const text = async (/** @type {string} */ name) => (await fetch(new URL(`data/${name}.txt`, import.meta.url))).text();
  return converters(await text('traditional'), await text('taiwan'));
}

/** Makes the converters from tables of characters and words, each followed by its replacement. */
export function converters(/** @type {string} */ characters, /** @type {string} */ words) {
  const turns = new Map(characters.match(/\S\S/g)?.map((pair) => [pair.charAt(0), pair.charAt(1)]));
  const terms = new Map(
    words.match(/\S+\s+\S+/g)?.map((pair) => {
      const [simplified = '', other = ''] = pair.split(/\s+/);
      return [simplified, other];
    }),
  );
  const all = new Map([...turns, ...terms, ['“', '「'], ['”', '」']]);
  const longest = [...terms.keys()].sort((a, b) => b.length - a.length);
  /** @type {(some: Map<string, string>, found: RegExp) => (text: string) => string} */
  const turn = (some, found) => (text) => text.replace(found, (part) => some.get(part) ?? part);
  return {
    characters: turn(turns, /[\u4e00-\u9fff]/g),
    words: turn(all, new RegExp(`${longest.join('|')}|[\u4e00-\u9fff“”]`, 'g')),
  };
}
