// Writes src/languages/data/months.txt: the names of months in the languages of CLDR.
//
//   npm install --no-save --legacy-peer-deps cldr-dates-full@48.2.0 cldr-cal-persian-full@48.2.0
//   node tools/scripts/months.mjs node_modules > src/languages/data/months.txt
//
// A line is a language, a month and its names; those of the Persian calendar have the number of their month behind `+`.
// Abbreviations end with a point.
import { readFileSync } from 'node:fs';

const modules = process.argv[2];
if (!modules) {
  console.error('usage: node tools/scripts/months.mjs NODE_MODULES');
  process.exit(2);
}

const LANGUAGES =
  'en de fr es pt it nl pl ru uk cs sv da nb fi tr ro hu el bg sr sr-Latn sk sl hr lt lv et ca gl eu is be kk az hy ' +
  'ka ar ar-LB ar-DZ fa ur he hi bn ta ml my th vi id ms fil sw sq mk de-AT';

const read = (path) => JSON.parse(readFileSync(`${modules}/${path}`, 'utf8'));
const names = (months, number) =>
  ['format', 'stand-alone'].flatMap((use) =>
    ['wide', 'abbreviated'].map((width) => [width === 'abbreviated', months[use][width][number]]),
  );
// Numbers as names are read without a list, and CLDR has words around some.
const isName = (name) => name && !/\d/.test(name) && /[\p{L}\p{M}]{2}/u.test(name);
const clean = (name) =>
  name
    .normalize('NFC')
    .replace(/^(de |d’|d'|tháng |bulan |mí |mis )/iu, '')
    .replace(/\s+/g, ' ');

for (const language of LANGUAGES.split(' ')) {
  for (const [calendar, folder, mark] of [
    ['gregorian', 'cldr-dates-full/main', ''],
    ['persian', 'cldr-cal-persian-full/main', '+'],
  ]) {
    if (mark && language !== 'fa') continue;
    const file = `${folder}/${language}/ca-${calendar}.json`;
    const { months } = Object.values(read(file).main)[0].dates.calendars[calendar];
    for (let number = 1; number <= 12; number += 1) {
      const all = new Set();
      for (const [isShort, name] of names(months, number)) {
        if (!isName(name)) continue;
        const bare = clean(name).replace(/\.$/, '');
        const isCut =
          isShort && !names(months, number).some(([short, other]) => !short && other && clean(other) === bare);
        all.add(isCut ? `${bare}.` : bare);
      }
      if (all.size) console.log(`${language} ${number}${mark} ${[...all].join('; ')}`);
    }
  }
}
