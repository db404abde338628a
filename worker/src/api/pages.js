// Operations on one page, which comes as HTML, or as a description with its fingerprint.

import init, { edge } from 'offprint/edge';
import { learn, recordsOf } from '../register/view.js';
import { articleIn, bytesOf } from '../pages/read.js';
import { HOLD_BYTES } from '../policy/plan.js';
import { register } from '../register/register-page.js';
import { inWasm } from '../runtime/wasm.js';
import { domainOf } from '../site/domains.js';
import { ApiError } from '../operator/api-error.js';
import { jsonObject, mediaType, tooLong, webAddress, withInput } from './http.js';

/** @import { EdgePage } from 'offprint/edge' */

const HTML = ['text/html', 'application/xhtml+xml'];
const JSON_TYPE = 'application/json';
/** Longest description of a page, in bytes; a fingerprint has at most 2 KiB. */
const DESCRIPTION = 64 * 1024;

/** @type {import('./index.js').Route[]} */
export const pages = [
  [/^fingerprint$/, { POST: { access: 'read', handle: fingerprint } }],
  [/^check$/, { POST: { access: 'read', handle: check } }],
  [/^register$/, { POST: { access: 'write', handle: registerPage } }],
];

/** @param {import('./index.js').ApiCall} call */
async function fingerprint({ request, url }) {
  await init();
  mediaType(request, HTML);
  const address = url.searchParams.get('url');
  return Response.json(await html(request, address === null ? undefined : webAddress(address)));
}

/** @param {import('./index.js').ApiCall} call */
async function check({ request, url: asked, env }) {
  const page = await pageOf(request, asked);
  const { fingerprint } = page;
  const url = inWasm(() => edge.address(trusted(page)));
  if (fingerprint) withInput(() => edge.shard(fingerprint));
  const steps = fingerprint ? await recordsOf(env, { fingerprint, url }) : [];
  const found = [];
  for (const read of steps) found.push(...(await read()));
  const decision = decide(page, found);
  const { record, write, claim, damaged, finding, settled, url: address, withheld, ...answer } = decision;
  return Response.json({ ...answer, ...finding });
}

/** @param {import('./index.js').ApiCall} call */
async function registerPage({ request, url, env }) {
  const page = await pageOf(request, url);
  // The register decides; its view is not read.
  const decision = decide(page, []);
  const personal = 'the address identifies a person or grants access, so the page is not registered';
  if (decision.withheld) throw new ApiError(422, 'personal', personal);
  if (!decision.claim)
    throw new ApiError(422, 'unknown', 'there is too little text to recognise the page by, so it is not registered');
  // `unseen` would not mean that the view needs a repair.
  const settled = await register(env, { claim: { ...decision.claim, unseen: false }, damaged: 0 }, null);
  learn(settled);
  const { outcome, article } = settled;
  return Response.json({ outcome, article }, { status: settled.outcome === 'new' ? 201 : 200 });
}

/** @param {EdgePage} page @param {import('../register/view.js').Found[]} found */
const decide = (page, found) => withInput(() => edge.decide(trusted(page), found, new Date().toISOString()));

/** Callers of the API vouch for the addresses they give. @param {EdgePage} page */
function trusted(page) {
  return { ...page, trusted: true, domain: domainOf(page.url) };
}

/** The page that a request brings. @param {Request} request @param {URL} url @returns {Promise<EdgePage>} */
async function pageOf(request, url) {
  await init();
  const address = url.searchParams.get('url');
  if (mediaType(request, [...HTML, JSON_TYPE]) !== JSON_TYPE)
    return { ...(await html(request, webAddress(address))), url: webAddress(address) };
  const page = await jsonObject(request, DESCRIPTION);
  webAddress(page.url);
  if (page.fingerprint !== undefined) return page;
  throw new ApiError(400, 'page', 'fingerprint is missing: send the text that /_offprint/fingerprint returns, or null');
}

/** @param {Request} request @param {string} [url] */
async function html(request, url) {
  if (!request.body) throw new ApiError(400, 'body', 'the body has to be a page of HTML');
  const bytes = await bytesOf(request.body);
  if (!bytes) throw tooLong(HOLD_BYTES);
  return articleIn(bytes, { url, contentType: request.headers.get('Content-Type') });
}
