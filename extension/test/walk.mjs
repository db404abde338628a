// `node extension/test/walk.mjs` visits the fixture pages as a reader would, and counts how often the button is right.
// With the folder of a set of labelled pairs (`docs.jsonl`, `pairs.jsonl`, `pages/`), it visits pairs of these, each
// template once.
import { fileURLToPath } from 'node:url';
import { startChromium } from './support/chromium.mjs';
import { send, startSites } from './support/sites.mjs';
import { labelledVisits, visits } from './support/walk.mjs';

/** A page of a set would run only those of its scripts that stand in it. */
const SCRIPTLESS = { 'content-security-policy': "script-src 'none'" };

/** Visits pages one after the other; returns the verdict on each, and its milliseconds after the load. */
export async function walk(all) {
  const sites = await startSites();
  for (const { url, html, type } of all.filter(({ html }) => html)) {
    sites.put(url, (_, response) => send(response, 200, type, html, SCRIPTLESS));
  }
  const browser = await startChromium(sites);
  try {
    await browser.ask('changeSettings', { changes: { when: 'everywhere' } });
    const results = [];
    for (const visit of all) {
      if (visit.isFirst) await browser.ask('forgetAll');
      const page = await browser.newPage();
      await page.goto(visit.url, { waitUntil: 'domcontentloaded' });
      const loaded = performance.now();
      const state = await browser.stateOf(await browser.tabOf(page));
      const status = state.why ? `${state.status} (${state.why})` : state.status;
      results.push({ ...visit, status, after: performance.now() - loaded });
      await page.close();
    }
    return results;
  } finally {
    await browser.close();
    sites.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  const results = await walk(folder ? labelledVisits(folder) : visits());
  const wrong = results.filter(({ expected, status }) => expected !== status);
  for (const { url, kind, expected, status } of wrong) {
    console.log(`${url}, ${kind}: ${status}, and should be ${expected}`);
  }
  const times = results.map(({ after }) => after).sort((a, b) => a - b);
  console.log(
    `${results.length - wrong.length} of ${results.length} right; median ${Math.round(times[times.length >> 1])} ms`,
  );
}
