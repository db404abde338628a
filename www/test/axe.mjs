// The problems that axe-core finds in a page.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that are broken, each with the first places. */
export async function faults({ page, run }) {
  await page.evaluate(axe);
  const { violations } = await run(() => globalThis.axe.run(document, { resultTypes: ['violations'], preload: false }));
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ html, failureSummary }) => `${html} ${failureSummary}`)
        .slice(0, 3)
        .join('\n')}`,
  );
}
