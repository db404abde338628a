// Parses robots.txt: what a crawler may fetch (RFC 9309), and what pages may be used for, by `Content-Usage`
// (draft-ietf-aipref-attach) and `Content-Signal` in a crawler's groups, and by links to licences (RSL).
//
// The npm package robots-parser ends a group at an unknown record, does not treat `%62` as `b`, and takes seconds for a
// hostile file.

/** Headers, and records of robots.txt, that state what pages may be used for: AIPREF's, and Cloudflare's. */
export const USES = { usage: 'Content-Usage', signal: 'Content-Signal' };

/** Licences in RSL 1.0: the record of robots.txt, and the type of the file. */
export const LICENCE = { record: 'license', type: 'application/rsl+xml' };

/** Longest robots.txt that is read, in bytes: the minimum that the RFC requires. */
export const ROBOTS_BYTES = 500 << 10;
/** Longest user agent that is looked at, since it is searched for each group's name. */
const MAX_AGENT = 1024;

/** All groups for one crawler, or for `*`. */
class Group {
  /** Whether the rules that are being read belong to it. */
  isOpen = false;
  exists = false;
  /** The rule that decides so far: its length, and whether it allows. */
  #length = -1;
  #allows = true;
  /** The preferences of each kind with the longest matching path. @type {Record<string, Preferences>} */
  #stated = {};

  /** Notes that a line names its crawler, or not. @param {boolean} isNamed */
  open(isNamed) {
    this.isOpen ||= isNamed;
    this.exists ||= isNamed;
  }

  /**
   * The longest matching rule decides; of two with the same length, the one that allows.
   * @param {string} pattern @param {boolean} allows @param {string} path
   */
  weigh(pattern, allows, path) {
    const weighsMore = pattern.length > this.#length || (pattern.length === this.#length && allows && !this.#allows);
    if (this.isOpen && weighsMore && fits(pattern, path)) [this.#length, this.#allows] = [pattern.length, allows];
  }

  get allows() {
    return this.#allows;
  }

  /**
   * Preferences may begin with the path they apply to; those with paths of the same length are combined.
   * @param {string} kind @param {string} value @param {string} path
   */
  state(kind, value, path) {
    const [, pattern = '', preferences = ''] = /^(\/\S*)?\s*(.*)$/s.exec(value) ?? [];
    if (!this.isOpen || !fits(octets(pattern, true), path)) return;
    const before = this.#stated[kind];
    if (before && before.length > pattern.length) return;
    const uses = usesIn(preferences);
    const isTogether = before?.length === pattern.length;
    this.#stated[kind] = { length: pattern.length, uses: isTogether ? mostRestrictive(before.uses, uses) : uses };
  }

  /** @param {string} kind @returns {Uses} */
  uses(kind) {
    return this.#stated[kind]?.uses ?? {};
  }
}

/** @typedef {Record<string, 'yes' | 'no'>} Uses by their names, such as `search` and `train-ai` */
/** @typedef {{ length: number, uses: Uses }} Preferences */

/**
 * Whose groups a crawler obeys that no group names, as its operator documents: developers.google.com/crawling,
 * support.apple.com/119829 and help.baidu.com.
 */
const PARENTS = Object.entries({
  googlebot: 'googlebot-image googlebot-news googlebot-video google-inspectiontool storebot-google applebot',
  baiduspider: 'baiduspider-image baiduspider-video baiduspider-news baiduspider-render',
  yandex: 'yandexbot yandeximages yandexvideo yandexmedia yandexnews yandexmobilebot yandexrenderresourcesbot',
}).map(([name, children]) => ({ name, children: children.split(' ') }));
/** Crawlers that do not obey the groups for `*`, as Google documents. */
const NAMED_ALONE = ['adsbot-google', 'adsbot-google-mobile', 'mediapartners-google', 'apis-google'];

/** The names of the records that state preferences, in lower case. */
const [USAGE, SIGNAL] = [USES.usage.toLowerCase(), USES.signal.toLowerCase()];
/** Most uses and licences that are looked at. */
const MOST = 16;

/**
 * What a robots.txt states about an address for a user agent.
 * @typedef {object} Robots
 * @property {boolean} allows whether it may be fetched
 * @property {Uses} usage by `Content-Usage`
 * @property {Uses} signal by `Content-Signal`
 * @property {string[]} licences addresses of RSL files, for all crawlers
 * @property {boolean} isSitemap whether the file names the address as a sitemap
 */

/** The uses in `train-ai=n, search=y` or `ai-train=no`; other values are ignored. @param {string} preferences */
function usesIn(preferences) {
  /** @type {Uses} */
  const uses = {};
  for (const item of preferences.toLowerCase().split(',').slice(0, MOST)) {
    const [, name, value] = /^\s*([a-z*][a-z0-9_.*-]*)\s*=\s*(y|n|yes|no)\s*(?:;|$)/.exec(item) ?? [];
    if (name && value) uses[name] = value.startsWith('y') ? 'yes' : 'no';
  }
  return uses;
}

/** Uses that both allow, or that one allows and the other does not mention. @param {Uses} a @param {Uses} b */
function mostRestrictive(a, b) {
  const merged = { ...a, ...b };
  for (const [name, value] of Object.entries(a)) if (value === 'no') merged[name] = 'no';
  return merged;
}

/**
 * What a robots.txt states about an address for a user agent. The groups that name the crawler are combined; otherwise
 * those of another crawler whose rules it obeys; otherwise those for `*`.
 * @param {string} robots
 * @param {string} userAgent
 * @param {URL} url
 * @returns {Robots}
 */
export function robotsFor(robots, userAgent, { href, pathname, search }) {
  const path = octets(`${pathname}${search}`, false);
  const licences = new Set();
  let isSitemap = false;
  const products = productsOf(userAgent);
  /** @param {string[]} names */
  const isAny = (names) => names.some((name) => isAmong(products, name));
  const parents = PARENTS.filter(({ children }) => isAny(children)).map(({ name }) => name);
  const [ours, others, everyones] = [new Group(), new Group(), new Group()];
  const groups = [ours, others, everyones];
  // A user agent after a rule begins another group; other records end nothing.
  let isAfterRule = true;
  for (const line of robots.replace(/^\uFEFF/, '').split(/[\n\r]/)) {
    const [record = ''] = line.split('#', 1);
    const colon = record.indexOf(':');
    if (colon === -1) continue;
    const key = record.slice(0, colon).trim().toLowerCase();
    const value = record.slice(colon + 1).trim();
    if (key === 'user-agent') {
      if (isAfterRule) for (const group of groups) group.isOpen = false;
      isAfterRule = false;
      const name = value.replace(/\/.*/s, '').trim().toLowerCase();
      everyones.open(name === '*');
      others.open(parents.includes(name));
      ours.open(isAmong(products, name));
    } else if (key === 'allow' || key === 'disallow') {
      isAfterRule = true;
      if (value === '' || !groups.some(({ isOpen }) => isOpen)) continue;
      const pattern = octets(value, true);
      for (const group of groups) group.weigh(pattern, key === 'allow', path);
    } else if (key === USAGE || key === SIGNAL) {
      isAfterRule = true;
      for (const group of groups) group.state(key, value, path);
    } else if (key === LICENCE.record && licences.size < MOST && isLicence(value)) {
      licences.add(new URL(value).href);
    } else if (key === 'sitemap') {
      isSitemap ||= value === href;
    }
  }
  const last = isAny(NAMED_ALONE) ? new Group() : everyones;
  const group = [ours, others].find(({ exists }) => exists) ?? last;
  const allows = group.allows || (pathname === '/robots.txt' && search === '');
  return { allows, usage: group.uses(USAGE), signal: group.uses(SIGNAL), licences: [...licences], isSitemap };
}

/** @param {string} address */
function isLicence(address) {
  return /^https?:\/\//i.test(address) && address.length <= 2048 && URL.canParse(address);
}

/**
 * The words of a user agent that can be a crawler's name, in lower case: not those in URLs or mail addresses.
 * @param {string} userAgent
 */
function productsOf(userAgent) {
  const words = userAgent.slice(0, MAX_AGENT).toLowerCase().replace(/\s+/g, ' ');
  return words.replace(/(:\/\/|@)\S*/g, '');
}

/** @param {string | undefined} char */
const isPart = (char) => char !== undefined && /[\w-]|[^\0-\x7f]/.test(char);

/**
 * Whether a name is among the products: one or more whole words, and not a version.
 * @param {string} products @param {string} name
 */
function isAmong(products, name) {
  if (!isPart(name[0])) return false;
  for (let at = products.indexOf(name); at !== -1; at = products.indexOf(name, at + name.length)) {
    const before = products[at - 1];
    const begins = !isPart(before) && before !== '/' && before !== '.';
    if (begins && !isPart(products[at + name.length])) return true;
  }
  return false;
}

/**
 * Whether a path matches a pattern from its beginning: `*` matches anything, a final `$` the end.
 * @param {string} pattern @param {string} path
 */
function fits(pattern, path) {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  if (isWhole && parts.length === 0) return path === first;
  const end = (isWhole && parts.pop()) || '';
  // The earliest match of each part leaves the most room for the following ones.
  let at = first.length;
  for (const part of parts) {
    at = endOf(part, path, at);
    if (at === -1) return false;
  }
  return path.length - at >= end.length && path.endsWith(end);
}

/**
 * Where the next occurrence of a part ends in a text; -1 if it does not occur. Knuth–Morris–Pratt, in linear time,
 * which `indexOf` does not guarantee.
 * @param {string} part
 * @param {string} text
 * @param {number} from
 */
function endOf(part, text, from) {
  if (part === '') return from;
  /** For each prefix of the part, the length of its longest proper prefix that is also its suffix. */
  const again = [0];
  for (let i = 1, length = 0; i < part.length; i++) {
    while (length > 0 && part[i] !== part[length]) length = again[length - 1] ?? 0;
    if (part[i] === part[length]) length++;
    again.push(length);
  }
  for (let at = from, length = 0; at < text.length; at++) {
    while (length > 0 && text[at] !== part[length]) length = again[length - 1] ?? 0;
    if (text[at] === part[length]) length++;
    if (length === part.length) return at + 1;
  }
  return -1;
}

/**
 * A path or a pattern in normal form, in which the same octets are written in one way: `%62` and `b`, `ツ` and
 * `%e3%83%84`. In a path, `*` and `$` are encoded, since in a pattern they have a meaning.
 * @param {string} text
 * @param {boolean} isPattern
 */
function octets(text, isPattern) {
  return text.replace(/%([\dA-Fa-f]{2})|[^!-~]|[*$%]/gu, (match, hex, at) => {
    const isSign = isPattern && (match === '*' || (match === '$' && at === text.length - 1));
    if (isSign) return match;
    const bytes = hex ? [parseInt(hex, 16)] : new TextEncoder().encode(match);
    return Array.from(bytes, octet).join('');
  });
}

/** @param {number} byte */
function octet(byte) {
  const char = String.fromCharCode(byte);
  return /[!-~]/.test(char) && !'*$%'.includes(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}
