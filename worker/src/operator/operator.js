// The operator's view: calls the API every few seconds and shows the answers. A token is kept in this tab until it is
// closed.

const PAUSE = 10_000;
/** @returns {any} an element of whatever kind */
const at = (id) => document.getElementById(id);
const count = new Intl.NumberFormat('en');
const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumSignificantDigits: 3 });
let timer;

at('login').addEventListener('submit', (event) => {
  event.preventDefault();
  sessionStorage.setItem('token', at('token').value);
  void show();
});
void show();

async function show() {
  clearTimeout(timer);
  try {
    const paths = ['stats', 'articles?order=copied&limit=10', 'health'];
    const [stats, { articles }, { waiting, settings }] = await Promise.all(paths.map(ask));
    render(stats, articles, waiting);
    warn(settings?.wrong ?? []);
    notice(`As of ${new Date().toLocaleTimeString()}; counters may be a few seconds behind.`);
    [at('view').hidden, at('login').hidden] = [false, true];
    timer = setTimeout(show, PAUSE);
  } catch (error) {
    notice(error.message, true);
    at('login').hidden = !error.denied;
    if (!error.denied) timer = setTimeout(show, PAUSE);
  }
}

async function ask(path) {
  const token = sessionStorage.getItem('token');
  const response = await fetch(path, { headers: token ? { Authorization: `Bearer ${token}` } : {} });
  const answer = await response.json();
  if (response.ok) return answer;
  const { code, message } = answer.error;
  throw Object.assign(new Error(message), { denied: ['token', 'insufficient_scope'].includes(code) });
}

function notice(text, bad = false) {
  at('notice').textContent = text;
  at('notice').classList.toggle('bad', bad);
}

/** Shows faults of the settings. They come first, since clients that should be kept out may get in. */
function warn(wrong) {
  at('wrong').hidden = wrong.length === 0;
  at('faults').replaceChildren(...wrong.map(({ message }) => element('li', message)));
}

/** Why pages were not read, by the name of the counter. */
const UNREAD = {
  'sets-cookie': 'they set cookies',
  cookie: 'they were requested with a cookie (OFFPRINT_COOKIES lists which ones count)',
  authorization: 'they were requested with a password',
  restricted: 'they were requested through an access gate or in a session',
  private: 'the site says that they are private (Cache-Control)',
  vary: 'the site says that they depend on a cookie, or on anything (Vary)',
  type: 'they are not HTML',
  open: 'they are open to everybody, such as robots.txt',
  method: 'they were not requested by GET',
  range: 'they were requested in part',
  status: 'they are errors, redirects or unchanged',
  coding: 'they are compressed in a way that the worker cannot read',
  length: 'they are longer than 2 MiB',
  memory: 'too many others were held at the time',
  empty: 'they are empty',
  error: 'something failed: see the last errors',
};

/** Why pages were judged and not registered, by the name of the counter. */
const WITHHELD = {
  host: 'they were requested under a host that is not yours (OFFPRINT_HOSTS)',
  canonical: 'they state another address of the site as their own',
  query: 'they have parameters that are not listed in OFFPRINT_PARAMETERS',
  personal: 'they have personal data in the address',
  home: 'they are front pages',
  view: 'they are other views of an article: AMP, print, a feed, a preview',
  noindex: 'they ask not to be indexed',
  restricted: 'they were requested through an access gate or in a session',
};

/** "20 pages not read: they set cookies." */
function sentence(what, why, pages) {
  if (pages !== 1) return [`${count.format(pages)} pages not ${what}: ${why}.`];
  const verbs = { are: 'is', ask: 'asks', depend: 'depends', have: 'has', set: 'sets', state: 'states', were: 'was' };
  return [`1 page not ${what}: ${why.replaceAll(/\bthey (\w+)/g, (_, verb) => `it ${verbs[verb]}`)}.`];
}

/** A sentence for each reason, the most frequent first. */
function sentences(what, reasons, counts = {}) {
  const most = Object.entries(counts).sort(([, a], [, b]) => b - a);
  return most.map(([reason, pages]) => sentence(what, reasons[reason] ?? reason, pages));
}

function render(stats, copied, waiting) {
  const { failures, classes, errors, days } = stats;
  const figures = {
    'Pages read': stats.pages,
    'Articles registered': stats.registered,
    'Copies entered': stats.copies,
    Failures: sum(failures),
  };
  at('figures').replaceChildren(
    ...Object.entries(figures).map(([name, value]) => item(name, count.format(value))),
    item('Estimated cost', dollars.format(stats.cost)),
  );
  shares('traffic', classes ?? { crawlers: stats.crawlers, persons: stats.persons });
  const { same, partial, different, unknown, rewritten } = stats;
  const retold = rewritten > 0 ? { 'different, in other words': rewritten } : {};
  shares('verdicts', { same, partial, different, unknown, ...retold });
  const store = {
    'KV keys read': stats.kvReads,
    'KV keys written': stats.kvWrites,
    'Pages judged by the register, since data were missing in KV': stats.asked,
    'Object requests': stats.objectRequests,
    'Rows read': stats.rowsRead,
    'Rows written': stats.rowsWritten,
    // Reported only to requests with a token.
    ...(waiting !== undefined && { 'Articles not yet in KV': waiting }),
  };
  table('store', [], Object.entries(store));
  table('unread', [], sentences('read', UNREAD, stats.unread), 'All were read.');
  table(
    'withheld',
    [],
    sentences('registered', WITHHELD, stats.withheld),
    'All that were read and new were registered.',
  );
  table('failures', [], Object.entries(failures), 'None.');
  table(
    'days',
    ['day', 'pages', 'registered', 'copies', 'failures', 'cost'],
    days
      .toReversed()
      .slice(0, 14)
      .map((day) => [
        day.day,
        day.pages ?? 0,
        day.registered ?? 0,
        day.copies ?? 0,
        sum(day.failures ?? {}),
        dollars.format(day.cost),
      ]),
    'Nothing yet.',
  );
  table(
    'copied',
    ['copies', 'article', 'first seen'],
    copied.map(({ count, title, url, firstSeen }) => [
      count,
      link(url, title || url),
      firstSeen.slice(0, 16).replace('T', ' '),
    ]),
    'Nothing was copied yet.',
  );
  table(
    'errors',
    ['time', 'cause', 'message'],
    errors.slice(0, 20).map(({ time, cause, message }) => [time.slice(0, 19).replace('T', ' '), cause, message]),
    'None.',
  );
}

function sum(counts) {
  return Object.values(counts).reduce((a, b) => a + b, 0);
}

function item(name, value) {
  const div = document.createElement('div');
  div.append(element('dt', name), element('dd', value));
  return div;
}

function shares(id, counts) {
  const most = Math.max(...Object.values(counts), 1);
  const bar = (value) => Object.assign(document.createElement('meter'), { max: most, value });
  table(
    id,
    [],
    Object.entries(counts).map(([name, value]) => [name, value, bar(value)]),
    'Nothing yet.',
  );
}

function table(id, head, rows, none) {
  const line = (kind, cells) => {
    const tr = document.createElement('tr');
    tr.append(...cells.map((cell, i) => element(kind, cell, typeof rows[0]?.[i] === 'number')));
    return tr;
  };
  const empty = rows.length === 0 && none;
  at(id).replaceChildren(
    ...(head.length > 0 && !empty ? [line('th', head)] : []),
    ...(empty ? [line('td', [none])] : rows.map((row) => line('td', row))),
  );
}

/** An element that contains a text or another element; no text is parsed as HTML. */
function element(kind, content, isNumber = false) {
  const cell = document.createElement(kind);
  if (isNumber) cell.className = 'number';
  cell.append(typeof content === 'number' ? count.format(content) : content);
  return cell;
}

/** A link, if the address is a web address; the text otherwise. */
function link(url, text) {
  if (!/^https?:/i.test(url)) return text;
  return Object.assign(document.createElement('a'), { href: url, textContent: text, rel: 'noreferrer' });
}
