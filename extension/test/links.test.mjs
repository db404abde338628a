// Links to what was read: by the address, and by the headline as other sites write it. Precision first: a headline that
// is taken for another hides news.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headlineOf, isHeadlineOf, isUpdated, LinkIndex } from '../history/headlines.js';
import { fixtures } from './support/sites.mjs';

/** Headlines, and the links to them that sites would show. */
const FORMS = {
  'Carrow tidal barrage to restart after three-year repair': [
    'CARROW TIDAL BARRAGE TO RESTART AFTER THREE-YEAR REPAIR',
    'Energy: Carrow tidal barrage to restart after three-year repair',
    'Carrow tidal barrage to restart',
    'Carrow tidal barrage to restart after three-year rep…',
    'Carrow’s tidal barrage to restart after three-year repair',
    'Carrow tidal barrage set to restart after a three-year repair',
    'Carrow tidal barrage to restart in May after three-year repair',
    'Carrow tidal barrage to restart after three-year repair Ten casings were recast, and fishers are content 3 h ago',
  ],
  'Ferry to Saltholm is cancelled for the rest of the winter': [
    'Ferry to Saltholm cancelled for the rest of the winter',
    'Ferry to Saltholm is cancelled for the winter',
    'Live | Ferry to Saltholm is cancelled for the rest of the winter - Harbour Post',
  ],
  'Bäckerei in Ölsund schließt nach 120 Jahren': [
    'Backerei in Olsund schließt nach 120 Jahren',
    'Regional: Bäckerei in Ölsund schließt nach 120 Jahren',
  ],
  '石门沟老坝汛前拆除 青榆河六十年来首次全线贯通': [
    '石门沟老坝汛前拆除，青榆河六十年来首次全线贯通',
    '石门沟老坝汛前拆除 青榆河首次全线贯通',
    '石门沟老坝汛前拆除 青榆河六十年来首次全线…',
    '要闻 | 石门沟老坝汛前拆除 青榆河六十年来首次全线贯通 3小时前',
    '青榆河六十年来首次全线贯通',
    '独家：石门沟老坝汛前拆除 青榆河六十年来首次全线贯通',
  ],
  '凌晨一点四十，２７路末班车上只有六个人': ['凌晨一点四十，27路末班车上只有六个人', '27路末班车上只有六个人'],
};
/** Pairs of headlines that are near each other, and of two articles. */
const OTHERS = [
  ['Storm leaves three dead in Carrow as rivers rise', 'Storm leaves five dead in Carrow as rivers rise'],
  ['Shares in Meridian Wire rise after bank raises rates', 'Shares in Meridian Wire fall after bank raises rates'],
  ['Council approves plan for new bridge at Ashwick', 'Council approves plan for new school at Ashwick'],
  ['Minister will resign over ferry contract', 'Minister will not resign over ferry contract'],
  ['Court rules ferry contract was lawful', 'Court never ruled that the ferry contract was lawful'],
  ['What we know about the storm in Carrow', 'What we know about the fire in Ashwick'],
  ['The weather for the week from 4 May', 'The weather for the week from 11 May'],
  ['Carrow barrage', 'Carrow barrage to restart after three-year repair'],
  ['Morning briefing', 'Morning briefing: the ferry, the barrage and the storm'],
  [
    'Islanders vote on the ferry',
    'Islanders vote on the ferry’s fares, timetable, crew and colour, and on four other questions',
  ],
  ['台风登陆澜安，三人遇难', '台风登陆澜安，五人遇难'],
  ['石门沟老坝将在汛前拆除', '石门沟老坝将不在汛前拆除'],
  ['石门沟老坝汛前拆除', '石门沟新坝汛前开工'],
  ['澜安市3月份房价环比上涨', '澜安市4月份房价环比上涨'],
  ['澜安新闻早班车', '澜安新闻早班车：今天有这些大事，你要知道'],
  ['教育局回应小学生午休问题', '教育局回应中学生午休问题'],
];
const titles = [...fixtures.values()].map(({ read }) => JSON.parse(read('meta.json')));
const isOne = (a, b) => isHeadlineOf(headlineOf(a), headlineOf(b));

test('a headline is recognised in the forms that sites give it, and no other is', () => {
  for (const [title, links] of Object.entries(FORMS)) {
    for (const link of links) assert.ok(isOne(title, link), `${title}\n${link}`);
  }
  for (const [title, link] of OTHERS) assert.ok(!isOne(title, link) && !isOne(link, title), `${title}\n${link}`);
  const pairs = titles.flatMap((a) => titles.filter((b) => a.family !== b.family).map((b) => [a.title, b.title]));
  assert.ok(pairs.length > 100);
  const taken = pairs.filter(([a, b]) => isOne(a, b));
  assert.deepEqual(taken, [], 'headlines of different articles');
});

test('an index finds the same among all headlines', () => {
  const index = new LinkIndex();
  const all = [...Object.keys(FORMS), ...titles.map(({ title }) => title), ...OTHERS.map(([title]) => title)];
  for (const [id, title] of all.entries()) index.add(id, [`paper.example/${id}`], title);
  for (const [id, links] of Object.values(FORMS).entries()) {
    for (const link of links) assert.equal(index.find('portal.example/1', link)?.id, id, link);
  }
  for (const [title, link] of OTHERS) assert.notEqual(all[index.find('portal.example/1', link)?.id], title, link);
  assert.deepEqual(index.find('paper.example/3', 'Read on'), { id: 3, isHere: true, isUpdated: false });
});

test('a link with other figures has changed since its article was read', () => {
  const updated = (a, b) => isUpdated(headlineOf(a), headlineOf(b));
  assert.ok(updated('Storm leaves 3 dead in Carrow as rivers rise', 'Storm leaves 5 dead in Carrow as rivers rise'));
  assert.ok(updated('台风登陆澜安，已有3人遇难', '台风登陆澜安，已有5人遇难'));
  assert.ok(!updated('Storm leaves 3 dead in Carrow as rivers rise', '12 comments'));
  assert.ok(!updated('Storm leaves 3 dead in Carrow as rivers rise', 'Storm leaves 3 dead in Carrow'));
});
