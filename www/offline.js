// The service worker: stores the site for use without a network. With a network, the server's files are used.

/** @type {any} With the types of a page, a service worker has none. */
const worker = self;
const files = caches.open('site');

worker.addEventListener('install', (event) => event.waitUntil(keepAll()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'GET' && new URL(url).origin === location.origin) event.respondWith(answer(event));
});

async function keepAll() {
  const list = await (await fetch('files.json')).json();
  await (await files).addAll(list);
  await worker.skipWaiting();
}

async function answer(event) {
  const { request } = event;
  const kept = await (await files).match(request, { ignoreSearch: true });
  try {
    const response = await fetch(request);
    // Only files of the site are stored, not what a visitor fetches with it.
    if (kept && response.ok) event.waitUntil(keep(request, response.clone()));
    return response;
  } catch (error) {
    const first = request.mode === 'navigate' && (await (await files).match('./'));
    if (kept || first) return kept ?? first;
    throw error;
  }
}

async function keep(request, response) {
  try {
    await (await files).put(request, response);
  } catch {
    // There is no space, or the browser permits none: the earlier files stay.
  }
}
