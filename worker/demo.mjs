// The demo: a sample site, the worker in front of it, and the demo site, on this machine until Ctrl-C.
//
//   node worker/demo.mjs [--worker-port 8787] [--site-port 8788] [--page-port 8789] [--policy '{"rules": []}']

import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Log, LogLevel, Miniflare } from 'miniflare';
import { bundle } from './local.mjs';
import { demoPage, listen, sampleSite } from '../tools/scripts/origin.mjs';

const flags = settings();
const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

await access(path('../pkg/dist/offprint.wasm')).catch(() => {
  fail('The WebAssembly module is not built yet: run `cargo xtask demo`, which builds it first.');
});

const probe = await listen(Number(flags['worker-port']), () => {});
const servers = [await sampleSite(Number(flags['site-port'])), await demoPage(Number(flags['page-port']))];
const [workerPort, sitePort, pagePort] = [probe, ...servers].map(
  (server) => /** @type {import('node:net').AddressInfo} */ (server.address()).port,
);
probe.close();
const address = (port) => `http://127.0.0.1:${port}`;
// By port, since the addresses of known articles contain it.
const folder = path(`../.offprint-demo/${workerPort}`);

const worker = new Miniflare({
  ...(await bundle(`${folder}/bundle`)),
  bindings: {
    ORIGIN: address(sitePort),
    OFFPRINT_HOSTS: address(workerPort),
    OFFPRINT_POLICY: flags.policy,
    OFFPRINT_READS: 'public',
    OFFPRINT_TOKEN: 'token-of-the-demo',
  },
  kvPersist: `${folder}/kv`,
  durableObjectsPersist: `${folder}/objects`,
  host: '127.0.0.1',
  port: workerPort,
  log: new Log(LogLevel.WARN),
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);
await worker.ready;
await Promise.all([sitePort, pagePort, workerPort].map((port) => fetch(`${address(port)}/_offprint/health`)));
console.log(instructions());

async function stop() {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  await worker.dispose();
  process.exit();
}

/** What the flags say. */
function settings() {
  const flag = (value) => ({ type: /** @type {const} */ ('string'), default: value });
  const ports = { 'worker-port': flag('8787'), 'site-port': flag('8788'), 'page-port': flag('8789') };
  try {
    const { values } = parseArgs({ options: { ...ports, policy: flag('') } });
    const wrong = Object.keys(ports).find((name) => !/^\d+$/.test(values[name]) || Number(values[name]) > 65535);
    if (wrong) throw new Error(`--${wrong} cannot be ${values[wrong]}: give a number below 65536`);
    return values;
  } catch ({ message }) {
    return fail(message);
  }
}

/** @returns {never} */
function fail(message) {
  console.error(message);
  process.exit(1);
}

function instructions() {
  const curl = (slug) => `curl -s -o /dev/null -D - ${address(workerPort)}/${slug}`;
  return `
  Demo site      ${address(pagePort)}/
  Behind worker  ${address(workerPort)}/   operator's view: ${address(workerPort)}/_offprint/
  Sample site    ${address(sitePort)}/   the same pages without the worker

To the worker curl is a crawler, so the answers say what each page is:

  1. a new article
     ${curl('zh-dam-original')}
     Offprint: different, and with "known" from the second visit on
  2. its reprint in another template and in GBK
     ${curl('zh-dam-table-gbk')}
     Offprint: same, first="…/zh-dam-original": it was seen first; nothing here says that it is the original
  3. an abridgement
     ${curl('zh-dam-abridged')}
     Offprint: partial, first="…/zh-dam-original"
  4. another article with the same opening
     ${curl('zh-dam-same-opening')}
     Offprint: different
  5. the reprint again, for a person
     ${curl('zh-dam-table-gbk')} -A 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'
     no Offprint header, nothing added
  6. another kind of crawler, named at the end of the Offprint header
     ${curl('zh-dam-original')} -A 'CCBot/2.0'
     class=training

With this, clients that call themselves crawlers get 301 for the second, to the page seen first, sure or not:
     --policy '{"rules":[{"verdict":"same","site":"same","action":"redirect","minConfidence":0,"by":"agent"}]}'

An article is registered after the answer has gone out, so wait a moment after 1 before you try 2.
The register is kept in .offprint-demo/; delete that folder to start afresh. Ctrl-C ends the demo.
`;
}
