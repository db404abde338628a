// The server over streamable HTTP.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { isIP } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

const PATH = '/mcp';
/** Most connections at once. */
const CONNECTIONS = 64;
/** Hosts that name this computer itself. */
const OWN = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Answers each request by a server of its own, so nothing is kept between requests. A page in a browser is refused by
 * its Origin, or by its Host if its name resolves to this computer; an IP address resolves to no other.
 * @param {() => import('@modelcontextprotocol/sdk/server/mcp.js').McpServer} makeServer
 * @param {{ host: string, port: number }} place
 * @returns {Promise<string>} the address of the server
 */
export async function serveHttp(makeServer, { host, port }) {
  const server = createServer();
  server.maxConnections = CONNECTIONS;
  server.listen(port, host.replace(/^\[|\]$/g, ''));
  await once(server, 'listening');
  const { port: own } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const hosts = [host, ...OWN].map((name) => new URL(`http://${name}:${own}`).host);
  server.on('request', (request, response) => {
    answer(makeServer, hosts, request, response).catch((error) => {
      console.error(error);
      response.destroy();
    });
  });
  return `http://${host}:${own}${PATH}`;
}

/**
 * @param {() => import('@modelcontextprotocol/sdk/server/mcp.js').McpServer} makeServer
 * @param {string[]} hosts
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(makeServer, hosts, request, response) {
  if (request.url !== PATH) return refuse(response, 404, `the server is at ${PATH}`);
  // There are no sessions, so there is nothing to listen to and nothing to end.
  if (request.method !== 'POST') return refuse(response, 405, 'use POST');
  const { host = '' } = request.headers;
  const allowed = isAddress(host) ? [...hosts, host] : hosts;
  const server = makeServer();
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
    enableDnsRebindingProtection: true,
    allowedHosts: allowed,
    allowedOrigins: allowed.map((host) => `http://${host}`),
  });
  response.on('close', () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request, response);
}

/** @param {string} host */
const isAddress = (host) => isIP(host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')) !== 0;

/**
 * Answers with an error of JSON-RPC.
 * @param {import('node:http').ServerResponse} response @param {number} status @param {string} message
 */
function refuse(response, status, message) {
  response.writeHead(status, { 'Content-Type': 'application/json', ...(status === 405 ? { Allow: 'POST' } : {}) });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }));
}
