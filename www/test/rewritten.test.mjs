// The places where facts that two texts share are highlighted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import init, { sharedFacts } from 'offprint/full';

const [courier, portal] = [
  `The ferry to Skarn stopped on Sunday night after a storm had torn away half of its landing stage, said Ines Dahl of
    the county. Repairs cost 180,000 crowns; until then the Havsula carries passengers from the old quay.`,
  `No boats for Skarn: half of the landing stage was wrecked by a storm. Ines Dahl, who speaks for the county, reckons
    with repairs for 180,000 crowns. Meanwhile people board the Havsula at the old quay.`,
];

test('names and figures of both are highlighted in the text, each stretch once', async () => {
  globalThis.document = { documentElement: { lang: 'en' } };
  const { lit } = await import('../rewritten.js');
  await init();
  const facts = sharedFacts(courier, portal);
  for (const [side, text] of [courier, portal].entries()) {
    const stretches = lit(facts, side);
    const words = stretches.map(({ start, end }) => text.slice(start, end));
    for (const word of ['Skarn', 'Ines', 'Dahl', '180,000', 'Havsula']) assert.ok(words.includes(word), `${words}`);
    assert.ok(!words.includes('the'));
    for (const [i, { start }] of stretches.entries()) assert.ok(i === 0 || start >= stretches[i - 1].end);
  }
});

test('what the other gives differently in one place is highlighted apart', async () => {
  globalThis.document = { documentElement: { lang: 'en' } };
  const { differing } = await import('../rewritten.js');
  await init();
  const retold = portal.replace('180,000', '270,000');
  const facts = sharedFacts(courier, retold);
  const given = [courier, retold].map((text, side) =>
    differing(facts, side).map(({ start, end }) => text.slice(start, end)),
  );
  assert.deepEqual(given, [['180,000'], ['270,000']]);
  assert.deepEqual(differing(sharedFacts(courier, portal), 0), []);
});
