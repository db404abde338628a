// The history over a database in memory: what it finds, forgets, takes in, and what it does when the
// database fails.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { read } from '../history/core.js';
import { request } from '../history/database.js';
import { History } from '../history/history.js';
import { hasChanged, recordOf } from '../history/records.js';
import { VERSIONS } from '../history/stored-texts.js';
import { isEdited, isOtherHeadline } from '../history/text.js';
import { another, articleOf, at, copyMany, fileOf, history, inDatabase } from './support/history.mjs';
import { keep, keepAll, keepArticle, LIMIT, name } from './support/history.mjs';
import { bodyOf, pageOf, urlOf } from './support/sites.mjs';

const DAM = bodyOf('zh-dam-original');
const PAGE = 'http://paper.example/a';

/** Remembers a page that is made of paragraphs. */
async function keepMade(paragraphs, { title = '老坝将在汛前拆除', url = PAGE, head = '', ...options } = {}) {
  const article = await read(pageOf(title, paragraphs, { head }), { url });
  assert.ok(article.fingerprint, 'it is an article');
  return keepArticle(article, options);
}

/** The article with another ending. */
const edited = (n) => [...DAM.slice(0, -1), `编者按：本文第${n}次更正，原先写错了拆除工程的开工日期，特此说明。`];

const idsOf = (list) => list.map(({ id }) => id);
const ids = (found) => idsOf(found.others.map(({ record }) => record));
const textsOf = (versions) => versions.map(({ text }) => text);

/** The ids of the articles of each cluster. */
async function clusters() {
  const { entries } = await history.search('', null, 1000);
  const inThem = entries.filter(({ cluster }) => cluster !== null).sort((a, b) => a.id - b.id);
  const numbers = [...new Set(inThem.map(({ cluster }) => cluster))];
  return numbers.map((number) => idsOf(inThem.filter(({ cluster }) => cluster === number)));
}

test('a copy without a common key is found by its title', async () => {
  const { record } = await keepMade(DAM, { given: { keys: [1] } });
  const keyless = { hours: 1, url: 'http://portal.example/b' };
  const other = await keepMade(DAM, { ...keyless, given: { keys: [3] }, title: '老坝将拆，村民不舍' });
  assert.deepEqual(ids(other), []);
  const copy = await keepMade(DAM.slice(0, -2), { hours: 1, url: 'http://wire.example/c', given: { keys: [2] } });
  assert.deepEqual(ids(copy), [record.id]);
  const bus = bodyOf('zh-nightbus-original');
  assert.deepEqual(ids(await keepMade(bus, { hours: 1, url: 'http://gazette.example/d' })), []);
});

test('a page is one article under all its addresses, and opened once more at each', async () => {
  const { record } = await keepMade(DAM);
  const addresses = ['?utm_source=x', '?utm_source=x&gclid=1#top', '#comments', '/'];
  for (const [i, more] of addresses.entries()) {
    const again = await keepMade(DAM, { hours: i + 1, url: PAGE + more });
    assert.deepEqual([again.record.id, again.record.visits, again.others], [record.id, i + 2, []], more);
  }
  const head = '<link rel="canonical" href="https://www.paper.example/a">';
  const stated = await keepMade(DAM, { hours: 9, url: 'http://paper.example/amp/a', head });
  assert.equal(stated.record.id, record.id, 'the address that it states on its host');
  assert.deepEqual([stated.record.firstSeen, stated.record.lastSeen], [at(0), at(9)]);
  const replacing = await keepMade(DAM, { hours: 10, url: 'http://paper.example/?p=7' });
  assert.notEqual(replacing.record.id, record.id, 'nothing says that it is the same page');
  assert.equal((await history.usage()).articles, 2);
});

test('an address that a page has replaced is one of the article', async () => {
  const { record } = await keepMade(DAM, { url: 'http://paper.example/?p=7' });
  await history.addAddress(record.id, 'http://paper.example/2026/dam?utm_source=x');
  const direct = await keepMade(DAM, { hours: 2, url: 'http://paper.example/2026/dam' });
  assert.deepEqual([direct.record.id, direct.record.visits, direct.others], [record.id, 2, []]);
  // Once is enough; the file has it too.
  await history.addAddress(record.id, 'http://paper.example/2026/dam');
  assert.deepEqual((await fileOf())[0].replaced, ['http://paper.example/2026/dam']);
  await assert.rejects(history.addAddress(99, 'http://paper.example/b'), { code: 'gone' });
});

test('the front page, stated by every page of a careless site, makes no two of them one', async () => {
  const head = '<link rel="canonical" href="http://paper.example/">';
  const first = await keepMade(DAM, { head });
  const second = await keepMade(DAM.slice(0, 9), { url: 'http://paper.example/b', head });
  assert.notEqual(second.record.id, first.record.id);
  assert.deepEqual(ids(second), [first.record.id]);
});

test('an edited article keeps what it was, with both dates', async () => {
  const first = await keepMade(DAM);
  assert.deepEqual([first.record.since, hasChanged(first.record)], [undefined, false]);
  const second = await keepMade(edited(1), { hours: 5 });
  assert.deepEqual([second.record.id, hasChanged(second.record)], [first.record.id, true]);
  const [version, ...none] = await history.versions(first.record.id);
  const { firstSeen, lastSeen } = first.record;
  assert.deepEqual(none, []);
  assert.deepEqual([version.firstSeen, version.lastSeen, version.title], [firstSeen, lastSeen, '老坝将在汛前拆除']);
  assert.equal((await history.version(version.id)).text, DAM.join('\n'));
  assert.equal(await history.text(first.record.id), edited(1).join('\n'));
  assert.equal(second.record.since, at(5));
  // Read again it is as it was then, and no longer news.
  const third = await keepMade(edited(1), { hours: 9 });
  assert.deepEqual([hasChanged(third.record), third.record.since], [false, second.record.since]);
  assert.equal((await history.versions(first.record.id)).length, 1);
  assert.equal((await history.usage()).texts.count, 2);
  await assert.rejects(history.version(99), { code: 'no_text' });
});

test('the beginning of an article replaces nothing; the article replaces its beginning, which is no edit', async () => {
  const head = '<meta itemprop="isAccessibleForFree" content="False">';
  const beginning = DAM.slice(0, 3);
  const stub = await keepMade(beginning, { head });
  assert.deepEqual([stub.record.gated, stub.record.visits], [true, 1]);
  const whole = await keepMade(DAM, { hours: 1 });
  assert.deepEqual([whole.record.id, whole.record.gated, whole.record.visits], [stub.record.id, false, 2]);
  const isCompleted = async ({ record }) => (await history.entryMaker([record]))(record).completed;
  assert.deepEqual([hasChanged(whole.record), await isCompleted(whole)], [false, true]);
  const again = await keepMade(beginning, { hours: 9, head });
  assert.deepEqual([again.record.id, again.record.gated, again.record.visits], [stub.record.id, false, 3]);
  assert.equal(again.record.length, whole.record.length);
  assert.equal(await history.text(stub.record.id), DAM.join('\n'));
  assert.deepEqual(again.record.fingerprint, whole.record.fingerprint);
  assert.deepEqual(await history.versions(stub.record.id), []);
  assert.equal(await isCompleted(await keepMade(DAM, { hours: 10 })), false, 'by then it is known');
});

test('an equal text is the same under any two headlines, though no word of them stands in it', async () => {
  const short = bodyOf('zh-nightbus-original').slice(0, 6);
  const first = await keepMade(short, { title: '这件事，终于有结果了' });
  const copy = await keepMade(short, { hours: 1, title: '刚刚，官方通报', url: 'http://portal.example/b' });
  assert.deepEqual([ids(copy), copy.others[0].relation.verdict], [[first.record.id], 'same']);
  const retitled = await keepMade(short, { hours: 2, title: '最新消息来了' });
  assert.deepEqual([retitled.record.id, retitled.record.headlines], [first.record.id, ['这件事，终于有结果了']]);
  const [exported] = await fileOf();
  assert.equal((await another().import([exported], LIMIT)).added, 1);
  const other = await keepMade(DAM.slice(0, 6), { hours: 3, title: '刚刚，官方通报', url: 'http://portal.example/c' });
  assert.deepEqual(ids(other), [], 'another text under the same headline');
});

test('a page that reloads itself is one visit, and keeps what it edits', async () => {
  await keepMade(DAM);
  const { record } = await keepMade(edited(1), { hours: 0.1, reloaded: true });
  assert.deepEqual([record.visits, hasChanged(record)], [1, true]);
  assert.equal((await keepMade(edited(1), { hours: 9, reloaded: true })).record.visits, 2, 'hours later it is another');
});

test('a page that its scripts complete has no earlier version, nor has one with a clock or a counter', async () => {
  const { record } = await keepMade(DAM.slice(0, 9));
  await keepMade(DAM, { hours: 0.1, again: true });
  await keepMade([...DAM, '3小时前 阅读 1234'], { hours: 1 });
  await keepMade([...DAM, '4小时前 阅读 5678'], { hours: 2 });
  assert.deepEqual(await history.versions(record.id), []);
  const line = (space, ago) => `A line that is long enough to${space}count.\n${ago} min ago`;
  assert.equal(isEdited(line(' ', 5), line('  ', 6)), false);
  assert.equal(isEdited('拆除工程将于五月开工，工期三个月。', '拆除工程将于六月开工，工期三个月。'), true);
  // The next day the same document, left open, is another visit.
  await keepMade(edited(1), { hours: 24, again: true });
  assert.equal((await history.versions(record.id)).length, 1);
});

test('another headline on the same address is a version, which a search finds; another counter is not', async () => {
  const { record } = await keepMade(DAM, { title: '部长否认将辞职' });
  const { record: changed } = await keepMade(DAM, { title: '部长宣布辞职', hours: 1 });
  assert.deepEqual([changed.id, hasChanged(changed), changed.headlines], [record.id, true, ['部长否认将辞职']]);
  const [version, ...others] = await history.versions(record.id);
  assert.deepEqual([version.title, version.lastSeen, others], ['部长否认将辞职', record.lastSeen, []]);
  const { entries } = await history.search('否认', null, 10);
  assert.deepEqual(
    entries.map(({ id, title, headlines }) => [id, title, headlines]),
    [[record.id, '部长宣布辞职', ['部长否认将辞职']]],
  );
  const [articles, other] = [await fileOf(), another()];
  await other.import(articles, LIMIT);
  assert.deepEqual(await fileOf(other), articles);
  await keepMade(DAM, { title: '（3）部长宣布辞职', hours: 2 });
  await keepMade(DAM, { title: '部长宣布辞职 - 岚安新闻网', hours: 3 });
  assert.equal((await history.versions(record.id)).length, 1);
  // Without texts the headline is still known.
  await history.limitTexts(0);
  const { record: textless } = await keepMade(DAM, { title: '部长不辞职了', hours: 4 });
  assert.deepEqual(textless.headlines.length, 2);
});

test('what changes on every page is no edit', () => {
  const same = [
    ['Updated 41 minutes ago', 'Updated 2 hours ago'],
    ['本文已有13001人阅读，欢迎转发', '本文已有13044人阅读，欢迎转发'],
    ['阅读量：1.2万　评论：356　点赞：1,204', '阅读量：1.3万　评论：360　点赞：1,311'],
    ['3,201 people read this, 87 comments', '3,244 people read this, 91 comments'],
    ['石门沟今天晴，最高23℃，东南风3级', '石门沟今天多云，最高19℃，北风2级'],
    ['更新时间：2026年3月12日 08:00', '更新时间：2026年3月12日 09:30'],
  ];
  for (const [before, after] of same) {
    assert.equal(isEdited(`${DAM[0]}\n${before}`, `${DAM[0]}\n${after}`), false, before);
  }
  const edits = [
    ['The death toll has risen to 14.', 'The death toll has risen to 19.'],
    ['事故造成14人死亡，另有多人受伤。', '事故造成19人死亡，另有多人受伤。'],
  ];
  for (const [before, after] of edits) assert.equal(isEdited(before, after), true, before);
  for (const [before, after, isOther] of [
    ['Minister denies that he resigns', 'Minister resigns', true],
    ['矿难已致14人遇难', '矿难已致19人遇难', true],
    ['Minister resigns', 'Minister Resigns | The Paper', false],
    ['Minister resigns', '(12) Minister resigns', false],
    ['“Minister resigns”', 'Minister resigns', false],
    ['Storm: live, updated 5 minutes ago', 'Storm: live, updated 41 minutes ago', false],
    ['', 'Minister resigns', false],
  ])
    assert.equal(isOtherHeadline(before, after), isOther, `${before} → ${after}`);
});

/** Counts the calls of these methods of the database. */
const callsOf = (names) =>
  [IDBIndex, IDBObjectStore].flatMap(({ prototype }) =>
    names.filter((name) => name in prototype).map((name) => mock.method(prototype, name)),
  );

test('a visit is placed once: its result is kept until something else is written', async () => {
  await keep('zh-dam-credited');
  const seen = mock.method(IDBIndex.prototype, 'getAll');
  const { record, others } = await keep('zh-dam-original', { hours: 1 });
  const before = seen.mock.callCount();
  assert.ok(before > 0);
  const placed = await history.place(await history.get(record.id));
  assert.deepEqual(placed.others, others);
  assert.equal(seen.mock.callCount(), before);
  await keep('zh-dam-table-gbk', { hours: 2 });
  assert.equal((await history.place(record)).others.length, 2);
});

test('a cluster is taken apart with work on the database in proportion to its size', async () => {
  const { record } = await keep('zh-dam-original');
  const counted = async (number) => {
    const { cluster = record.id } = await history.get(record.id);
    const group = { cluster, class: record.id };
    await inDatabase('articles', (articles) => articles.put({ ...record, ...group }));
    await copyMany(record, number, (i) => ({ ...group, url: `http://many.example/${number}/${i}` }));
    const members = await history.cluster({ cluster });
    const calls = callsOf(['get', 'getAll', 'put', 'delete', 'count']);
    await history.deny(members[0].id, members[1].id, true);
    const count = calls.reduce((sum, { mock }) => sum + mock.callCount(), 0);
    mock.restoreAll();
    return [members.length, count];
  };
  const [few, fewCalls] = await counted(40);
  const [many, manyCalls] = await counted(110);
  assert.ok(few === 41 && many === 150, `${few} ${many}`);
  assert.ok(manyCalls / many <= (fewCalls / few) * 1.05, `${fewCalls} for ${few}, ${manyCalls} for ${many}`);
  const [[...ids], ...none] = await clusters();
  assert.deepEqual([ids.length, none], [many - 1, []], 'what the user calls no copy stands alone');
});

test('links to what was read are found by every address of it, and by its headline', async () => {
  const { record } = await keepMade(DAM, {
    url: 'http://paper.example/amp/a?utm_source=x',
    title: '石门沟老坝将在汛期之前拆除',
    head: '<link rel="canonical" href="https://www.paper.example/a">',
  });
  await history.addAddress(record.id, 'http://paper.example/?p=7');
  const links = [
    { url: 'https://paper.example/a/', title: '点这里', id: record.id, isHere: true },
    { url: 'https://paper.example/?p=7#top', title: '', id: record.id, isHere: true },
    { url: 'http://portal.example/9', title: '石门沟老坝将在汛期之前拆除', id: record.id, isHere: false },
    { url: 'http://portal.example/10', title: '老坝将拆' },
  ];
  const found = async () =>
    (await history.linked(links)).map((link, i) => {
      const { url, title } = links[i];
      return link ? { url, title, id: link.record?.id, isHere: link.isHere } : { url, title };
    });
  assert.deepEqual(await found(), links);
  // What is read meanwhile is found, and what is forgotten is not.
  const { record: other } = await keepMade(edited(1), {
    hours: 1,
    url: 'http://wire.example/b',
    title: '老坝将拆，汛期之前',
  });
  await history.forget(record.id);
  const left = (await history.linked([...links, { url: 'http://wire.example/b', title: '' }])).map(
    (link) => link?.record.id,
  );
  assert.deepEqual(left, [undefined, undefined, undefined, undefined, other.id]);
});

test('an article that changes again and again keeps its first version and the last ones', async () => {
  const { record } = await keepMade(DAM);
  for (let n = 1; n <= 12; n += 1) await keepMade(edited(n), { hours: n });
  const versions = await history.versions(record.id);
  assert.equal(versions.length, VERSIONS);
  const texts = await Promise.all(versions.map(async ({ id }) => (await history.version(id)).text));
  assert.deepEqual(texts, [11, 10, 9, 8].map((n) => edited(n).join('\n')).concat(DAM.join('\n')));
  const { articles, texts: total } = await history.usage();
  assert.deepEqual([articles, total.count, total.bytes], [1, 1 + VERSIONS, await bytesKept()]);
});

/** What texts and versions take together. */
async function bytesKept() {
  const all = await Promise.all(['texts', 'versions'].map((store) => inDatabase(store, (texts) => texts.getAll())));
  return all.flat().reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
}

test('texts are kept within a limit: the oldest make room, with all their versions', async () => {
  const { record } = await keepMade(DAM);
  await keepMade(edited(1), { hours: 1 });
  const { bytes } = (await history.usage()).texts;
  const other = await keep('zh-nightbus-original', { hours: 2, limit: bytes });
  assert.deepEqual([await history.text(record.id), await history.versions(record.id)], [null, []]);
  const hasText = async () => (await history.entryMaker([other.record]))(other.record).hasText;
  assert.equal(await history.text(other.record.id), (await articleOf('zh-nightbus-original')).text);
  assert.equal(await hasText(), true);
  assert.equal((await history.usage()).texts.bytes, await bytesKept());
  await keep('zh-nightbus-original', { hours: 3 });
  await history.limitTexts(0);
  assert.deepEqual((await history.usage()).texts, { count: 0, bytes: 0 });
  assert.equal(await hasText(), false);
  await keepMade(DAM, { hours: 4 });
  await keepMade(edited(1), { hours: 5 });
  await history.forget(record.id);
  assert.equal((await history.usage()).texts.count, 0);
  assert.equal(await bytesKept(), 0);
});

test('versions are forgotten, restored and exported with their article', async () => {
  const { record } = await keepMade(DAM);
  await keepMade(edited(1), { hours: 1 });
  const file = await fileOf();
  const [{ versions, ...article }] = file;
  assert.deepEqual(textsOf(versions), [DAM.join('\n')]);
  const forgotten = JSON.parse(JSON.stringify(await history.forget(record.id)));
  await history.restore(forgotten, LIMIT);
  assert.deepEqual(await fileOf(), file);
  const other = another();
  const damaged = [null, 5, { text: 'x' }, { ...versions[0], firstSeen: 'yesterday' }];
  const taken = (versions) => other.import([{ ...article, versions }], LIMIT);
  assert.deepEqual(await taken([...damaged, ...versions]), { added: 1, known: 0, refused: 0 });
  assert.deepEqual(await fileOf(other), file);
  assert.deepEqual(await taken(versions), { added: 0, known: 1, refused: 0 });
  assert.deepEqual(await fileOf(other), file, 'nothing is there twice');
});

test('a file with another text of an article loses neither: the text seen before is the version', async () => {
  await keepMade(DAM);
  const [old] = await fileOf();
  await keepMade(edited(1), { hours: 30 });
  const [young] = await fileOf();
  for (const [here, file] of [
    [{ ...young, versions: [], since: undefined }, old],
    [old, { ...young, versions: [] }],
  ]) {
    const other = another();
    await other.import([here], LIMIT);
    assert.deepEqual(await other.import([file], LIMIT), { added: 0, known: 1, refused: 0 });
    const [{ text, versions, firstSeen, lastSeen }] = await fileOf(other);
    assert.deepEqual([text, textsOf(versions)], [edited(1).join('\n'), [DAM.join('\n')]]);
    assert.deepEqual([firstSeen, lastSeen], [old.firstSeen, young.lastSeen]);
  }
});

test('a page that shows another article every time does not flood the history', async () => {
  const { record } = await keepMade(DAM);
  await copyMany(record, 60, (i) => {
    const seen = at(i - 60);
    return { keys: [i], fingerprint: new Uint8Array([i]), firstSeen: seen, lastSeen: seen };
  });
  await keepMade(DAM, { hours: 2 });
  assert.equal((await history.usage()).articles, 50);
  assert.equal((await history.get(record.id)).visits, 2);
});

test('another article at the same address is another article', async () => {
  const first = await keep('zh-dam-original');
  const second = await keep('zh-nightbus-original', { hours: 1, url: urlOf('zh-dam-original') });
  assert.notEqual(second.record.id, first.record.id);
  assert.equal(second.own, null);
});

test('two tabs with one new article at once remember it once', async () => {
  const both = await Promise.all([keep('zh-dam-original'), keep('zh-dam-original')]);
  assert.equal(both[0].record.id, both[1].record.id);
  assert.equal((await history.usage()).articles, 1);
});

test('clusters hold what is the same, and a digest joins one of them', async () => {
  const first = ['zh-dam-original', 'zh-nightbus-original', 'zh-dam-credited'];
  const kept = await keepAll(...first, 'zh-nightbus-portal', 'zh-dam-merged', 'en-kettle');
  const [dam, bus, credited, portal, merged] = idsOf(kept);
  assert.deepEqual(await clusters(), [
    [dam, credited, merged],
    [bus, portal],
  ]);
});

test('articles that a user calls different are not copies, until the user takes it back', async () => {
  const [original, credited] = await keepAll('zh-dam-original', 'zh-dam-credited');
  await history.deny(credited.id, original.id, true);
  const placed = await history.place(await history.get(credited.id));
  assert.deepEqual([ids(placed), idsOf(placed.denied)], [[], [original.id]]);
  assert.deepEqual(await clusters(), []);
  // The page is read again, as any page.
  assert.deepEqual(ids(await keep('zh-dam-credited', { hours: 2 })), []);
  assert.deepEqual(await clusters(), []);
  // A third is a copy of both.
  const third = await keep('zh-dam-table-gbk', { hours: 3 });
  assert.deepEqual(ids(third).sort(), [original.id, credited.id]);
  await history.deny(original.id, credited.id, false);
  assert.deepEqual(ids(await history.place(await history.get(credited.id))).includes(original.id), true);
  assert.deepEqual(await clusters(), [[original.id, credited.id, third.record.id]]);
  await assert.rejects(history.deny(original.id, 99, true), { code: 'gone' });
});

test('a forgotten article is gone with its text and marks, and comes back as it was', async () => {
  const [original, credited, gbk] = await keepAll('zh-dam-original', 'zh-dam-credited', 'zh-dam-table-gbk');
  await history.deny(credited.id, gbk.id, true);
  const before = await history.export(null, 10);
  const forgotten = JSON.parse(JSON.stringify(await history.forget(credited.id)));
  await assert.rejects(history.get(credited.id), { code: 'gone' });
  assert.equal(await history.text(credited.id), null);
  assert.equal((await history.usage()).texts.count, 2);
  assert.deepEqual(ids(await history.place(original)), [gbk.id]);
  const restored = await history.restore(forgotten, LIMIT);
  assert.equal(restored.id, credited.id);
  assert.deepEqual(await history.export(null, 10), before);
  assert.deepEqual(idsOf((await history.place(restored)).denied), [gbk.id]);
  await assert.rejects(history.restore({ title: 'x' }, LIMIT), { code: 'import' });
});

test('a cluster with one article left is dissolved', async () => {
  const [original, credited] = await keepAll('zh-dam-original', 'zh-dam-credited');
  assert.deepEqual(await clusters(), [[original.id, credited.id]]);
  await history.forget(credited.id);
  assert.deepEqual(await clusters(), []);
  assert.equal((await history.get(original.id)).cluster, undefined);
});

test('a site is forgotten with what is below it, what is old by its last visit, and everything', async () => {
  await keep('zh-dam-original');
  await keep('zh-dam-credited', { hours: 50 });
  await keep('en-kettle', { hours: 100 });
  assert.equal(await history.forgetSite('heshan.example'), 1, 'm.heshan.example');
  assert.equal(await history.forgetSite('shan.example'), 0);
  assert.equal(await history.forgetBefore(at(10)), 1);
  assert.equal((await history.usage()).articles, 1);
  await history.forgetAll();
  assert.deepEqual(await history.usage(), { articles: 0, texts: { count: 0, bytes: 0 } });
});

test('the pages of one office are forgotten without those of all others', async () => {
  const { record } = await keep('zh-dam-original', { url: 'https://www.gov.cn/x' });
  await keep('en-kettle', { url: 'https://www.mee.gov.cn/y' });
  await inDatabase('articles', (store) => store.put({ ...record, host: 'gov.cn' }));
  await history.renew(0);
  assert.equal(await history.forgetSite((await history.get(record.id)).host), 1);
  assert.equal((await history.usage()).articles, 1);
});

test('a look-up asks and reads no more among many articles than among few', async () => {
  const { record } = await keep('zh-nightbus-original');
  const counted = async () => {
    const calls = callsOf(['get', 'getAll', 'openCursor', 'openKeyCursor']);
    const { own } = await new History(name).place(record);
    assert.equal(own, null);
    const results = calls.flatMap(({ mock }) => mock.calls.map(({ result }) => result.result));
    mock.restoreAll();
    return [results.length, results.flat().filter(Boolean).length];
  };
  const before = await counted();
  assert.ok(before[1] > 0, 'nothing is counted');
  await copyMany(record, 2000, (i) => ({ url: `http://many.example/${i}`, title: `Number ${i}`, keys: [i] }));
  assert.deepEqual(await counted(), before);
});

test('a file holds everything and can be imported elsewhere; only its damaged articles are refused', async () => {
  const [original, credited] = await keepAll('zh-dam-original', 'zh-dam-credited');
  await keep('zh-dam-abridged', { hours: 2, text: false });
  await history.deny(original.id, credited.id, true);
  const { articles, next } = await history.export(null, 2);
  const rest = await history.export(next, 2);
  const file = JSON.parse(JSON.stringify([...articles, ...rest.articles]));
  assert.equal(rest.next, null);
  const wrong = [
    { fingerprint: 'x', text: null },
    { url: 'javascript:alert(1)' },
    { firstSeen: 'yesterday' },
    { url: 5 },
  ];
  const damaged = [null, 'x', {}, ...wrong.map((facts) => ({ ...file[0], ...facts }))];
  const other = another();
  const counts = await other.import([...damaged, ...file], LIMIT);
  assert.deepEqual(counts, { added: 3, known: 0, refused: 7 });
  assert.deepEqual(await fileOf(other), file);
  assert.deepEqual((await other.place(await other.get(1))).denied.length, 1);
  // Again: nothing is there twice, and earlier dates are kept.
  const earlier = file.map((article) => ({ ...article, firstSeen: '2020-01-01T00:00:00.000Z', visits: 7 }));
  assert.deepEqual(await other.import(earlier, LIMIT), { added: 0, known: 3, refused: 0 });
  const known = await other.get(1);
  assert.deepEqual([known.firstSeen, known.visits, known.lastSeen], ['2020-01-01T00:00:00.000Z', 7, file[0].lastSeen]);
});

test('a damaged record is left out of a look-up, and the others are found', async () => {
  const [original, credited] = await keepAll('zh-dam-original', 'zh-dam-credited');
  await inDatabase('articles', (store) => store.put({ ...original, fingerprint: new Uint8Array([9, 9, 9]) }));
  await inDatabase('texts', (store) => store.put({ id: credited.id, bytes: new Uint8Array([1, 2, 3]) }));
  const gbk = await keep('zh-dam-table-gbk', { hours: 2 });
  assert.deepEqual(ids(gbk), [credited.id]);
  assert.equal(await history.text(credited.id), null);
  assert.equal((await fileOf()).length, 2, 'the damaged one is not in the file');
  const { entries } = await history.search('', null, 10);
  assert.equal(entries.length, 3, 'and a person can still forget it');
  await history.forget(original.id);
  assert.equal((await history.usage()).articles, 2);
});

test('without space for its text an article is kept without it; without any space nothing is lost', async () => {
  const { record: first } = await keep('zh-dam-original');
  const put = IDBObjectStore.prototype.put;
  const full = (isFull) =>
    mock.method(IDBObjectStore.prototype, 'put', function (value) {
      if (isFull(this.name)) throw new DOMException('full', 'QuotaExceededError');
      return put.call(this, value);
    });
  full((store) => store === 'texts');
  const { record: second } = await keep('zh-nightbus-original');
  assert.equal(await history.text(second.id), null);
  mock.restoreAll();
  full(() => true);
  await assert.rejects(keep('en-kettle'), { code: 'quota' });
  mock.restoreAll();
  const { entries } = await history.search('', null, 10);
  assert.deepEqual(idsOf(entries).sort(), [first.id, second.id]);
  assert.equal(await history.text(first.id), (await articleOf('zh-dam-original')).text);
  assert.equal((await keep('en-kettle')).others.length, 0, 'it works again');
});

test('a database that cannot be opened is reported, and tried again', async () => {
  mock.method(indexedDB, 'open', () => {
    throw new DOMException('storage is disabled', 'SecurityError');
  });
  await assert.rejects(keep('zh-dam-original'), { code: 'blocked' });
  mock.restoreAll();
  assert.equal((await keep('zh-dam-original')).record.id, 1);
  // A later version of the extension was here.
  (await request(indexedDB.open(name, 99))).close();
  await assert.rejects(history.usage(), { code: 'newer' });
});

test('the database can be deleted from elsewhere, and is created again', async () => {
  await keep('zh-dam-original');
  await request(indexedDB.deleteDatabase(name));
  assert.equal((await history.usage()).articles, 0);
  assert.equal((await keep('zh-dam-original')).others.length, 0);
});

test('a fact as long as a page is cut', async () => {
  const article = await read(pageOf('很'.repeat(3000), DAM), { url: 'http://long.example/' });
  assert.equal(recordOf(article).title.length, 500);
});

/** The bytes of a fingerprint as an earlier version of the extension has made them. */
const ofOld = ([_, ...bytes]) => new Uint8Array([0, ...bytes]);

test('fingerprints of an earlier version are made anew from the texts, at the start and in files', async () => {
  const { record } = await keepMade(DAM);
  const { record: textless } = await keep('zh-nightbus-original', { text: false });
  const [exported] = await fileOf();
  for (const one of [record, textless])
    await inDatabase('articles', (store) => store.put({ ...one, keys: [1], fingerprint: ofOld(one.fingerprint) }));
  assert.equal((await fileOf()).length, 0);
  assert.equal(await history.renew(0), null);
  assert.deepEqual([(await history.get(record.id)).keys, (await fileOf()).length], [record.keys, 1]);
  assert.deepEqual(ids(await keepMade(DAM, { hours: 1, url: 'http://portal.example/b' })), [record.id]);
  // Without a text it is known by its address.
  assert.equal((await keep('zh-nightbus-original', { hours: 2 })).record.id, textless.id);
  const old = { ...exported, fingerprint: `AA${exported.fingerprint.slice(2)}` };
  const other = another();
  assert.deepEqual(await other.import([old], LIMIT), { added: 1, known: 0, refused: 0 });
  assert.equal((await fileOf(other)).length, 1);
});
