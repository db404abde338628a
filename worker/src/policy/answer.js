// How a page is answered, once it is known what it is.
//
// Whatever is forwarded is forwarded byte for byte: a crawler never reads anything else than a person does. A page is
// called the original only where that is certain, and never against what the page itself states.

import { prefersMarkdown } from '../asks/accept.js';
import { etagOf, hasText } from '../site/etags.js';
import { offerOf } from './charge.js';
import { clientField, hasCanonical, headerSafe, namesOther, verdictField } from './headers.js';
import { isOpen } from './open.js';
import { written } from './price.js';
import { DEFAULT_ORDER, orderFor, outrightOrder, unreadOrder } from './rules.js';

/** Headers of the page that a 304 leaves out, since they are about bytes that it does not carry. */
const OF_BODY = ['Content-Type', 'Content-Length', 'Content-Encoding', 'Content-Language', 'Accept-Ranges'];
const TEXT = 'text/plain; charset=utf-8';

/**
 * @typedef {object} Answer
 * @property {import('./rules.js').Action} action
 * @property {number | null} status of the answer that replaces the page; null forwards the page
 * @property {[name: string, value: string][]} set headers that replace those of the same name. An answer that replaces
 *   the page has none of the page's headers, unless it is a 304
 * @property {[name: string, value: string][]} append headers beside those of the same name
 * @property {string[]} remove headers of the page to leave out
 * @property {string | null} body of an answer that replaces the page
 * @property {boolean} sure whether the page seen first may be called the original
 * @property {boolean} [markdown] whether the article goes out as Markdown in the place of the page
 * @property {string | null} price that the client offers and has to pay; once the payment is confirmed, the page is
 *   answered again, as `paid`
 */

/** @typedef {import('offprint/edge').EdgeFinding & { rewritten?: import('../pages/rewrites.js').Rewritten }} Finding */
/** @typedef {import('../settings.js').Settings} Settings */
/** @typedef {import('./visit.js').Visit} Visit */

/**
 * How a page that was read is answered.
 * @param {Finding} finding
 * @param {Visit} visit
 * @param {Settings} settings
 * @returns {Answer}
 */
export function answerFor(finding, visit, settings) {
  const { verdict, confidence } = finding;
  const place = finding.original === null ? null : finding.place;
  const disowned = finding.disowned || namesOther(visit.link ?? '', finding.original);
  let order = orderFor(settings.policy, visit.who, { verdict, place, confidence, disowned });
  if (visit.gateway) order = { ...DEFAULT_ORDER, action: 'not-modified' };
  if (order.action === 'redirect' && visit.gone) order = DEFAULT_ORDER;
  const answer = blank(order);
  if (order.action === 'forward') return answer;
  const reported = settings.rewrites ? finding : { ...finding, rewritten: undefined };
  answer.set.push(['Offprint', verdictField(reported, visit.who, order.sure)]);
  answer.sure = confidence >= order.sure;
  const original = answer.sure && finding.original !== null ? headerSafe(finding.original) : undefined;
  if (verdict === 'same' && original !== undefined) {
    if (finding.stated === null && !hasCanonical(visit.link ?? '')) {
      answer.append.push(['Link', `<${original}>; rel="canonical"`]);
    }
    if (order.noindex && place === 'cross' && !disowned) answer.append.push(['X-Robots-Tag', 'noindex']);
  }
  vary(answer, visit, settings);
  passOn(answer, visit);
  if (order.action === 'markdown') offerMarkdown(answer, finding, visit);
  if (order.action === 'not-modified') answerByText(answer, finding, visit);
  if (order.action === 'redirect') redirect(answer, order, original ?? '');
  if (order.action === 'refuse') refuse(answer, original);
  if (order.action === 'charge') charge(answer, order, visit, settings);
  return answer;
}

/**
 * How a client is answered that a rule keeps out whatever the page is. Such a rule applies before the site is asked,
 * unless a rule before it depends on the page. Paths that are open to everybody are exempt.
 * @param {Visit} visit
 * @param {boolean} unread whether the page is there but was not judged: rules that depend on the verdict are skipped
 * @param {Settings} settings
 * @returns {Answer | undefined} undefined if the client is not kept out
 */
export function outrightAnswer(visit, unread, settings) {
  const order = (unread ? unreadOrder : outrightOrder)(settings.policy, visit.who);
  if (!order || isOpen(visit, visit.preferences)) return undefined;
  const answer = blank(order);
  answer.set.push(['Offprint', `unknown;unread${clientField(visit.who)}`]);
  vary(answer, visit, settings);
  passOn(answer, visit);
  if (order.action === 'charge') charge(answer, order, visit, settings);
  else refuse(answer);
  return answer;
}

/** @param {import('./rules.js').Order} order @returns {Answer} */
function blank({ action }) {
  return { action, status: null, set: [], append: [], remove: [], body: null, sure: false, price: null };
}

/**
 * Keeps shared caches from giving a person what a crawler got.
 * @param {Answer} answer
 * @param {Visit} visit
 * @param {Settings} settings
 */
function vary(answer, visit, { agents }) {
  const stated = (visit.vary ?? '').split(',').map((name) => name.trim().toLowerCase());
  const depends = agents.signed.size > 0 ? ['User-Agent', 'Signature-Agent'] : ['User-Agent'];
  const more = stated.includes('*') ? [] : depends.filter((name) => !stated.includes(name.toLowerCase()));
  if (more.length > 0) answer.append.push(['Vary', more.join(', ')]);
}

/**
 * Gives the article as Markdown to clients that prefer it. A cache must keep the two forms apart.
 * @param {Answer} answer
 * @param {Finding} finding
 * @param {Visit} visit
 */
function offerMarkdown(answer, { verdict }, { url, method, status, accept, vary = '', link }) {
  if (!/(^|[\s,])(\*|accept)([\s,]|$)/i.test(vary ?? '')) answer.append.push(['Vary', 'Accept']);
  if (verdict === 'unknown' || method !== 'GET' || status !== 200 || !prefersMarkdown(accept ?? null)) return;
  answer.markdown = true;
  const isStated = hasCanonical(link ?? '') || answer.append.some(([, value]) => value.endsWith('rel="canonical"'));
  if (!isStated) answer.append.push(['Link', `<${headerSafe(url)}>; rel="canonical"`]);
}

/**
 * Passes on what the site's robots.txt states about uses and licences, where the page does not state it.
 * @param {Answer} answer
 * @param {Visit} visit
 */
function passOn({ set, append }, { preferences, usage, signal, link }) {
  if (!preferences) return;
  if (preferences.usage && !usage) set.push(['Content-Usage', preferences.usage]);
  if (preferences.signal && !signal) set.push(['Content-Signal', preferences.signal]);
  const missing = preferences.licences.map(headerSafe).filter((licence) => !link?.includes(`<${licence}>`));
  for (const licence of missing) append.push(['Link', `<${licence}>; rel="license"; type="application/rsl+xml"`]);
}

/**
 * Gives the page an ETag made of its text, and answers 304 to clients that have that text.
 * @param {Answer} answer
 * @param {Finding} finding
 * @param {Visit} visit
 */
function answerByText(answer, { digest }, { status, etag, ifNoneMatch }) {
  if (digest === null || status !== 200) return;
  answer.set.push(['ETag', etagOf(digest, etag)]);
  if (!hasText(ifNoneMatch ?? '', digest, etag)) return;
  answer.status = 304;
  answer.remove.push(...OF_BODY);
}

/**
 * @param {Answer} answer
 * @param {import('./rules.js').Order} order
 * @param {string} url
 */
function redirect(answer, { status = 301 }, url) {
  const link = url.replaceAll('&', '&amp;');
  const body = `<!doctype html><title>Copy</title><p>This article is a copy of <a href="${link}">${link}</a>.\n`;
  answer.set.push(['Location', url]);
  replace(answer, status, 'text/html; charset=utf-8', 'private, max-age=3600', body);
}

/**
 * @param {Answer} answer
 * @param {string} [original]
 */
function refuse(answer, original) {
  const body = original
    ? `This article is known from ${original}. It is not for you here.\n`
    : 'This page is not for you.\n';
  replace(answer, 403, TEXT, 'private, no-store', body);
}

/**
 * 402 with the price, or the page if that was paid.
 * @param {Answer} answer
 * @param {import('./rules.js').Order} order
 * @param {Visit} visit
 * @param {Settings} settings
 */
function charge(answer, { price }, visit, settings) {
  if (!price) return;
  const asked = written(price);
  if (visit.paid) {
    // A page that one client paid for must not be cached for others.
    answer.set.push(['crawler-charged', asked], ['Cache-Control', 'private']);
    return;
  }
  const { status = 402, code, what, isOffered } = offerOf(price, visit, settings);
  if (!settings.payments) answer.set[0][1] += ';unpayable';
  if (isOffered) answer.price = asked;
  if (code) answer.set.push(['crawler-error', code]);
  answer.set.push(['crawler-price', asked]);
  replace(answer, status, TEXT, 'private, no-store', `This page costs ${asked}. ${what}\n`);
}

/**
 * @param {Answer} answer
 * @param {number} status
 * @param {string} type
 * @param {string} caching
 * @param {string} body
 */
function replace(answer, status, type, caching, body) {
  answer.status = status;
  answer.set.push(['Content-Type', type], ['Cache-Control', caching]);
  answer.body = body;
}
