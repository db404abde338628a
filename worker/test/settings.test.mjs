// Settings are read entry by entry: invalid entries are left out and reported, and the rest applies.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HTML, PERSON, TRAINING, page, registered, startFor, startSeen } from './support/site.mjs';

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

test('a bad site or number does not void the others, and odd ones are reported', async (t) => {
  const other = await startFor(t, { pages: { '/other': { body, headers: HTML } } });
  const vars = {
    ORIGINS: { 'other.example': other.behind, 'third.example': 'nowhere', 'fourth.example': 7 },
    OFFPRINT_KEEP_DAYS: 'soon',
  };
  const { site, faults } = await configured(t, vars);
  const messages = faults.map(([, message]) => message).sort();
  for (const [i, expected] of [
    'OFFPRINT_KEEP_DAYS: write a number from 0 (for ever) to 36500; until then articles are kept for 365 days',
    'ORIGINS[fourth.example]: `7` is not a site',
    'ORIGINS[third.example]: `nowhere` is not a site',
  ].entries()) {
    assert.ok(messages[i].startsWith(expected), messages[i]);
  }
  assert.equal(messages.length, 3);
  const odd = await configured(t, { OFFPRINT_KEEP_DAYS: '0.0001', ORIGIN: 'http://127.0.0.1:9/blog' });
  assert.match(String(odd.faults), /articles expire within a day, .*; the unit is days/);
  const path =
    'ORIGIN: `http://127.0.0.1:9/blog` has a path, which is not used: /dam is requested at http://127.0.0.1:9/dam';
  assert.ok(
    odd.faults.some(([, message]) => message === path),
    odd.faults.join('\n'),
  );
  assert.equal((await site.ask('/other', { headers: { host: 'other.example' } })).status, 200);
  assert.equal((await site.ask('/other', { headers: { host: 'third.example' } })).status, 404, 'ORIGIN answers');
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

test('a host in Unicode or capitals is the one that requests name, without a complaint', async (t) => {
  const vars = {
    OFFPRINT_HOSTS: 'WWW.Pàper.example, http://münze.example/, localhost:8787',
    OFFPRINT_POLICY: { rules: [{ action: 'annotate' }] },
    OFFPRINT_KEEP_DAYS: '30',
    OFFPRINT_DRY_RUN: 'false',
    OFFPRINT_COOKIES: 'session, logged_in_*',
    ORIGINS: '{}',
  };
  const site = await startSeen(t, { pages, vars }, []);
  for (const host of ['www.xn--pper-0na.example', 'xn--mnze-0ra.example']) {
    await site.ask('/page', { headers: { host } });
  }
  await registered(site, 1);
  const { failures, withheld = {} } = await site.stats();
  assert.deepEqual([failures, withheld], [{}, {}]);
});
