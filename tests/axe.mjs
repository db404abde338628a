// The problems that axe-core finds in a page of either browser.
import axe from 'axe-core';

/** The rules that are broken, each with its places. */
export async function faults(page) {
  await page.evaluate(axe.source);
  // An element that is still fading in has less contrast than it will have.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect.getComputedTiming().endTime !== Infinity) animation.finish();
    }
  });
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run(document, { rules: { 'target-size': { enabled: true } }, preload: false }),
  );
  return violations.map(({ id, help, nodes }) =>
    [`${id}: ${help}`, ...nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)].join('\n'),
  );
}
