// Runs in workerd: reads the page that it is sent.
import { read } from 'offprint';

export default {
  fetch: async (request) => Response.json(await read(await request.arrayBuffer())),
};
