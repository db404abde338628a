// The edge worker: stands before a site or fetches for a crawler, recognises copies, and says so.

import { FETCH, fetchForCrawler, mappedTarget } from './gateway.js';
import { publish } from './publisher.js';
import { settingsOf } from './settings.js';
import { stats } from './stats.js';

const STATS = '/_offprint/stats';

export default {
  /**
   * @param {Request} request
   * @param {Record<string, unknown> & { ARTICLES: KVNamespace }} env
   * @param {ExecutionContext} context
   */
  async fetch(request, env, context) {
    const url = new URL(request.url);
    if (url.pathname === STATS) {
      return Response.json(stats, { headers: { 'Cache-Control': 'no-store' } });
    }
    const settings = await settingsOf(env);
    if (url.pathname === FETCH) return fetchForCrawler(request, url.searchParams.get('url'), env, context, settings);
    const target = mappedTarget(url, settings);
    if (target) return fetchForCrawler(request, target, env, context, settings);
    return publish(request, env, context, settings);
  },
};
