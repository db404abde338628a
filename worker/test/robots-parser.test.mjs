import assert from 'node:assert/strict';
import { test } from 'node:test';
import { robotsFor } from '../../shared/fetching/robots-parser.js';
import { random } from '../../tests/articles.mjs';
import { words } from '../../tests/words.mjs';

const allows = (robots, agent, path) => robotsFor(robots, agent, new URL(`https://news.example${path}`)).allows;

function assertAllowed(robots, agent, allowed, forbidden) {
  const what = (path) => `${robots}: ${agent} ${path}`;
  for (const path of allowed) assert.equal(allows(robots, agent, path), true, what(path));
  for (const path of forbidden) assert.equal(allows(robots, agent, path), false, what(path));
}

test('a crawler is bound by the groups that name it, else by those for all', () => {
  // RFC 9309, section 5.1.
  const simple =
    'User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\n' +
    'User-Agent: foobot\nDisallow:/\nAllow:/example/page.html\nAllow:/example/allowed.gif\n\n' +
    'User-Agent: barbot\nUser-Agent: bazbot\nDisallow: /example/page.html\n\nUser-Agent: quxbot\n\nEOF';
  for (const [agent, allowed, forbidden] of [
    ['foobot', ['/example/page.html', '/example/allowed.gif', '/robots.txt'], ['/publications/']],
    ['FooBot/2.1', [], ['/']],
    ['barbot', [], ['/example/page.html']],
    ['bazbot', ['/example/'], ['/example/page.html']],
    ['quxbot', ['/example/'], []],
    ['other', ['/a.gifs', '/publications/'], ['/example/', '/a.gif']],
    ['', [], ['/example/']],
  ]) {
    assertAllowed(simple, agent, allowed, forbidden);
  }
  // Groups of one crawler are one (2.2.1), and other records end no group (2.2.4).
  const merged =
    'User-agent: ExampleBot\nDisallow: /foo\nDisallow: /bar\n\nUser-agent: *\nDisallow: /\n\n' +
    'User-agent: ExampleBot\nDisallow: /baz\nUser-agent: a\nSitemap: https://news.example/map\n' +
    'Crawl-delay: 5\nUser-agent: b\nDisallow: /b';
  for (const [agent, allowed, forbidden] of [
    ['ExampleBot', ['/b'], ['/foo', '/baz']],
    ['a', [], ['/b']],
    ['b', ['/foo'], ['/b']],
    ['c', [], ['/foo']],
  ]) {
    assertAllowed(merged, agent, allowed, forbidden);
  }
});

test('a crawler is known by a whole word of its user agent', () => {
  const chrome =
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; ' +
    '+https://openai.com/gptbot-info) Chrome/119.0';
  const glued = 'ExampleBot/1.0;+https://bot.example/about(b@c.example)';
  for (const [agent, names, others] of [
    [chrome, ['GPTBot', 'gptbot/9'], words`GPTBot-Image GPT openai gptbot-info 119 5.0 ;`],
    [chrome, [], ['']],
    ['ExampleBot-Image/1.0', ['examplebot-image'], ['ExampleBot']],
    ['Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)', ['MJ12bot'], []],
    ['Screaming Frog SEO Spider/19.0', ['Screaming Frog SEO Spider', 'SEO'], []],
    ['Mozilla/5.0 (compatible; a/1; bot@crawler.example)', [], ['crawler']],
    ['CCBot', ['ccbot  # all of it'], []],
    [glued, ['ExampleBot'], ['about']],
  ]) {
    for (const name of names) assertAllowed(`User-agent: ${name}\nDisallow: /`, agent, [], ['/x']);
    for (const name of others) assertAllowed(`User-agent: ${name}\nDisallow: /`, agent, ['/x'], []);
  }
  const far = `${'水 '.repeat(600)}GPTBot/1.0`;
  assert.ok(allows('User-agent: GPTBot\nDisallow: /', far, '/x'));
});

test('crawlers of one operator obey the groups that it documents', () => {
  const closed = 'User-agent: *\nDisallow: /\n\n';
  const google = `${closed}User-agent: Googlebot\nAllow: /`;
  for (const agent of words`Googlebot-Image/1.0 Googlebot-News Googlebot-Video/1.0 Applebot/0.1`) {
    assertAllowed(google, agent, ['/x'], []);
    assertAllowed(`${google}\n\nUser-agent: ${agent.split('/')[0]}\nDisallow: /x`, agent, ['/y'], ['/x']);
    assertAllowed(closed, agent, [], ['/x']);
  }
  for (const agent of [
    'Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)',
    'Mozilla/5.0 (X11; Linux x86_64; Storebot-Google/1.0) AppleWebKit/537.36',
  ])
    assertAllowed(google, agent, ['/x'], []);
  assertAllowed(google, 'Mozilla/5.0 (compatible; GoogleOther)', [], ['/x']);
  for (const agent of ['AdsBot-Google (+http://www.google.com/adsbot.html)', 'Mediapartners-Google', 'APIs-Google']) {
    assertAllowed(closed, agent, ['/x'], []);
    assertAllowed(`${closed}User-agent: ${agent.split(' ')[0]}\nDisallow: /x`, agent, ['/y'], ['/x']);
  }
  assertAllowed(`${closed}User-agent: Yandex\nAllow: /`, 'Mozilla/5.0 (compatible; YandexImages/3.0)', ['/x'], []);
  assertAllowed(`${closed}User-agent: Baiduspider\nAllow: /`, 'Baiduspider-image', ['/x'], []);
});

test('the longest rule decides, and of two the one that allows', () => {
  for (const [rules, allowed, forbidden] of [
    // RFC 9309, section 5.2.
    ['Allow: /example/page/\nDisallow: /example/page/no.gif', ['/example/page/'], ['/example/page/no.gif']],
    ['Disallow: /p\nAllow: /p', ['/page'], []],
    ['Allow: /p\nDisallow: /p', ['/page'], []],
    ['Disallow: /folder\nAllow: /folder/', ['/folder/page'], []],
    ['Disallow: /*.htm\nAllow: /page', [], ['/page.htm']],
    ['Allow: /$\nDisallow: /', ['/'], ['/page.htm']],
    ['Disallow:\nAllow:', ['/x'], []],
    ['Disallow: x', ['/x'], []],
  ]) {
    assertAllowed(`User-agent: *\n${rules}`, 'a', allowed, forbidden);
  }
});

test('patterns fit octet by octet', () => {
  for (const [pattern, matching, others] of [
    // RFC 9309, section 2.2.2.
    ['/foo/bar?baz=quz', ['/foo/bar?baz=quz'], []],
    ['/foo/bar?baz=https://foo.bar', ['/foo/bar?baz=https%3A%2F%2Ffoo.bar'], []],
    ['/foo/bar?baz=https%3a%2f%2Ffoo.bar', ['/foo/bar?baz=https://foo.bar'], []],
    ['/foo/bar/\u{30C4}', ['/foo/bar/%E3%83%84'], []],
    ['/foo/bar/%e3%83%84', ['/foo/bar/%E3%83%84'], []],
    ['/foo/bar/%62%61%7A', ['/foo/bar/baz'], []],
    ['/foo/bar/baz', ['/foo/bar/%62%61%7a'], []],
    // Section 2.2.3.
    ['/path/file-with-a-%2A.html', ['/path/file-with-a-*.html'], ['/path/file-with-a-b.html']],
    ['/path/foo-%24', ['/path/foo-$'], []],
    ['/path/foo-$', ['/path/foo-'], ['/path/foo-$']],
    ['/a$b', ['/a$b'], []],
    ['/a%', ['/a%25'], []],
    ['/a%zz', ['/a%zz'], []],
    // The sign of kelvin is a k to what folds case.
    ['/k', [], ['/%E2%84%AA']],
    ['/\u{212A}', ['/%E2%84%AA'], []],
    ['/', ['/anything'], []],
    ['/x', [], ['/X']],
    ['/*', ['/'], []],
    ['*', ['/'], []],
    ['$', [], ['/']],
    ['/*.php$', ['/a.php.php'], ['/a.php?x']],
    ['/?x', ['/?x=1'], ['/#/?x']],
    ['/*=http://', ['/go?to=http%3A%2F%2Fb.example'], []],
  ]) {
    assertAllowed(`User-agent: *\nDisallow: ${pattern}`, 'a', others, matching);
  }
});

test('lines are read however they are written', () => {
  for (const robots of [
    '\u{FEFF}User-agent: *\nDisallow: /x',
    'user-AGENT:*\r\nDISALLOW:/x\r\n',
    'User-agent: *\rDisallow: /x # not this',
    '  User-agent :\t* \n\n# between\n\n  Disallow :  /x  ',
    'User-agent: */1.0\nnonsense\n:\nDisallow: /x:y\nDisallow: /x',
  ]) {
    assert.ok(!allows(robots, 'a', '/x'), robots);
  }
  for (const robots of [
    '',
    'Disallow: /x',
    'User-agent: *',
    'User-agent: *\n# Disallow: /x',
    'User-agent: *\nDisallow /x',
    'User-agent: *\nDisallow: /y\nUser-agent:\nDisallow: /x',
    "<!doctype html><title>News: all</title><a href='https://x'>Disallow: /x",
  ]) {
    assert.ok(allows(robots, 'a', '/x'), robots);
  }
  // Unicode ends a line here; robots.txt does not.
  const { usage } = robotsFor(
    'User-agent: *\nContent-Usage: search=y,\u2028train-ai=n',
    'a',
    new URL('https://a.example/'),
  );
  assert.deepEqual(usage, { search: 'yes', 'train-ai': 'no' });
});

test('a pattern fits as the regular expression that it means', () => {
  const next = random(1);
  const some = (letters, most) =>
    Array.from({ length: next() * (most + 1) }, () => letters[Math.floor(next() * letters.length)]).join('');
  for (let i = 0; i < 20_000; i++) {
    const [parts, end] = [`/${some('ab*', 8)}`, some('$', 1)];
    const path = `/${some('ab', 8)}`;
    const meant = new RegExp(`^${parts.replaceAll('*', '.*')}${end}`);
    const fits = !allows(`User-agent: *\nDisallow: ${parts}${end}`, 'a', path);
    assert.equal(fits, meant.test(path), `${parts}${end} ${path}`);
  }
});
