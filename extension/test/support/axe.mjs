// Whether a page is accessible, as far as a program can determine.
import assert from 'node:assert/strict';
import axe from 'axe-core';

export async function assertAccessible(page, name) {
  await page.evaluate(axe.source);
  await page.evaluate(showAtOnce);
  const { violations } = await page.evaluate(() =>
    window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }),
  );
  const lines = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n  ${nodes.map((node) => `${node.html}\n    ${node.failureSummary}`).join('\n  ')}`,
  );
  assert.equal(lines.join('\n'), '', name);
}

/** An element that is still fading in has less contrast than it will have. */
function showAtOnce() {
  for (const animation of document.getAnimations()) {
    if (animation.effect.getComputedTiming().endTime !== Infinity) animation.finish();
  }
}
