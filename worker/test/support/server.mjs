import { once } from 'node:events';
import http from 'node:http';

/**
 * A server on this machine, until the test has ended.
 * @param {{ after(end: () => void): void }} t
 * @param {http.RequestListener} handle
 * @returns {Promise<string>} its origin
 */
export async function serve(t, handle) {
  const server = http.createServer(handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}`;
}

export const json = (response, value, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
