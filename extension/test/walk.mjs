// `node extension/test/walk.mjs` visits 78 pages as a reader would, and counts how often the button is right.
import { fileURLToPath } from 'node:url';
import { startChromium } from './support/chromium.mjs';
import { startSites } from './support/sites.mjs';
import { visits } from './support/walk.mjs';

/** Visits pages one after the other; returns the verdict on each, and its milliseconds after the load. */
export async function walk(all = visits()) {
  const sites = await startSites(Object.fromEntries(all.map(({ url, html }) => [url, html])));
  const browser = await startChromium(sites);
  try {
    await browser.ask('changeSettings', { changes: { when: 'everywhere' } });
    const told = [];
    for (const visit of all) {
      const page = await browser.context.newPage();
      await page.goto(visit.url);
      const loaded = performance.now();
      const state = await browser.stateOf(await browser.tabOf(page));
      told.push({ ...visit, said: state.status, title: state.entry?.title, after: performance.now() - loaded });
      await page.close();
    }
    return told;
  } finally {
    await browser.close();
    await sites.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const told = await walk();
  const wrong = told.filter(({ says, said }) => says !== said);
  for (const { url, kind, template, says, said } of wrong) {
    console.log(`${url}, ${kind}, template ${template}: ${said}, and should be ${says}`);
  }
  const times = told.map(({ after }) => after).sort((a, b) => a - b);
  console.log(
    `${told.length - wrong.length} of ${told.length} right; median ${Math.round(times[times.length >> 1])} ms`,
  );
}
