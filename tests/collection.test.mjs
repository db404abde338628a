// Collections, folded lists and the layout of fingerprints, on the fixture pages.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import init, { Collection, Reader, layoutMap, fold, origins } from 'offprint/full';

const folder = fileURLToPath(new URL('pages', import.meta.url));
const ids = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

function read(id) {
  const reader = new Reader();
  reader.write(readFileSync(join(folder, id, 'page.html')));
  return reader.end();
}

test('a collection puts the fixture pages into the clusters that they were written as', async () => {
  await init();
  const collection = new Collection();
  for (const [i, id] of ids.entries()) assert.equal(collection.add(id, read(id)).place, i);
  const copies = collection.dedupe();
  const placed = [...copies.clusters.flat(), ...copies.unique, ...copies.unknown];
  assert.deepEqual(
    placed.sort((a, b) => a - b),
    ids.map((_, i) => i),
  );
  const { clusters, unique, unknown } = collection.origins();
  assert.equal(clusters.flatMap(({ members }) => members).length + unique.length + unknown.length, ids.length);
  const families = clusters.map(({ original, members }) => {
    const family = ids[original ?? members[0]].split('-').slice(0, 2).join('-');
    assert.ok(
      members.every((place) => ids[place].startsWith(family)),
      family,
    );
    return family;
  });
  assert.deepEqual(families.sort(), ['en-barrage', 'zh-dam', 'zh-nightbus']);
  const dam = clusters.find(({ members }) => members.includes(ids.indexOf('zh-dam-credited')));
  const credited = dam.links.find(({ copy }) => ids[copy] === 'zh-dam-credited');
  assert.equal(ids[credited.source], 'zh-dam-original');
  assert.ok(credited.confidence >= 75);
  assert.equal(collection.table('csv').split('\r\n').length, ids.length + 2);
  assert.equal(JSON.parse(collection.table('json')).length, ids.length);
  assert.throws(() => collection.add('a', 'text'), { code: 'article' });
  const found = origins(ids.map(read));
  assert.deepEqual(found, collection.origins());
  const [{ original, source, evidence }] = found.origins;
  assert.equal(found.sentence.split(' ')[0], String(found.origins[0].pages.length));
  assert.ok(original === null || ids[original]);
  assert.ok(source && evidence.length > 0);
  assert.equal(origins([]).sentence, 'No comparable articles (0 pages).');
  assert.throws(() => origins([null]), { code: 'article' });

  // Their stored facts give the same result.
  assert.deepEqual(origins(ids.map((id) => ({ ...read(id), text: null }))), found);

  // A list in which some pages were read, and one is known by its snippet.
  const text = read('zh-dam-original').text;
  const list = [read('zh-dam-original'), { snippet: text.slice(20, 140) }, read('zh-dam-credited'), { url: null }];
  const folded = fold(list);
  assert.deepEqual(
    folded.groups.map(({ representative, others }) => [representative, ...others.map(({ likeness }) => likeness)]),
    [[0, 'similar', 'same'], [3]],
  );
  assert.deepEqual([folded.independentOrigins, folded.unread], [2, [1, 3]]);
  // A text is as good as a fingerprint, and so are a page and an article in the result.
  const { title } = list[0];
  const page = `<title>${title}</title><article><p>${text.replaceAll('\n', '<p>')}</article>`;
  for (const result of [{ title, text }, { html: page }, { address: 'https://a.example/', article: list[0] }]) {
    const { unread, groups } = fold([list[0], result]);
    assert.deepEqual([unread, groups[0].others[0].likeness], [[], 'same'], Object.keys(result).join());
  }
  assert.throws(() => fold(['text']), { code: 'result' });
  assert.throws(() => fold([{ sketch: '%%' }]), { code: 'fingerprint_text' });
  for (const [article, code] of [
    ['text', 'article'],
    [{ fingerprint: '%%' }, 'fingerprint_text'],
    [{ fingerprint: 7 }, 'fingerprint_text'],
    [{ published: 7 }, 'facts'],
  ]) {
    assert.throws(() => origins([article]), { code }, JSON.stringify(article));
  }
});

test('what a fingerprint holds of its text is found in it', async () => {
  await init();
  let checked = 0;
  const found = [];
  for (const { fingerprint, text } of ids.map(read)) {
    if (fingerprint === null) continue;
    const { codes, keys, samples, parts } = layoutMap(fingerprint, text);
    const units = ({ start, end }) => text.slice(start, end).match(/\p{Script=Han}|[\p{L}\p{N}]+/gu)?.length ?? 0;
    assert.equal(keys.length, 16);
    assert.equal(keys.filter(({ written }) => written).length, 4);
    assert.ok(codes.filter(({ kept }) => kept).length <= 8);
    const places = [...keys, ...samples].map(({ place }) => place);
    assert.ok(places.every((place) => !place || units(place) > 0));
    found.push(...places.map(Boolean));
    assert.equal(parts.at(-1).end, Math.floor((fingerprint.length * 3) / 4));
    checked += 1;
  }
  assert.ok(checked > 20);
  // A range across an uncertain block, which is not compared, has no place in the text.
  assert.ok(found.filter(Boolean).length > 0.95 * found.length);
  assert.equal(layoutMap(null, '下游三座水库已经蓄满。专家提醒各县注意堤防。').codes.length, 1);
  assert.throws(() => layoutMap('no fingerprint', ''), { code: /^fingerprint_/ });
  assert.throws(() => layoutMap(null, undefined), { code: 'text' });
});
