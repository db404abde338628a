// The service worker: keeps the files that a visit used, for use without a network. With one, the server's files are
// used. `site.js` adds the files of the first visit, and all the others when the visitor asks for them.

/**
 * With the types of a page, a service worker has none.
 * @typedef {{ waitUntil(work: Promise<unknown>): void, respondWith(answer: Promise<Response>): void }} Extendable
 * @typedef {Extendable & { request: Request, data: string[] }} WorkerEvent
 * @typedef {(type: string, act: (event: WorkerEvent) => void) => void} Listen
 * @typedef {{ skipWaiting(): void, clients: { claim(): Promise<void> }, addEventListener: Listen }} OwnWorker
 */
const worker = /** @type {OwnWorker} */ (/** @type {unknown} */ (self));
const files = caches.open('site');

worker.addEventListener('install', () => worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const { method, url, cache } = event.request;
  // What a visitor fetches with the site is not of it, and comes past the caches.
  const isOwn = method === 'GET' && new URL(url).origin === location.origin && cache !== 'no-store';
  if (isOwn) event.respondWith(answer(event));
});
// The files of a first visit, which came past this worker: they come again from the cache of the browser.
worker.addEventListener('message', (event) => {
  const requests = event.data.map((file) => new Request(file, { cache: 'force-cache' }));
  event.waitUntil(files.then((all) => all.addAll(requests)).catch(() => {}));
});

async function answer(/** @type {WorkerEvent} */ event) {
  const { request } = event;
  try {
    const response = await fetch(request);
    if (response.ok) event.waitUntil(keep(request, response.clone()));
    return response;
  } catch (error) {
    const kept = await (await files).match(request, { ignoreSearch: true });
    const first = request.mode === 'navigate' && (await (await files).match('./'));
    const found = kept || first;
    if (found) return found;
    throw error;
  }
}

async function keep(/** @type {Request} */ request, /** @type {Response} */ response) {
  try {
    await (await files).put(request.url.replace(/[?#].*/, ''), response);
  } catch {
    // There is no space, or the browser permits none: the earlier files stay.
  }
}
