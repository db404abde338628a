// A folder: reads many pages in a worker, and shows which copy which.

import { drawn, h, present } from '../shared/dom.js';
import { map } from './folder-map.js';
import { progress, read } from './folder-read.js';
import { rewritings } from './folder-rewritings.js';
import { table } from './folder-table.js';
import { number, t } from './i18n.js';
import { all } from './pages.js';

/** @type {import('./i18n.js').Words} */
export const words = {
  en: {
    title: 'A folder of pages',
    lead: 'Thousands of pages at once: which are copies of one article, who took it from whom, and when.',
    choose: 'Choose a folder',
    files: 'Choose files',
    samples: 'Use our samples',
    drop: 'or drop pages and folders here',
    stop: 'Stop',
    again: 'Another folder',
    progress: 'Pages read',
    reading: '{done} of {all} pages, {rate} MB/s',
    looking: 'Looking for pages… {n}',
    stopped: 'Stopped after {n} pages; this is what was found among them.',
    nothing: 'There are no pages in it. Files that end in .html, .htm, .xhtml or .txt are read.',
    skipped: ({ n }, show) => `${show(n)} ${n === 1 ? 'file' : 'files'} of other kinds left out.`,
    unread: ({ n }, show) => `${show(n)} ${n === 1 ? 'file' : 'files'} could not be opened: they are unknown below.`,
    failed: 'The pages cannot be read here: {message}',
    done: '{pages} pages, {megabytes} MB, in {seconds} s',
    copies: 'pages have copies',
    clusters: 'clusters of copies',
    alone: 'stand alone',
    unknown: 'are no articles, or too short',
    map: 'Who copies whom',
    'map.lead':
      'Each row is a cluster, from its first page to its last. An arc leads from a page to its copy; a dotted one ' +
      'means that only the dates suggest which is the copy. Choose an arc or a page.',
    'key.original': 'the original, as far as the pages state it',
    'key.same': 'the same article',
    'key.partial': 'part of it',
    'map.none': 'No page here is a copy of another.',
    more: ({ n }, show) => `Show ${show(n)} more`,
    'cluster.size': '{n} pages',
    'cluster.within': 'within {span}',
    'cluster.undated': 'time unknown',
    'link.sure': '{copy} took it from {of}',
    'link.probably': '{copy} probably took it from {of}',
    'link.unsure': '{copy} may have taken it from {of}: only the dates say so',
    'link.compare': 'Compare the two',
    rewritings: 'In other words',
    'rewritings.ask': 'Also reports in other words',
    'rewritings.doubt':
      'This is less sure than finding copies: it compares only facts, which two independent reports of one event can ' +
      'share, and only dates suggest which came first.',
    'rewritings.none': 'Among the Chinese and English pages, none reports another in other words.',
    'rewritings.found': ({ n }, show) =>
      `${show(n)} ${n === 1 ? 'page probably reports' : 'pages probably report'} in other words what another reports.`,
    'rewritings.origins': ({ origins, before }, show) =>
      `So the pages have ${show(origins)} independent ${origins === 1 ? 'origin' : 'origins'}, not ${show(before)}.`,
    'rewritings.link': '{rewriting} probably reports in other words what {of} reports',
    'rewritings.likelihood': 'likelihood {score}',
    'rewritings.cluster': 'cluster {n}',
    table: 'All pages',
    filter: 'Find in the table',
    'col.cluster': 'Cluster',
    'col.title': 'Page',
    'col.role': 'What it is',
    'col.source': 'Site',
    'col.published': 'Published',
    'col.length': 'Length',
    'role.original': 'original',
    'role.same': 'same',
    'role.partial': 'partial',
    'role.unique': 'unique',
    'role.unknown': 'unknown',
    csv: 'Save as CSV',
    json: 'Save as JSON',
  },
  zh: {
    title: '整理一批网页',
    lead: '一次读取上千个网页：哪些是同一篇文章，谁转载了谁，先后如何。',
    choose: '选择文件夹',
    files: '选择文件',
    samples: '用我们的样例',
    drop: '或把网页、文件夹拖到这里',
    stop: '停止',
    again: '换一批',
    progress: '已读网页',
    reading: '{all} 页已读 {done} 页，每秒 {rate} MB',
    looking: '正在查找网页……已找到 {n} 个',
    stopped: '读了 {n} 页后停止，以下是其中的结果。',
    nothing: '里面没有网页：只读以 .html、.htm、.xhtml 或 .txt 结尾的文件。',
    skipped: '略过 {n} 个其他类型的文件。',
    unread: '有 {n} 个文件打不开，下面列为无法判断。',
    failed: '此处无法读取这些网页：{message}',
    done: '{pages} 页，{megabytes} MB，用时 {seconds} 秒',
    copies: '页有转载关系',
    clusters: '组转载',
    alone: '页没有转载',
    unknown: '页不是文章，或文字太少',
    map: '转载关系',
    'map.lead':
      '每行一组，从最早的一页到最晚的一页。弧线从一页连到转载它的一页；虚线表示先后只能凭时间推断。可点选弧线或网页。',
    'key.original': '原文（据网页自述）',
    'key.same': '同一篇文章',
    'key.partial': '其中一部分',
    'map.none': '这些网页之间没有转载关系。',
    more: '再显示 {n} 项',
    'cluster.size': '{n} 页',
    'cluster.within': '历时 {span}',
    'cluster.undated': '时间不详',
    'link.sure': '{copy} 转载自 {of}',
    'link.probably': '{copy} 很可能转载自 {of}',
    'link.unsure': '{copy} 可能转载自 {of}，仅凭日期推断',
    'link.compare': '比较这两页',
    rewritings: '换了说法',
    'rewritings.ask': '也找换了说法的报道',
    'rewritings.doubt':
      '这不如辨认转载有把握：比较的只是事实，各自采写的同题报道也可能如此，哪篇在先也只能凭日期推断。',
    'rewritings.none': '中文和英文网页中，没有哪一页是另一页换了说法。',
    'rewritings.found': '有 {n} 页很可能只是把另一页的报道换了说法。',
    'rewritings.origins': '这样算来，这些网页有 {origins} 个独立来源，而不是 {before} 个。',
    'rewritings.link': '{rewriting} 很可能把 {of} 的报道换了说法',
    'rewritings.likelihood': '可能性 {score}',
    'rewritings.cluster': '第 {n} 组',
    table: '全部网页',
    filter: '在表中查找',
    'col.cluster': '组',
    'col.title': '网页',
    'col.role': '身份',
    'col.source': '网站',
    'col.published': '发布时间',
    'col.length': '长度',
    'role.original': '原文',
    'role.same': '相同',
    'role.partial': '部分相同',
    'role.unique': '无转载',
    'role.unknown': '无法判断',
    csv: '存为 CSV',
    json: '存为 JSON',
  },
};

/** @import { FolderPage, Found, Job } from './folder-read.js' */
/** @import { Page, View } from './pages.js' */

/** Names of files that are pages. */
const PAGE = /\.(html?|xhtml|txt)$/i;

/** The current job and the last result. Both stay while the visitor looks at other views. */
let running = /** @type {Job | undefined} */ (undefined);
let found = /** @type {Found | undefined} */ (undefined);

export default async function view(/** @type {HTMLElement} */ root, /** @type {View} */ { signal }) {
  const stage = h('div.stage');
  root.append(stage);
  const take = (/** @type {FolderPage[]} */ pages, /** @type {number} */ skipped) => {
    running = read(pages, { skipped });
    return watch(stage, running, start, signal);
  };
  const start = () => stage.replaceChildren(gate(take, signal));
  if (running) void watch(stage, running, start, signal);
  else if (found) void show(stage, found, start);
  else start();
}

/** Starts to read pages that the visitor brought in another view. */
export function sort(/** @type {Page[]} */ pages) {
  found = undefined;
  running = read(
    pages.flatMap(({ id, blob, contentType }) => (blob ? [{ id, blob, contentType }] : [])),
    { skipped: 0 },
  );
}

/**
 * A place to add pages. @param {(pages: FolderPage[], skipped: number) => unknown} take
 * @param {AbortSignal} signal
 */
function gate(take, signal) {
  const wrong = h('p.wrong', { role: 'alert' });
  const looking = h('p.small.quiet', { role: 'status' });
  const given = async (/** @type {(tell: (n: number) => void) => FolderPage[] | Promise<FolderPage[]>} */ gather) => {
    wrong.textContent = '';
    const files = await gather((n) => (looking.textContent = t('folder.looking', { n })));
    const pages = files.filter(({ id }) => PAGE.test(id));
    looking.textContent = '';
    if (pages.length) take(pages, files.length - pages.length);
    else wrong.textContent = t('folder.nothing');
  };
  const chosen = (/** @type {File} */ blob) => ({ id: blob.webkitRelativePath || blob.name, blob, contentType: null });
  const input = (/** @type {import('../shared/dom.js').Attributes} */ attributes) => {
    const onchange = () => given(() => [...(field.files ?? [])].map(chosen));
    /** @type {HTMLInputElement} */
    const field = h('input.unseen', { type: 'file', multiple: true, ...attributes, onchange });
    return field;
  };
  const zone = h(
    'div.gate',
    h(
      'div.row',
      h('label.button.strong', t('folder.choose'), input({ webkitdirectory: true })),
      h('label.button', t('folder.files'), input({ accept: '.html,.htm,.xhtml,.txt' })),
      h('button.samples', { type: 'button', onclick: () => given(samples) }, t('folder.samples')),
    ),
    h('p.quiet', t('folder.drop')),
    looking,
    wrong,
  );
  /** @type {(is: boolean) => (event: Event) => void} */
  const over = (is) => (event) => {
    event.preventDefault();
    zone.classList.toggle('over', is);
  };
  document.addEventListener('dragover', over(true), { signal });
  document.addEventListener('dragleave', over(false), { signal });
  const drop = (/** @type {DragEvent} */ event) => {
    over(false)(event);
    if (!event.dataTransfer) return;
    // The browser empties the list after the event.
    const entries = present([...event.dataTransfer.items].map((item) => item.webkitGetAsEntry()));
    const files = [...event.dataTransfer.files].map(chosen);
    if (zone.isConnected && files.length) void given((tell) => (entries.length ? dropped(entries, tell) : files));
  };
  document.addEventListener('drop', drop, { signal });
  return zone;
}

/** The samples as files. */
async function samples() {
  const pages = (await all()).filter(({ family }) => family);
  const file = async (/** @type {Page} */ { id, contentType, url, bytes }) => {
    return { id: `${id}.html`, blob: new Blob([await bytes()]), contentType, url };
  };
  return Promise.all(pages.map(file));
}

/** The files of a drop, folder by folder. @param {FileSystemEntry[]} entries @param {(n: number) => void} tell */
async function dropped(entries, tell) {
  const files = /** @type {FolderPage[]} */ ([]);
  const waiting = entries.toReversed();
  for (let entry; (entry = waiting.pop()); ) {
    if (entry.isFile) {
      const own = /** @type {FileSystemFileEntry} */ (entry);
      // A file that cannot be opened is reported when it is read, like the others.
      /** @type {Blob} */
      const blob = await new Promise((resolve) => own.file(resolve, () => resolve(new Blob())));
      files.push({ id: entry.fullPath.replace(/^\//, ''), blob, contentType: null });
      if (files.length % 100 === 0) tell(files.length);
    } else {
      const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
      /** @returns {Promise<FileSystemEntry[]>} */
      const next = () => new Promise((resolve) => reader.readEntries(resolve, () => resolve([])));
      for (let some; (some = await next()).length; ) waiting.push(...some);
    }
  }
  return files;
}

/**
 * Shows the progress of a job and then its results. The visitor may look at other views meanwhile.
 * @param {HTMLElement} stage @param {Job} job @param {() => unknown} again @param {AbortSignal} signal
 */
async function watch(stage, job, again, signal) {
  const [bar, status] = progress(job);
  const stop = h('button', { type: 'button', onclick: () => (job.stopped = true) }, t('folder.stop'));
  stage.replaceChildren(h('div.gate', bar, h('div.row', status, stop)));
  let wrong = '';
  try {
    const clusters = await job.clusters;
    if (running === job) found = { ...job, clusters, time: performance.now() - job.began };
  } catch (error) {
    job.worker.terminate();
    wrong = t('folder.failed', { message: error instanceof Error ? error.message : String(error) });
  }
  if (running === job) running = undefined;
  if (signal.aborted) return;
  if (found?.worker === job.worker) return show(stage, found, again);
  again();
  stage.querySelector('.wrong')?.replaceChildren(wrong);
}

async function show(/** @type {HTMLElement} */ stage, /** @type {Found} */ folder, /** @type {() => unknown} */ start) {
  const { rows, bytes, clusters, skipped, stopped, time } = folder;
  const again = () => {
    folder.worker.terminate();
    folder.withFacts?.worker.terminate();
    found = undefined;
    start();
  };
  const unread = rows.filter(({ failed }) => failed).length;
  const counts = {
    copies: clusters.clusters.reduce((sum, { members }) => sum + members.length, 0),
    clusters: clusters.clusters.length,
    alone: clusters.unique.length,
    unknown: clusters.unknown.length,
  };
  const speed = {
    pages: rows.length,
    megabytes: number(bytes / 1e6, { maximumFractionDigits: 1 }),
    seconds: number(time / 1000, { maximumFractionDigits: 1 }),
  };
  /** @param {[string, number]} given */
  const count = ([key, n]) => h('div', { class: key }, h('dt', t(`folder.${key}`)), h('dd', number(n)));
  stage.replaceChildren(
    h(
      'div.summary',
      { role: 'status' },
      h('dl.counts', Object.entries(counts).map(count)),
      h(
        'div.row',
        h('span.quiet', t('folder.done', speed)),
        h('button', { type: 'button', onclick: again }, t('folder.again')),
        saving(folder),
      ),
      stopped && h('p.quiet', t('folder.stopped', { n: rows.length })),
      skipped > 0 && h('p.quiet', t('folder.skipped', { n: skipped })),
      unread > 0 && h('p.quiet', t('folder.unread', { n: unread })),
    ),
  );
  await drawn();
  const copies = clusters.clusters.length ? map(folder) : h('p.quiet', t('folder.map.none'));
  stage.append(h('section.map', h('h2', t('folder.map')), copies));
  await drawn();
  stage.append(rewritings(folder), table(folder));
}

/** Buttons that save the table. The worker writes it, with reports in other words if they are shown. */
function saving(/** @type {Found} */ folder) {
  /** @param {MessageEvent<{ table?: { form: 'csv' | 'json', text: string } }>} message */
  const save = ({ data: { table } }) => {
    if (!table) return;
    const type = { csv: 'text/csv;charset=utf-8', json: 'application/json' }[table.form];
    // Without a byte-order mark, spreadsheets read CSV in the charset of the system.
    const url = URL.createObjectURL(new Blob([table.form === 'csv' ? '\ufeff' : '', table.text], { type }));
    h('a', { href: url, download: `offprint-clusters.${table.form}` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };
  const ask = (/** @type {string} */ form) => {
    const { worker } = folder.withFacts?.isRead ? folder.withFacts : folder;
    worker.onmessage = save;
    worker.postMessage({ table: form });
  };
  /** @param {string} form */
  const button = (form) => h(`button.${form}`, { type: 'button', onclick: () => ask(form) }, t(`folder.${form}`));
  return ['csv', 'json'].map(button);
}
