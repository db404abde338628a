/** What `wrangler.jsonc` binds to the worker, and the variables that its operator sets: text, or JSON values. */
interface Env {
  ARTICLES: KVNamespace;
  REGISTER: import('./register/shards.js').Objects<import('./register/object/object.js').Register>;
  COUNTERS: import('./register/shards.js').Objects<import('./operator/counters.js').Counters>;
  LIMITER?: RateLimit;
  [variable: `OFFPRINT_${string}` | `ORIGIN${string}`]: unknown;
}

/** A request to the worker, with all that is needed to answer it. */
interface Call {
  request: Request;
  env: Env;
  context: ExecutionContext;
  settings: Settings;
}

type Settings = import('./settings.js').Settings;
type Client = import('./clients/classes.js').Client;
type Finding = import('./policy/answer.js').Finding;
type Visit = import('./policy/visit.js').Visit;
type Answer = import('./policy/answer.js').Answer;

declare module '*.html' {
  const text: string;
  export default text;
}
declare module '*.css' {
  const text: string;
  export default text;
}
