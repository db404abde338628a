// The SDK's own client, connected to the program.
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { folder } from '../../../tests/folder.mjs';

export const PROGRAM = fileURLToPath(new URL('../../src/index.js', import.meta.url));

/** Connects a client, until the tests end. */
export async function connect(transport) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  after(() => client.close());
  /** Calls a tool: its data and text, or the message of its error. */
  const call = async (name, given) => {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: given });
    return isError ? { error: content[0].text } : { ...structuredContent, printed: content[0].text };
  };
  return { client, call };
}

/**
 * Starts the program as clients do, over standard input and output.
 * @param {string[]} words
 * @param {{ env?: Record<string, string>, node?: string[], program?: string }} [options] `node`: words for Node itself
 */
export async function start(words, { env = {}, node = [], program = PROGRAM } = {}) {
  const index = words.includes('--index') ? [] : ['--index', join(await folder(), 'seen.jsonl')];
  const args = [...node, program, ...index, ...words];
  return connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'inherit' }));
}
