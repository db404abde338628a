// The operator's policy: what each kind of client gets for each kind of page.

import * as v from 'valibot';
import { CLASSES, PROOFS, isNamed, isProven, nameFault } from '../clients/classes.js';
import {
  faultless,
  flag,
  objectOf,
  oneOf,
  oneOrMore,
  readFields,
  readList,
  textWithout,
  wholeNumber,
} from '../runtime/fields.js';

/**
 * What there is to know about an action. Its page goes out with the verdict in its headers (`forwards`), or as it is,
 * so that nobody waits for a verdict (`ignores`), or not at all (`blocks`). If an index follows it (`moves`), it is
 * only for proven clients, and never against what the page states. `never` has the classes that do not get it, and
 * why.
 * @typedef {{ forwards?: true, ignores?: true, blocks?: true, moves?: true, never?: { [name: string]: string },
 *   needs?: (rule: Copying) => string | undefined,
 *   answer?: (builder: import('./answer.js').AnswerBuilder, finding: Finding, original?: string) => void }} Kind
 */
/** Search engines act on more than the text, such as robots, alternate addresses and data; archives store bytes. */
const AS_SEEN = 'search engines and archives get the pages that people see';
/** Another site's page is called the original only where the copy itself says so. */
const HONEST = 'a copy that names its original on another site is not refused for that: add "site": "same"';
/** @param {Kind['answer']} answer that gives the page in another form @returns {Kind} */
const form = (answer) => ({ forwards: true, never: { search: AS_SEEN, archive: AS_SEEN }, answer });

const NAMES = /** @type {const} */ (['annotate', 'forward', 'not-modified', 'markdown', 'clean', 'redirect', 'refuse']);
/** Everything that can be done with a page. @type {Record<Action, Kind>} */
export const ACTIONS = {
  annotate: { forwards: true },
  forward: { ignores: true },
  'not-modified': {
    forwards: true,
    never: {
      archive: 'an archive would store a revisit of bytes it never had',
      search: 'a search engine would miss a new `noindex` or canonical address',
    },
    answer: (builder, finding) => builder.answerByText(finding),
  },
  markdown: form((builder, finding) => builder.offerMarkdown(finding)),
  clean: form((builder, finding) => builder.clean(finding)),
  redirect: {
    moves: true,
    needs(rule) {
      if (rule.site !== 'same') return 'a redirect stays on the site: add "site": "same"';
      return isOfCopies(rule) ? undefined : 'only a copy can be redirected to its original: add "verdict": "same"';
    },
    answer: (builder, _, original) => builder.redirect(original ?? ''),
  },
  refuse: {
    blocks: true,
    needs: ({ verdict, site }) => (site === 'cross' || (!site && verdict?.some(isOfOriginals)) ? HONEST : undefined),
    answer: (builder, _, original) => builder.refuse(original),
  },
};
const VERDICTS = /** @type {const} */ (['same', 'partial', 'different', 'unknown']);

/** Whether pages with this verdict have an original. @param {string} verdict */
const isOfOriginals = (verdict) => verdict === 'same' || verdict === 'partial';

/** @typedef {typeof NAMES[number]} Action */
/** @typedef {typeof VERDICTS[number]} Verdict */
/** @typedef {{ verdict?: Verdict[], site?: 'same' | 'cross' }} Copying what a rule says about an original */

/**
 * Confidence from which a page seen before is called the original, and from which rules that depend on a verdict apply,
 * unless a rule sets another. A date and a credit at the end of the page are not enough; a credit above its text, or a
 * statement in its head, is. Larger: fewer originals are named, with more certainty; smaller: the page that is dated
 * earliest, or that a reader's comment names, is taken for the original more often.
 */
const SURE = 60;
/** What is done where no rule applies. @type {Order} */
export const DEFAULT_ORDER = { action: 'annotate', minConfidence: SURE, canonical: false };

const STATUS = '`status` of a redirect is 301 or 308';

const FIELDS = objectOf({
  class: v.optional(oneOrMore(oneOf(CLASSES))),
  // Parts of the client's user agent.
  name: v.optional(oneOrMore(textWithout(nameFault))),
  // The evidence that is required; by default any, but for `redirect` and `canonical` not `agent` alone.
  by: v.optional(oneOrMore(oneOf(PROOFS))),
  verdict: v.optional(oneOrMore(oneOf(VERDICTS))),
  // Where the original is.
  site: v.optional(oneOf(/** @type {const} */ (['same', 'cross']))),
  // What the site's robots.txt states about the client's purpose.
  stated: v.optional(oneOf(/** @type {const} */ (['yes', 'no']))),
  // Least confidence in the original, 0 to 100.
  minConfidence: v.optional(wholeNumber(0, 100)),
  action: oneOf(NAMES),
  // Whether the site is asked first, and its 402 and what was paid for go out.
  unless: v.optional(oneOf(/** @type {const} */ (['paid']))),
  // Of a redirect.
  status: v.optional(faultless(wholeNumber(301, 308), (status) => ([301, 308].includes(status) ? undefined : STATUS))),
  // Whether a copy that states no address of its own is sent with that of its original.
  canonical: v.optional(flag, false),
});
const RULE = faultless(FIELDS, faultOf);

/** @typedef {v.InferOutput<typeof FIELDS>} PolicyRule a condition that is left out is always true */

/**
 * The facts about a page that rules depend on.
 * @typedef {object} JudgedPage
 * @property {Verdict} verdict its relation to an article seen before
 * @property {'same' | 'cross' | null} site where its original is, if it has one
 * @property {number} confidence in that original, 0 to 100
 * @property {boolean} canonicalConflict whether it states an address other than the original's as its own
 */

/**
 * What to do.
 * @typedef {{ action: Action, minConfidence: number, status?: number, unless?: 'paid', canonical: boolean }} Order from
 *   `minConfidence` on, a page seen before is called the original
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
  // A misspelt name is already reported.
  if (rules === undefined && faults.length === before) faults.push(`${place}.rules: this is missing`);
  const read = readList(RULE, rules, `${place}.rules`, faults, outcomeWithout);
  for (const [i, rule] of read.entries()) {
    const first = read.slice(0, i).findIndex((other) => rule && other && covers(other, rule));
    if (first === -1) continue;
    faults.push(`${place}.rules[${i}]: never applies: rules[${first}] matches first; move this rule before it`);
  }
  return read.filter((rule) => rule !== undefined);
}

/** Whether a rule applies to all that another one applies to. @param {PolicyRule} rule @param {PolicyRule} other */
function covers(rule, other) {
  /** @type {(all?: readonly string[], some?: readonly string[]) => boolean | undefined} */
  const hasAll = (all, some) => !all || some?.every((one) => all.includes(one));
  const [{ never = {}, moves }, others] = [ACTIONS[rule.action], ACTIONS[other.action]];
  const classes = other.class ?? CLASSES.filter((name) => name !== 'person');
  const reached = classes.filter((name) => !others.never?.[name]);
  const fields = /** @type {const} */ (['name', 'by', 'verdict']);
  if (!hasAll(rule.class, reached) || !fields.every((field) => hasAll(rule[field], other[field]))) return false;
  if (reached.some((name) => never[name])) return false;
  if ((rule.stated && rule.stated !== other.stated) || (rule.site && rule.site !== other.site)) return false;
  // Without `by`, these are for proven clients alone.
  if (isOfIndex(rule) && !rule.by && !(isOfIndex(other) && !other.by)) return false;
  if (moves && !others.moves) return false;
  // An uncertain copy passes rules that do not forward.
  if (ACTIONS[rule.action].forwards || !isOfPages(rule)) return true;
  return !others.forwards && (rule.minConfidence ?? SURE) <= (other.minConfidence ?? SURE);
}

/** What happens without a rule: those after it decide. @param {unknown} rule */
function outcomeWithout(rule) {
  const { action } = /** @type {Partial<PolicyRule>} */ (rule ?? {});
  if (!action || !NAMES.includes(action)) return 'rule ignored';
  if (ACTIONS[action].blocks) return 'rule ignored; matching clients are NOT blocked';
  return 'rule ignored; later rules decide for its clients';
}

/** What is wrong with a rule whose fields are valid one by one. @param {PolicyRule} rule */
function faultOf(rule) {
  const { class: classes = [], minConfidence, action, status, canonical, unless } = rule;
  const { forwards, moves, never = {}, needs } = ACTIONS[action];
  if (classes.includes('person')) return 'rules do not apply to people; remove `person`';
  const unfit = classes.find((name) => never[name]);
  if (unfit) return `${never[unfit]}: leave \`${unfit}\` out of \`${action}\``;
  const lack = needs?.(rule);
  if (lack) return lack;
  if (status !== undefined && !moves) return '`status` is for `redirect` only';
  if (unless && !keepsOut(rule)) return '`unless` is for `refuse` without `verdict` and `site`';
  if (canonical && !forwards) return '`canonical` is for actions that send the page with its verdict';
  if (canonical && !isOfCopies(rule)) return 'only a copy has another canonical address: add "verdict": "same"';
  if (minConfidence !== undefined && !forwards && !isOfPages(rule)) {
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
 * The order that refuses a client whatever the page is, so that the site need not be asked. Only the first rule for the
 * client can give it.
 * @param {PolicyRule[]} policy
 * @param {Client} client
 * @param {boolean} unread whether the page is there but was not judged: rules that depend on the verdict are skipped
 * @returns {Order | undefined}
 */
export function unconditionalOrder(policy, client, unread) {
  const first = policy.find((rule) => isFor(rule, client) && !(unread && isOfPages(rule)));
  return first && keepsOut(first) ? orderOf(first) : undefined;
}

/**
 * Whether a client gets all pages as they are, without a verdict.
 * @param {PolicyRule[]} policy
 * @param {Client} client
 */
export function isIgnored(policy, client) {
  const rules = policy.filter((rule) => isFor(rule, client));
  const last = rules.findIndex((rule) => !isOfPages(rule));
  return last !== -1 && rules.slice(0, last + 1).every(({ action }) => ACTIONS[action].ignores);
}

/** Whether a rule keeps any client out whatever the page is. @param {PolicyRule[]} policy */
export function hasUnconditionalRule(policy) {
  return policy.some(keepsOut);
}

/** Whether a rule depends on the site's robots.txt. @param {PolicyRule[]} policy */
export function asksSite(policy) {
  return policy.some(({ stated }) => stated !== undefined);
}

/** Whether a rule depends on the verdict. @param {PolicyRule} rule */
function isOfPages({ verdict, site }) {
  return verdict !== undefined || site !== undefined;
}

/** Whether the rule is for copies alone. @param {Copying} rule */
function isOfCopies({ verdict }) {
  return verdict?.length === 1 && verdict[0] === 'same';
}

/** Whether the rule changes what an index holds. @param {PolicyRule} rule */
function isOfIndex({ action, canonical }) {
  return ACTIONS[action].moves || canonical;
}

/** Whether the rule keeps its clients out, whatever the page is. @param {PolicyRule} rule */
function keepsOut(rule) {
  return !isOfPages(rule) && ACTIONS[rule.action].blocks;
}

/** @param {PolicyRule} rule @param {Client} client */
function isFor(rule, client) {
  const { class: classes, name, by, stated, action } = rule;
  // A person's page is never held.
  if (client.class === 'person') return false;
  if (ACTIONS[action].never?.[client.class]) return false;
  if (classes && !classes.includes(client.class)) return false;
  if (name && !name.some((part) => isNamed(client.agent ?? '', part))) return false;
  if (stated && client.stated !== stated) return false;
  if (by) return client.by !== null && by.includes(client.by);
  // Only proven engines get what changes an index. All other actions harm at most the client that lies, since one that
  // claims nothing counts as a person.
  return !isOfIndex(rule) || isProven(client);
}

/** @param {PolicyRule} rule @param {JudgedPage} page */
function fits(rule, { verdict, site, confidence, canonicalConflict }) {
  if (rule.verdict && !rule.verdict.includes(verdict)) return false;
  if (rule.site && rule.site !== site) return false;
  const { moves, forwards } = ACTIONS[rule.action];
  if (moves && canonicalConflict) return false;
  const isSure = !isOfOriginals(verdict) || (site !== null && confidence >= (rule.minConfidence ?? SURE));
  // Rules that forward report the doubt instead.
  return isSure || !isOfPages(rule) || forwards;
}

/** @param {PolicyRule} rule @returns {Order} */
function orderOf({ action, status, unless, canonical = false, minConfidence = SURE }) {
  return { action, minConfidence, status, unless, canonical };
}
