// The places where facts that two texts share are highlighted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import init, { sharedFacts } from 'offprint/full';
import { RETOLD } from '../../tests/retold.mjs';

const [report, retold] = [RETOLD.en.report.text, RETOLD.en.retold.text];

test('names and figures of both are highlighted in the text, each stretch once', async () => {
  globalThis.document = { documentElement: { lang: 'en' } };
  const { lit } = await import('../rewritten.js');
  await init();
  const facts = sharedFacts(report, retold);
  for (const [side, text] of [report, retold].entries()) {
    const stretches = lit(facts, side);
    const words = stretches.map(({ start, end }) => text.slice(start, end));
    for (const word of ['Edwin', 'Pell', 'Brenlow', '38', '1957']) assert.ok(words.includes(word), `${words}`);
    assert.ok(!words.includes('the'));
    for (const [i, { start }] of stretches.entries()) assert.ok(i === 0 || start >= stretches[i - 1].end);
  }
});

test('what the other gives differently in one place is highlighted apart', async () => {
  globalThis.document = { documentElement: { lang: 'en' } };
  const { differing } = await import('../rewritten.js');
  await init();
  const wrong = retold.replace('52,000', '27,000');
  const facts = sharedFacts(report, wrong);
  const given = [report, wrong].map((text, side) =>
    differing(facts, side).map(({ start, end }) => text.slice(start, end)),
  );
  assert.deepEqual(given, [['52,000'], ['27,000']]);
  assert.deepEqual(differing(sharedFacts(report, retold), 0), []);
});
