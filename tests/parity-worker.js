// Runs in workerd: reads the page of a request in every way.
import init, { Reader } from 'offprint';
import { readEveryWay } from './parity-ways.js';

export default {
  async fetch(request) {
    const { options, seed } = JSON.parse(request.headers.get('how'));
    await init();
    return new Response(readEveryWay(Reader, new Uint8Array(await request.arrayBuffer()), options, seed));
  },
};
