// "One page": it shows the package's results on the page.
import assert from 'node:assert/strict';
import init, { Reader, read } from 'offprint';
import { samples } from '../build.mjs';
import { testSite } from './browsers.mjs';
import { sample } from './samples.mjs';
import { hold } from './server.mjs';

/** What the view shows of the page at this moment. */
const shown = () => {
  const texts = (selector) => [...document.querySelectorAll(selector)].map((element) => element.textContent);
  return {
    title: document.querySelector('.sheet h2').textContent,
    kept: texts('.kept'),
    dropped: texts('.dropped del'),
    rules: texts('.dropped .rule'),
    fingerprint: document.querySelector('.print .code')?.textContent,
    lines: document.querySelector('.picture .sample')?.getAttribute('d').match(/M/g).length,
    keys: document.querySelectorAll('.picture .key').length,
    codes: document.querySelectorAll('.picture .dot').length,
    stops: texts('.kept-code.stop'),
    position: document.querySelector('.player output').textContent,
  };
};

/** The picture is drawn once the larger module is there. */
const drawn = () => document.querySelector('.picture') && document.querySelector('.known').textContent.includes('MB/s');

/** The texts of an article's blocks that a rule dropped, or those of its body. */
const textsOf = ({ blocks }, isDropped) =>
  blocks.filter(({ rule }) => Boolean(rule) === isDropped).map(({ text }) => text);

/** Waits until a page with this title is shown. */
const titled = (site, title) => site.until((title) => document.querySelector('.sheet h2').textContent === title, title);

/** Moves the slider. */
const slide = (site, to) => site.set('.player input[type=range]', to);

testSite('a page is shown as the package reads it', { view: '#/look?page=zh-dam-table-gbk' }, async (site) => {
  await site.until(drawn);
  const { bytes, contentType, article } = await sample('zh-dam-table-gbk');
  const whole = await site.run(shown);
  assert.equal(whole.title, article.title);
  assert.deepEqual([whole.kept, whole.dropped], [textsOf(article, false), textsOf(article, true)]);
  assert.equal(whole.kept.join('\n'), article.text);
  assert.equal(whole.fingerprint, article.fingerprint);
  assert.ok(whole.rules.length > 3);
  assert.equal(whole.codes, 8);
  // A sample across an uncertain block has no place in the text.
  assert.ok(whole.keys >= 14 && whole.keys <= 16, `${whole.keys} keys`);
  assert.ok(whole.lines >= 150 && whole.lines <= 160, `${whole.lines} lines`);
  assert.ok(whole.stops.some((stop) => stop.includes('。')));

  await slide(site, 20);
  const before = await site.run(shown);
  const end = Math.round((20 / 80) * bytes.length);
  const part = await read(bytes.subarray(0, end), { contentType, explain: true });
  assert.deepEqual(before.kept, textsOf(part, false));
  assert.notEqual(before.fingerprint, whole.fingerprint);
  assert.match(
    before.position,
    new RegExp(`${end.toLocaleString('en')} of ${bytes.length.toLocaleString('en')} bytes`),
  );
});

testSite(
  'the page without its noise comes out while it is read',
  { view: '#/look?page=zh-dam-table-gbk' },
  async (site) => {
    await site.until(drawn);
    const { bytes, contentType } = await sample('zh-dam-table-gbk');
    await init();
    const reader = new Reader({ contentType, clean: true });
    const cleaned = [...reader.write(bytes), ...(reader.end().rest ?? [])];
    const html = new TextDecoder().decode(new Uint8Array(cleaned));
    const shown = () => site.text('.cleaned pre');
    assert.ok(await site.run(() => document.querySelector('.cleaned').hidden));
    await site.click('.toggles input[value="clean"]');
    assert.equal(await shown(), html);
    assert.ok(html.includes('charset="utf-8"') && html.length < bytes.length);
    assert.ok(
      await site.run(() => document.querySelector('.sheet').hidden && !document.querySelector('.cleaned script')),
    );
    await slide(site, 40);
    const half = await shown();
    assert.ok(half.length < html.length && html.startsWith(half));
    await site.click('.toggles input[value="all"]');
    assert.ok(await site.run(() => document.querySelector('.cleaned').hidden));
  },
);

testSite('a page is known by the samples, and by those that were brought before', { view: '#/look' }, async (site) => {
  const answered = (verdict) => site.until((verdict) => document.querySelector(`.answer .verdict.${verdict}`), verdict);
  await answered('same');
  assert.equal(await site.text('.answer li span[dir]'), (await sample('en-barrage-reprint')).article.title);
  assert.doesNotMatch(
    await site.run(() => document.querySelector('.look').innerText),
    /of 100|BAPG/,
    'on request only',
  );
  const text = 'A ferry was late by eleven minutes, and the harbour board has counted every one of them since May.';
  const lines = Array.from({ length: 12 }, (_, i) => `<p>${text.replace('eleven', `${i + 3}`).repeat(2)}`).join('');
  const page = (title) => [...Buffer.from(`<title>${title}</title><h1>${title}</h1>${lines}`)];
  await site.drop([{ name: 'ferry.html', type: 'text/html', bytes: page('The ferry is late') }]);
  await answered('different');
  await site.drop([{ name: 'again.html', type: 'text/html', bytes: page('The ferry is late') }]);
  await answered('same');
  assert.equal(await site.text('.answer li'), 'same · ferry.html · compare');
  await site.click('.answer a');
  await site.until(() => document.querySelector('.compare .verdict.same'));
});

testSite('plays from the beginning to the end', { view: '#/look' }, async (site) => {
  await site.until(drawn);
  const whole = await site.run(shown);
  await site.click('.player input[value="4"]');
  // In one call that sees every step: on a busy machine it would be over before a second one.
  const kept = await site.run(
    () =>
      new Promise((resolve) => {
        const kept = [];
        const slider = document.querySelector('.player input[type=range]');
        const observer = new MutationObserver(() => {
          kept.push(document.querySelectorAll('.kept').length);
          if (slider.value === slider.max) resolve(kept);
        });
        observer.observe(document.querySelector('.player output'), { childList: true });
        document.querySelector('.player button').click();
      }),
  );
  assert.equal(kept.length, 81, 'from step 0 to step 80');
  assert.equal(kept[0], 0);
  assert.ok(
    kept.some((n) => n > 0 && n < whole.kept.length),
    kept.join(),
  );
  await site.until(() => document.querySelector('.player button').textContent === 'Read it slowly');
  assert.deepEqual(await site.run(shown), whole);
});

testSite('a page read in part is not called empty', { view: '#/look?page=zh-dam-original' }, async (site) => {
  await site.until(drawn);
  const columns = () => site.text('.columns');
  for (const step of [0, 1, 2, 4, 8]) {
    await slide(site, step);
    assert.doesNotMatch(
      await columns(),
      /nothing to read|None: |too little|no article|Untitled/i,
      `after step ${step}`,
    );
  }
  await slide(site, 0);
  assert.match(await columns(), /Reading: no text has come yet/);
  assert.match(await columns(), /None yet: the rest of the page is still to be read/);
  await site.press('#language');
  await site.until(() => document.querySelector('.picture'));
  await slide(site, 0);
  assert.match(await columns(), /正在读.*尚未读完/s);
});

testSite('while a slow module or page loads, the view says so', { view: null }, async (site) => {
  const { server, address } = site;
  const module = hold(server, '/offprint/dist/offprint.wasm');
  const page = hold(server, '/zh-notice/page.html');
  const seen = () => site.run(() => document.querySelector('main').innerText);
  await site.page.goto(`${address}#/look?page=zh-dam-original`);
  await site.until(() => document.querySelector('main [role=status]')?.textContent === 'Loading…');
  assert.doesNotMatch(await seen(), /nothing|None/i);
  module();
  await site.until(drawn);

  const { article } = await sample('zh-dam-original');
  assert.ok((await seen()).includes(article.title));
  await site.set('.picker select', 'zh-notice');
  await site.until(() =>
    [...document.querySelectorAll('[role=status]')].some((each) => each.textContent === 'Reading the page…'),
  );
  assert.ok(!(await seen()).includes(article.text.slice(0, 20)), 'the page before it does not stand for it');
  assert.doesNotMatch(await seen(), /nothing|None/i);
  page();
  const { title } = (await sample('zh-notice')).article;
  await titled(site, title);
  assert.ok((await seen()).includes(title));
  assert.doesNotMatch(await seen(), /Reading the page…/);
});

testSite('pages can be pasted, dropped and fetched', { view: '#/look', loud: true }, async (site) => {
  await site.until(drawn);
  const { bytes, article } = await sample('en-kettle');
  const html = new TextDecoder().decode(bytes);
  await site.run((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const event = new Event('paste', { bubbles: true });
    document.body.dispatchEvent(Object.defineProperty(event, 'clipboardData', { value: clipboardData }));
  }, html);
  await titled(site, article.title);
  assert.equal((await site.run(shown)).fingerprint, article.fingerprint);

  const drop = (name, type, bytes) => site.drop([{ name, type, bytes: [...bytes] }]);
  await drop('dropped.html', 'text/html', Buffer.from('<title>Dropped</title><p>One paragraph.'));
  await titled(site, 'Dropped');
  assert.match(await site.text('.print'), /None: it shows a short message only/);

  const enter = (input) =>
    site.run((text) => {
      document.querySelector('.box input').value = text;
      document.querySelector('.box').requestSubmit();
    }, input);
  await enter('pages/zh-nightbus-original/page.html');
  const { title } = (await sample('zh-nightbus-original')).article;
  await titled(site, title);
  assert.deepEqual(site.logged, []);
  await enter('missing.html');
  await site.until(() => document.querySelector('.wrong').textContent.includes('404'));
  for (const address of ['https://news.example/a?b=1', 'news.example', 'news.example/2026/ferry.html']) {
    await enter(address);
    await site.until((address) => document.querySelector('.wrong').textContent.includes(address), address);
    assert.match(await site.text('.wrong'), /is on another site\. .* Save the page/);
  }
  assert.equal(await site.text('.sheet h2'), title, 'what was shown stays');

  // 水库<蓄满>。 in GBK, with a blank line.
  const gbk = [0xcb, 0xae, 0xbf, 0xe2, 0x3c, 0xd0, 0xee, 0xc2, 0xfa, 0x3e, 0xa1, 0xa3, 0x0d, 0x0a, 0x0d, 0x0a];
  await drop('dam.txt', 'text/plain', Array.from({ length: 12 }, () => gbk).flat());
  await site.until(() => document.querySelector('.sheet').textContent.includes('水库<蓄满>。'));
  assert.match(await site.text('.known'), /by statistics/);
  await drop('empty.html', 'text/html', []);
  await site.until(() => document.querySelector('.wrong').textContent.includes('empty.html is empty.'));
  const before = await site.text('.sheet h2');
  await site.drop([{ name: 'book.html', type: 'text/html', bytes: [...Buffer.from('<p>A dam. ')], times: 1.1e6 }]);
  await site.until(() => document.querySelector('.wrong').textContent.includes('book.html has 11 MB'));
  assert.equal(await site.text('.sheet h2'), before);
  await drop('paper.pdf', 'application/pdf', Buffer.from('%PDF-1.7\n1 0 obj'));
  await site.until(() => document.querySelector('.print').textContent.includes('of the type application/pdf'));
  // Another file of one name is another page.
  await drop('dam.txt', 'text/plain', gbk);
  await site.until(() => new URLSearchParams(location.hash.split('?')[1]).get('page') === 'dam.txt (2)');
  await site.page.reload();
  await site.until(() => document.querySelector('.sheet')?.textContent.includes('水库<蓄满>。'));
});

testSite(
  'every sample can be read, and a key shows its text',
  { names: ['Chromium'], view: '#/look' },
  async (site) => {
    await site.until(drawn);
    const choose = async (slug) => {
      await site.set('.picker select', slug);
      await site.until(
        (page) =>
          location.hash.endsWith(`page=${page}`) && document.querySelector('.known').textContent.includes('MB/s'),
        slug,
      );
    };
    for (const { slug } of await samples()) {
      await choose(slug);
      const { article } = await sample(slug);
      const { kept, fingerprint } = await site.run(shown);
      assert.equal(kept.join('\n'), article.text, slug);
      assert.equal(fingerprint ?? null, article.fingerprint, slug);
    }
    await choose('zh-dam-original');
    const pointed = await site.run(() => {
      document.querySelector('.keys .written').click();
      return [...CSS.highlights.get('pointed')].map((range) => range.toString());
    });
    assert.equal(pointed.length, 1);
    assert.equal(pointed[0].replace(/[^\p{L}\p{N}]/gu, '').length, 6, 'a key is made of six characters');
  },
);

testSite('the fingerprint can be copied', { names: ['Chromium'], view: '#/look', loud: true }, async (site) => {
  await site.until(drawn);
  const rights = ['clipboard-read', 'clipboard-sanitized-write'];
  await site.page.browserContext().overridePermissions(site.address, rights);
  await site.click('.print button');
  await site.until(() => document.querySelector('.print button').textContent === 'Copied');
  const { fingerprint } = await site.run(shown);
  assert.equal(await site.run(() => navigator.clipboard.readText()), fingerprint);
});
