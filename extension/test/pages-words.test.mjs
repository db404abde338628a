// The words of the extension: complete in each language, and the verdict's sentences built from them.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Verdict, WHOLES } from '../pages/verdict.js';
import { camel } from '../pages/words.js';
import { converters } from '../../www/traditional.js';
import { messageOf, messages } from './support/fake.mjs';
import { cn, difference, en, states } from './support/states.mjs';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const LOCALES = ['en', 'zh_CN', 'zh_TW'];
const all = Object.fromEntries(await Promise.all(LOCALES.map(async (locale) => [locale, await messages(locale)])));
const wordsOf = (locale, browser = locale.replace('_', '-')) =>
  new Verdict((key, parts) => messageOf(all[locale], key, parts), browser);

const source = readdirSync(FOLDER, { recursive: true })
  .filter((name) => /^(?!dist|test|_locales|node_modules).*\.(js|html|json|ts)$/.test(name))
  .map((name) => readFileSync(`${FOLDER}/${name}`, 'utf8'))
  .join('\n');
const [contract, schema] = ['messages.d.ts', '../pkg/schema.d.ts'].map((name) =>
  readFileSync(`${FOLDER}/${name}`, 'utf8')
    .replace(/\/\*\*.*?\*\//gs, '')
    // A union is the same on one line and on several.
    .replace(/:\s+\|\s/g, ': '),
);

/** The codes of a type that is a union of them. */
function codes(text, start) {
  const from = text.indexOf(start);
  assert.ok(from >= 0, `${start} is missing`);
  return [...text.slice(from, text.indexOf(';', from)).matchAll(/'([\w-]+)'/g)].map(([, code]) => code);
}

test('each language has every message, with the same parts', () => {
  for (const locale of LOCALES.slice(1)) {
    const plural = Object.keys(all.en).filter((key) => key.endsWith('_one'));
    // Chinese has no form for one.
    assert.deepEqual(
      Object.keys(all[locale]),
      Object.keys(all.en).filter((key) => !plural.includes(key)),
    );
    for (const [key, { placeholders }] of Object.entries(all[locale])) {
      assert.deepEqual(placeholders, all.en[key].placeholders, `${key} in ${locale}`);
    }
  }
  for (const locale of LOCALES) {
    for (const [key, { message, placeholders = {} }] of Object.entries(all[locale])) {
      assert.ok(message.trim(), `${key} in ${locale} is empty`);
      const used = [...message.matchAll(/\$(\w+)\$/g)].map(([, name]) => name.toLowerCase());
      assert.deepEqual(new Set(used), new Set(Object.keys(placeholders)), `${key} in ${locale}`);
    }
  }
});

test('no message is left over, and none is missing', () => {
  for (const key of Object.keys(all.en)) {
    // Written out, or the part before `_` with a code after it.
    const [stem] = key.split('_');
    assert.ok(new RegExp(`\\b${key}\\b|__MSG_${key}__|\`${stem}_\\$|'${stem}'`).test(source), `${key} is never used`);
  }
  const uses = [
    ...source.matchAll(/(?:\bsay\(|\bcount\(|data-(?:say|name)=|\bact\()\s*['"](\w+)['"]/g),
    ...source.matchAll(/'(marks[A-Z]\w*)'|__MSG_(\w+)__/g),
  ];
  for (const [, key, inManifest] of uses) {
    const name = key ?? inManifest;
    assert.ok(all.en[name] ?? all.en[`${name}_other`], `${name} is missing`);
  }
});

test('every code has its words', () => {
  const wanted = [
    ...codes(contract, 'type ErrorCode').map((code) => `error_${code}`),
    ...codes(contract, "status: ('unread'").flatMap((code) => [
      ['same', 'partial'].includes(code) ? 'read_overlap' : `head_${camel(code)}`,
      `title_${camel(code)}`,
    ]),
    ...codes(contract, 'type WhyNotArticle').map((code) => `whyNot_${camel(code)}`),
    ...codes(contract, 'type WhyNever').map((code) => `whyNever_${camel(code)}`),
    ...codes(schema, "evidence: 'canonical-address'").flatMap((code) => [
      `for_${camel(code)}`,
      `against_${camel(code)}`,
    ]),
    ...codes(schema, "kind: 'head-cut'")
      .filter((code) => !WHOLES.includes(code))
      .map((code) => `change_${camel(code)}`),
    ...codes(contract, "  when: 'clicked'").map((code) => `when_${camel(code)}`),
    ...['changed', 'added', 'missing', 'lost'].map((count) => `marks_${count}`),
  ];
  assert.ok(wanted.length > 70, `${wanted.length}`);
  assert.deepEqual(
    wanted.filter((key) => !all.en[key]),
    [],
  );
});

test('what stores have room for is not exceeded', () => {
  for (const locale of LOCALES) {
    const length = (key) => all[locale][key].message.length;
    assert.ok(length('extensionName') <= 45, 'Firefox shows no more of a name');
    assert.ok(length('extensionDescription') <= 132, 'Chrome takes no more');
  }
});

test('Chinese messages have Chinese punctuation, and only characters of their script', () => {
  for (const locale of ['zh_CN', 'zh_TW']) {
    for (const [key, { message }] of Object.entries(all[locale])) {
      assert.doesNotMatch(
        message,
        /\p{Script=Han}[,;:?!]|[,;:?!]\p{Script=Han}|\p{Script=Han}\.|\.\.\./u,
        `${key} in ${locale}`,
      );
    }
  }
  // Characters that the other script does not use.
  const texts = (locale) =>
    Object.values(all[locale])
      .map(({ message }) => message)
      .join('');
  assert.doesNotMatch(texts('zh_TW'), /[这们读过写说设页网时间记录导复标题处还没关发动缓转载无选样较开删错图总]/u);
  assert.doesNotMatch(texts('zh_CN'), /[這們讀過寫說設頁網時間記錄導復標題處還關發動轉載無選樣較開刪錯圖總]/u);
});

test('Chinese messages call a thing what the site calls it', () => {
  const [characters, terms] = ['traditional', 'taiwan'].map((name) =>
    readFileSync(`${FOLDER}/../www/data/${name}.txt`, 'utf8'),
  );
  const pairs = terms.match(/\S+\s+\S+/g).map((pair) => pair.split(/\s+/));
  const ofTaiwan = pairs.map(([, word]) => word);
  const traditional = converters(characters, terms);
  const converted = pairs.map(([word]) => traditional.characters(word));
  const others = { zh_CN: ['加载', '地址'], zh_TW: converted.filter((word) => !ofTaiwan.includes(word)) };
  for (const [locale, words] of Object.entries(others)) {
    for (const [key, { message }] of Object.entries(all[locale]))
      assert.ok(!words.some((word) => message.includes(word)), `${key} in ${locale}`);
  }
});

test('the verdict is worded in English', () => {
  const words = wordsOf('en', 'en-GB');
  const all = states(en);
  assert.equal(words.headline(all.same), 'You read this on Meridian Wire (10 March)');
  assert.deepEqual(words.sentences(all.same, difference), [
    'Its headline there is “Carrow tidal barrage to restart after three-year repair”.',
    '2 paragraphs are missing.',
    'One paragraph was added.',
    '2 sentences were changed.',
    'One sentence was moved.',
  ]);
  assert.equal(words.headline(all.three), 'This is part of an article that you read on Meridian Wire (10 March)');
  assert.deepEqual(words.sentences(all.three).slice(1), ['Its end is missing.']);
  assert.deepEqual(words.sentences(all.gated).slice(1, 3), [
    'Only the beginning of this article could be read: it lies behind a paywall.',
    'Only the beginning of that article could be read: it lies behind a paywall.',
  ]);
  const [first] = all.gated.copies;
  const isNew = { ...all.gated, status: 'new', copies: [] };
  assert.equal(words.sentences(isNew)[1], words.sentences(all.gated)[1]);
  const seen = { ...all.gated, status: 'seen', entry: first.entry };
  assert.equal(words.sentences(seen)[2], words.sentences(all.gated)[1]);
  assert.deepEqual(words.sentences(all.seen), ['First read: 10 March.']);
  const again = (verdict, kind) => ({ ...all.same.copies[0], verdict, changes: [{ kind }] });
  const sentence = (copy) => words.sentences({ ...all.same, status: 'seen', copies: [copy] })[1];
  assert.equal(sentence(again('same')), 'The same article is on Meridian Wire.');
  assert.equal(sentence(again('partial', 'second-contains')), 'A shorter copy is on Meridian Wire.');
  assert.equal(sentence(again('partial', 'first-contains')), 'A longer copy is on Meridian Wire.');
  const completed = { ...all.seen, entry: { ...all.seen.entry, completed: true } };
  assert.deepEqual(words.sentences(completed), ['You had read only its beginning.']);
  assert.deepEqual(words.sentences(all.list), ['It is a list of pages, such as a front page.']);
  assert.deepEqual(words.sentences(all.refused), ['You asked Offprint never to read ashwickcourier.example.']);
  assert.match(words.sentences(all.unkept).join(' '), /^It could not be remembered\. There is no room left/);
  assert.equal(words.likenessInShort(all.same.copies[0]), 'Same article');
  assert.deepEqual(words.reasons(all.same.original), {
    for: ['Another page credits it as the source.', 'All other copies are most like it.'],
    against: ['Another was published earlier.'],
  });
});

test('the verdict is worded in Simplified Chinese', () => {
  const words = wordsOf('zh_CN');
  const all = states(cn);
  assert.equal(words.headline(all.same), '你在岚安新闻网读过本文（3月12日）');
  assert.equal(
    words.join(words.sentences(all.same, difference)),
    '那里的标题是《石门沟老坝汛前拆除 青榆河六十年来首次全线贯通》。' +
      '缺少 2 段。增加了 1 段。改动了 2 句。移动了 1 句。',
  );
  assert.equal(words.headline(all.three), '你在岚安新闻网读过更长的一篇（3月12日），本文是其中一部分');
  assert.deepEqual(words.sentences(all.gated).slice(1, 3), [
    '本文需付费阅读，仅读取到开头部分。',
    '那篇文章需付费阅读，仅读取到开头部分。',
  ]);
});

test('the verdict is worded in Traditional Chinese', () => {
  const words = wordsOf('zh_TW');
  const all = states(cn);
  assert.equal(words.headline(all.three), '你在岚安新闻网讀過更長的一篇（3月12日），本文是其中一部分');
  assert.equal(words.join(words.sentences(all.textless).slice(1)), '缺少開頭。');
});

test('dates are written as the browser’s country does, in the language of the messages', () => {
  const date = '2026-03-12T12:00:00Z';
  assert.equal(wordsOf('en', 'en-GB').date(date), '12 March');
  assert.equal(wordsOf('en', 'en-US').date(date), 'March 12');
  assert.equal(wordsOf('en', 'fr').date(date), 'March 12', 'French is not there');
  assert.equal(wordsOf('zh_TW').date(date), '3月12日');
});

test('a day of publication is written in words, if it has only one reading', () => {
  const words = wordsOf('en');
  assert.equal(words.publishedOn({ published: '2026-03-18' }), 'March 18');
  assert.equal(words.publishedOn({ published: '18/3/26 or so' }), '18/3/26 or so');
  assert.equal(words.publishedOn({ published: null }), null);
  assert.match(words.publishedOn({ published: '2026-03-18T11:40:00+08:00' }), /2026.*:40/);
});

test('words for an unnamed article, equal texts, sizes and spans of days', () => {
  const words = wordsOf('en');
  const { same } = states(en);
  const [copy] = same.copies;
  const entry = { ...copy.entry, title: '', site: null };
  const whole = { ...same, copies: [{ ...copy, entry }] };
  const nothing = { paragraphs: 0, sentences: 0 };
  const none = { ...difference, missing: nothing, added: { ...nothing, sentences: 1 }, changed: 0, moved: 0 };
  assert.equal(words.headline(whole), 'You read this on meridianwire.example (March 10)');
  assert.deepEqual(words.sentences(whole, none), ['One sentence was added.']);
  assert.equal(words.sentences(whole, { ...none, added: nothing }).at(-1), 'Every sentence is the same.');
  assert.equal(words.size(5_120_000), '5.1\u00a0MB');
  assert.equal(words.size(0), '0\u00a0kB');
  assert.equal(words.days(730), '2 years');
});

test('the listing in the stores describes the extension as the extension does', async () => {
  const { manifest } = await import('../manifest.js');
  const permissions = [...manifest('chromium', '1').permissions, ...manifest('firefox', '1').permissions];
  for (const locale of LOCALES) {
    const listing = readFileSync(`${FOLDER}/store/${locale}.md`, 'utf8');
    const sections = listing.split(/^#+ .*\n/m).map((section) => section.trim());
    assert.ok(listing.startsWith(`# ${all[locale].extensionName.message}\n`), locale);
    assert.equal(sections[2], all[locale].extensionDescription.message, locale);
    assert.ok(sections[3].length < 16_000, 'Chrome takes no more');
    for (const permission of permissions)
      assert.ok(sections.at(-1).includes(`\`${permission}\``), `${permission} in ${locale}`);
  }
});
