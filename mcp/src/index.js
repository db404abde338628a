#!/usr/bin/env node
// The program: the server over standard input and output, or over HTTP.

import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { serveHttp } from './http.js';
import { servers } from './server.js';

const { LOCALAPPDATA, XDG_DATA_HOME } = process.env;
/** Where programs keep their data. @type {{ [platform: string]: string }} */
const DATA = {
  darwin: join(homedir(), 'Library/Application Support/offprint-mcp'),
  win32: join(LOCALAPPDATA || join(homedir(), 'AppData/Local'), 'offprint-mcp/Data'),
  linux: join(XDG_DATA_HOME || join(homedir(), '.local/share'), 'offprint-mcp'),
};
const INDEX = join(DATA[process.platform] ?? DATA.linux ?? '', 'seen.jsonl');
const HELP = `offprint-mcp: an MCP server that counts independent sources

It speaks MCP on standard input and output: name it in the settings of an MCP client.

  --http [HOST:]PORT  serve streamable HTTP instead, at http://127.0.0.1:PORT/mcp; there is no password, so another
                      HOST opens it to everybody who can reach it
  --index FILE        what \`seen\` remembers; ${INDEX}
  --allow-private     also fetch private and local addresses: an agent, and any page that it reads, can then reach
                      what is in your network
  --version, --help
`;

/** @param {string} message @returns {never} */
function misused(message) {
  console.error(`offprint-mcp: ${message}; --help lists the options`);
  process.exit(2);
}

/** @param {string} written */
function placeOf(written) {
  const [, host = '127.0.0.1', port] = /^(?:(\[[\da-f:.]+\]|[\w.-]+):)?(\d{1,5})$/i.exec(written) ?? [];
  if (port === undefined || Number(port) > 65_535) return misused(`--http ${written}: write PORT, or HOST:PORT`);
  return { host, port: Number(port) };
}

function settings() {
  try {
    const { values } = parseArgs({
      options: {
        http: { type: 'string' },
        index: { type: 'string', default: INDEX },
        'allow-private': { type: 'boolean', default: false },
        version: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
    return values;
  } catch (error) {
    return misused(/** @type {Error} */ (error).message);
  }
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const { http, index, 'allow-private': allowPrivate, ...asked } = settings();
if (asked.help || asked.version) {
  process.stdout.write(asked.help ? HELP : `${version}\n`);
} else {
  const makeServer = servers({ version, index, allowPrivate });
  if (http === undefined) {
    // The client ends the server by closing its input.
    process.stdin.on('end', () => process.exit());
    await makeServer().connect(new StdioServerTransport());
  } else {
    const address = await serveHttp(makeServer, placeOf(http)).catch((error) => misused(error.message));
    console.error(`offprint-mcp: ${address}`);
  }
}
