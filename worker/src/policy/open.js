// Paths that are open to everybody, whatever the policy is and whatever the site answers: files that a site has for
// machines. Without robots.txt a crawler may assume that it may fetch everything; certificates are renewed
// under /.well-known/; other files prove to search engines that the site is its owner's.
//
// An article with such a name would escape the policy, so each name is written out as far as it is known.
// docs/edge/policy.md also has this list.

const FILES = [
  /\.well-known\/[\w./~-]*/,
  // Only WebFinger takes a query (RFC 7033).
  /\.well-known\/webfinger\?(resource|rel)=[^&;]*(&(resource|rel)=[^&;]*)*/,
  /(robots|llms|ai|security|humans|ads|app-ads|trust)\.txt/,
  /sellers\.json/,
  /(rsl|license)\.xml/,
  /favicon\.ico/,
  /([\w-]+\/)*([\w-]*sitemap[\w.-]*|sitemaps?\/[\w.-]+)\.xml(\.gz)?/,
  // Feed readers are also programs.
  /(feed|rss|atom)\/?/,
  /(feed|rss|atom|index)\.(xml|rdf)|feed\.json/,
  // Google, Bing, Yandex, Baidu, Naver, Pinterest, Sogou, Shenma, ByteDance.
  /google[0-9a-f]{16}\.html/,
  /BingSiteAuth\.xml/,
  /yandex_[0-9a-f]{16}\.html/,
  /baidu_verify_(codeva-)?[0-9A-Za-z]{10}\.html/,
  /naver[0-9a-f]{32}\.html/,
  /pinterest-[0-9a-f]{5}\.html/,
  /(sogousiteverification|shenma-site-verification)\.txt/,
  /ByteDanceVerify\.html/,
];
const PATH = new RegExp(`^/(?:${FILES.map(({ source }) => source).join('|')})$`);

/**
 * Whether an address is open to everybody: by its path as it is written, so that the site behind cannot read it as
 * another path; or because the site's robots.txt names it as a sitemap or a licence.
 * @param {{ url: string, method: string }} request
 * @param {import('../site/preferences.js').Preferences} [preferences] what the site's robots.txt states, if that is
 *   known
 */
export function isOpen({ url, method }, preferences) {
  if (!['GET', 'HEAD'].includes(method) || !URL.canParse(url)) return false;
  if (preferences?.isSitemap || preferences?.licences.includes(url)) return true;
  const { origin, href } = new URL(url);
  return PATH.test(href.slice(origin.length));
}
