// A site behind the worker on this machine, with ways to send requests and to make parts fail.

import { cp, mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fetch, Miniflare, NoOpLog, Response as MiniflareResponse } from 'miniflare';
import { folder } from '../../../tests/folder.mjs';
import { listen } from '../../../tests/server.mjs';
import { bundle } from '../../local.mjs';
import { CRAWLER } from './clients.mjs';
import { children } from './processes.mjs';
import { registered } from './waits.mjs';

// A test of one site needs no other import.
export * from '../../../tests/articles.mjs';
export * from './clients.mjs';
export * from './waits.mjs';

/** A token for everything of the API, since it is in the settings for both writing and importing. */
export const TOKEN = 'a-token-for-tests';
const PAGES = new URL('../../../tests/pages/', import.meta.url);

/** A folder for the tests of one file. */
export const scratch = await folder();
const bundled = join(scratch, 'bundle');
const options = await bundle(bundled);

/** The names of the worker, its objects and its store, by which they are found again in a folder. */
export const { name, durableObjects, kvNamespaces } = options;

/** A page of tests/pages: its bytes, and its headers. */
export async function fixture(slug) {
  const body = await readFile(new URL(`${slug}/page.html`, PAGES));
  const { contentType } = JSON.parse(await readFile(new URL(`${slug}/meta.json`, PAGES), 'utf8'));
  return { body, headers: { 'content-type': contentType, etag: `"${slug}"` } };
}

/**
 * Starts a site and the worker in front of it.
 * @param {object} [settings]
 * @param {Record<string, object | Function>} [settings.pages] by path: `{ status, headers, body }`, or a handler of
 *   node:http
 * @param {object | ((behind: string) => object)} [settings.vars] variables of the worker, except ORIGIN, which is the
 *   address of the site behind
 * @param {object} [settings.cf] the platform's facts about every request
 * @param {(operation: 'get' | 'put' | 'delete', keys: string[]) => unknown} [settings.store] is called before each
 *   operation of the store, which throws whatever this throws
 * @param {(call: string) => unknown} [settings.object] is called before each call of an object, which throws
 *   whatever this throws
 * @param {string} [settings.worker] the worker's name, which distinguishes its register from others
 * @param {string} [settings.folder] where store and register are kept; without, they are kept in memory
 * @param {string} [settings.zone] where the cache is kept that the workers of a zone share; without, in `folder`
 * @param {number} [settings.rate] requests of the API that are let pass in a minute
 * @param {boolean} [settings.dead] nothing answers behind the worker
 * @param {boolean} [settings.passing] the header `x-passes` shows if the site would answer if the worker failed, and
 *   `x-works` how many works outlast the answer; with `x-breaks`, the settings cannot be read
 * @param {(module: Buffer) => Buffer} [settings.tamper] changes each WebAssembly module
 * @param {boolean} [settings.clock] the header `x-ahead` of a request sets the worker's clock that many ms ahead
 * @param {(url: string) => unknown} [settings.outside] is told each request of the worker to other hosts, which never
 *   answer
 */
export async function start(settings = {}) {
  const { pages = {}, cf, store, folder, zone = folder && join(folder, 'cache'), dead } = settings;
  const asked = [];
  const logged = [];
  let stopped;
  const site = await siteOf(pages, asked);
  const behind = dead ? 'http://127.0.0.1:9' : site.origin;
  const worker = await workerOf(settings, behind);
  const others = await children();
  const miniflare = new Miniflare({
    log: new NoOpLog(),
    cf,
    handleRuntimeStdio(stdout, stderr) {
      createInterface(stdout).on('line', (line) => logged.push(line));
      stderr.resume();
    },
    kvPersist: folder ? join(folder, 'kv') : false,
    durableObjectsPersist: folder ? join(folder, 'objects') : false,
    cachePersist: zone ?? false,
    workers: store ? watched(worker, store) : [worker],
  });
  const address = await miniflare.ready;
  const runtimes = (await children()).filter((id) => !others.includes(id));
  const ask = askOf(address);
  return {
    ask,
    /** Requests that the site got. */
    asked,
    /** The worker's log, by line. */
    logged,
    behind,
    address,
    kv: () => miniflare.getKVNamespace('ARTICLES', store ? 'store' : undefined),
    stats: async () => JSON.parse((await ask('/_offprint/stats')).body),
    api: apiOf(ask),
    /** Ends the runtime at once, as a power cut would; the site continues. */
    async kill() {
      for (const id of runtimes) process.kill(id, 'SIGKILL');
      await miniflare.dispose().catch(() => {});
      site.close();
    },
    async stop() {
      stopped ??= miniflare.dispose();
      await stopped;
      site.close();
    },
  };
}

/** Starts a site without a worker, which serves pages and collects its requests. */
export async function siteOf(pages, asked) {
  const site = await listen((request, response) => {
    asked.push(request);
    const page = pages[request.url];
    if (typeof page === 'function') return page(request, response);
    const { status = 200, headers = {}, body = '' } = page ?? { status: 404, body: 'Not here.' };
    response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
  // A connection that closes just as it is reused would look like a failing site.
  site.server.keepAliveTimeout = 60_000;
  return site;
}

/** The worker's options for Miniflare. */
async function workerOf(settings, behind) {
  const { vars = {}, object, worker: workerName = name, tamper, passing, clock, outside, rate = 1e9 } = settings;
  const given = typeof vars === 'function' ? vars(behind) : vars;
  return {
    ...(tamper ? await tampered(tamper) : options),
    ...(object && (await interrupted(object))),
    ...(passing && (await passThroughShown())),
    ...(clock && (await clocked())),
    ...(outside && { outboundService: (request) => within(behind, request, outside) }),
    name: workerName,
    kvNamespaces: without(kvNamespaces, given),
    durableObjects: without(durableObjects, given),
    bindings: {
      ORIGIN: behind,
      OFFPRINT_READS: 'public',
      OFFPRINT_TOKEN: TOKEN,
      OFFPRINT_IMPORT_TOKEN: TOKEN,
      ...given,
    },
    ratelimits: { LIMITER: { namespace_id: '1001', simple: { limit: rate, period: 60 } } },
  };
}

/** Bindings whose names no variable has. */
const without = (bindings, vars) => Object.fromEntries(Object.entries(bindings).filter(([name]) => !(name in vars)));

/** Makes requests to the worker. */
function askOf(address) {
  return (path, { agent = CRAWLER, method = 'GET', headers = {}, body, onHead } = {}) => {
    const all = { host: 'paper.example', 'user-agent': agent, ...headers };
    return exchange(address, { path, method, headers: all }, body, onHead);
  };
}

/** Makes requests of the API, which resolve to status, headers, and the answer as JSON. */
function apiOf(ask) {
  return async (method, path, body, { token = TOKEN, type = 'application/json', headers = {} } = {}) => {
    const all = {
      ...(body !== undefined && { 'content-type': type }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    };
    const text = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const answer = await ask(`/_offprint/${path}`, { method, headers: all, body: text });
    const isJson = answer.headers['content-type']?.startsWith('application/json') && answer.body.length > 0;
    return { ...answer, json: isJson ? JSON.parse(answer.body) : undefined };
  };
}

/** Starts a site and a worker for one test. */
export async function startFor(t, settings) {
  const site = await start(settings);
  t.after(() => site.stop());
  return site;
}

/** The same, with articles that were visited and the register holds: their paths, or what `ask` takes. */
export async function startSeen(t, settings, visits = ['/original']) {
  const site = await startFor(t, settings);
  for (const visit of visits) await site.ask(...[visit].flat());
  await registered(site, visits.length);
  return site;
}

/** All that is registered, by the API's export. */
export async function exported(site) {
  const { body } = await site.api('GET', 'export');
  const lines = body.toString().split('\n').filter(Boolean).map(JSON.parse);
  const ofKind = (wanted) => lines.filter(({ kind }) => kind === wanted);
  return { lines, articles: ofKind('article'), copies: ofKind('copy') };
}

/** The addresses of all registered articles, in order. */
export const addresses = async (site) => (await exported(site)).articles.map(({ url }) => url).sort();

/** The lines of the log that contain a word, and those of a dry run. */
export const loggedWith = ({ logged }, word) => logged.filter((line) => line.includes(word)).map(JSON.parse);
export const dryRuns = (site) => loggedWith(site, 'dry-run');

/** How often each of several strangers' requests was answered by 429, where `rate` are let pass in a minute. */
export function assertLimited(statuses, rate, passed = 200) {
  const limited = statuses.filter((status) => status === 429).length;
  // A new minute can begin once during this.
  const isLimited = limited >= statuses.length - 2 * rate && limited <= statuses.length - rate;
  const others = statuses.filter((status) => ![passed, 429].includes(status));
  if (!isLimited || others.length > 0) throw new Error(`of ${rate} in a minute: ${statuses.join()}`);
}

/** Copies the bundle into a new folder. */
async function copied() {
  const folder = await mkdtemp(join(scratch, 'bundle-'));
  await cp(bundled, folder, { recursive: true });
  return folder;
}

/** The bundle with other WebAssembly modules. */
async function tampered(tamper) {
  const folder = await copied();
  for (const name of await readdir(folder)) {
    if (name.endsWith('.wasm')) await writeFile(join(folder, name), tamper(await readFile(join(folder, name))));
  }
  return { ...options, modulesRoot: folder, scriptPath: join(folder, 'index.js') };
}

/** The bundle with a script before it. */
async function wrapped(script) {
  const modulesRoot = await copied();
  const scriptPath = join(modulesRoot, 'wrapper.js');
  await writeFile(scriptPath, script);
  const modulesRules = [...options.modulesRules, { type: 'ESModule', include: ['**/*.js'] }];
  return { modulesRules, modulesRoot, scriptPath };
}

/** The bundle with a watch before each call of an object. */
async function interrupted(object) {
  const script = `
    import worker, * as real from './index.js';
    export class Register extends real.Register {}
    export class Counters extends real.Counters {}
    for (const { prototype } of [Register, Counters]) {
      const over = Object.getPrototypeOf(prototype);
      for (const name of Object.getOwnPropertyNames(over).filter((name) => name !== 'constructor')) {
        prototype[name] = async function (...values) {
          const body = JSON.stringify([name]);
          const response = await this.env.OBJECTS.fetch('http://watch', { method: 'POST', body });
          if (!response.ok) throw new Error(await response.text());
          return over[name].apply(this, values);
        };
      }
    }
    export default worker;`;
  const serviceBindings = { ...options.serviceBindings, OBJECTS: watchedBy(object) };
  return { ...(await wrapped(script)), serviceBindings };
}

/** The bundle with a header that shows whether requests are passed through on failure. */
function passThroughShown() {
  return wrapped(`
    import worker from './index.js';
    export * from './index.js';
    export default {
      async fetch(request, env, context) {
        let [passes, works] = [false, 0];
        const waitUntil = (work) => context.waitUntil((works++, work));
        const watched = { waitUntil, passThroughOnException: () => (passes = true) };
        const broken = { get OFFPRINT_POLICY() { throw new Error('broken'); } };
        const response = await worker
          .fetch(request, request.headers.has('x-breaks') ? broken : env, watched)
          .catch(() => new Response('', { status: 500 }));
        const marked = new Response(response.body, response);
        marked.headers.set('x-passes', passes);
        marked.headers.set('x-works', works);
        return marked;
      },
    };`);
}

/** The bundle with a clock that a request can set; then the objects' alarms ring. */
function clocked() {
  return wrapped(`
    import worker, * as real from './index.js';
    const RealDate = Date;
    let ahead = 0;
    globalThis.Date = class extends RealDate {
      constructor(...values) {
        super(...(values.length > 0 ? values : [RealDate.now() + ahead]));
      }
      static now() {
        return RealDate.now() + ahead;
      }
    };
    export class Counters extends real.Counters {}
    export class Register extends real.Register {
      constructor(context, env) {
        const set = context.storage.setAlarm.bind(context.storage);
        Object.defineProperty(context.storage, 'setAlarm', { value: (at) => set(at - ahead) });
        super(context, env);
      }
      ring() {
        return this.alarm();
      }
    }
    export default {
      ...worker,
      async fetch(request, env, context) {
        const before = ahead;
        ahead = Number(request.headers.get('x-ahead') ?? ahead);
        if (ahead !== before) for (const name of ['hani', 'latn']) await env.REGISTER.getByName(name).ring();
        return worker.fetch(request, env, context);
      },
    };`);
}

/** Passes on what is for the site behind. */
function within(behind, request, outside) {
  if (new URL(request.url).origin === behind) return fetch(request, { redirect: 'manual' });
  outside(request.url);
  return new MiniflareResponse('', { status: 502 });
}

/** A service by which a test decides what happens next. */
function watchedBy(test) {
  return async (request) => {
    try {
      await test(...(await request.json()));
      return new Response();
    } catch (error) {
      return new Response(error.message, { status: 500 });
    }
  };
}

/** Puts a watch between the worker and its store. */
function watched({ kvNamespaces, ...worker }, store) {
  const script = `export default ({ ARTICLES, WATCH }) => {
    const pass = async (operation, keys) => {
      const response = await WATCH.fetch('http://watch', { method: 'POST', body: JSON.stringify([operation, keys]) });
      if (!response.ok) throw new Error(await response.text());
    };
    return {
      async get(keys, type) { await pass('get', [keys].flat()); return ARTICLES.get(keys, type); },
      async put(key, value, options) { await pass('put', [key]); return ARTICLES.put(key, value, options); },
      list: (options) => ARTICLES.list(options),
      async delete(key) { await pass('delete', [key]); return ARTICLES.delete(key); },
    };
  }`;
  return [
    { ...worker, wrappedBindings: { ARTICLES: 'store' } },
    { name: 'store', modules: true, script, kvNamespaces, serviceBindings: { WATCH: watchedBy(store) } },
  ];
}

/** One request by node:http, which neither decompresses nor hides anything. */
export function exchange(url, options, body, onHead) {
  return new Promise((resolve) => {
    const request = http.request(url, { agent: false, ...options }, (response) => {
      onHead?.(response);
      const parts = [];
      response.on('data', (part) => parts.push(part));
      const result = (broken) => ({
        status: response.statusCode,
        headers: response.headers,
        body: Buffer.concat(parts),
        broken,
      });
      response.on('end', () => resolve(result(false)));
      response.on('error', () => resolve(result(true)));
    });
    request.on('error', () => resolve({ headers: {}, body: Buffer.alloc(0), broken: true }));
    request.end(body);
  });
}

/** The name in the store of a head or a pack, by its beginning and its end. */
export async function packName(kv, kind, ending) {
  const { keys } = await kv.list({ prefix: `${kind}/` });
  return keys.map(({ name }) => name).find((name) => name.endsWith(ending));
}

/** The names of all records in the store. */
export async function recordNames(site) {
  const { keys } = await (await site.kv()).list({ prefix: 'fp4/' });
  return keys.map(({ name }) => name);
}
