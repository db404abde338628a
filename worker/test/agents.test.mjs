// Which of 250 user agents the examples of docs/edge/policy.md keep out: the table there.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import crawlers from 'crawler-user-agents';
import { readAgents } from '../src/clients/classes.js';
import { identify } from '../src/clients/identify.js';
import { orderFor, readPolicy, unconditionalOrder } from '../src/policy/rules.js';
import { preferencesIn } from '../src/site/preferences.js';
import { BROWSERS } from './support/browsers.mjs';

const FILE = new URL('../../docs/edge/policy.md', import.meta.url);
const MARKS = ['<!-- agents -->\n', '<!-- /agents -->'];
const ALL = 250;

/** The first user agent of each crawler of the public list with a tag, and its name. */
const tagged = (tag, most) =>
  crawlers
    .filter(({ tags, instances }) => tags.includes(tag) && instances.length > 0)
    .slice(0, most)
    .map(({ instances }) => instances[0]);
const KINDS = {
  'browsers of people': BROWSERS,
  'search engines': tagged('search-engine', 56),
  'link previews': tagged('social-preview', 30),
  'feed readers': tagged('feed-reader', 30),
  advertising: tagged('advertising', 20),
  'monitors and webhooks': tagged('monitoring', 25),
  archives: tagged('archiver', 10),
  AI: tagged('ai-crawler', 40),
};

const text = readFileSync(FILE, 'utf8');
const blocks = (kind) => [...text.matchAll(new RegExp(`\`\`\`${kind}\\n([^]*?)\`\`\``, 'g'))].map(([, block]) => block);
const policies = blocks('jsonc').filter((block) => block.startsWith('"OFFPRINT_POLICY": '));
const [robots] = blocks('text').filter((block) => block.startsWith('User-agent: '));
const agents = readAgents({}, 'agents', []);
const url = new URL('https://paper.example/news/dam');
/** Each verdict, with the surest original on another site, or on the same. */
const PAGES = ['same', 'partial', 'different', 'unknown'].flatMap((verdict) =>
  ['same', 'cross'].map((site) => ({ verdict, site, confidence: 100, canonicalConflict: false })),
);

/** Whether a policy refuses a client an original. */
async function isRefused(policy, userAgent) {
  const found = await identify({ headers: new Headers({ 'user-agent': userAgent }) }, { agents });
  const client = { ...found, stated: preferencesIn(robots, userAgent, url, found).stated };
  const pages = PAGES.filter(({ site, verdict }) => site === 'cross' || verdict === 'different');
  const orders = [unconditionalOrder(policy, client, true), ...pages.map((page) => orderFor(policy, client, page))];
  return orders.some((order) => order?.action === 'refuse') ? [found.name ?? userAgent.slice(0, 30)] : [];
}

test(`the examples of the policy keep out those whom they name, of ${ALL} user agents`, async () => {
  const everybody = Object.values(KINDS).flat();
  assert.equal(everybody.length, ALL);
  const examples = policies.map((_, i) => `example ${i + 1}`);
  const rows = [`| | ${examples.join(' | ')} |`, `|---${'|---'.repeat(examples.length)}|`];
  for (const [kind, of] of Object.entries(KINDS)) {
    const cells = policies.map(async (example) => {
      const faults = [];
      const { OFFPRINT_POLICY } = JSON.parse(`{${example}}`);
      const policy = readPolicy(OFFPRINT_POLICY, 'policy', faults);
      assert.deepEqual(faults, []);
      const refused = (await Promise.all(of.map((agent) => isRefused(policy, agent)))).flat();
      return refused.length === 0 ? 'served' : `${refused.length} refused: ${[...new Set(refused)].sort().join(', ')}`;
    });
    rows.push(`| ${kind} (${of.length}) | ${(await Promise.all(cells)).join(' | ')} |`);
  }
  const [begin, end] = MARKS.map((mark) => text.indexOf(mark));
  assert.ok(begin > 0 && end > begin, 'the marks');
  const table = `\n${rows.join('\n')}\n\n`;
  const before = text.slice(begin + MARKS[0].length, end);
  if (process.env.OFFPRINT_RECORD) {
    writeFileSync(FILE, text.slice(0, begin + MARKS[0].length) + table + text.slice(end));
  } else {
    assert.equal(before, table, 'OFFPRINT_RECORD=1 node --test worker/test/agents.test.mjs writes it');
  }
});
