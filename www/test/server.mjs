// The site, served for a test.
import { demoPage } from '../../tools/scripts/origin.mjs';

/** Serves the site until the test ends; `policy` is a Content-Security-Policy in addition to those of its pages. */
export async function serve(t, policy) {
  const server = await demoPage(0, policy);
  t.after(() => close(server));
  return { server, address: `http://127.0.0.1:${server.address().port}/` };
}

/** Answers requests for a path only after the returned function is called. */
export function hold(server, path) {
  const [answer] = server.listeners('request');
  let release;
  const released = new Promise((resolve) => (release = resolve));
  server.removeAllListeners('request');
  server.on('request', async (request, response) => {
    if (request.url.split('?')[0].endsWith(path)) await released;
    answer(request, response);
  });
  return release;
}

/** Has no file at a path until the returned function is called. */
export function lose(server, path) {
  const [answer] = server.listeners('request');
  const lost = (request, response) => {
    if (request.url.split('?')[0].endsWith(path)) response.writeHead(404).end();
    else answer(request, response);
  };
  server.removeAllListeners('request').on('request', lost);
  return () => server.removeAllListeners('request').on('request', answer);
}

export function close(server) {
  server.close();
  server.closeAllConnections();
}
