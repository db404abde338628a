// A server on this machine, for tests.
import { once } from 'node:events';
import http from 'node:http';

/**
 * Starts it at a free port.
 * @param {http.RequestListener} handle
 */
export async function listen(handle) {
  const server = http.createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { server, port, origin: `http://127.0.0.1:${port}`, close };
}
