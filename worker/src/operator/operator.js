// The operator's view: calls the API every few seconds and shows the answers. The token stays in this tab.

const PAUSE = 10_000;
const isChinese = navigator.language.startsWith('zh');
const tag = isChinese ? 'zh-CN' : 'en';
const count = new Intl.NumberFormat(tag);
const dollars = new Intl.NumberFormat(tag, { style: 'currency', currency: 'USD', maximumSignificantDigits: 3 });
let timer = 0;

/**
 * @typedef {Record<string, number>} Counts
 * @typedef {{ day: string, pages?: number, registered?: number, copies?: number, failures?: Counts, cost: number }} Day
 * @typedef {{ count: number, title: string, url: string, firstSeen: string }} Copied
 * @typedef {{ time: string, cause: string, message: string }} Fault
 * @typedef {'pages' | 'registered' | 'copies' | 'cost' | 'crawlers' | 'persons' | 'asked'} Count
 * @typedef {'kvReads' | 'kvWrites' | 'objectRequests' | 'rowsRead' | 'rowsWritten'} Use
 * @typedef {'same' | 'partial' | 'different' | 'unknown'} Verdict
 * @typedef {{ classes?: Counts, names?: Counts, unread?: Counts, withheld?: Counts, failures: Counts }} Tables
 * @typedef {Record<Count | Use | Verdict, number> & Tables & { errors: Fault[], days: Day[] }} Stats
 * @typedef {string | number | HTMLElement} Cell
 */

/** @type {Record<string, string>} */
const CHINESE = {
  'Loading …': '正在载入……',
  Token: '令牌',
  Show: '查看',
  'Settings that have no effect': '未生效的设置',
  Traffic: '访问',
  Crawlers: '爬虫',
  Verdicts: '结论',
  Store: '存储',
  'Pages not read': '未读取的网页',
  'Pages judged and not registered': '得出结论而未登记的网页',
  Failures: '失败',
  'By day': '逐日',
  'Most copied': '转载最多的文章',
  'Last errors': '最近的错误',
  'As of {time}; counters may be a few seconds behind.': '截至 {time}；计数可能滞后几秒。',
  'Pages read': '已读网页',
  'Articles registered': '已登记文章',
  'Copies recorded': '已记录的转载',
  'Estimated cost': '估计费用',
  crawlers: '爬虫',
  persons: '读者',
  others: '其他',
  same: '相同',
  partial: '部分相同',
  different: '不同',
  unknown: '无法判断',
  'KV keys read': '读取的 KV 键',
  'KV keys written': '写入的 KV 键',
  'Pages judged by the register, since data were missing in KV': '因 KV 缺数据而由登记库得出结论的网页',
  'Object requests': '对象请求',
  'Rows read': '读取的行',
  'Rows written': '写入的行',
  'Articles not yet in KV': '尚未写入 KV 的文章',
  'All were read.': '全部已读取。',
  'All that were read and new were registered.': '读到的新文章全部已登记。',
  'None.': '无。',
  'Nothing yet.': '暂无。',
  'Nothing was copied yet.': '还没有文章被转载。',
  day: '日期',
  pages: '网页',
  registered: '登记',
  copies: '转载',
  failures: '失败',
  cost: '费用',
  article: '文章',
  'first seen': '首次见到',
  time: '时间',
  cause: '原因',
  message: '信息',
};

const token = at('token', HTMLInputElement);
at('login').addEventListener('submit', (event) => {
  event.preventDefault();
  sessionStorage.setItem('token', token.value);
  void show();
});
document.documentElement.lang = tag;
for (const each of document.querySelectorAll('h2, label, button, #notice')) {
  const text = /** @type {Text} */ (each.firstChild);
  text.data = t(text.data.trim());
}
void show();

/**
 * The element with an id, of a kind if one is given; an error without it.
 * @template {HTMLElement} T @overload @param {string} id @param {new () => T} kind @returns {T}
 */
/** @overload @param {string} id @returns {HTMLElement} */
/** @param {string} id */
function at(id, kind = HTMLElement) {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new TypeError(`no ${kind.name} is #${id}`);
}

async function show() {
  clearTimeout(timer);
  try {
    const paths = ['stats', 'articles?order=copied&limit=10', 'health'];
    const [stats, { articles }, { waiting, settings }] = await Promise.all(paths.map(ask));
    render(stats, articles, waiting);
    warn(settings?.wrong ?? []);
    notice(t('As of {time}; counters may be a few seconds behind.', { time: new Date().toLocaleTimeString(tag) }));
    [at('view').hidden, at('login').hidden] = [false, true];
    timer = setTimeout(show, PAUSE);
  } catch (error) {
    const isDenied = error instanceof Error && 'denied' in error && error.denied === true;
    notice(error instanceof Error ? error.message : String(error), true);
    at('login').hidden = !isDenied;
    if (!isDenied) timer = setTimeout(show, PAUSE);
  }
}

async function ask(/** @type {string} */ path) {
  const token = sessionStorage.getItem('token');
  const response = await fetch(path, { headers: token ? { Authorization: `Bearer ${token}` } : {} });
  const answer = await response.json();
  if (response.ok) return answer;
  const { code, message } = answer.error;
  throw Object.assign(new Error(message), { denied: ['token', 'insufficient_scope'].includes(code) });
}

function notice(/** @type {string} */ text, bad = false) {
  at('notice').textContent = text;
  at('notice').classList.toggle('bad', bad);
}

/** Shows wrong settings. They come first: clients that should be kept out may get in. */
function warn(/** @type {{ message: string }[]} */ wrong) {
  at('wrong').hidden = wrong.length === 0;
  at('faults').replaceChildren(...wrong.map(({ message }) => element('li', message)));
}

/** A reason not to read a page, and not to register one. */
const RESTRICTED = ['they were requested through an access gate or in a session', '请求经过访问控制，或带有会话'];
/** Why pages were not read, by counter: in English and in Chinese. */
const UNREAD = {
  'sets-cookie': ['they set cookies', '响应会设置 cookie'],
  cookie: [
    'they were requested with a cookie (OFFPRINT_COOKIES lists which ones count)',
    '请求带有 cookie（哪些算数，见 OFFPRINT_COOKIES）',
  ],
  authorization: ['they were requested with a password', '请求带有密码'],
  restricted: RESTRICTED,
  private: ['the site says that they are private (Cache-Control)', '网站声明其为私有（Cache-Control）'],
  vary: [
    'the site says that they depend on a cookie, or on anything (Vary)',
    '网站声明内容随 cookie 或其他因素而变（Vary）',
  ],
  type: ['they are not HTML', '不是 HTML'],
  open: ['they are open to everybody, such as robots.txt', '对所有人开放，如 robots.txt'],
  method: ['they were not requested by GET', '不是 GET 请求'],
  range: ['they were requested in part', '只请求了一部分'],
  status: ['they are errors, redirects or unchanged', '是错误、重定向或未变更'],
  coding: ['they are compressed in a way that the worker cannot read', '压缩方式无法读取'],
  length: ['they are longer than 2 MiB', '长度超过 2 MiB'],
  memory: ['the memory budget was used up', '内存预算已用完'],
  load: ['the worker was busy', '当时负载过高'],
  empty: ['they are empty', '内容为空'],
  error: ['something failed: see the last errors', '出了错，见最近的错误'],
};

/** Why pages were judged but not registered, by counter. */
const WITHHELD = {
  host: [
    'they were requested under a host that is not yours (OFFPRINT_HOSTS)',
    '请求的主机名不是你的（OFFPRINT_HOSTS）',
  ],
  canonical: ['they state another address of the site as their own', '声明的规范网址是站内另一个网址'],
  query: ['they have parameters that are not listed in OFFPRINT_PARAMETERS', '带有 OFFPRINT_PARAMETERS 未列出的参数'],
  personal: ['they have personal data in the address', '网址含有个人信息'],
  home: ['they are front pages', '是首页'],
  view: [
    'they are other views of an article: AMP, print, a feed, a preview',
    '是文章的其他版本：AMP、打印、订阅源、预览',
  ],
  noindex: ['they ask not to be indexed', '要求不被索引'],
  restricted: RESTRICTED,
};

/**
 * The number of pages for each reason, the most frequent first.
 * @param {Record<string, string[]>} reasons @param {Counts} counts @returns {Cell[][]}
 */
function byReason(reasons, counts = {}) {
  const most = Object.entries(counts).sort(([, a], [, b]) => b - a);
  return most.map(([reason, pages]) => [(reasons[reason] ?? [reason]).at(isChinese ? -1 : 0) ?? reason, pages]);
}

function render(/** @type {Stats} */ stats, /** @type {Copied[]} */ copied, /** @type {number | undefined} */ waiting) {
  const { failures, classes, names = {}, errors, days } = stats;
  const figures = {
    'Pages read': stats.pages,
    'Articles registered': stats.registered,
    'Copies recorded': stats.copies,
    Failures: sum(failures),
  };
  at('figures').replaceChildren(
    ...Object.entries(figures).map(([name, value]) => item(t(name), count.format(value))),
    item(t('Estimated cost'), dollars.format(stats.cost)),
  );
  shares('traffic', classes ?? { crawlers: stats.crawlers, persons: stats.persons });
  const most = Object.entries(names).sort(([, a], [, b]) => b - a);
  shares('names', Object.fromEntries(most.slice(0, 20)));
  const { same, partial, different, unknown } = stats;
  shares('verdicts', { same, partial, different, unknown });
  const store = {
    'KV keys read': stats.kvReads,
    'KV keys written': stats.kvWrites,
    'Pages judged by the register, since data were missing in KV': stats.asked,
    'Object requests': stats.objectRequests,
    'Rows read': stats.rowsRead,
    'Rows written': stats.rowsWritten,
    // Only requests with a token get it.
    ...(waiting !== undefined && { 'Articles not yet in KV': waiting }),
  };
  table('store', [], named(store));
  table('unread', [], byReason(UNREAD, stats.unread), 'All were read.');
  table('withheld', [], byReason(WITHHELD, stats.withheld), 'All that were read and new were registered.');
  table('failures', [], named(failures), 'None.');
  const last = days.toReversed().slice(0, 14);
  table('days', ['day', 'pages', 'registered', 'copies', 'failures', 'cost'], last.map(ofDay), 'Nothing yet.');
  table('copied', ['copies', 'article', 'first seen'], copied.map(ofArticle), 'Nothing was copied yet.');
  table('errors', ['time', 'cause', 'message'], errors.slice(0, 20).map(ofError), 'None.');
}

function ofDay(/** @type {Day} */ { day, pages = 0, registered = 0, copies = 0, failures = {}, cost }) {
  return [day, pages, registered, copies, sum(failures), dollars.format(cost)];
}

function ofArticle(/** @type {Copied} */ { count, title, url, firstSeen }) {
  return [count, link(url, title || url), firstSeen.slice(0, 16).replace('T', ' ')];
}

function ofError(/** @type {Fault} */ { time, cause, message }) {
  return [time.slice(0, 19).replace('T', ' '), cause, message];
}

/** Rows of counts, with their names in the operator's language. */
/** @type {(counts: Counts) => Cell[][]} */
const named = (counts) => Object.entries(counts).map(([name, value]) => [t(name), value]);

function sum(/** @type {Counts} */ counts) {
  return Object.values(counts).reduce((a, b) => a + b, 0);
}

function item(/** @type {string} */ name, /** @type {string} */ value) {
  const div = document.createElement('div');
  div.append(element('dt', name), element('dd', value));
  return div;
}

function shares(/** @type {string} */ id, /** @type {Counts} */ counts) {
  const most = Math.max(...Object.values(counts), 1);
  const bar = (/** @type {number} */ value) => Object.assign(document.createElement('meter'), { max: most, value });
  const rows = Object.entries(counts).map(([name, value]) => [t(name), value, bar(value)]);
  table(id, [], rows, 'Nothing yet.');
}

/** @param {string} id @param {string[]} head @param {Cell[][]} rows @param {string} none */
function table(id, head, rows, none = '') {
  const line = (/** @type {string} */ kind, /** @type {Cell[]} */ cells) => {
    const tr = document.createElement('tr');
    tr.append(...cells.map((cell, i) => element(kind, cell, typeof rows[0]?.[i] === 'number')));
    return tr;
  };
  const empty = rows.length === 0 && none !== '';
  const names = head.map((name) => t(name));
  at(id).replaceChildren(
    ...(names.length > 0 && !empty ? [line('th', names)] : []),
    ...(empty ? [line('td', [t(none)])] : rows.map((row) => line('td', row))),
  );
}

/**
 * An element with a text or another element. Text is never parsed as HTML.
 * @param {string} kind @param {Cell} content
 */
function element(kind, content, isNumber = false) {
  const cell = document.createElement(kind);
  if (isNumber) cell.className = 'number';
  cell.append(typeof content === 'number' ? count.format(content) : content);
  return cell;
}

/** A link if it is a web address, and the text if not. @param {string} url @param {string} text */
function link(url, text) {
  if (!/^https?:/i.test(url)) return text;
  return Object.assign(document.createElement('a'), { href: url, textContent: text, rel: 'noreferrer' });
}

/** A text in the operator's language. @param {string} text in English @param {Record<string, string>} [values] */
function t(text, values = {}) {
  const message = (isChinese && CHINESE[text]) || text;
  return message.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
}
