// Writes worker/src/clients/data/crawlers.json: the crawlers whose purpose is known, by class.
//
//   npm install
//   node worker/crawlers.mjs ROBOTS.json > worker/src/clients/data/crawlers.json
//
// ROBOTS.json comes from https://github.com/ai-robots-txt/ai.robots.txt (MIT), whose maintainers update it daily. It
// gives the names, and what it says about their purpose decides their classes. The patterns of search engines and
// archives come from the npm package crawler-user-agents (MIT).
import { readFileSync } from 'node:fs';
import crawlers from 'crawler-user-agents';

/** Tokens of robots.txt that no client sends, fetchers of link previews, and words that other programs also use. */
const LEFT_OUT = [
  'Applebot-Extended',
  'Google-Extended',
  'facebookexternalhit',
  'Code',
  'Operator',
  'OpenAI',
  'Spider',
];
const [SEARCH, AGENT] = [/(?<!re)search/i, /assistant|agents|user\b|companion/i];

/** Classes by what the operators themselves say, and names that the list lacks. */
const BY_OPERATORS = {
  // https://docs.mistral.ai/en/robots: "for indexing purposes only … for Mistral search"; the other builds data sets.
  'MistralAI-Index': 'search',
  'MistralAI-Training': 'training',
  // https://docs.tabstack.ai/trust/controlling-access: "programmatic, AI-driven interaction with web content".
  'Mozilla-Tabstack': 'agent',
  // Crawlers of search engines that answer with a model: iAsk, Liner, Phind.
  LinerBot: 'search',
  PhindBot: 'search',
  iAskBot: 'search',
  iaskspider: 'search',
};

/** The class of a name of ai.robots.txt; whatever is undocumented counts as training. */
function classOf(name, { function: purpose = '', description = '' }) {
  if (BY_OPERATORS[name]) return BY_OPERATORS[name];
  if (SEARCH.test(name) || /index$|indexer$/i.test(name)) return 'search';
  if (/-user\b/i.test(name)) return 'agent';
  if (/undocumented/i.test(purpose)) return 'training';
  const said = /data providers/i.test(purpose) ? description : purpose;
  if (SEARCH.test(said)) return 'search';
  return AGENT.test(purpose) ? 'agent' : 'training';
}

const escaped = (name) => name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
/** @type {[name: string, about: { function?: string, description?: string }][]} */
const robots = Object.entries(JSON.parse(readFileSync(process.argv[2], 'utf8')));
const all = [...Object.keys(BY_OPERATORS).map((name) => /** @type {typeof robots[number]} */ ([name, {}])), ...robots];
const listed = all.filter(([name]) => !LEFT_OUT.includes(name));
const listing = listed.map(([text, about]) => ({ name: text.split('/')[0], about }));
const names = new Map(listing.map((each) => [each.name.toLowerCase(), each]));
const result = { names: {}, patterns: {} };
for (const { name, about } of names.values()) (result.names[classOf(name, about)] ??= []).push(name);
const isNamed = (pattern) =>
  [...names.keys()].some((name) => new RegExp(pattern, 'i').test(name) || new RegExp(escaped(name), 'i').test(pattern));
for (const [tag, kind] of [
  ['ai-crawler', 'training'],
  ['archiver', 'archive'],
  ['search-engine', 'search'],
]) {
  // The package's types lack the tags.
  const known = /** @type {(typeof crawlers[number] & { tags: string[] })[]} */ (crawlers);
  const tagged = known.filter(({ tags, pattern }) => tags.includes(tag) && !isNamed(pattern));
  const others = tagged.filter(({ pattern }) => !Object.values(result.patterns).flat().includes(pattern));
  for (const { pattern } of others.filter(({ pattern }) => !LEFT_OUT.includes(pattern)))
    (result.patterns[/user/i.test(pattern) ? 'agent' : kind] ??= []).push(pattern);
}
for (const list of Object.values(result.names)) list.sort();
console.log(JSON.stringify(result, null, 1));
