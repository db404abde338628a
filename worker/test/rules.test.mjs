// The policy's rules by themselves; policy.test.mjs tests what a worker makes of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLASSES, PROOFS } from '../src/clients/classes.js';
import { hasUnconditionalRule, isIgnored, orderFor, readPolicy, unconditionalOrder } from '../src/policy/rules.js';

function policy(...rules) {
  const faults = [];
  const read = readPolicy({ rules }, 'policy', faults);
  // Rules that others hide stay, and are reported: a test of its own is about them.
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('never applies')),
    [],
  );
  return read;
}

const client = (kind, by) => ({ class: kind, by, claim: null });
const page = (verdict, site, confidence = 75, canonicalConflict = false) => ({
  verdict,
  site,
  confidence,
  canonicalConflict,
});
const REDIRECT = { verdict: 'same', site: 'same', action: 'redirect' };
const CANONICAL = { verdict: 'same', site: 'cross', action: 'annotate', canonical: true };

test('the first rule that fits decides', () => {
  const rules = policy(
    { class: ['search', 'archive'], action: 'forward' },
    { ...REDIRECT, status: 308 },
    { class: 'training', verdict: ['same', 'partial'], site: 'same', action: 'refuse' },
    { site: 'cross', action: 'markdown' },
    { action: 'not-modified' },
  );
  const order = (kind, verdict, site) => orderFor(rules, client(kind, 'address'), page(verdict, site));
  for (const [kind, verdict, site, action] of [
    ['search', 'same', 'same', 'forward'],
    ['training', 'same', 'same', 'redirect'],
    ['training', 'partial', 'same', 'refuse'],
    ['other', 'partial', 'cross', 'markdown'],
    ['other', 'different', null, 'not-modified'],
    ['person', 'same', 'cross', 'annotate'],
  ]) {
    assert.equal(order(kind, verdict, site).action, action, `${kind} ${verdict} ${site}`);
  }
  assert.equal(order('other', 'same', 'same').status, 308);
  const none = orderFor([], client('search', 'platform'), page('same', 'cross'));
  assert.deepEqual([none.action, none.minConfidence], ['annotate', 60]);
});

test('a verdict that is not sure has no effect', () => {
  const bot = client('other', 'signature');
  for (const rule of [
    REDIRECT,
    { verdict: 'same', site: 'same', action: 'refuse' },
    { site: 'same', action: 'refuse' },
    { verdict: ['same', 'partial'], action: 'forward' },
  ]) {
    const fits = (minConfidence, confidence) => {
      const rules = policy({ ...rule, ...(minConfidence !== undefined && { minConfidence }) });
      return orderFor(rules, bot, page('same', 'same', confidence)).action !== 'annotate';
    };
    for (const [minConfidence, confidence, expected] of [
      [undefined, 0, false],
      [undefined, 15, false],
      [undefined, 59, false],
      [undefined, 60, true],
      [90, 89, false],
      [90, 90, true],
      [0, 0, true],
    ]) {
      assert.equal(fits(minConfidence, confidence), expected, `${rule.action} at ${confidence} of ${minConfidence}`);
    }
  }
  const original = page('same', null, 90);
  assert.equal(orderFor(policy({ verdict: 'same', site: 'same', action: 'refuse' }), bot, original).action, 'annotate');
  // Where there is no other page there is no doubt about which came first.
  const originals = policy({ verdict: 'different', action: 'refuse' });
  assert.equal(orderFor(originals, bot, page('different', null, 0)).action, 'refuse');
});

test('a rule that changes an index requires more than a name', () => {
  for (const by of PROOFS) {
    const bot = client('search', by);
    const proven = by !== 'agent';
    const order = (rule, site) => orderFor(policy(rule), bot, page('same', site));
    assert.equal(order(REDIRECT, 'same').action === 'redirect', proven, by);
    assert.equal(order(CANONICAL, 'cross').canonical, proven, by);
    // A client that claims to be kept out is kept out, and one that claims to be let through gets no more than a
    // person.
    for (const action of ['refuse', 'forward']) {
      assert.equal(order({ class: 'search', action }, 'same').action, action);
    }
    assert.equal(order({ ...REDIRECT, by: ['agent'] }, 'same').action === 'redirect', !proven, by);
  }
  const liar = { class: 'other', by: 'signature', claim: 'https://agent.example' };
  assert.equal(orderFor(policy(REDIRECT), liar, page('same', 'same')).action, 'annotate');
  const only = policy({ class: 'search', by: ['platform', 'address'], action: 'forward' }, { action: 'refuse' });
  assert.equal(unconditionalOrder(only, client('search', 'address'), false), undefined);
  assert.equal(unconditionalOrder(only, client('search', 'agent'), false)?.action, 'refuse');
});

test('rules decide before the page is known which clients are kept out', () => {
  const rules = policy(
    { class: 'archive', action: 'forward' },
    { class: 'search', verdict: 'different', action: 'forward' },
    { class: ['archive', 'search', 'training'], action: 'refuse' },
    { class: 'other', site: 'same', action: 'refuse' },
  );
  const actionsFor = (kind) => {
    const who = client(kind, kind === 'person' ? null : 'agent');
    return [false, true].map((unread) => unconditionalOrder(rules, who, unread)?.action);
  };
  assert.deepEqual(actionsFor('training'), ['refuse', 'refuse']);
  assert.deepEqual(actionsFor('search'), [undefined, 'refuse'], 'it may be an original');
  for (const kind of ['archive', 'other', 'agent', 'person']) {
    assert.deepEqual(actionsFor(kind), [undefined, undefined], kind);
  }
  assert.ok(hasUnconditionalRule(rules) && !hasUnconditionalRule([]));
});

test('rules decide in advance which clients get everything unchanged', () => {
  const bot = client('search', 'agent');
  const forward = { action: 'forward' };
  for (const [rules, expected] of [
    [[{ class: 'search', ...forward }, { action: 'refuse' }], true],
    [[{ verdict: 'same', ...forward }, forward], true],
    [[{ verdict: 'same', ...forward }], false],
    [[{ verdict: 'same', site: 'same', action: 'refuse' }, forward], false],
    [[{ class: 'archive', ...forward }], false],
    [[{ by: 'platform', ...forward }], false],
    [[], false],
  ]) {
    assert.equal(isIgnored(policy(...rules), bot), expected, JSON.stringify(rules));
  }
});

test('rules do not do more to a page about which less is known', () => {
  const one = [
    { action: 'refuse' },
    { action: 'forward' },
    { action: 'not-modified' },
    { verdict: 'same', site: 'same', action: 'refuse' },
    { site: 'same', action: 'refuse' },
    { class: 'search', by: 'agent', action: 'forward' },
    { ...REDIRECT, minConfidence: 0 },
    CANONICAL,
  ];
  for (const rules of one.flatMap((first) => one.map((second) => policy(first, second)))) {
    for (const kind of CLASSES) {
      for (const by of kind === 'person' ? [null] : PROOFS) {
        const who = client(kind, by);
        const unconditional = unconditionalOrder(rules, who, false);
        for (const verdict of ['same', 'partial', 'different', 'unknown']) {
          for (const site of [null, 'same', 'cross']) {
            const order = orderFor(rules, who, page(verdict, site, 59, true));
            assert.notEqual(order.action, 'redirect', 'the page says otherwise');
            if (unconditional) assert.deepEqual(order, unconditional, 'nothing lifts it');
            if (kind === 'person') assert.equal(order.action, 'annotate');
          }
        }
      }
    }
  }
});

test('the fault of a rule says what is wrong', () => {
  for (const [rule, expected] of [
    [{ action: 'delete' }, 'policy.rules[0].action: unknown `delete`; expected one of: annotate, forward'],
    [{ class: 'search' }, 'policy.rules[0].action: this is missing'],
    [
      { action: 'refuse', verdicts: 'same' },
      '[0].verdicts: unknown `verdicts`; expected one of: class, name, by, verdict',
    ],
    [{ verdict: 'same', action: 'redirect' }, 'rules[0]: a redirect stays on the site'],
    [{ site: 'same', action: 'redirect' }, 'only a copy can be redirected'],
    [{ ...REDIRECT, status: 303 }, 'is 301 or 308'],
    [{ ...REDIRECT, status: '301' }, 'status: write a whole number from 301 to 308'],
    [{ action: 'refuse', status: 301 }, '`status` is for `redirect` only'],
    [{ action: 'charge', price: 'USD 1' }, 'unknown `charge`'],
    [{ class: 'person', action: 'refuse' }, 'rules do not apply to people'],
    [{ class: [], action: 'refuse' }, 'an empty list matches nothing'],
    [{ class: null, action: 'refuse' }, 'rules[0].class: null is not allowed'],
    [{ class: ['search', 'serach'], action: 'refuse' }, 'rules[0].class[1]: unknown `serach`'],
    [{ class: 'archive', action: 'not-modified' }, 'revisit'],
    [{ class: ['training', 'search'], action: 'not-modified' }, 'would miss a new `noindex`'],
    [
      { verdict: 'same', site: 'same', action: 'refuse', minConfidence: 101 },
      'minConfidence: write a whole number from 0 to 100',
    ],
    [{ verdict: 'same', site: 'same', action: 'refuse', minConfidence: 0.6 }, 'a whole number'],
    [{ action: 'refuse', minConfidence: 60 }, 'this one applies whatever the page is'],
    [
      { by: 'name', action: 'refuse' },
      'rules[0].by: unknown `name`; expected one of: signature, platform, address, agent',
    ],
    [{ action: 'annotate', canonical: true }, 'only a copy has another canonical address'],
    [{ verdict: 'same', action: 'forward', canonical: true }, '`canonical` is for'],
    [{ action: 'annotate', canonical: 'yes' }, 'rules[0].canonical: write true or false'],
    [{ site: 'cross', action: 'refuse' }, 'is not refused for that'],
    [{ verdict: ['different', 'partial'], action: 'refuse' }, 'is not refused for that'],
    [7, 'policy.rules[0]: write an object: { … } (rule ignored)'],
  ]) {
    const faults = [];
    assert.deepEqual(readPolicy({ rules: [rule] }, 'policy', faults), []);
    assert.equal(faults.length, 1, faults.join('\n'));
    assert.ok(faults[0].includes(expected), faults[0]);
  }
});

test('a rule that can never apply is reported, with the one that hides it', () => {
  const sure = (minConfidence) => ({ verdict: 'same', site: 'same', action: 'refuse', minConfidence });
  for (const [first, second, isHidden] of [
    [{ action: 'annotate' }, { class: 'training', action: 'refuse' }, true],
    [{ action: 'refuse' }, REDIRECT, true],
    [{ class: ['training', 'agent'], action: 'refuse' }, { class: 'agent', verdict: 'same', action: 'markdown' }, true],
    [{ verdict: ['same', 'partial'], action: 'annotate' }, { verdict: 'same', site: 'same', action: 'refuse' }, true],
    [sure(60), sure(80), true],
    [{ action: 'markdown' }, { action: 'clean' }, true],
    [CANONICAL, { ...CANONICAL, class: 'search' }, true],
    [sure(80), sure(60), false],
    [sure(60), { verdict: 'same', action: 'annotate' }, false],
    [{ action: 'markdown' }, { action: 'refuse' }, false],
    [{ action: 'markdown' }, { class: 'training', action: 'refuse' }, true],
    [{ class: 'training', action: 'refuse' }, { action: 'refuse' }, false],
    [{ by: 'agent', action: 'refuse' }, { action: 'refuse' }, false],
    [{ stated: 'no', action: 'refuse' }, { action: 'refuse' }, false],
    [{ site: 'same', action: 'refuse' }, { verdict: 'same', site: 'same', action: 'refuse' }, true],
    [{ site: 'same', action: 'refuse' }, { verdict: 'unknown', action: 'refuse' }, false],
    [REDIRECT, { verdict: 'same', site: 'same', action: 'refuse' }, false],
    [CANONICAL, { verdict: 'same', site: 'cross', action: 'annotate' }, false],
  ]) {
    const faults = [];
    const read = readPolicy({ rules: [7, first, second] }, 'policy', faults);
    assert.equal(read.length, 2, 'it stays');
    const hidden = /^policy\.rules\[2\]: never applies: rules\[1\] matches first/;
    const of = JSON.stringify([first, second]);
    assert.deepEqual([faults.length, faults.some((fault) => hidden.test(fault))], [isHidden ? 2 : 1, isHidden], of);
  }
});

test('the faults of a policy say what is wrong, and what happens to the clients of a rule', () => {
  for (const [value, ...expected] of [
    [[], 'policy: write an object: { … }'],
    [{ rule: [] }, 'policy.rule: unknown `rule`; expected one of: rules'],
    [{}, 'policy.rules: this is missing'],
    [{ rules: 5 }, 'policy.rules: write a list: [ … ]'],
    [
      { rules: [{ class: 'x', action: 'refuse' }, { class: 'x', action: 'forward' }, { action: 'refuze' }], dry: true },
      'policy.dry: unknown `dry`; expected one of: rules',
      /^policy\.rules\[0\]\.class: .* \(rule ignored; matching clients are NOT blocked\)$/,
      /^policy\.rules\[1\]\.class: .* \(rule ignored; later rules decide for its clients\)$/,
      /^policy\.rules\[2\]\.action: .*refuse \(rule ignored\)$/,
    ],
  ]) {
    const faults = [];
    readPolicy(value, 'policy', faults);
    assert.equal(faults.length, expected.length, faults.join('\n'));
    for (const [i, message] of expected.entries()) {
      if (typeof message === 'string') assert.equal(faults[i], message);
      else assert.match(faults[i], message);
    }
  }
  assert.deepEqual(readPolicy(undefined, 'policy', []), []);
});
