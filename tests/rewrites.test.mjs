// The module for rewritten articles gives the same results as the native program, which is OFFPRINT.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import init, { keys, read, rewriting, sharedFacts, sketch } from 'offprint/full';
import { folder } from './folder.mjs';
import { RETOLD } from './retold.mjs';

const native = process.env.OFFPRINT;
assert.ok(native, 'set OFFPRINT to the native program, or run `cargo xtask test`');
const scratch = await folder();
await init();

const texts = {
  ...Object.fromEntries(Object.entries(RETOLD.en).map(([id, { text }]) => [id, text])),
  dam: '截至4月16日，暴雨使三千七百名村民离家，堤坝决口四十一米，损失二百五十万元。水利局工程师何伟称，闸门早在2011年就已锈死。',
  flood:
    '决口宽41米的堤坝让村子遭殃：到四月十六日为止，3700人被迫转移，损失达250万元。何伟是水利局的工程师，他说闸门2011年就锈死了。',
};

test('the module gives texts the verdicts of the native program', () => {
  const ids = Object.keys(texts);
  const pairs = ids.flatMap((a) => ids.map((b) => ({ a, b })));
  const [docs, list] = ['docs.jsonl', 'pairs.jsonl'].map((name) => join(scratch, name));
  const lines = (rows) => rows.map((row) => JSON.stringify(row)).join('\n');
  writeFileSync(docs, lines(ids.map((id) => ({ id, title: id, text: texts[id] }))));
  writeFileSync(list, lines(pairs));
  const { stdout, stderr } = spawnSync(native, ['pairs', '--docs', docs, '--pairs', list], { encoding: 'utf8' });
  const said = stdout.trimEnd().split('\n').map(JSON.parse);
  assert.equal(said.length, pairs.length, stderr);
  const sketches = new Map(ids.map((id) => [id, { sketch: sketch({ title: id, text: texts[id] }) }]));
  for (const { a, b, verdict, rewritten } of said) {
    const told = rewriting(sketches.get(a), sketches.get(b), verdict);
    assert.equal(told.score, rewritten, `${a} ${b}`);
  }
  const score = (a, b) => rewriting(sketches.get(a), sketches.get(b), 'different').score;
  assert.ok(score('report', 'retold') > 0.9 && score('dam', 'flood') > 0.8);
  assert.ok(score('report', 'other') < 0.2);
  const { verdict, measures } = rewriting(sketches.get('report'), sketches.get('dam'), 'different');
  assert.deepEqual([verdict, measures], ['unknown', []]);
});

test('the verdict comes with facts that a person can check', () => {
  const known = (id) => ({ sketch: sketch({ title: '', text: texts[id] }), text: texts[id] });
  const [report, retold, other] = ['report', 'retold', 'other'].map(known);
  const { verdict, facts } = rewriting(report, retold, 'different');
  assert.equal(verdict, 'rewritten');
  const forms = facts.shared.map(([fact]) => fact.form);
  assert.ok(forms.includes('dorrit') && forms.includes('52000'), String(forms));
  const inSecond = facts.inOrder.map((place) => facts.shared[place][1].start);
  assert.ok(inSecond.length > 8 && inSecond.every((start, i) => i === 0 || start >= inSecond[i - 1]), String(inSecond));
  assert.equal(rewriting(report, other, 'different').verdict, 'independent');
  const copied = rewriting(report, retold, 'partial');
  assert.deepEqual([copied.verdict, copied.score, copied.facts], ['copied', 0, undefined]);
  assert.equal(rewriting({ sketch: report.sketch }, retold, 'different').facts, undefined);
});

test('shared facts are in the texts at the places reported', () => {
  for (const [a, b] of [
    ['dam', 'flood'],
    ['report', 'retold'],
  ]) {
    const { shared, onlyFirst } = sharedFacts(`😀${texts[a]}`, texts[b]);
    const numbers = shared.filter(([fact]) => fact.kind === 'number').map(([fact]) => fact.form);
    assert.ok(numbers.includes(a === 'dam' ? '2500000' : '6300000'), String(numbers));
    const name = shared.find(([fact]) => fact.form === (a === 'dam' ? '何伟' : 'dorrit'));
    assert.deepEqual(
      [`😀${texts[a]}`.slice(name[0].start, name[0].end), texts[b].slice(name[1].start, name[1].end)],
      a === 'dam' ? ['何伟', '何伟'] : ['Dorrit', 'Dorrit'],
    );
    assert.ok(onlyFirst.length > 0);
  }
});

test('what it is given wrongly it refuses', () => {
  const whole = { text: texts.report };
  assert.equal(sketch({ text: 'Too little.' }), null);
  assert.equal(rewriting(null, whole, 'unknown').verdict, 'unknown');
  assert.throws(() => rewriting(whole, whole, 'alike'), { code: 'verdict' });
  assert.throws(() => rewriting({ sketch: 'AA' }, whole, 'different'), { code: /fingerprint/ });
  assert.throws(() => sketch({ title: 'A' }), { code: 'text' });
});

test('the text of an article is enough, and its fingerprint shows whether it is a copy', () => {
  const [report, retold] = ['report', 'retold'].map((id) => ({ title: '', text: texts[id] }));
  const sketches = [report, retold].map((article) => ({ sketch: sketch(article) }));
  const { verdict, score, facts } = rewriting(report, retold);
  assert.equal(verdict, 'rewritten');
  assert.ok(facts.shared.length > 0);
  assert.equal(score, rewriting(...sketches).score);
  assert.equal(rewriting(report, report).verdict, 'copied', 'one text');
  assert.equal(rewriting(report, { ...retold, noFingerprintReason: 'list' }).score, undefined);
});

test('a sketch has keys behind those of the fingerprint, and a damaged one is refused', async () => {
  const text = texts.report.repeat(3);
  const made = sketch({ title: '', text: texts.report });
  const { fingerprint } = await read(`<title>Mill</title><article><p>${text}</article>`);
  const [ofFacts, ofWords, ofBoth] = [keys(null, made), keys(fingerprint), keys(fingerprint, made)];
  assert.deepEqual([ofFacts.read.length, ofFacts.write.length], [8, 4]);
  for (const kind of ['read', 'write']) assert.deepEqual(ofBoth[kind], [...ofWords[kind], ...ofFacts[kind]]);
  for (const damaged of ['', made.slice(0, -4), `B${made.slice(1)}`, 'not one'])
    assert.throws(() => keys(null, damaged), { code: /^fingerprint/ }, damaged);
  assert.throws(() => keys(null, 7), { code: 'fingerprint_text' });
});
