// Help: what the native program prints, as its tests record it (crates/cli/tests/help.rs), and what only this one has.
import help from './help.json';

const FETCHES = ['read', 'compare', 'dedupe', 'origins'];
const TIMEOUT = `\
Only in npx offprint:
      --timeout <SECONDS>
          The longest that a page may take to come

          [default: 30]

`;

/** @param {string} command a name, or '' for all of them */
export function helpOf(command) {
  /** @type {Record<string, string[]>} */
  const all = help;
  const text = `${all[command].join('\n')}\n`;
  return text.replace('{npm}\n\n', () => (FETCHES.includes(command) ? TIMEOUT : ''));
}
