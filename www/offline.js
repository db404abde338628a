// The service worker: keeps the files that a visit used, for use without a network. With a network, files come from the
// server. `site.js` adds the files of the first visit, and all others if the visitor wants them.

/**
 * The types of a page do not include those of a service worker.
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
  // Pages that a visitor fetches are no files of the site: they are not cached.
  const isOwn = method === 'GET' && new URL(url).origin === location.origin && cache !== 'no-store';
  if (isOwn) event.respondWith(answer(event));
});
// Files of the first visit were loaded before this worker ran. They come again from the browser's cache.
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
    // There is no space, or the browser does not allow it. The earlier files stay.
  }
}
