// Settings are read entry by entry: invalid entries are left out and reported, and the rest applies.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HTML, page } from './support/articles.mjs';
import { CRAWLER, PERSON, TRAINING } from './support/clients.mjs';
import { startFor, startSeen } from './support/site.mjs';
import { registered } from './support/waits.mjs';

const body = page(2, 0);
const pages = { '/page': { body, headers: HTML } };

/** A site with these variables that was visited once, and the faults that it reports. */
async function configured(t, vars) {
  const site = await startFor(t, { pages, vars });
  await site.ask('/page');
  const { errors } = await site.stats();
  return { site, faults: errors.map(({ cause, message }) => [cause, message]).reverse() };
}

test('one bad rule does not void the others, and the fault says who gets in', async (t) => {
  const rules = [
    { class: 'search', action: 'refuze' },
    { class: 'archives', action: 'refuse' },
    { class: 'training', action: 'refuse' },
    { class: 'other', verdict: 'same', minConfidence: 600, action: 'refuse' },
  ];
  const { site, faults } = await configured(t, { OFFPRINT_POLICY: { rules } });
  assert.equal((await site.ask('/page', { agent: TRAINING })).status, 403);
  assert.equal((await site.ask('/page')).status, 200);
  const actions = 'annotate, forward, not-modified, markdown, clean, redirect, refuse';
  const classes = 'search, agent, training, archive, other, person';
  const letIn = '(rule ignored; matching clients are NOT blocked)';
  const expected = [
    `OFFPRINT_POLICY.rules[0].action: unknown \`refuze\`; expected one of: ${actions} (rule ignored)`,
    `OFFPRINT_POLICY.rules[1].class: unknown \`archives\`; expected one of: ${classes} ${letIn}`,
    `OFFPRINT_POLICY.rules[3].minConfidence: write a whole number from 0 to 100 ${letIn}`,
  ];
  assert.deepEqual(
    faults,
    expected.map((message) => ['OFFPRINT_POLICY', message]),
  );
  assert.deepEqual((await site.stats()).failures, { OFFPRINT_POLICY: 3 });
});

test('a bad range, agent, site or number does not void the others', async (t) => {
  const other = await startFor(t, { pages: { '/other': { body, headers: HTML } } });
  const vars = {
    OFFPRINT_AGENTS: {
      signed: { 'http://agent.example': 'search' },
      ranges: [
        { name: 'Googlebot', class: 'search', addresses: ['66.249.64.0/19', '66.249.64.0/99'] },
        { name: 'CCBot', class: 'training', addresses: ['192.0.2.0/24'] },
      ],
      agents: { House: 'archive', Home: 'robot' },
    },
    ORIGINS: { 'other.example': other.behind, 'third.example': 'nowhere', 'fourth.example': 7 },
    OFFPRINT_KEEP_DAYS: 'soon',
  };
  const { site, faults } = await configured(t, vars);
  const messages = faults.map(([, message]) => message);
  for (const expected of [
    'OFFPRINT_KEEP_DAYS: write a number from 0 (for ever) to 36500; until then articles are kept for 365 days',
    'OFFPRINT_AGENTS.signed[http://agent.example]: the keys of http://agent.example must come over https (ignored)',
    'OFFPRINT_AGENTS.ranges[0].addresses[1]: `66.249.64.0/99` is not a range of addresses',
    'OFFPRINT_AGENTS.agents[Home]: unknown `robot`; expected one of: search',
    'ORIGINS[third.example]: `nowhere` is not a site',
    'ORIGINS[fourth.example]: `7` is not a site',
  ]) {
    const isReported = messages.some((message) => message.startsWith(expected));
    assert.ok(isReported, `${expected} not in ${messages.join('\n')}`);
  }
  assert.equal(faults.length, 6);
  const short = await configured(t, { OFFPRINT_KEEP_DAYS: '0.0001' });
  assert.match(String(short.faults), /articles expire within a day, .*; the unit is days/);
  const as = async (agent, address) =>
    (await site.ask('/page', { agent, headers: { 'cf-connecting-ip': address } })).headers.offprint;
  assert.match(await as('House/1', '203.0.113.1'), /;class=archive;by=agent$/);
  assert.match(await as(TRAINING, '203.0.113.1'), /;class=other;by=address;claims="CCBot"$/);
  assert.match(await as(CRAWLER, '66.249.64.1'), /;class=search;by=agent$/, 'half a range makes nobody a liar');
  assert.equal((await site.ask('/other', { headers: { host: 'other.example' } })).status, 200);
});

test('unknown and unreadable variables are reported; a misspelt dry run is one', async (t) => {
  const vars = {
    OFFPRINT_POLCY: '{"rules": []}',
    OFFPRINT_POLICY: '{"rules": [',
    OFFPRINT_DRY_RUN: 'ture',
    OFFPRINT_PAYMENTS: 'https://till.example',
    OFFPRINT_GATEWAY: { targets: ['news.example'] },
    OFFPRINT_COOKIES: 'session; id',
    OFFPRINT_PARAMETERS: 'page ?id',
  };
  const { site, faults } = await configured(t, vars);
  assert.deepEqual(faults.map(([cause]) => cause).sort(), Object.keys(vars).sort());
  const of = (cause) => faults.find(([other]) => other === cause)[1];
  for (const cause of ['OFFPRINT_POLCY', 'OFFPRINT_PAYMENTS', 'OFFPRINT_GATEWAY'])
    assert.match(of(cause), /unknown variable; expected one of: OFFPRINT_AGENTS, .*OFFPRINT_POLICY/);
  assert.match(of('OFFPRINT_POLICY'), /^OFFPRINT_POLICY: this is not JSON: ./);
  assert.match(of('OFFPRINT_PARAMETERS'), /`\?id` is not the name of a parameter; until then pages that it selects/);
  assert.equal((await site.ask('/page')).headers.offprint, undefined, 'it is a dry run');
});

test('hosts, sites and names that would quietly have no effect, or too much, are reported', async (t) => {
  const vars = {
    OFFPRINT_HOSTS: '*.paper.example, "www.paper.example", paper, news.paper.example:8443, http//x.example',
    ORIGN: 'https://o.example',
    offprint_hosts: 'paper.example',
    ORIGINS: { 'https://url.example': 'https://o.example', 'path.example': 'https://o.example/blog' },
    OFFPRINT_AGENTS: {
      agents: { Mozilla: 'other', HouseBot: 'other' },
      ranges: [{ name: 'Chrome', class: 'search', addresses: ['192.0.2.0/24'] }],
    },
  };
  const { site, faults } = await configured(t, vars);
  const leftOut = '(ignored: pages under it are not registered if other hosts are listed)';
  const people = 'is part of browsers’ user agents: people would match (ignored)';
  const messages = faults.map(([, message]) => message);
  assert.deepEqual(
    messages.sort(),
    [
      'ORIGN: unknown variable; did you mean ORIGIN?',
      'offprint_hosts: unknown variable; did you mean OFFPRINT_HOSTS?',
      'OFFPRINT_HOSTS: `*.paper.example`: wildcards are not supported: ' +
        `list each host, as \`www.paper.example\` ${leftOut}`,
      `OFFPRINT_HOSTS: \`"www.paper.example"\`: not a valid host: write one as \`www.paper.example\` ${leftOut}`,
      `OFFPRINT_HOSTS: \`http//x.example\`: not a valid host: write one as \`www.paper.example\` ${leftOut}`,
      `OFFPRINT_HOSTS: \`paper\` has no dot: if it is a host, write \`https://paper\` ${leftOut}`,
      'OFFPRINT_HOSTS: pages under `news.paper.example:8443` are registered only if they are requested at that port: ' +
        'leave it out, or write `https://news.paper.example:8443`',
      'ORIGINS[https://url.example]: `https://url.example` is not a host: write one as www.paper.example ' +
        '(ignored: ORIGIN answers)',
      'ORIGINS[path.example]: `https://o.example/blog` has a path, which is not used: /dam is requested at ' +
        'https://o.example/dam',
      `OFFPRINT_AGENTS.agents[Mozilla]: \`Mozilla\` ${people}`,
      `OFFPRINT_AGENTS.ranges[0].name: \`Chrome\` ${people}`,
    ].sort(),
  );
  const { json } = await site.api('GET', 'health');
  assert.deepEqual(json.settings.wrong.map(({ message }) => message).sort(), messages);
  assert.equal((await site.ask('/page', { agent: PERSON })).headers.offprint, undefined, 'people stay people');
});

test('a site with a path is reported', async (t) => {
  const { faults } = await configured(t, { ORIGIN: 'http://127.0.0.1:9/blog' });
  const path =
    'ORIGIN: `http://127.0.0.1:9/blog` has a path, which is not used: /dam is requested at http://127.0.0.1:9/dam';
  assert.ok(
    faults.some(([, message]) => message === path),
    faults.join('\n'),
  );
});

test('a host in Unicode or capitals is the one that requests name', async (t) => {
  const vars = { OFFPRINT_HOSTS: 'WWW.Pàper.example, http://münze.example/, localhost:8787', ORIGINS: '{}' };
  const site = await startSeen(t, { pages, vars }, []);
  for (const host of ['www.xn--pper-0na.example', 'xn--mnze-0ra.example']) {
    await site.ask('/page', { headers: { host } });
  }
  await registered(site, 1);
  const { failures, withheld = {} } = await site.stats();
  assert.deepEqual([failures, withheld], [{}, {}]);
});

test('valid settings cause no complaint', async (t) => {
  const vars = {
    OFFPRINT_POLICY: { rules: [{ action: 'annotate' }] },
    OFFPRINT_KEEP_DAYS: '30',
    OFFPRINT_DRY_RUN: 'false',
    OFFPRINT_COOKIES: 'session, logged_in_*',
    ORIGINS: '{}',
  };
  const site = await startSeen(t, { pages, vars }, ['/page']);
  assert.deepEqual((await site.stats()).failures, {});
});
