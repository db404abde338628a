// The shell: shows a view, in a language and colours.
//
// The address after `#/` names the view and may have its settings: `#/compare?one=…&other=…`. A view is a module
// `<name>.js` with a style sheet `<name>.css`. It exports `words`, which include `title` and `lead` and get the view's
// name as a prefix, and by default a function that draws it:
//
//   view(root, { params, note, signal })
//
// `params` are the settings in the address (URLSearchParams), `note(params)` replaces them, and `signal` is aborted
// when the visitor leaves the view. A change of language draws it again: state that must survive is in its module.

import { offprint, whyNot } from './core.js';
import { $, h } from '../shared/dom.js';
import { learn, t, translate } from './i18n.js';
import { frame } from './shell.js';
import { words } from './words.js';

const VIEWS = ['home', 'look', 'compare', 'folder'];
const main = $('main');
let leaving = new AbortController();

learn(words);

async function show({ moved = false } = {}) {
  const { name, params } = place();
  delete main.dataset.shown;
  leaving.abort();
  const { signal } = (leaving = new AbortController());
  for (const link of document.querySelectorAll('.masthead a')) {
    if (link.getAttribute('href') === `#/${name}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  try {
    const [module] = await Promise.all([import(`./${name}.js`), styled(name)]);
    if (signal.aborted) return;
    learn(module.words, name);
    const body = h('div', { class: name });
    const head = h('header.head', h('h1', t(`${name}.title`)), h('p.lead', t(`${name}.lead`)));
    main.replaceChildren(head, body);
    document.title = `${t(`${name}.title`)} · Offprint`;
    if (moved) {
      scrollTo(0, 0);
      main.focus({ preventScroll: true });
    }
    await module.default(body, {
      params,
      note: (/** @type {URLSearchParams} */ settings) => note(name, settings),
      signal,
    });
  } catch (error) {
    if (!signal.aborted) main.append(problem(error));
  }
  if (!signal.aborted) main.dataset.shown = name; // Tests wait for it.
}

/** The view that the address names, or the first one. */
function place() {
  const [name, settings] = location.hash.replace(/^#\/?/, '').split('?');
  return { name: VIEWS.find((view) => view === name) ?? 'home', params: new URLSearchParams(settings) };
}

function note(/** @type {string} */ name, /** @type {URLSearchParams} */ settings) {
  if (place().name !== name) return; // The visitor went to another view.
  const written = String(settings);
  history.replaceState(null, '', `#/${name}${written && `?${written}`}`);
}

/** Loads the style sheet of a view. */
function styled(/** @type {string} */ name) {
  if (document.querySelector(`link[href="${name}.css"]`)) return undefined;
  return new Promise((resolve, reject) => {
    const failed = () => reject(new Error(`cannot load ${name}.css`));
    document.head.append(h('link', { rel: 'stylesheet', href: `${name}.css`, onload: resolve, onerror: failed }));
  });
}

function problem(/** @type {unknown} */ thrown) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  return h(
    'div.problem',
    { role: 'alert' },
    h('h2', t('problem.title')),
    h('p', t(whyNot(error))),
    h('p.quiet', { lang: 'en' }, error.message),
  );
}

// As a link, its address would look like the address of a view.
$('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
addEventListener('hashchange', ({ newURL, oldURL }) => {
  if (newURL !== oldURL && location.hash.startsWith('#/')) void show({ moved: true });
});
// All views but the first need the package at once. They report errors themselves.
if (place().name !== 'home') offprint().catch(() => {});
// A file that misses its target must not replace the site.
for (const name of /** @type {const} */ (['dragover', 'drop'])) {
  addEventListener(name, (event) => event.dataTransfer?.types.includes('Files') && event.preventDefault());
}
await frame(show);
await show();
// Only once there is something to see.
navigator.serviceWorker
  ?.register('offline.js')
  .then(() => navigator.serviceWorker.ready)
  .then(keepOffline)
  .catch(() => {}); // The browser may forbid it. The site works without.

/** Keeps the files of this visit for offline use, and offers to keep the rest. */
async function keepOffline(/** @type {ServiceWorkerRegistration} */ { active }) {
  const button = $('#offline', HTMLButtonElement);
  const state = (/** @type {'keep' | 'keeping' | 'offline'} */ name) => {
    button.dataset.t = `footer.${name}`;
    button.disabled = name !== 'keep';
    button.hidden = false;
    translate(button.parentElement ?? document);
  };
  const files = await caches.open('site');
  const own = performance.getEntriesByType('resource').filter(({ name }) => name.startsWith(location.origin));
  active?.postMessage([...new Set(['./', ...own.map(({ name }) => name)])]);
  button.onclick = async () => {
    state('keeping');
    try {
      await files.addAll(await (await fetch('files.json', { cache: 'no-store' })).json());
      state('offline');
    } catch {
      state('keep');
    }
  };
  state((await files.match('files.json')) ? 'offline' : 'keep');
}
