// `node www/test/speed.mjs` measures the site on a slow phone: 1.6 Mbit/s, 150 ms round trip, a processor four times
// slower than this one. It prints when the first screen has its answer, when the view of one page has its fingerprint,
// and how much was transferred until then.
import { fileURLToPath } from 'node:url';
import { demoPage } from '../../worker/origin.mjs';
import { chromium } from '../../tests/browsers.mjs';
import { close } from './server.mjs';

const SLOW = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const SLOWER = 4;

const READY = {
  home: () => document.querySelector('.home .answer .verdict'),
  look: () => document.querySelector('.look .print .code'),
};

/** Seconds until a view shows its main result, and kilobytes by their paths; no page was loaded before. */
export async function measure(browser, address, view, { slow = true } = {}) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  if (slow) {
    await session.send('Network.emulateNetworkConditions', SLOW);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  }
  const paths = new Map();
  const transferred = [];
  session.on('Network.requestWillBeSent', ({ requestId, request }) =>
    paths.set(requestId, new URL(request.url).pathname),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    transferred.push({ path: paths.get(requestId), kilobytes: encodedDataLength / 1000 }),
  );
  const begin = performance.now();
  await page.goto(`${address}#/${view}`, { waitUntil: 'commit' });
  await page.waitForFunction(READY[view], undefined, { polling: 'raf', timeout: 60_000 });
  const seconds = (performance.now() - begin) / 1000;
  const until = [...transferred];
  await context.close();
  return { seconds, transferred: until };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await demoPage(0);
  const browser = await chromium();
  for (const view of Object.keys(READY)) {
    const address = `http://127.0.0.1:${server.address().port}/`;
    const { seconds, transferred } = await measure(browser, address, view);
    const all = transferred.reduce((sum, { kilobytes }) => sum + kilobytes, 0);
    const largest = transferred.toSorted((a, b) => b.kilobytes - a.kilobytes).slice(0, 6);
    console.log(`${view}: ${seconds.toFixed(1)} s, ${Math.round(all)} KB in ${transferred.length} files`);
    for (const { path, kilobytes } of largest) console.log(`  ${Math.round(kilobytes)} KB ${path}`);
  }
  await browser.close();
  close(server);
}
