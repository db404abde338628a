// How a page is answered, once it is known what it is.
//
// Whatever is forwarded is forwarded byte for byte: a crawler reads what a person reads. A page goes out in another
// form only by a rule, and never to search engines and archives. A page is called the original only where that is
// certain, and never against what the page itself states.

import { LICENCE, USES } from '../../../shared/fetching/robots-parser.js';
import { etagOf, hasText } from '../site/etags.js';
import { clientField, hasCanonical, headerSafe, namesOther, prefersMarkdown, verdictField } from './headers.js';
import { isOpen } from './open.js';
import { ACTIONS, DEFAULT_ORDER, orderFor, unconditionalOrder } from './rules.js';

/**
 * @typedef {object} Answer
 * @property {import('./rules.js').Action} action
 * @property {number | null} status of the answer that replaces the page; null forwards the page
 * @property {[name: string, value: string][]} set headers that replace those of the same name. An answer that replaces
 *   the page has none of the page's headers, unless it is a 304
 * @property {[name: string, value: string][]} append headers added to those of the same name
 * @property {string | null} body of an answer that replaces the page
 * @property {boolean} isSure whether the page seen first may be called the original
 * @property {boolean} [unlessPaid] whether what the site answers about payment goes out instead
 * @property {'markdown' | 'clean'} [form] of the page that goes out in its place: its article as Markdown, or the page
 *   without its noise
 */

/** @typedef {import('offprint/edge').EdgeFinding} Finding */

/**
 * How a page that was read is answered.
 * @param {Finding} finding
 * @param {import('./visit.js').Visit} visit
 * @param {Settings} settings
 * @returns {Answer}
 */
export function answerFor(finding, visit, settings) {
  const { verdict, confidence } = finding;
  const site = finding.original === null ? null : finding.site;
  const canonicalConflict = finding.canonicalConflict || namesOther(visit.link ?? '', finding.original);
  let order = orderFor(settings.policy, visit.client, { verdict, site, confidence, canonicalConflict });
  if (ACTIONS[order.action].moves && visit.gone) order = DEFAULT_ORDER;
  const { ignores, answer: carryOut } = ACTIONS[order.action];
  const builder = new AnswerBuilder(order, visit, settings);
  const { answer } = builder;
  if (ignores) return answer;
  answer.set.push(['Offprint', verdictField(finding, visit.client, order.minConfidence)]);
  answer.isSure = confidence >= order.minConfidence;
  const original = answer.isSure && finding.original !== null ? headerSafe(finding.original) : undefined;
  const statesNone = finding.stated === null && !hasCanonical(visit.link ?? '');
  if (order.canonical && verdict === 'same' && original !== undefined && statesNone) {
    answer.append.push(['Link', `<${original}>; rel="canonical"`]);
  }
  builder.vary();
  builder.copyRobotsStatements();
  carryOut?.(builder, finding, original);
  return answer;
}

/**
 * The answer to a client that a rule keeps out whatever the page is. Such a rule applies before the site is asked,
 * unless a rule before it depends on the page. Paths that are open to everybody are exempt.
 * @param {import('./visit.js').Visit} visit
 * @param {boolean} unread see `unconditionalOrder`
 * @param {Settings} settings
 * @returns {Answer | undefined} undefined if the client is not kept out
 */
export function unconditionalAnswer(visit, unread, settings) {
  const order = unconditionalOrder(settings.policy, visit.client, unread);
  if (!order || isOpen(visit, visit.preferences)) return undefined;
  const builder = unjudged(order, visit, settings, `unread${clientField(visit.client)}`);
  builder.refuse();
  return { ...builder.answer, unlessPaid: order.unless === 'paid' };
}

/**
 * The answer that forwards a page without a verdict.
 * @param {import('./visit.js').Visit} visit
 * @param {string} reason `error`, or `unread=` with the reason
 * @param {Settings} settings
 */
export function unreadAnswer(visit, reason, settings) {
  const who = reason === 'error' ? '' : clientField(visit.client);
  return unjudged(DEFAULT_ORDER, visit, settings, `${reason}${who}`).answer;
}

/**
 * @param {import('./rules.js').Order} order @param {Visit} visit @param {Settings} settings @param {string} parameters
 */
function unjudged(order, visit, settings, parameters) {
  const builder = new AnswerBuilder(order, visit, settings);
  builder.answer.set.push(['Offprint', `unknown;${parameters}`]);
  builder.vary();
  builder.copyRobotsStatements();
  return builder;
}

/** Builds an answer. */
export class AnswerBuilder {
  /** @type {Answer} */
  answer;

  /** @param {import('./rules.js').Order} order @param {import('./visit.js').Visit} visit @param {Settings} settings */
  constructor(order, visit, settings) {
    this.order = order;
    this.visit = visit;
    this.settings = settings;
    const { action } = order;
    this.answer = { action, status: null, set: [], append: [], body: null, isSure: false };
  }

  /** Keeps shared caches from giving a person what a crawler got, where rules or robots.txt make a difference. */
  vary() {
    if (this.settings.policy.length === 0 && !this.visit.preferences) return;
    const stated = (this.visit.vary ?? '').split(',').map((name) => name.trim().toLowerCase());
    const isSigned = this.settings.agents.signed.size > 0;
    const depends = isSigned ? ['User-Agent', 'Signature-Agent'] : ['User-Agent'];
    const more = stated.includes('*') ? [] : depends.filter((name) => !stated.includes(name.toLowerCase()));
    if (more.length > 0) this.answer.append.push(['Vary', more.join(', ')]);
  }

  /** Copies what the site's robots.txt states about uses and licences, where the page does not state it. */
  copyRobotsStatements() {
    const { preferences, usage, signal, link } = this.visit;
    if (!preferences) return;
    const { set, append } = this.answer;
    if (preferences.usage && !usage) set.push([USES.usage, preferences.usage]);
    if (preferences.signal && !signal) set.push([USES.signal, preferences.signal]);
    const missing = preferences.licences.map(headerSafe).filter((licence) => !link?.includes(`<${licence}>`));
    for (const licence of missing) append.push(['Link', `<${licence}>; rel="license"; type="${LICENCE.type}"`]);
  }

  /**
   * Gives the article as Markdown to clients that prefer it. A cache must keep the two forms apart.
   * @param {Finding} finding
   */
  offerMarkdown({ verdict }) {
    const { url, method, status, accept, vary, link } = this.visit;
    const { append } = this.answer;
    if (!/(^|[\s,])(\*|accept)([\s,]|$)/i.test(vary ?? '')) append.push(['Vary', 'Accept']);
    if (verdict === 'unknown' || method !== 'GET' || status !== 200 || !prefersMarkdown(accept ?? null)) return;
    this.answer.form = 'markdown';
    const isStated = hasCanonical(link ?? '') || append.some(([, value]) => value.endsWith('rel="canonical"'));
    if (!isStated) append.push(['Link', `<${headerSafe(url)}>; rel="canonical"`]);
  }

  /** Gives the page without its noise. @param {Finding} finding */
  clean({ verdict }) {
    const { method, status } = this.visit;
    if (verdict !== 'unknown' && method === 'GET' && status === 200) this.answer.form = 'clean';
  }

  /**
   * Gives the page an ETag made of its text, and answers 304 to clients that have that text.
   * @param {Finding} finding
   */
  answerByText({ digest }) {
    const { status, etag, ifNoneMatch } = this.visit;
    if (digest === null || status !== 200) return;
    this.answer.set.push(['ETag', etagOf(digest, etag)]);
    if (hasText(ifNoneMatch ?? '', digest, etag)) this.answer.status = 304;
  }

  /** @param {string} url */
  redirect(url) {
    const link = url.replaceAll('&', '&amp;');
    const body = `<!doctype html><title>Copy</title><p>This article is a copy of <a href="${link}">${link}</a>.\n`;
    this.answer.set.push(['Location', url]);
    this.#replace(this.order.status ?? 301, 'text/html; charset=utf-8', 'private, max-age=3600', body);
  }

  /** @param {string} [original] */
  refuse(original) {
    const body = original ? `403: duplicate of ${original}.\n` : '403: blocked by the policy of this site.\n';
    this.#replace(403, 'text/plain; charset=utf-8', 'private, no-store', body);
  }

  /** @param {number} status @param {string} type @param {string} caching @param {string} body */
  #replace(status, type, caching, body) {
    this.answer.status = status;
    this.answer.set.push(['Content-Type', type], ['Cache-Control', caching]);
    this.answer.body = body;
  }
}
