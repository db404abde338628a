// The edge worker: in front of a site, it recognises copies and reports them.

import { API, api } from './api/index.js';
import { publish } from './pages/publish.js';
import { settingsOf } from './settings.js';
import { keepCounts } from './runtime/counts.js';

export { Counters } from './operator/counters.js';
export { Register } from './register/object/object.js';

export default {
  /** @param {Request} request @param {Env} env @param {ExecutionContext} context */
  async fetch(request, env, context) {
    const isCall = new URL(request.url).pathname.startsWith(API);
    // The site behind answers if the worker fails. Calls of the API carry tokens, so they must not reach it.
    if (!isCall) context.passThroughOnException();
    const call = { request, env, context, settings: await settingsOf(env) };
    if (isCall) return api(call);
    keepCounts(env, context);
    return publish(call);
  },
};
