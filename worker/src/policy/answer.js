// How a page is answered, once it is known what it is.
//
// Whatever is forwarded is forwarded byte for byte: what a crawler reads never differs from what a person does. A page
// is called the original only where that is sure, and never against what the page itself states.

import { isProven } from '../asks/classes.js';
import { etagOf, hasText } from '../site/etags.js';
import { prefersMarkdown } from '../asks/accept.js';
import { isOpen } from './open.js';
import { covers, isSamePrice, priceOf, written } from './price.js';
import { DEFAULT_ORDER, orderFor, outrightOrder, unreadOrder } from './rules.js';

/** Headers of the page that a 304 does not have, since they are about bytes that are not there. */
const OF_BODY = ['Content-Type', 'Content-Length', 'Content-Encoding', 'Content-Language', 'Accept-Ranges'];
const TEXT = 'text/plain; charset=utf-8';

/**
 * Facts about a request, and about the site's response to it if it was asked.
 * @typedef {object} Visit
 * @property {string} url
 * @property {string} method
 * @property {import('../asks/classes.js').Client} who
 * @property {string | null} [ifNoneMatch]
 * @property {string | null} [accept]
 * @property {string | null} [exactPrice] `crawler-exact-price`: what the client offers to pay, no more and no less
 * @property {string | null} [maxPrice] `crawler-max-price`: the most it offers to pay
 * @property {boolean} [priceSigned] whether a signature of the client's covers what it offers
 * @property {number} [status] of the response, as are the next five
 * @property {string | null} [etag]
 * @property {string | null} [vary]
 * @property {string | null} [link]
 * @property {string | null} [usage] `Content-Usage`
 * @property {string | null} [signal] `Content-Signal`
 * @property {import('../site/preferences.js').Preferences} [preferences] what the site says in its robots.txt
 * @property {boolean} [paid] whether the price was paid
 * @property {boolean} [gone] whether the original was asked for and is not there: then nobody is sent to it
 * @property {boolean} [gateway] whether it comes through the gateway, for which the policy does not speak
 */

/**
 * @typedef {object} Answer
 * @property {import('./rules.js').Action} action
 * @property {number | null} status of the answer that replaces the page; null forwards the page
 * @property {[name: string, value: string][]} set headers in the place of those of the same name. An answer that
 *   replaces the page has none of the page's, unless it is a 304
 * @property {[name: string, value: string][]} append headers beside those of the same name
 * @property {string[]} remove headers of the page to leave out
 * @property {string | null} body of an answer that replaces the page
 * @property {boolean} sure whether it is sure enough that the page seen first is the original to call it so
 * @property {boolean} [markdown] whether the article goes out as Markdown in the place of the page
 * @property {string | null} price what the client offers to pay and has to: if that is confirmed, the page is answered
 *   anew, as `paid`
 */

/** @typedef {import('offprint/edge').EdgeFinding & { rewritten?: import('../pages/rewrites.js').Rewritten }} Finding */
/** @typedef {import('../settings.js').Settings} Settings */

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
  const told = settings.rewrites ? finding : { ...finding, rewritten: undefined };
  answer.set.push(['Offprint', fieldOf(told, visit.who, order.sure)]);
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
 * How a client is answered that a rule keeps out whatever the page is. Such a rule is asked before the page is, unless
 * one comes before it that depends on the page. What is open to everybody is kept from nobody.
 * @param {Visit} visit
 * @param {boolean} unread whether nobody knows what the page is, so that rules which depend on that are passed over
 * @param {Settings} settings
 * @returns {Answer | undefined} undefined if it is not kept out
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

/** Whether a `Link` header states another address as the page's own than the original's. */
function namesOther(link, original) {
  return original !== null && hasCanonical(link) && !link.includes(`<${original}>`);
}

/** Whether a `Link` header (RFC 8288) has a link with the relation `canonical`. */
function hasCanonical(link) {
  return link.split(';').some((parameter) => {
    const [name, value] = parameter.split(/=(.*)/s);
    const [relations] = (value ?? '').trimStart().replace(/^"+/, '').split(/[",]/, 1);
    return name.trim().toLowerCase() === 'rel' && relations.toLowerCase().split(/\s+/).includes('canonical');
  });
}

/**
 * A shared cache must not give a person what a crawler got.
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
 * Gives the article as Markdown to who would rather have that. A cache must keep the two apart.
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
 * Passes on what the site says in its robots.txt of what its pages may be used for, where the page does not say it.
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
 * Gives the page an ETag made of its text, and leaves out the page for who has that text.
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
    // What one has paid for is not for the next.
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
 * Whether a client offers what is asked, in a way that can be relied on; and why it does not get the page, as pay per
 * crawl has it and for people. Until the payment is confirmed, nobody does.
 * @param {import('./price.js').Price} price
 * @param {Visit} visit
 * @param {Settings} settings
 * @returns {{ status?: number, code?: string, what: string, isOffered?: boolean }}
 */
function offerOf(price, { method, who, exactPrice = null, maxPrice = null, priceSigned }, { payments }) {
  if (!payments) return { what: 'Nothing can be paid here, and nothing is charged.' };
  if (method !== 'GET') return { what: 'Pages are paid for by GET.' };
  if (exactPrice === null && maxPrice === null) {
    const what = 'Offer it by crawler-exact-price, or more by crawler-max-price.';
    return { code: 'MissingCrawlerPrice', what };
  }
  if (exactPrice !== null && maxPrice !== null) {
    const what = 'Send crawler-exact-price or crawler-max-price, not both.';
    return { status: 400, code: 'ConflictingPriceHeaders', what };
  }
  const offered = priceOf((exactPrice ?? maxPrice ?? '').trim());
  if (!offered) {
    const what = 'The price that you offer is none: write it as `USD 0.01`.';
    return { status: 400, code: 'InvalidCrawlerPriceValue', what };
  }
  if (exactPrice !== null && !isSamePrice(offered, price)) {
    return { code: 'InvalidCrawlerExactPrice', what: 'You offer another price.' };
  }
  if (!covers(offered, price)) return { code: 'InvalidCrawlerMaxPrice', what: 'You offer less.' };
  if (!isProven(who)) {
    const what = 'Nobody pays by a name alone: sign the request (Web Bot Auth).';
    return { status: 400, code: 'StrongAuthRequired', what };
  }
  if (who.by === 'signature' && !priceSigned) {
    const what = 'Your signature has to cover the header with the price.';
    return { status: 400, code: 'InvalidSignature', what };
  }
  const what = 'The payment was not confirmed, and nothing is charged.';
  return { code: 'PaymentFailed', what, isOffered: true };
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

/**
 * The header `Offprint`, an Item of Structured Fields (RFC 9651): the verdict as a token, with the parameters `score`
 * (decimal, 0 to 1), `original`, `first` or `copy` (string) with its `confidence` (integer, 0 to 100) and when it was
 * first `seen` (string, ISO 8601), `rewritten` (boolean) with the earlier article that the page probably tells in other
 * words (`of`, string) and how likely that is (`likelihood`, decimal, 0 to 1), `known`, `changed` and `gated`
 * (boolean), the `class` of the client (token), `by` what it is known (token), and what it falsely `claims` (string).
 * `first` is the page seen first, where it is not sure that it is the original.
 */
function fieldOf(finding, who, sure) {
  const { verdict, score, original, copy, confidence, seen, rewritten, known, changed, gated } = finding;
  let field = `${verdict};score=${decimal(score)}`;
  for (const [name, url] of [
    [confidence >= sure ? 'original' : 'first', original],
    ['copy', copy],
  ]) {
    if (url === null) continue;
    field += `;${name}="${headerSafe(url)}";confidence=${confidence}`;
    if (seen !== null) field += `;seen="${headerSafe(seen)}"`;
  }
  if (rewritten) field += `;rewritten;of="${headerSafe(rewritten.of)}";likelihood=${decimal(rewritten.likelihood)}`;
  return `${field}${known ? ';known' : ''}${changed ? ';changed' : ''}${gated ? ';gated' : ''}${clientField(who)}`;
}

/** As Structured Fields have it: at most three digits behind the point. */
const decimal = (number) => (Math.round(number * 1000) / 1000).toFixed(3);

/** What the client was taken for. */
function clientField({ class: kind, by, claim }) {
  return `;class=${kind}${by ? `;by=${by}` : ''}${claim ? `;claims="${headerSafe(claim)}"` : ''}`;
}

/** A URL in which nothing can end a header's string or line. */
function headerSafe(url) {
  const encoder = new TextEncoder();
  const hex = (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  return url.replace(/[^!-~]|["\\<>]/gu, (char) => Array.from(encoder.encode(char), hex).join(''));
}
