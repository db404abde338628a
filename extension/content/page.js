// Takes a page and finds out which of its content is new. A program may show one article after another in the same
// document. Content that has been there since before the address changed does not belong to the new page.
import { lettersOf } from '../shared/letters.js';
import { placeOf } from './place.js';
/** @import { Rules, TakenPage } from '../messages.js' */

/** @typedef {WeakMap<Node, string>} Contents */

/** The most characters of a page that are taken: more than the reader reads. */
const PAGE = 8 * 2 ** 20;
/** A page with this many letters of running text is more than a form. A Han character counts as three. */
const PROSE = 900;
/** The fewest letters of a line of running text, of another article, and of any other new text. */
const LINE = 40;
const ARTICLE = 400;
const NEWS = 20;

/** Fields that ask for a card number. */
const CARD =
  'input[autocomplete~=cc-number], input[autocomplete~=cc-csc], input[autocomplete~=cc-exp], ' +
  'input[name*=cardnumber i], input[name*=card_number i], input[name=cvv i], input[name=cvc i]';
/** Metadata of a page. All but the name of the site belong to the article that it shows. */
const STATED = 'meta[content], link[rel~=canonical i]';
const OF_SITE = 'meta[property="og:site_name"], meta[name="application-name"]';
const UNSEEN = 'script, style, noscript, template, textarea, select, option';
/** Elements that are not articles, whatever headlines and texts they have. The header of an article has no menu. */
const AROUND =
  'nav, aside, footer, dialog, header:has(nav, [role=navigation]), [role=navigation], [role=banner], ' +
  '[role=complementary], [role=contentinfo], [role=dialog], [role=alertdialog], [role=menu], [role=search]';
const PUBLISHED = /"@type"\s*:\s*(\[[^\]]*)?"(\w*Article|BlogPosting|LiveBlogPosting|Report)"/;

class Page {
  /** Text nodes and metadata of earlier pages, with their contents. */
  #known = /** @type {Contents} */ (new WeakMap());
  /** The text nodes of the last article that was read, with their contents. */
  #article = /** @type {[Text, string][]} */ ([]);
  #title = '';
  /** Whether the article at the page's current address was read. */
  #isRead = false;
  /** Whether the page went to another address, and whether that is another address of the same article. */
  #isLeft = false;
  #isReplaced = false;
  /** How it went there: see `watchNavigation`. */
  #how = '';
  /** Whether it went to an article below the last one, which came into view. */
  #isBelow = false;
  /** Elements of articles that were next to the last one when it was read, but were not read. */
  #unread = /** @type {Element[]} */ ([]);
  /** The contents and the title of the page when it was last taken. */
  #taken = { known: /** @type {Contents} */ (new WeakMap()), title: '' };
  #leaving = /** @type {Contents | null} */ (null);

  /**
   * The page as its scripts have made it; or `why` it must not be read; or that it is `unchanged` since it went to
   * another address. `doubt` is what its address suggests, unless the page states that it is an article. `forms` are
   * the kinds of forms that forbid reading. `whole` takes everything, whether it is new or not.
   * @param {Rules} rules @returns {TakenPage}
   */
  take({ doubt, forms, whole = false }) {
    // Firefox does not call it a reload when the page's own `Refresh` header loads it again.
    const reloaded = loading().type === 'reload' || document.referrer === document.URL;
    const about = { document: performance.timeOrigin, type: document.contentType, reloaded };
    const page = { url: document.URL, html: '', ...about };
    const why = formOf(forms) ?? (doubt !== null && !isArticle() ? doubt : null);
    if (why) {
      this.#taken = { known: this.#snapshot(), title: document.title };
      return { ...page, why };
    }
    if (page.type !== 'text/html' && page.type !== 'application/xhtml+xml') return page;
    const others = this.#others();
    const isShown = this.#isShown();
    // Below the previous article there may be another. It is the one in view if the page went to its address.
    const next = this.#isLeft && !this.#isReplaced && isShown ? inView(others) : undefined;
    const isApart = (/** @type {Node} */ node) => others.some((other) => other !== next && other.contains(node));
    this.#taken = { known: this.#snapshot((node) => !isApart(node)), title: document.title };
    if (whole || !(this.#isLeft || others.length)) return { ...page, html: htmlOf() };
    if (!this.#isLeft) return { ...page, html: htmlOf((node) => !isApart(node)) };
    const isNew = (/** @type {Node} */ node) => this.#known.get(node) !== contentOf(node);
    if (next) {
      const isNext = (/** @type {Node} */ node) => next.contains(node) || document.head.contains(node);
      return { ...page, html: htmlOf((node) => isNext(node) && isNew(node)) };
    }
    const news = isShown ? [] : texts().filter((node) => isNew(node) && isSeen(node));
    return amountOf(news) < NEWS
      ? { ...page, unchanged: true, replaced: this.#how === 'replace' }
      : { ...page, html: htmlOf(isNew) };
  }

  /**
   * An article was read from the page that was last taken, and `others` there were not. `isLeft`: the page has gone to
   * another address since. @param {{ text: string, others: number }} article
   */
  noted({ text, others }, isLeft = false) {
    const letters = lettersOf(text);
    const isOf = (/** @type {Text} */ { data }) => weight(data) >= NEWS && letters.includes(lettersOf(data));
    const nodes = texts().filter(isOf);
    this.#known = this.#taken.known;
    this.#unread = others > 0 ? articlesBeside(nodes, true) : [];
    this.#article = nodes.map((node) => [node, node.data]);
    this.#title = this.#taken.title;
    if (!isLeft) this.stayed();
  }

  /** The page is at the address of the article that was read, or is back there. */
  stayed() {
    this.#isRead = true;
    this.#isLeft = false;
  }

  /** Whether new content can be told from old: an article was read, or the page was seen to go elsewhere. */
  get isKnown() {
    return this.#isLeft || this.#article.length > 0;
  }

  /** Whether the page shows as much new running text as an article, since it was last taken. */
  get isOther() {
    const { known } = this.#taken;
    return amountOf(texts().filter((node) => known.get(node) !== node.data && isRunning(node))) >= ARTICLE;
  }

  /** The program is about to go to another address. */
  leaving() {
    if (this.#isRead && !this.#isShown()) {
      // The page drew first: what it shows now belongs to the new address.
      this.#leaving = this.#known;
    } else {
      // The title may change after the address. Articles that were scrolled past count as unread, not as known.
      const others = this.#isRead || this.#isBelow ? this.#others(true) : [];
      this.#isBelow = inView(others) !== undefined;
      this.#leaving = this.#snapshot((node) => !others.some((other) => other.contains(node)));
    }
  }

  /** The program has gone to another address. */
  onNavigated(/** @type {string} */ how) {
    this.#how = how;
    this.#known = this.#leaving ?? this.#known;
    this.#leaving = null;
    this.#isRead = false;
    this.#isLeft = true;
    this.#isReplaced = false;
  }

  /** The content stayed when the address changed: it is another address of the article while that is shown. */
  onUrlReplaced() {
    this.#isRead = true;
    this.#isReplaced = true;
  }

  /** If nothing was read in this document yet, its content belongs to the current address. Returns whether it does. */
  settled() {
    if (this.#article.length === 0) this.#isLeft = false;
    return !this.#isLeft;
  }

  /** @param {(node: Node) => boolean} [isKnown] */
  #snapshot(isKnown = () => true) {
    const known = /** @type {Contents} */ (new WeakMap());
    for (const node of [...texts(), ...document.querySelectorAll(STATED)]) {
      if (isKnown(node)) known.set(node, contentOf(node));
    }
    return known;
  }

  /** Whether more than half of the last article is still shown. */
  #isShown() {
    let [all, shown] = [0, 0];
    for (const [node, data] of this.#article) {
      all += data.length;
      if (node.isConnected && node.data === data && node.parentElement?.checkVisibility()) shown += data.length;
    }
    return shown > all / 2;
  }

  /** Articles other than the page's own. `titled`: the page's title may come from one of them. */
  #others(titled = document.title !== this.#title) {
    if (this.#article.length === 0) return othersAtFirst();
    // The article was drawn again: it is not another one.
    if (!this.#isShown()) return [];
    const isUnread = (/** @type {Node} */ node) => this.#unread.some((article) => article.contains(node));
    /** @param {Text} node */
    const isOld = (node) => this.#known.get(node) === node.data && weight(node.data) > 0 && isSeen(node);
    const old = texts().filter((node) => isOld(node) && !isUnread(node));
    return articlesBeside(old, titled);
  }
}

/** Whether the document is no longer at the address from which it was loaded. */
export function hasMoved() {
  return placeOf(loading().name) !== placeOf(location.href);
}

/** How the document was loaded, and from where. */
const loading = () => /** @type {PerformanceNavigationTiming} */ (performance.getEntriesByType('navigation')[0]);

/**
 * For a page that was scrolled to another address before it was read: all articles but the one in view. If the first
 * headline has no text of its own, the rest are parts of one article, such as the entries of a live report.
 */
function othersAtFirst() {
  if (!hasMoved()) return [];
  const all = headlines();
  const articles = articlesBy(all);
  const [[headline = null], [first]] = [all, articles];
  if (!first?.contains(headline)) return [];
  const own = inView(articles) ?? first;
  return articles.filter((article) => article !== own);
}

/** Articles in elements without old text. `titled`: the page's title may come from one of them. */
function articlesBeside(/** @type {Node[]} */ nodes, /** @type {boolean} */ titled) {
  const old = new Set();
  for (const node of nodes) {
    for (let element = node.parentElement; element && !old.has(element); element = element.parentElement) {
      old.add(element);
    }
  }
  const isNew = (/** @type {Element} */ element) => !old.has(element);
  const headed = articlesBy(headlines().filter(isNew), isNew);
  if (headed.length > 0 || !titled) return headed;
  // A headline of a lower rank may belong to a teaser, unless the page changed its title for it.
  /** @param {Element} one */
  const isArticle = (one) => isNew(one) && !one.parentElement?.closest('article') && one.querySelector('h2, h3');
  return articlesBy([...document.querySelectorAll('article')].filter(isOfPage).filter(isArticle), isNew);
}

/**
 * For each headline the largest element around it that has no other headline and is wanted, if it is long enough.
 * @param {Element[]} headlines
 */
function articlesBy(headlines, isWanted = (/** @type {Element} */ _) => true) {
  const articles = headlines.map((headline) => {
    /** @param {Element} one */
    const holdsOther = (one) => headlines.some((other) => other !== headline && one.contains(other));
    /** @param {Element | null} one @returns {one is Element} */
    const isOwn = (one) => one !== null && one !== document.body && isWanted(one) && !holdsOther(one);
    let article = headline;
    while (isOwn(article.parentElement)) article = article.parentElement;
    return article;
  });
  return articles.filter((article) => amountOf(texts(article).filter(isRunning)) >= ARTICLE);
}

const headlines = () => [...document.querySelectorAll('h1')].filter(isOfPage);

/** Whether an element has text and is in a part of the page that can have articles. @param {Element} element */
const isOfPage = (element) => weight(element.textContent) > 0 && !element.closest(AROUND) && element.checkVisibility();

/** Whether a text is running text, not in a menu or a link. @param {Text} node */
const isRunning = (node) => weight(node.data) >= LINE && !node.parentElement?.closest(`a, ${AROUND}`) && isSeen(node);

const inPage = /** @type {Record<symbol, Page>} */ (globalThis);
/** One per document, for all scripts. The id of an element could be the name of a global, but not a symbol. */
export const page = (inPage[Symbol.for('offprint page')] ??= new Page());

/**
 * Calls `leave` when the page's own program has gone to another address. `how` is the browser's name for it, such as
 * `push` or `replace`. @param {(how: string) => void} leave
 */
export function watchNavigation(leave) {
  let place = placeOf(location.href);
  const { navigation } = globalThis;
  navigation.addEventListener('navigate', ({ destination }) => {
    if (destination.url && placeOf(destination.url) !== place) page.leaving();
  });
  navigation.addEventListener('currententrychange', ({ navigationType }) => {
    const now = placeOf(location.href);
    if (now === place || !navigationType) return;
    place = now;
    page.onNavigated(navigationType);
    leave(navigationType);
  });
}

/** The page's HTML with only the wanted texts and metadata. @param {(node: Node) => boolean} [isWanted] */
function htmlOf(isWanted) {
  const root = document.documentElement;
  if (!isWanted) return root.outerHTML.slice(0, PAGE);
  // A document that is not shown loads nothing, and the page's scripts cannot see it.
  const copy = document.implementation.createHTMLDocument('').importNode(root, true);
  const kinds = NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT;
  const walk = (/** @type {Node} */ root) => document.createTreeWalker(root, kinds);
  const [nodes, copies] = [walk(root), walk(copy)];
  const spare = /** @type {ChildNode[]} */ ([]);
  while (nodes.nextNode() && copies.nextNode()) {
    const node = /** @type {Text | Element} */ (nodes.currentNode);
    const isPart = !(node instanceof Element) || (node.matches(STATED) && !node.matches(OF_SITE));
    if (isPart && !isWanted(node)) spare.push(/** @type {Text | Element} */ (copies.currentNode));
  }
  for (const node of spare) node.remove();
  return copy.outerHTML.slice(0, PAGE);
}

/** @param {Element} [root] @returns {Text[]} */
function texts(root = document.documentElement) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found = /** @type {Text[]} */ ([]);
  while (walker.nextNode()) found.push(/** @type {Text} */ (walker.currentNode));
  return found;
}

/** Whether readers can see a text. @param {Text} text */
const isSeen = ({ parentElement: element }) =>
  element && document.body?.contains(element) && !element.closest(UNSEEN) && element.checkVisibility();

/** The content of a text node or a metadata element. @param {Node} node */
const contentOf = (node) => (node instanceof Element ? node.outerHTML : (node.nodeValue ?? ''));

/** The number of letters and digits. A Han character counts as three. */
function weight(/** @type {string} */ text) {
  const letters = lettersOf(text);
  return letters.length + 2 * (letters.match(/\p{Script=Han}/gu)?.length ?? 0);
}

const amountOf = (/** @type {Text[]} */ nodes) => nodes.reduce((sum, { data }) => sum + weight(data), 0);

/** The element in view: the last whose top is above the bottom of the window. @param {Element[]} elements */
const inView = (elements) => elements.findLast((element) => element.getBoundingClientRect().top < innerHeight);

/** The first of these kinds of form that makes up the page; null on any other page. */
function formOf(/** @type {string[]} */ kinds) {
  /** @param {HTMLInputElement} field */
  const isShown = (field) => field.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  /** @param {string} fields @returns {HTMLInputElement[]} */
  const shown = (fields) =>
    [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(fields))].filter(isShown);
  if (kinds.includes('card') && shown(CARD).length > 0) return 'card';
  if (!kinds.includes('password')) return null;
  const passwords = shown('input[type=password]');
  if (passwords.length === 0 || isArticle()) return null;
  // Forms to sign up or to change a password ask for it twice. A sign-in form may be in a page twice.
  /** @type {(one: HTMLInputElement) => (other: HTMLInputElement) => boolean} */
  const asksTwice = (one) => (other) =>
    other !== one && other.form === one.form && !(one.name && other.name === one.name);
  if (passwords.some((one) => passwords.some(asksTwice(one)))) return 'password';
  const { total, around } = prose();
  return total < PROSE || passwords.some((field) => around.contains(field)) ? 'password' : null;
}

/** The amount of running text outside links, and the smallest element with more than half of it. */
function prose() {
  const within = /** @type {Map<Element, number>} */ (new Map());
  let total = 0;
  for (const node of texts()) {
    const amount = weight(node.data);
    if (amount < LINE || node.parentElement?.closest('a') || !isSeen(node)) continue;
    total += amount;
    for (let element = node.parentElement; element; element = element.parentElement) {
      within.set(element, (within.get(element) ?? 0) + amount);
    }
  }
  /** @type {Element} */
  let around = document.documentElement;
  const next = () => [...around.children].find((child) => (within.get(child) ?? 0) > total / 2);
  for (let inner = next(); total > 0 && inner; inner = next()) around = inner;
  return { total, around };
}

/** Whether the page states that it is an article, and shows one. Then a sign-in form is only part of it. */
const isArticle = () => isStated() && prose().total >= PROSE;

/** Whether the page states that it is an article, which personal pages do not. */
function isStated() {
  /** @param {string} name */
  const states = (name) => document.head?.querySelector(`meta[property="${name}"]`)?.getAttribute('content') ?? '';
  if (/^(article|news)/i.test(states('og:type')) || states('article:published_time') !== '') return true;
  const data = [...document.querySelectorAll('script[type="application/ld+json"]')];
  return data.some(({ textContent }) => PUBLISHED.test(textContent));
}
