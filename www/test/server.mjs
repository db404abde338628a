// The site, served for a test.
import { demoPage } from '../../worker/origin.mjs';

/** Serves the site until the test ends; `policy` takes the place of its Content-Security-Policy. */
export async function serve(t, policy) {
  const server = await demoPage(0, policy);
  t.after(() => close(server));
  return { server, address: `http://127.0.0.1:${server.address().port}/` };
}

export function close(server) {
  server.close();
  server.closeAllConnections();
}
