// "How it works": every figure is drawn, from the package's results.
import assert from 'node:assert/strict';
import { compare } from 'offprint';
import { testSite } from './browsers.mjs';
import { articleOf } from './samples.mjs';

const FIGURES = ['wrap', 'stop', 'code', 'length', 'fold', 'sample', 'key', 'verdict'];

testSite('the figures are those of the samples', { view: '#/how' }, async (site) => {
  await site.press('#language');
  const found = await site.run(
    (names) => names.map((each) => document.querySelector(`section.on-${each} figure`)?.textContent ?? null),
    FIGURES,
  );
  for (const [i, text] of found.entries()) assert.ok(text?.length > 3, FIGURES[i]);

  const [original, ...others] = await Promise.all(
    ['original', 'table-gbk', 'abridged', 'merged', 'same-opening'].map((each) => articleOf(`zh-dam-${each}`)),
  );
  const said = { same: '相同', partial: '部分相同', different: '不同' };
  const verdicts = await site.run(() =>
    [...document.querySelectorAll('.on-verdict tbody td:nth-child(2)')].map((cell) => cell.textContent),
  );
  assert.deepEqual(
    verdicts,
    others.map((other) => said[compare(original, other).verdict]),
  );
  const shared = original.keys.read.filter((key) => others[1].keys.read.includes(key)).length;
  assert.equal(await site.run(() => document.querySelectorAll('.on-key .link').length), shared);
  assert.ok(shared > 4);
  const told = await site.run(() => document.querySelector('section.on-length .told').textContent);
  assert.equal(told, `${original.length.toLocaleString('zh-CN')} · 1.00`);

  const says = (text) =>
    site.run((value) => {
      const [, field] = document.querySelectorAll('.on-fold input');
      field.value = value ?? field.value;
      field.dispatchEvent(new Event('input'));
      return document.querySelector('.says').textContent;
    }, text);
  assert.equal(await says(null), '文字相同。');
  assert.equal(await says('三座水库已经放空 水位超过 wx 线'), '换了说法。');
  assert.equal(await says('市运动会昨天闭幕'), '文字不同。');
});
