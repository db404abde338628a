// What is taken of a page, and what of it is new. A program may show one article after the other without
// leaving its document: what has not changed since before it went to another address is not the new page's.
import { pageAddress } from '../shared/address.js';

/** Characters of a page, more than the reader reads. */
const MOST = 8 * 2 ** 20;
/** Letters of running text from which a page is more than the form in it; a Han character counts for three. */
const PROSE = 900;
/** Letters of a line of running text, of the running text of another article, and of other news at all. */
const LINE = 40;
const ARTICLE = 400;
const NEWS = 20;

/** What asks for the number of a card. */
const CARD =
  'input[autocomplete~=cc-number], input[autocomplete~=cc-csc], input[autocomplete~=cc-exp], ' +
  'input[name*=cardnumber i], input[name*=card_number i], input[name=cvv i], input[name=cvc i]';
/** What a page states of itself; all but its site's name is of the article that it shows. */
const STATED = 'meta[content], link[rel~=canonical i]';
const OF_SITE = 'meta[property="og:site_name"], meta[name="application-name"]';
const UNSEEN = 'script, style, noscript, template, textarea, select, option';
/** What stands around articles, whatever its headlines and its texts are; the header of an article has no menu. */
const AROUND =
  'nav, aside, footer, dialog, header:has(nav, [role=navigation]), [role=navigation], [role=banner], ' +
  '[role=complementary], [role=contentinfo], [role=dialog], [role=alertdialog], [role=menu], [role=search]';
const PUBLISHED = /"@type"\s*:\s*(\[[^\]]*)?"(\w*Article|BlogPosting|LiveBlogPosting|Report)"/;

class Page {
  /** Text nodes and statements of pages that were left or read, and what they said. */
  #known = new WeakMap();
  /** The text nodes that the last article was read from, and what they said. */
  #article = [];
  #title = '';
  /** Whether the article at the page's address was read, and no other address was gone to since. */
  #isRead = false;
  /** Whether another address was gone to, and whether that has come to be one more of the article. */
  #isLeft = false;
  #isReplaced = false;
  #taken = new WeakMap();
  #leaving = null;

  /**
   * The page as it stands now, with what scripts have made of it; `why` it must not be read; or that it is
   * `unchanged` since another address was gone to. `doubt` is what its address makes of it, unless it says itself that
   * it is an article; `forms` are the kinds of forms that a page must not be; `whole`: however that may be.
   */
  take({ doubt = null, forms = ['password', 'card'], whole = false } = {}) {
    const page = { url: document.URL, html: '', document: performance.timeOrigin, type: document.contentType };
    const why = formOf(forms) ?? (doubt !== null && !(isStated() && prose().total >= PROSE) ? doubt : null);
    if (why) return { ...page, why };
    if (page.type !== 'text/html' && page.type !== 'application/xhtml+xml') return page;
    const others = this.#others();
    const isShown = this.#isShown();
    // Behind the article that was there before stands another: that in view, if the page has gone to its address.
    const next = this.#isLeft && !this.#isReplaced && isShown ? inView(others) : undefined;
    const isApart = (node) => others.some((other) => other !== next && other.contains(node));
    this.#taken = this.#snapshot((node) => !isApart(node));
    if (whole || !(this.#isLeft || others.length)) return { ...page, html: htmlOf() };
    if (!this.#isLeft) return { ...page, html: htmlOf((node) => !isApart(node)) };
    const isNew = (node) => this.#known.get(node) !== said(node);
    if (next) {
      const isNext = (node) => next.contains(node) || document.head.contains(node);
      return { ...page, html: htmlOf((node) => isNext(node) && isNew(node)) };
    }
    const news = isShown ? [] : texts().filter((node) => isNew(node) && isSeen(node));
    const isUnchanged = news.reduce((sum, { data }) => sum + weight(data), 0) < NEWS;
    return isUnchanged ? { ...page, unchanged: true } : { ...page, html: htmlOf(isNew) };
  }

  /** The article that was read in the page as it was last taken. */
  noted(text) {
    const letters = lettersOf(text);
    const isOf = ({ data }) => weight(data) >= NEWS && letters.includes(lettersOf(data));
    this.#known = this.#taken;
    this.#article = texts()
      .filter(isOf)
      .map((node) => [node, node.data]);
    this.#title = document.title;
    this.stayed();
  }

  /** The page's address is that of the article which was read, or again so. */
  stayed() {
    this.#isRead = true;
    this.#isLeft = false;
  }

  /** Whether it is known what of the page is new: an article was read, or it was seen to go elsewhere. */
  get isKnown() {
    return this.#isLeft || this.#article.length > 0;
  }

  /** The program is about to go to another address. */
  leaving() {
    if (this.#isRead && !this.#isShown()) {
      // It has drawn first: what stands there now is the new page's.
      this.#leaving = this.#known;
    } else {
      // The title may follow the address.
      const others = this.#isRead ? this.#others(true) : [];
      this.#leaving = this.#snapshot((node) => !others.some((other) => other.contains(node)));
    }
  }

  /** It has gone there. */
  left() {
    this.#known = this.#leaving ?? this.#known;
    this.#leaving = null;
    this.#isRead = false;
    this.#isLeft = true;
    this.#isReplaced = false;
  }

  /** Nothing has changed with the address for long: it is one more of the article that was read, until that is gone. */
  replaced() {
    this.#isRead = true;
    this.#isReplaced = true;
  }

  /** Takes what stands in the page for its own, if nothing was read in this document yet; returns whether it is. */
  settled() {
    if (this.#article.length === 0) this.#isLeft = false;
    return !this.#isLeft;
  }

  /** @param {(node: Node) => boolean} [isKnown] */
  #snapshot(isKnown = () => true) {
    const known = new WeakMap();
    for (const node of [...texts(), ...document.querySelectorAll(STATED)]) {
      if (isKnown(node)) known.set(node, said(node));
    }
    return known;
  }

  /** Whether most of the article that was read last is shown still. */
  #isShown() {
    let [all, shown] = [0, 0];
    for (const [node, data] of this.#article) {
      all += data.length;
      if (node.isConnected && node.data === data && node.parentElement?.checkVisibility()) shown += data.length;
    }
    return shown > all / 2;
  }

  /** Articles that stand beside the one that is the page's; `titled`: the page may have its title from one of them. */
  #others(titled = document.title !== this.#title) {
    if (this.#article.length === 0) return othersAtFirst();
    // Drawn anew, it is not beside itself.
    if (!this.#isShown()) return [];
    const old = new Set();
    for (const node of texts()) {
      if (this.#known.get(node) !== node.data || weight(node.data) === 0 || !isSeen(node)) continue;
      for (let element = node.parentElement; element && !old.has(element); element = element.parentElement) {
        old.add(element);
      }
    }
    const isNew = (element) => !old.has(element);
    const headed = articlesBy(headlines().filter(isNew), isNew);
    if (headed.length > 0 || !titled) return headed;
    // A headline of a lower rank may be that of a teaser: of an article, if the page has taken another title for it.
    const isArticle = (one) => isNew(one) && !one.parentElement.closest('article') && one.querySelector('h2, h3');
    return articlesBy([...document.querySelectorAll('article')].filter(isOfPage).filter(isArticle), isNew);
  }
}

/** Whether the document has gone to another address than the one that it was loaded from. */
export function hasMoved() {
  const [{ name }] = performance.getEntriesByType('navigation');
  return pageAddress(name) !== pageAddress(location.href);
}

/**
 * Of a page that was scrolled before it was read: all articles but that of its address, if it states that it is one.
 * That is the article under the page's own headline, or once the address was replaced, the one in view. Under a
 * headline that has no text of its own stand parts of one article, such as the entries of a live report.
 */
function othersAtFirst() {
  const articles = articlesBy(headlines());
  if (articles.length < 2 || !isStated()) return [];
  const headline = ownHeadline();
  const first = articles.find((article) => article.contains(headline));
  if (!first) return [];
  const own = (hasMoved() && inView(articles)) || first;
  return articles.filter((article) => article !== own);
}

/** The page's own headline: the longest that its titles hold, since they may name the site, too; or else the first. */
function ownHeadline() {
  const titles = [document.title, document.querySelector('meta[property="og:title"]')?.getAttribute('content') ?? ''];
  const named = ({ textContent }) => {
    const letters = lettersOf(textContent);
    return titles.some((title) => lettersOf(title).includes(letters)) ? letters.length : 0;
  };
  return headlines().reduce((own, headline) => (named(headline) > named(own) ? headline : own));
}

/** Around each headline as much as holds no other, nor what is not wanted: if it is long enough for an article. */
function articlesBy(headlines, isWanted = (_) => true) {
  const holdsOther = (element, headline) => headlines.some((one) => one !== headline && element.contains(one));
  const isOwn = (element, headline) =>
    element && element !== document.body && isWanted(element) && !holdsOther(element, headline);
  const articles = headlines.map((headline) => {
    let article = headline;
    while (isOwn(article.parentElement, headline)) article = article.parentElement;
    return article;
  });
  return articles.filter((article) => runningText(article) >= ARTICLE);
}

const headlines = () => [...document.querySelectorAll('h1')].filter(isOfPage);

/** Whether an element says something, and not beside the page's articles. */
const isOfPage = (element) => weight(element.textContent) > 0 && !element.closest(AROUND) && element.checkVisibility();

/** How much running text stands in an element: no menu, nor links to other articles, however many. */
function runningText(element) {
  const isRunning = (node) => weight(node.data) >= LINE && !node.parentElement.closest(`a, ${AROUND}`) && isSeen(node);
  return texts(element)
    .filter(isRunning)
    .reduce((sum, { data }) => sum + weight(data), 0);
}

/** One for a document, whichever script asks for it. */
export const page = (globalThis.offprintPage ??= new Page());

/**
 * Calls `leave` when the page's own program has gone to another address: `how` as the browser names it, such as `push`
 * or `replace`.
 * @param {(how: string) => void} leave
 */
export function onLeft(leave) {
  let address = pageAddress(location.href);
  const { navigation } = globalThis;
  navigation.addEventListener('navigate', ({ destination }) => {
    if (pageAddress(destination.url) !== address) page.leaving();
  });
  navigation.addEventListener('currententrychange', ({ navigationType }) => {
    const now = pageAddress(location.href);
    if (now === address) return;
    address = now;
    page.left();
    leave(navigationType);
  });
}

/**
 * The page's HTML, of its texts and statements only those that are wanted.
 * @param {(node: Node) => boolean} [isWanted]
 */
function htmlOf(isWanted) {
  const root = document.documentElement;
  if (!isWanted) return root.outerHTML.slice(0, MOST);
  // In a document that is not shown nothing is loaded, and no script of the page sees it.
  const copy = document.implementation.createHTMLDocument('').importNode(root, true);
  const kinds = NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT;
  const [nodes, copies] = [root, copy].map((root) => document.createTreeWalker(root, kinds));
  const spare = [];
  while (nodes.nextNode() && copies.nextNode()) {
    const node = /** @type {any} */ (nodes.currentNode);
    const isPart = node.nodeType === Node.TEXT_NODE || (node.matches(STATED) && !node.matches(OF_SITE));
    if (isPart && !isWanted(node)) spare.push(copies.currentNode);
  }
  for (const node of spare) node.remove();
  return copy.outerHTML.slice(0, MOST);
}

function texts(root = document.documentElement) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  return found;
}

/** Whether a text is one that a reader sees. */
const isSeen = ({ parentElement: element }) =>
  document.body?.contains(element) && !element.closest(UNSEEN) && element.checkVisibility();

/** What a text node or a statement says. */
const said = (node) => (node.nodeType === Node.TEXT_NODE ? node.data : node.outerHTML);

const lettersOf = (text) => text.replace(/[^\p{L}\p{N}]/gu, '');

/** Letters and digits; a Han character counts for three. */
function weight(text) {
  const letters = lettersOf(text);
  return letters.length + 2 * (letters.match(/\p{Script=Han}/gu)?.length ?? 0);
}

/** That which is looked at: the last that has come into the window. */
const inView = (elements) => elements.findLast((element) => element.getBoundingClientRect().top < innerHeight);

/** Which of these kinds of forms the page is, rather than has; null if it is none. */
function formOf(kinds) {
  const isShown = (field) => field.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const shown = (fields) => [...document.querySelectorAll(fields)].filter(isShown);
  if (kinds.includes('card') && shown(CARD).length > 0) return 'card';
  if (!kinds.includes('password')) return null;
  const passwords = shown('input[type=password]');
  if (passwords.length === 0) return null;
  // To sign up, or to change it, one is asked twice.
  if (passwords.some((one) => passwords.some((other) => other !== one && other.form === one.form))) return 'password';
  const { total, around } = prose();
  return total < PROSE || passwords.some((field) => around.contains(field)) ? 'password' : null;
}

/** How much running text the page shows, and the element closest around more than half of it. */
function prose() {
  const within = new Map();
  let total = 0;
  for (const node of texts()) {
    const amount = weight(node.data);
    if (amount < LINE || !isSeen(node)) continue;
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

/** Whether the page says to everyone that it is an article, as a page of somebody's own does not. */
function isStated() {
  const states = (name) => document.head?.querySelector(`meta[property="${name}"]`)?.getAttribute('content') ?? '';
  if (/^(article|news)/i.test(states('og:type')) || states('article:published_time') !== '') return true;
  const data = [...document.querySelectorAll('script[type="application/ld+json"]')];
  return data.some(({ textContent }) => PUBLISHED.test(textContent));
}
