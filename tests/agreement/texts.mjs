// Articles that were never written, in nine languages: real sentences around invented words.
//
// `#w` is a word, `#N` a name, `#n` a number, `#d` a day. Words and facts are drawn by themselves, so that one form can
// be filled twice.

import { random } from '../articles.mjs';

const pick = (list, draw) => list[Math.floor(draw() * list.length)];
const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** Words of two to `most` parts. */
const joined =
  (parts, most, shape = (word) => word) =>
  (draw) =>
    shape(Array.from({ length: 2 + Math.floor(draw() * (most - 1)) }, () => pick(parts, draw)).join(''));

const HAN = [
  ...'山水田石木火土金门桥车船马鸟鱼龙风云雨雪河湖海岛城镇村街学书报纸笔电灯钟铁钢银铜玉丝棉麻茶米面盐糖油',
].concat([
  ...'酒药医病军兵将士农工商厂矿井路线图画歌舞戏剧诗词文字声颜色红黄蓝绿黑白青紫东西南北左右前后内外长短高低远近新旧冷热轻重',
]);
/** Letters that are written in another way in Taiwan and Hong Kong. */
const TRADITIONAL = new Map(
  (
    '门門桥橋车車马馬鸟鳥鱼魚龙龍风風云雲岛島镇鎮学學书書报報纸紙笔筆电電灯燈钟鐘铁鐵钢鋼银銀铜銅丝絲面麵盐鹽药藥医醫军軍将將农農厂廠矿礦' +
    '线線图圖画畫戏戲剧劇诗詩词詞声聲颜顏红紅黄黃蓝藍绿綠东東后後内內长長远遠旧舊热熱轻輕这這个個时時们們来來说說还還对對为為么麼从從过過' +
    '会會开開关關发發给給两兩没沒请請问問应應当當让讓虽雖离離条條经經里裡赵趙钱錢孙孫吴吳郑鄭冯馮陈陳卫衛韩韓杨楊许許吕呂张張严嚴华華谢謝' +
    '邹鄒苏蘇'
  )
    .match(/../gu)
    .map((pair) => [...pair]),
);
export const traditional = (text) => [...text].map((letter) => TRADITIONAL.get(letter) ?? letter).join('');

const chinese = {
  word: joined(HAN, 2),
  name: joined([...'赵钱孙李周吴郑王冯陈卫蒋沈韩杨朱秦许何吕施张孔曹严华魏陶姜谢邹喻柏窦章苏潘葛范彭'], 3),
  day: (draw) => `${1 + Math.floor(draw() * 12)}月${1 + Math.floor(draw() * 28)}日`,
  between: '',
  sentences: [
    '#d，#N在#w说，#w的#w已经把#n个#w送到#w，#w也到了#w。',
    '#w的#w没有#w，#N还请#n位#w从#w来看#w，说这是#w的#w。',
    '#N和#N都问，为什么#w的#w要用#n条#w，而#w只有#w。',
    '从#d起，#w里的#w开了#n次，#w、#w和#w都发给了#N的#w。',
    '虽然#w离#w很近，#N说#w应当让#w过去，#n个#w已在#w等着。',
    '#w关了以后，#N的#w对#w说：“#w会来的，#w还有#n天。”',
  ],
};

const days = (months) => (draw) => `${1 + Math.floor(draw() * 28)} ${pick(months, draw)}`;

const LANGUAGES = {
  'zh-Hans': chinese,
  'zh-Hant': { ...chinese, shape: traditional },
  en: {
    word: joined('ka to mi re su lo ne vi da po gu ha be zo fi ru lem tor nas pil'.split(' '), 3),
    name: joined(
      'ash bren cold dun elm fal gar hol ing kel lor mar nor pell'.split(' '),
      2,
      (it) => `${capital(it)}ham`,
    ),
    day: days('January March April June August October'.split(' ')),
    sentences: [
      'On #d the #w of #N #wed #n #ws, after #N had #wed the #w near the #w.',
      '#N said that the #w was too #w for #ws, and that #n of them must be #wed.',
      'In #N, a #w with #n #ws stood beside the #w until the #ws #wed its #w.',
      'Nobody in #N #ws such a #w, yet #N keeps #n #ws under a #w #w.',
      'The #w #wed again, so that #N and the #w lost a #w, #n #ws and their #w.',
      'Whether the #w will #w a #w is known to #N alone, who has #wed #n #ws for it.',
    ],
  },
  de: {
    word: joined('bau dorf eck fal grun horn kel land mar nau ost pfad quel rin sand tal wun zeh'.split(' '), 3),
    name: joined(
      'ahl berg claus dorn eber frei gold hage jung krau lind meer'.split(' '),
      2,
      (it) => `${capital(it)}er`,
    ),
    day: (draw) => days(['Januar', 'März', 'Mai', 'Juli', 'Oktober'])(draw).replace(' ', '. '),
    sentences: [
      'Am #d hat #N die #w von #w ge#wt, weil #n #wen im #w fehlten.',
      '#N sagt, der #w sei für #wen zu #w, und #n davon müssten #wen.',
      'In #w stand ein #w mit #n #wen neben der #w, bis #N ihn #wte.',
      'Niemand #wt dort eine #w, doch #N hält #n #wen unter dem #w der #w.',
      'Die #w #wte wieder, so dass #N und der #w ihre #w und #n #wen verloren.',
      'Ob das #w noch #wt, weiß nur #N, der dafür #n #wen aus #w geholt hat.',
    ],
  },
  ru: {
    word: joined('ба во го ду же за ки ло ми не по ру си та фо хи че шу'.split(' '), 3),
    name: joined(
      'Бор Вер Гал Дем Зим Кор Лаз Мел Нес Ор Пав Сол'.split(' '),
      2,
      (it) => `${capital(it.toLowerCase())}ов`,
    ),
    day: days('января марта апреля июня августа октября'.split(' ')),
    sentences: [
      '#d #N сказал, что #w и #w уже привезли #n #wов в #w, хотя #w далеко.',
      'Никто в городе #w не видел такой #w, но #N хранит #n #wов под #wом.',
      '#N и #N спросили, почему #w без #wа стоит #n рублей, а #w только #w.',
      'Когда #w снова #wал, #N потерял свою #wу и ещё #n #wов из #wа.',
      'Возле #wа был #w, где #n #wов ждали, пока #N #wает их #wу.',
      'Будет ли #w в #wе, знает один #N: он нашёл для #wа #n новых #wов.',
    ],
  },
  ar: {
    word: joined('با تو جي حا خر دا رو زي سا شم صا طي عا غر فا قو كي لا مي نو'.split(' '), 3),
    name: joined('بد جم حس رش زه سل عم فر كر ند'.split(' '), 2, (it) => `ال${it}ي`),
    day: days('يناير مارس أبريل يونيو أغسطس أكتوبر'.split(' ')),
    sentences: [
      'في #d قال #N إن #w قد نقل #n من #w إلى #w قبل أن يصل #w.',
      'لا أحد في #w يعرف هذا #w، لكن #N يحفظ #n #w تحت #w القديم.',
      'سأل #N و#N لماذا يحتاج #w إلى #n #w بينما #w وحده يكفي #w.',
      'بعد ذلك عاد #w مرة أخرى، وخسر #N كل #w مع #n #w قرب #w.',
      'كان #w بجانب #w حيث انتظر #n #w حتى جاء #N مع #w.',
      'هل يبقى #w في #w؟ هذا ما يعرفه #N الذي أحضر له #n #w من #w.',
    ],
  },
  ja: {
    word: joined(HAN, 2, (word) => traditional(word).replaceAll('麵', '面')),
    name: joined([...'佐高田中村木林清森池橋石川藤原島岡本野坂'], 3),
    day: chinese.day,
    between: '',
    sentences: [
      '#dに#Nは#wの#wが#n本の#wを#wまで運んだと話し、#wも見せた。',
      '#wではだれも#wを使わないが、#Nは#wの下に#n個の#wを置いている。',
      '#Nさんと#Nさんは、なぜ#wには#n枚の#wが要るのかと#wで尋ねた。',
      'その後また#wが#wし、#Nは#wと#n台の#wを#wの近くで失った。',
      '#wのそばに#wがあり、#Nが#wを直すまで#n人の#wがそこで待った。',
      '#wが#wに残るかどうかは、#wから#n回も来た#Nしか知らない。',
    ],
  },
  ko: {
    word: joined([...'가나다라마바사아자차고노도로모보소오조호구누두루무부수우주후기니디리'], 3),
    name: joined([...'김이박최정강조윤장임한오서신권황안송류홍'], 3),
    day: (draw) => `${1 + Math.floor(draw() * 12)}월 ${1 + Math.floor(draw() * 28)}일`,
    sentences: [
      '#d #N 씨는 #w의 #w에서 #n개의 #w를 #w까지 옮겼다고 말했다.',
      '#w에서는 아무도 #w를 쓰지 않지만 #N 씨는 #w 밑에 #n개의 #w를 두었다.',
      '#N 씨와 #N 씨는 왜 #w에 #n장의 #w가 필요한지 #w에서 물었다.',
      '그 뒤 #w가 다시 #w하자 #N 씨는 #w와 #n대의 #w를 #w 근처에서 잃었다.',
      '#w 옆에 #w가 있었고 #N 씨가 #w를 고칠 때까지 #n명의 #w가 기다렸다.',
      '#w가 #w에 남을지는 #w에서 #n번이나 찾아온 #N 씨만 안다.',
    ],
  },
  hi: {
    word: joined('का गो चि जा टे ता दे नि पू बा मे या रो ला वि सा हु'.split(' '), 3),
    name: joined('अम बल चन दिन गण हर जय कम मन रम शिव विज'.split(' '), 2),
    day: days('जनवरी मार्च अप्रैल जून अगस्त अक्टूबर'.split(' ')),
    sentences: [
      '#d को #N ने कहा कि #w के #w ने #n #w को #w तक पहुँचाया और #w भी दिखाया।',
      '#w में कोई #w नहीं रखता, पर #N के पास #w के नीचे #n #w हैं।',
      '#N और #N ने पूछा कि #w को #n #w क्यों चाहिए जबकि #w अकेला #w है।',
      'इसके बाद #w फिर #w हुआ, और #N ने #w के पास #n #w और एक #w खो दिया।',
      '#w के साथ एक #w था, जहाँ #n #w तब तक रुके जब तक #N ने #w ठीक किया।',
      '#w अब #w में रहेगा या नहीं, यह #N जानता है, जो #w से #n #w लाया था।',
    ],
  },
};

export const CODES = Object.keys(LANGUAGES);

/** A writer of one language; what it writes follows from the seeds of its words and of its facts. */
export function writer(code, words, facts = words + 1) {
  const { word, name, day, sentences, between = ' ', shape = (text) => text } = LANGUAGES[code];
  const [ofWords, ofFacts] = [random(words), random(facts)];
  const slots = {
    w: () => word(ofWords),
    N: () => name(ofFacts),
    n: () => String(3 + Math.floor(ofFacts() * 9000)),
    d: () => day(ofFacts),
  };
  const filled = (sentence) => shape(sentence.replace(/#([wNnd])/g, (_, slot) => slots[slot]()));
  const write = (count) => Array.from({ length: count }, () => filled(pick(sentences, ofWords)));
  return {
    /** So many sentences. */
    write,
    /** A headline of words that no sentence has. */
    headline: () => shape(Array.from({ length: 4 }, slots.w).join(between)),
    /** The sentences with about this share of their words replaced; signs and short words stay. */
    reworded: (text, share) => {
      const chooses = () => ofWords() < share;
      const isHan = between === '';
      const pattern = isHan ? /\p{L}{2}/gu : /\p{L}{4,}/gu;
      return text.map((sentence) => sentence.replace(pattern, (old) => (chooses() ? shape(slots.w()) : old)));
    },
    between,
  };
}
