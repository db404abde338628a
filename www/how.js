// "How it works": the ideas, each with a figure that is computed while the visitor reads.

import { methods, offprint } from './core.js';
import { h, svg } from './dom.js';
import { picture } from './fingerprint.js';
import { language, number, percent, t } from './i18n.js';
import { all, article, find } from './pages.js';

/** The pages in the figures, by language: the original and others beside it. */
const PAGES = {
  zh: ['zh-dam-original', 'zh-dam-table-gbk', 'zh-dam-abridged', 'zh-dam-merged', 'zh-dam-same-opening'],
  en: ['en-barrage-original', 'en-barrage-reprint', 'en-barrage-abridged', 'en-barrage-same-day'],
};

export const words = {
  en: {
    title: 'How it works',
    lead:
      'A copy seldom looks like its original. It is on another site, in another template and charset, under another ' +
      'headline, with a credit line added and a paragraph removed. What stays is the text. Every figure on this ' +
      'page is computed while you read, from the sample pages.',
    original: 'original',
    reprint: 'reprint',
    abridged: 'abridgement',
    merged: 'with a second story',
    other: 'another article',
    'wrap.title': 'Most of a page is something else',
    'wrap.text':
      'Markup, navigation, teasers, comments. As the bytes arrive, they become blocks of text; named rules strike ' +
      'out the noise, and a small model with integer weights decides which of the rest are the main content. No ' +
      'page is held whole, and no tree is built of it.',
    'wrap.figure':
      'Characters of each page: main content, other text, and markup. The texts are nearly alike; the pages are not.',
    'wrap.body': 'body',
    'wrap.noise': 'other text',
    'wrap.markup': 'markup',
    'stop.title': 'The full stop finds the prose',
    'stop.text':
      'Peng Yuan, Zhao Tiejun, Zheng Dequan and Yu Hao of the Harbin Institute of Technology built on an ' +
      'observation made around 2002: navigation hardly ever contains a full stop. Menus, links and buttons are ' +
      'words; only prose has sentences.',
    'stop.figure':
      'Each square is a block of the original’s page, dark if it contains a full stop. In the body {kept} do, in ' +
      'the rest {dropped}.',
    'stop.kept': 'body',
    'stop.dropped': 'struck out',
    'code.title': 'Five before the stop, five after',
    'code.text':
      'So the end of a sentence, with the text around it, identifies an article. Ten characters, five on each side, ' +
      'hardly ever agree by chance: 6,763 common characters to the tenth power is a number of 39 digits. This is ' +
      'the feature code; in English it is made of words. Where a character nearby was changed, that code is lost, ' +
      'and the others survive.',
    'code.figure': 'A feature code of the original, one of {all}; the fingerprint keeps {kept}.',
    'length.title': 'The length distinguishes a part from the whole',
    'length.text':
      'A reprint without its end has the same first sentences, and is not the same article. The paper’s answer is ' +
      'the ratio of the lengths: up to 1.10, two pages with one code are one article. Offprint measures more ' +
      'closely, and says “partial” where the paper says different.',
    'length.figure': 'Letters and digits of each body, and the ratio to the original.',
    'fold.title': 'What does not count',
    'fold.text':
      'Before anything is compared, the text is folded to what copies have in common. Width, case, punctuation, ' +
      'spacing and the choice between Traditional and Simplified characters do not count. Try it: change either ' +
      'sentence.',
    'fold.a': 'One sentence',
    'fold.b': 'Another',
    'fold.same': 'The same text.',
    'fold.changed': 'In other words.',
    'fold.only': 'Different texts.',
    'sample.title': 'A sample of the text, in its order',
    'sample.text':
      'Ends of sentences are few. So most of the fingerprint, 400 of its 500 bytes, is a sample of all short runs of ' +
      'text, four characters or three words long (Broder, 1997): those with the smallest hashes. Two copies choose ' +
      'the same ones, whatever stands before or after, and since their order is kept, it shows where the texts ' +
      'differ. The sample decides. Codes and length take 19 bytes: evidence that a reader can check.',
    'sample.all': 'the original',
    'sample.figure':
      'The samples of the original: a line for each, at its place in the text, as long as its hash is large. Dark ' +
      'are those that the other page has too: nearly all in a reprint, all up to the cut in an abridgement, hardly ' +
      'any in another article.',
    'key.title': 'Sixteen places to look',
    'key.text':
      'To find a copy among millions, nothing is compared with everything. Each of sixteen stretches of the text ' +
      'gives a key; an article is stored under four of them and looked up by all sixteen. So an abridgement shares ' +
      'some, too.',
    'key.figure': 'The keys of the original and of the {name}: {n} in common.',
    'verdict.title': 'A verdict, with its evidence',
    'verdict.text':
      'How much of each text the other contains, where the missing parts are, how far the lengths differ: from that ' +
      'follows one of four verdicts. It always comes with every value that was looked at.',
    'verdict.figure': 'The original compared with each of the others.',
    'verdict.page': 'Page',
    'verdict.says': 'Verdict',
    'verdict.score': 'Score',
    'verdict.compare': 'Compare',
    'papers.title': 'Five papers',
    'papers.text':
      'Other groups looked at other things. How they compare articles is built in; Offprint’s reader finds the ' +
      'articles. The documents list what a paper leaves open and what of it is not built. The view “Methods” sets ' +
      'them side by side.',
    'papers.list':
      'Peng et al., c. 2004: feature codes and length|Ge, Liu and Cui, 2012: the line that credits the source|Cao ' +
      'et al., 2009: vectors of terms|Liu, Zhang, Xia and Qian, 2009: the longest sentences|Cao, Niu, Zhao and ' +
      'Peng, 2011: networks of concepts',
    'papers.link': 'Methods side by side',
    'use.title': 'Use it',
    'use.package': 'In JavaScript: Node, Deno, Bun, browsers',
    'use.worker': 'At the edge, in front of a site',
    'use.extension': 'In the browser, while you read',
    'use.read': 'Read more',
  },
  zh: {
    title: '原理',
    lead: '转载的网页很少与原文长得一样：换了网站，换了模板和字符集，改了标题，这里添一行来源，那里少一段文字。不变的是正文。本页的每幅图都在你阅读时用样例网页当场算出。',
    original: '原文',
    reprint: '转载',
    abridged: '删节',
    merged: '并入另一篇',
    other: '另一篇文章',
    'wrap.title': '一页之中，多半不是文章',
    'wrap.text':
      '标记、导航、推荐、评论，样样都有。字节边到达边切成文本块；具名的规则划去噪声，再由一个只用整数的小模型判断其余哪些是正文。不必保存整页，也不建文档树。',
    'wrap.figure': '各页的字符数：正文、其他文字、标记。正文相差无几，网页却大不相同。',
    'wrap.body': '正文',
    'wrap.noise': '其他文字',
    'wrap.markup': '标记',
    'stop.title': '有句号的，才是文章',
    'stop.text':
      '哈尔滨工业大学的彭渊、赵铁军、郑德权和于浩，立足于 2002 年前后的一个发现：导航里几乎没有句号。菜单、链接、按钮都只是词语，只有文章才有句子。',
    'stop.figure': '每个方格是原文网页的一块，深色的含有句号。正文中占 {kept}，其余占 {dropped}。',
    'stop.kept': '正文',
    'stop.dropped': '划去的',
    'code.title': '句号前五字，句号后五字',
    'code.text':
      '因此，句末及其前后的字可以标记一篇文章。前后各五字，共十字，几乎不会碰巧相同：6763 个常用字的十次方，是一个 39 位的数。这就是特征码。附近若改了一个字，只失去这一个码，其余都在。',
    'code.figure': '原文的一个特征码；全文共有 {all} 个，指纹存 {kept} 个。',
    'length.title': '长度分得清部分与全体',
    'length.text':
      '转载若删去结尾，开头几句照旧，却已不是同一篇文章。论文的办法是看长度之比：不超过 1.10 且特征码相同，才算同一篇。Offprint 量得更细，论文判为“不同”的，它会判为“部分相同”。',
    'length.figure': '各篇正文的字数，以及与原文之比。',
    'fold.title': '哪些差别不算',
    'fold.text':
      '比较之前，先统一文字的写法。全角半角、大小写、标点、空格都不算差别，繁体简体也不算。不妨试试：改动任意一句。',
    'fold.a': '一句',
    'fold.b': '另一句',
    'fold.same': '文字相同。',
    'fold.changed': '换了说法。',
    'fold.only': '文字不同。',
    'sample.title': '按原来的次序，取一份样本',
    'sample.text':
      '句号毕竟不多。所以指纹 500 字节中有 400 字节是样本，取自全文的短片段（四个汉字或三个词，Broder，1997），留下散列值最小的那些。' +
      '无论前后添了什么，两份转载取到的样本都一样；样本保持原来的次序，因此看得出两篇在何处不同。结论由样本得出。' +
      '特征码和长度只占 19 字节，是读者可以核对的依据。',
    'sample.all': '原文',
    'sample.figure':
      '原文的样本：每条竖线是一个，位置即其在文中的位置，长短即散列值的大小。深色的在另一页里也有：转载几乎全有，删节到截断处为止都有，另一篇文章几乎没有。',
    'key.title': '十六处可供查找',
    'key.text':
      '要在几百万篇中找到转载，不能一一比较。全文分十六段，每段出一个键；一篇文章存在其中四个键下，查找时十六个都用。所以删节的也能查到。',
    'key.figure': '原文与“{name}”的键：共有 {n} 个相同。',
    'verdict.title': '有结论，也有依据',
    'verdict.text': '对方含有自己多少，缺的在哪里，长短差多少：由此得出四种结论之一，并附上所看的每一个数字。',
    'verdict.figure': '原文与其余各页相比。',
    'verdict.page': '网页',
    'verdict.says': '结论',
    'verdict.score': '得分',
    'verdict.compare': '比一比',
    'papers.title': '五篇论文',
    'papers.text':
      '各家着眼之处不同。五篇论文比较文章的方法都已实现，正文则由 Offprint 提取；原文未交代之处如何补足、哪些部分没有实现，见文档。可在“各家方法”中并列来看。',
    'papers.list':
      '彭渊等，约 2004 年：特征码与长度|葛晓盼、刘杰、崔健，2012 年：来源署名|曹玉娟等，2009 年：词项向量|刘四维、章轶、夏勇明、钱松荣，2009 年：长句|曹玉娟、牛振东等，2011 年：概念网络',
    'papers.link': '各家方法',
    'use.title': '如何使用',
    'use.package': '用 JavaScript：Node、Deno、Bun 和浏览器',
    'use.worker': '放在网站之前的边缘节点',
    'use.extension': '装在浏览器里，边读边看',
    'use.read': '详细说明',
  },
};

/** Characters that are shown around a feature code. */
const AROUND = 40;

/** Where to read more. */
const READ = { package: 'docs/pkg.html', worker: 'docs/worker.html', extension: 'docs/extension.html' };

const TWO_DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

const ratio = (a, b) => Math.max(a, b) / Math.min(a, b);

export default async function view(root, { signal }) {
  await all();
  const ids = PAGES[language()];
  const reading = Promise.all(ids.map((id) => seen(find(id))));
  const [{ anatomy, methods: ways }, core, pages] = await Promise.all([methods(), offprint(), reading]);
  if (signal.aborted) return;
  const read = pages.map((page) => ({ ...page, anatomy: anatomy(page.article.fingerprint, page.article.text) }));
  const [original] = read;
  root.append(
    part('wrap', wraps(read)),
    part('stop', stops(original)),
    part('code', code(original)),
    part('length', lengths(read)),
    part('fold', fold(core)),
    part('sample', skylines(ways, read)),
    part('key', keys(original, read[2])),
    part('verdict', verdicts(core, read)),
    h(
      'section.on-papers',
      h('div.say', h('h2', t('how.papers.title')), h('p', t('how.papers.text'))),
      h(
        'div',
        h(
          'ol',
          t('how.papers.list')
            .split('|')
            .map((line) => h('li', line)),
        ),
        h('p', h('a', { href: '#/methods' }, t('how.papers.link'))),
      ),
    ),
    h(
      'section.on-use',
      h('div.say', h('h2', t('how.use.title'))),
      h(
        'ul.uses',
        Object.entries(READ).map(([use, path]) =>
          h(
            'li',
            t(`how.use.${use}`),
            ' ',
            h('a', { href: path, 'aria-label': `${t('how.use.read')}: ${t(`how.use.${use}`)}` }, t('how.use.read')),
          ),
        ),
      ),
    ),
  );
}

/** A page with its article and its source. */
async function seen(page) {
  const [bytes, found] = await Promise.all([page.bytes(), article(page)]);
  return { page, article: found, source: new TextDecoder(found.charset).decode(bytes), name: nameOf(page) };
}

function nameOf({ id }) {
  const known = {
    original: 'original',
    reprint: 'reprint',
    'table-gbk': 'reprint',
    abridged: 'abridged',
    merged: 'merged',
  };
  return t(`how.${known[id.replace(/^(zh-dam|en-barrage)-/, '')] ?? 'other'}`);
}

function part(name, figure) {
  return h(
    'section',
    { class: `on-${name}` },
    h('div.say', h('h2', t(`how.${name}.title`)), h('p', t(`how.${name}.text`))),
    figure,
  );
}

const figure = (content, caption) => h('figure', content, caption && h('figcaption', caption));

/** Bars of several parts, each with a name; `rows` are `{ name, parts: [class, value][], told }`. */
function bars(rows) {
  const most = Math.max(...rows.map(({ parts }) => parts.reduce((sum, [, value]) => sum + value, 0)));
  return h(
    'div.bars',
    rows.map(({ name, parts, told }) => [
      h('span.name', name),
      h(
        'span.bar',
        parts.map(([kind, value]) => h('span', { class: kind, style: { width: `${(value / most) * 100}%` } })),
      ),
      h('span.told', told),
    ]),
  );
}

function wraps(read) {
  const rows = read.map(({ name, article: { text, blocks }, source }) => {
    const all = blocks.reduce((sum, block) => sum + block.text.length, 0);
    return {
      name,
      parts: [
        ['body', text.length],
        ['noise', all - text.length],
        ['markup', Math.max(0, source.length - all)],
      ],
      told: number(source.length),
    };
  });
  const legend = h(
    'p.key-line.small',
    ['body', 'noise', 'markup'].map((kind) => h('span', { class: `swatch ${kind}` }, t(`how.wrap.${kind}`))),
  );
  return figure([bars(rows), legend], t('how.wrap.figure'));
}

function stops({ article: { blocks } }) {
  const holds = ({ text }) => /[。！？]|[.!?](\s|$)/.test(text);
  const rows = [
    ['kept', blocks.filter(({ rule }) => !rule)],
    ['dropped', blocks.filter(({ rule }) => rule)],
  ];
  const share = (of) => percent(of.filter(holds).length / of.length);
  return figure(
    rows.map(([name, of]) =>
      h(
        'div.squares',
        h('p.small.quiet', t(`how.stop.${name}`)),
        h(
          'div',
          { 'aria-hidden': 'true' },
          of.map((block) => h('span', { class: holds(block) ? 'holds' : '' })),
        ),
      ),
    ),
    t('how.stop.figure', { kept: share(rows[0][1]), dropped: share(rows[1][1]) }),
  );
}

function code({ article: { text, language: lang }, anatomy: { codes } }) {
  const kept = codes.filter((each) => each.kept);
  const { before, after } =
    kept.find((each) => !text.slice(each.before.start, each.after.end).includes('\n')) ?? kept[0];
  return figure(
    h(
      'p.specimen',
      { lang },
      h(
        'span.quiet',
        text
          .slice(Math.max(0, before.start - AROUND), before.start)
          .split('\n')
          .at(-1)
          .replace(/^\p{Script=Latin}+ /u, ''),
      ),
      h('span.before', text.slice(before.start, before.end)),
      h('span.stop', text.slice(before.end, after.start)),
      h('span.after', text.slice(after.start, after.end)),
      h(
        'span.quiet',
        text
          .slice(after.end, after.end + AROUND)
          .split('\n')[0]
          .replace(/ \p{Script=Latin}+$/u, ''),
      ),
    ),
    t('how.code.figure', { all: codes.length, kept: kept.length }),
  );
}

function lengths(read) {
  const { length } = read[0].article;
  return figure(
    bars(
      read.map(({ name, article: own }) => ({
        name,
        parts: [['body', own.length]],
        told: `${number(own.length)} · ${number(ratio(own.length, length), TWO_DIGITS)}`,
      })),
    ),
    t('how.length.figure'),
  );
}

function fold({ align }) {
  const [a, b] =
    language() === 'zh'
      ? ['三座水庫已經蓄滿，水位超過ＷＸ線。', '三座水库已经蓄满 水位超过 wx 线']
      : ['The “Lower Gate” was SHUT at noon.', 'the lower gate, was shut at noon'];
  const says = h('output.says');
  const field = (name, value) =>
    h('label.field', h('span', t(`how.fold.${name}`)), h('input', { type: 'text', value, oninput: say }));
  const fields = [field('a', a), field('b', b)];

  function say() {
    const sides = align(...fields.map((each) => each.querySelector('input').value));
    const kinds = new Set(sides.flat().map(({ kind }) => kind));
    const kind =
      kinds.size === 1 && kinds.has('same') ? 'same' : kinds.has('same') || kinds.has('changed') ? 'changed' : 'only';
    says.textContent = t(`how.fold.${kind}`);
    says.className = `says ${kind}`;
  }

  say();
  return figure([fields, says]);
}

/** The samples of the original, and which of them each page contains. The first page is the original. */
function skylines({ explain }, pages) {
  const [original, ...others] = pages;
  const { samples } = original.anatomy;
  const held = ({ article: other }) => {
    const [marks] = explain('offprint', original.article, other).marks;
    const starts = new Set(
      marks.filter(({ role, held }) => role === 'sample' && held !== 'no').map(({ places }) => places[0]?.[0]),
    );
    return samples.map(({ place }) => starts.has(place?.start));
  };
  const rows = [[t('how.sample.all'), samples.map(() => true)], ...others.map((other) => [other.name, held(other)])];
  return figure(
    rows.map(([name, shared]) => {
      const told = `${name} · ${percent(shared.filter(Boolean).length / shared.length)}`;
      return h(
        'div.skyline',
        h('p.small.quiet', told),
        picture({ samples, keys: [], codes: [] }, { extent: original.article.text.length, shared, label: () => told }),
      );
    }),
    t('how.sample.figure'),
  );
}

function keys(original, other) {
  const [WIDTH, HEIGHT] = [480, 110];
  const x = (i) => 14 + i * ((WIDTH - 28) / 15);
  const [above, below] = [original, other].map(({ anatomy }) => anatomy.keys);
  const lines = above.flatMap(({ key }, i) =>
    below.flatMap((each, j) =>
      each.key === key ? [svg('path.link', { d: `M${x(i)} 22L${x(j)} ${HEIGHT - 22}` })] : [],
    ),
  );
  const row = (of, y, kind) =>
    of.map(({ written }, i) =>
      svg('rect', { x: x(i) - 8, y, width: 16, height: 16, class: `${kind} ${written ? 'written' : ''}` }),
    );
  const caption = t('how.key.figure', { name: other.name, n: lines.length });
  return figure(
    svg(
      'svg',
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': caption },
      lines,
      row(above, 6, 'one'),
      row(below, HEIGHT - 22, 'other'),
    ),
    caption,
  );
}

function verdicts({ compare }, pages) {
  const [original, ...others] = pages;
  const rows = others.map(({ page, article: own, name }) => {
    const { verdict, score } = compare(original.article, own);
    const link = `#/compare?${new URLSearchParams({ one: original.page.id, other: page.id })}`;
    return h(
      'tr',
      h('td', name),
      h('td', { class: `is-${verdict}` }, t(`verdict.${verdict}`)),
      h('td', number(score, { minimumFractionDigits: 2, maximumFractionDigits: 2 })),
      h('td', h('a', { href: link, 'aria-label': `${t('how.verdict.compare')}: ${name}` }, t('how.verdict.compare'))),
    );
  });
  const head = ['page', 'says', 'score'].map((name) => h('th', t(`how.verdict.${name}`)));
  return figure(h('table', h('thead', h('tr', head, h('td'))), h('tbody', rows)), t('how.verdict.figure'));
}
