// The operator's policy: what each kind of client gets for each kind of page.

import * as v from 'valibot';
import { CLASSES, PROOFS, isProven } from '../clients/classes.js';
import { flag, objectOf, oneOf, oneOrMore, readFields, readList, wholeNumber } from '../runtime/fields.js';

/**
 * What is done with a page: it is forwarded with the verdict in its headers, unchanged, with an ETag made of its text
 * (and 304 to clients that have that text), as Markdown for clients that prefer it, or without its noise; or the client
 * is redirected to the original on the same site (301 or 308), or refused (403).
 */
const ACTIONS = /** @type {const} */ ([
  'annotate',
  'forward',
  'not-modified',
  'markdown',
  'clean',
  'redirect',
  'refuse',
]);
const VERDICTS = /** @type {const} */ (['same', 'partial', 'different', 'unknown']);

/** @typedef {typeof ACTIONS[number]} Action */
/** @typedef {typeof VERDICTS[number]} Verdict */

/**
 * Confidence from which a page seen before is called the original, and from which rules that depend on a verdict apply,
 * unless a rule sets another. A date and a credit at the end of the page do not suffice; a credit above its text, or a
 * statement in its head, does. Larger: fewer originals are named, with more certainty; smaller: the page that is dated
 * earliest, or that a reader's comment names, is sooner taken for the original.
 */
export const SURE = 60;
/** What is done where no rule applies. @type {Order} */
export const DEFAULT_ORDER = { action: 'annotate', sure: SURE, noindex: false };

/**
 * Classes that always get whole pages as people see them: search engines act on much beside the text, such as robots,
 * canonical and alternate addresses and structured data; archives store bytes.
 * @type {import('../clients/classes.js').ClientClass[]}
 */
const WHOLE = ['search', 'archive'];
/** Actions that give a page in another form. */
const FORMS = ['markdown', 'clean'];
const STATUS = '`status` of a redirect is 301 or 308';

const RULE = v.pipe(
  objectOf({
    class: v.optional(oneOrMore(oneOf(CLASSES))),
    by: v.optional(oneOrMore(oneOf(PROOFS))),
    verdict: v.optional(oneOrMore(oneOf(VERDICTS))),
    site: v.optional(oneOf(/** @type {const} */ (['same', 'cross']))),
    stated: v.optional(oneOf(/** @type {const} */ (['yes', 'no']))),
    minConfidence: v.optional(wholeNumber(0, 100)),
    action: oneOf(ACTIONS),
    status: v.optional(
      v.pipe(
        wholeNumber(301, 308),
        v.check((status) => status === 301 || status === 308, STATUS),
      ),
    ),
    noindex: v.optional(flag, false),
  }),
  v.check(
    (rule) => faultOf(rule) === undefined,
    ({ input }) => faultOf(input) ?? '',
  ),
);

/**
 * One rule. A condition that is left out is always true.
 * @typedef {object} PolicyRule
 * @property {import('../clients/classes.js').ClientClass[]} [class]
 * @property {import('../clients/classes.js').Proof[]} [by] the evidence that is required; by default any, but for
 *   `redirect` and `noindex` not `agent` alone
 * @property {Verdict[]} [verdict]
 * @property {'same' | 'cross'} [site] where the original is
 * @property {'yes' | 'no'} [stated] what the site's robots.txt states about the client's purpose
 * @property {number} [minConfidence] least confidence in the original, 0 to 100
 * @property {Action} action
 * @property {number} [status] of a redirect
 * @property {boolean} [noindex] whether a copy of another site's page is hidden from search engines
 */

/**
 * The facts about a page that rules depend on.
 * @typedef {object} JudgedPage
 * @property {Verdict} verdict its relation to an article seen before
 * @property {'same' | 'cross' | null} place where its original is, if it has one
 * @property {number} confidence in that original, 0 to 100
 * @property {boolean} disowned whether it states an address other than the original's as its own
 */

/**
 * What to do.
 * @typedef {{ action: Action, sure: number, status?: number, noindex: boolean }} Order `sure` is the confidence from
 *   which a page seen before is called the original
 */

/**
 * Reads `{ "rules": [rule] }`. An invalid rule is left out.
 * @param {unknown} value
 * @param {string} place
 * @param {string[]} faults is added to
 * @returns {PolicyRule[]} in order: the first that applies decides
 */
export function readPolicy(value, place, faults) {
  if (value === undefined) return [];
  const before = faults.length;
  const { rules } = readFields(['rules'], value, place, faults);
  // If a name was misspelt, that has been reported already.
  if (rules === undefined && faults.length === before) faults.push(`${place}.rules: this is missing`);
  const read = readList(RULE, rules, `${place}.rules`, faults, outcomeWithout);
  // By their places as they were written.
  const taken = Array.isArray(rules) ? rules.map((rule) => v.safeParse(RULE, rule)) : [];
  for (const [i, { success, output }] of taken.entries()) {
    const first = success ? taken.findIndex((other, j) => j < i && other.success && covers(other.output, output)) : -1;
    if (first === -1) continue;
    faults.push(
      `${place}.rules[${i}]: rules[${first}] decides for all that this is for, so it has no effect: put it first`,
    );
  }
  return read;
}

/**
 * Whether a rule applies to every client and page that another one applies to.
 * @param {PolicyRule} rule
 * @param {PolicyRule} other
 */
function covers(rule, other) {
  const hasAll = (all, some) => !all || some?.every((one) => all.includes(one));
  /** @param {PolicyRule} rule */
  const engines = ({ action, noindex }) => action === 'redirect' || noindex;
  const isPartial = ({ action }) => [...FORMS, 'not-modified'].includes(action);
  const classes = other.class ?? CLASSES.filter((kind) => kind !== 'person');
  const reached = isPartial(other) ? classes.filter((kind) => !WHOLE.includes(kind)) : classes;
  if (!hasAll(rule.class, reached) || !hasAll(rule.by, other.by) || !hasAll(rule.verdict, other.verdict)) return false;
  if (isPartial(rule) && reached.some((kind) => WHOLE.includes(kind))) return false;
  if ((rule.stated && rule.stated !== other.stated) || (rule.site && rule.site !== other.site)) return false;
  // Without `by`, these are for proven clients alone.
  if (engines(rule) && !rule.by && !(engines(other) && !other.by)) return false;
  if (rule.action === 'redirect' && other.action !== 'redirect') return false;
  // A doubtful copy passes rules that do not forward.
  if (isForwarding(rule) || !isOfPages(rule)) return true;
  return !isForwarding(other) && (rule.minConfidence ?? SURE) <= (other.minConfidence ?? SURE);
}

/** What happens without a rule: those after it decide. */
function outcomeWithout(rule) {
  const action = rule?.action;
  if (action === 'refuse') return 'left out: the clients that this rule was to keep out get the page';
  return ACTIONS.includes(action) ? 'left out: the rules after it decide for its clients' : 'left out';
}

/**
 * What is wrong with a rule whose fields are valid one by one.
 * @param {PolicyRule} rule
 * @returns {string | undefined}
 */
function faultOf(rule) {
  const { class: classes = [], verdict, site, minConfidence, action, status, noindex } = rule;
  const isOfCopies = verdict?.length === 1 && verdict[0] === 'same';
  if (classes.includes('person')) return 'pages of persons are never held; leave `person` out';
  if (action === 'redirect' && site !== 'same') return 'a redirect stays on the site: add "site": "same"';
  if (action === 'redirect' && !isOfCopies) {
    return 'only a copy can be redirected to its original: add "verdict": "same"';
  }
  if (action === 'not-modified' && classes.includes('archive')) {
    return 'an archive must not get `not-modified`: it would store a revisit of bytes it never had';
  }
  if (action === 'not-modified' && classes.includes('search')) {
    return 'a search engine would miss a new `noindex` or canonical address: leave `search` out of `not-modified`';
  }
  if (FORMS.includes(action) && WHOLE.some((kind) => classes.includes(kind))) {
    return `search engines and archives get the pages that people see: leave them out of \`${action}\``;
  }
  if (status !== undefined && action !== 'redirect') return '`status` is for `redirect` only';
  if (noindex && !isForwarding(rule)) return '`noindex` is for `annotate`, `not-modified`, `markdown` and `clean` only';
  if (noindex && (!isOfCopies || site !== 'cross')) {
    return 'only a copy of another site\'s page is hidden: add "verdict": "same", "site": "cross"';
  }
  if (minConfidence !== undefined && !isForwarding(rule) && !isOfPages(rule)) {
    return '`minConfidence` is for rules with `verdict` or `site`: this one applies whatever the page is';
  }
  return undefined;
}

/**
 * What a client gets for a page that was read.
 * @param {PolicyRule[]} policy
 * @param {Client} client
 * @param {JudgedPage} page
 * @returns {Order}
 */
export function orderFor(policy, client, page) {
  const rule = policy.find((rule) => isFor(rule, client) && fits(rule, page));
  return rule ? orderOf(rule) : DEFAULT_ORDER;
}

/**
 * The order that refuses a client whatever the page is, so that the site need not be asked. Only the first
 * rule for the client can give it.
 * @param {PolicyRule[]} policy
 * @param {Client} client
 * @returns {Order | undefined}
 */
export function outrightOrder(policy, client) {
  const first = policy.find((rule) => isFor(rule, client));
  return first && keepsOut(first) ? orderOf(first) : undefined;
}

/**
 * The order that refuses a client for a page that was not judged. Only the client's first rule that does not
 * depend on the verdict can give it.
 * @param {PolicyRule[]} policy
 * @param {Client} client
 * @returns {Order | undefined}
 */
export function unreadOrder(policy, client) {
  return outrightOrder(
    policy.filter((rule) => !isOfPages(rule)),
    client,
  );
}

/**
 * Whether a client gets all pages unchanged, so that it need not wait for a verdict.
 * @param {PolicyRule[]} policy
 * @param {Client} client
 * @returns {boolean}
 */
export function isIgnored(policy, client) {
  const rules = policy.filter((rule) => isFor(rule, client));
  const last = rules.findIndex((rule) => !isOfPages(rule));
  return last !== -1 && rules.slice(0, last + 1).every(({ action }) => action === 'forward');
}

/**
 * Whether a rule keeps any client out whatever the page is.
 * @param {PolicyRule[]} policy
 * @returns {boolean}
 */
export function hasOutright(policy) {
  return policy.some(keepsOut);
}

/**
 * Whether a rule depends on the site's robots.txt.
 * @param {PolicyRule[]} policy
 * @returns {boolean}
 */
export function asksSite(policy) {
  return policy.some(({ stated }) => stated !== undefined);
}

/** Whether a rule depends on the verdict. @param {PolicyRule} rule */
function isOfPages({ verdict, site }) {
  return verdict !== undefined || site !== undefined;
}

/** Whether the page goes out with the verdict. @param {PolicyRule} rule */
function isForwarding({ action }) {
  return ['annotate', 'not-modified', ...FORMS].includes(action);
}

/** Whether the rule keeps its clients out, whatever the page is. @param {PolicyRule} rule */
function keepsOut(rule) {
  return !isOfPages(rule) && rule.action === 'refuse';
}

/**
 * @param {PolicyRule} rule
 * @param {Client} client
 */
function isFor({ class: classes, by, stated, action, noindex }, client) {
  // A person's page is never held.
  if (client.class === 'person') return false;
  if ([...FORMS, 'not-modified'].includes(action) && WHOLE.includes(client.class)) return false;
  if (classes && !classes.includes(client.class)) return false;
  if (stated && client.stated !== stated) return false;
  if (by) return client.by !== null && by.includes(client.by);
  // Only proven engines get what changes an index. All other actions harm at most the client that lies, since one that
  // claims nothing counts as a person.
  return (action !== 'redirect' && !noindex) || isProven(client);
}

/**
 * @param {PolicyRule} rule
 * @param {JudgedPage} page
 */
function fits(rule, { verdict, place, confidence, disowned }) {
  if (rule.verdict && !rule.verdict.includes(verdict)) return false;
  if (rule.site && rule.site !== place) return false;
  if (rule.action === 'redirect' && disowned) return false;
  const isCopy = verdict === 'same' || verdict === 'partial';
  const isSure = !isCopy || (place !== null && confidence >= (rule.minConfidence ?? SURE));
  // Rules that forward report the doubt instead.
  return isSure || !isOfPages(rule) || isForwarding(rule);
}

/** @param {PolicyRule} rule @returns {Order} */
function orderOf({ action, status, noindex = false, minConfidence = SURE }) {
  return { action, sure: minConfidence, status, noindex };
}
