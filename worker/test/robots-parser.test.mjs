import assert from 'node:assert/strict';
import { test } from 'node:test';
import { robotsAllow } from '../src/site/robots-parser.js';
import { random } from './support/articles.mjs';

const allows = (robots, agent, path) => robotsAllow(robots, agent, new URL(`https://news.example${path}`));

test('a crawler is bound by the groups that name it, else by those for all', () => {
  // RFC 9309, section 5.1.
  const simple =
    'User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\n' +
    'User-Agent: foobot\nDisallow:/\nAllow:/example/page.html\nAllow:/example/allowed.gif\n\n' +
    'User-Agent: barbot\nUser-Agent: bazbot\nDisallow: /example/page.html\n\nUser-Agent: quxbot\n\nEOF';
  for (const [agent, path, expected] of [
    ['foobot', '/example/page.html', true],
    ['foobot', '/example/allowed.gif', true],
    ['foobot', '/publications/', false],
    ['foobot', '/robots.txt', true],
    ['FooBot/2.1', '/', false],
    ['barbot', '/example/page.html', false],
    ['bazbot', '/example/page.html', false],
    ['bazbot', '/example/', true],
    ['quxbot', '/example/', true],
    ['other', '/example/', false],
    ['other', '/a.gif', false],
    ['other', '/a.gifs', true],
    ['other', '/publications/', true],
    ['', '/example/', false],
  ]) {
    assert.equal(allows(simple, agent, path), expected, `${agent} ${path}`);
  }
  // Groups of one crawler are one (2.2.1), and other records end no group (2.2.4).
  const merged =
    'User-agent: ExampleBot\nDisallow: /foo\nDisallow: /bar\n\nUser-agent: *\nDisallow: /\n\n' +
    'User-agent: ExampleBot\nDisallow: /baz\nUser-agent: a\nSitemap: https://news.example/map\n' +
    'Crawl-delay: 5\nUser-agent: b\nDisallow: /b';
  for (const [agent, path, expected] of [
    ['ExampleBot', '/foo', false],
    ['ExampleBot', '/baz', false],
    ['ExampleBot', '/b', true],
    ['a', '/b', false],
    ['b', '/b', false],
    ['b', '/foo', true],
    ['c', '/foo', false],
  ]) {
    assert.equal(allows(merged, agent, path), expected, `${agent} ${path}`);
  }
});

test('a crawler is known by a whole word of its user agent', () => {
  const chrome =
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; ' +
    '+https://openai.com/gptbot-info) Chrome/119.0';
  const glued = 'ExampleBot/1.0;+https://bot.example/about(b@c.example)';
  for (const [agent, name, expected] of [
    [chrome, 'GPTBot', true],
    [chrome, 'gptbot/9', true],
    [chrome, 'GPTBot-Image', false],
    [chrome, 'GPT', false],
    [chrome, 'openai', false],
    [chrome, 'gptbot-info', false],
    [chrome, '119', false],
    [chrome, '5.0', false],
    [chrome, ';', false],
    [chrome, '', false],
    ['Googlebot-Image/1.0', 'Googlebot', false],
    ['Googlebot-Image/1.0', 'googlebot-image', true],
    ['Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)', 'MJ12bot', true],
    ['Screaming Frog SEO Spider/19.0', 'Screaming Frog SEO Spider', true],
    ['Screaming Frog SEO Spider/19.0', 'SEO', true],
    ['Mozilla/5.0 (compatible; a/1; bot@crawler.example)', 'crawler', false],
    ['CCBot', 'ccbot  # all of it', true],
    [glued, 'ExampleBot', true],
    [glued, 'about', false],
  ]) {
    assert.equal(!allows(`User-agent: ${name}\nDisallow: /`, agent, '/x'), expected, `${agent}: ${name}`);
  }
  const far = `${'水 '.repeat(600)}GPTBot/1.0`;
  assert.ok(allows('User-agent: GPTBot\nDisallow: /', far, '/x'));
});

test('the longest rule decides, and of two the one that allows', () => {
  for (const [rules, path, expected] of [
    // RFC 9309, section 5.2.
    ['Allow: /example/page/\nDisallow: /example/page/disallowed.gif', '/example/page/disallowed.gif', false],
    ['Allow: /example/page/\nDisallow: /example/page/disallowed.gif', '/example/page/', true],
    ['Disallow: /p\nAllow: /p', '/page', true],
    ['Allow: /p\nDisallow: /p', '/page', true],
    ['Disallow: /folder\nAllow: /folder/', '/folder/page', true],
    ['Disallow: /*.htm\nAllow: /page', '/page.htm', false],
    ['Allow: /$\nDisallow: /', '/', true],
    ['Allow: /$\nDisallow: /', '/page.htm', false],
    ['Disallow:\nAllow:', '/x', true],
    ['Disallow: x', '/x', true],
  ]) {
    assert.equal(allows(`User-agent: *\n${rules}`, 'a', path), expected, `${rules} ${path}`);
  }
});

test('patterns fit octet by octet', () => {
  for (const [pattern, path, expected] of [
    // RFC 9309, section 2.2.2.
    ['/foo/bar?baz=quz', '/foo/bar?baz=quz', true],
    ['/foo/bar?baz=https://foo.bar', '/foo/bar?baz=https%3A%2F%2Ffoo.bar', true],
    ['/foo/bar?baz=https%3a%2f%2Ffoo.bar', '/foo/bar?baz=https://foo.bar', true],
    ['/foo/bar/\u{30C4}', '/foo/bar/%E3%83%84', true],
    ['/foo/bar/%e3%83%84', '/foo/bar/%E3%83%84', true],
    ['/foo/bar/%62%61%7A', '/foo/bar/baz', true],
    ['/foo/bar/baz', '/foo/bar/%62%61%7a', true],
    // Section 2.2.3.
    ['/path/file-with-a-%2A.html', '/path/file-with-a-*.html', true],
    ['/path/file-with-a-%2A.html', '/path/file-with-a-b.html', false],
    ['/path/foo-%24', '/path/foo-$', true],
    ['/path/foo-$', '/path/foo-', true],
    ['/path/foo-$', '/path/foo-$', false],
    ['/a$b', '/a$b', true],
    ['/a%', '/a%25', true],
    ['/a%zz', '/a%zz', true],
    // The sign of kelvin is a k to what folds case.
    ['/k', '/%E2%84%AA', false],
    ['/\u{212A}', '/%E2%84%AA', true],
    ['/', '/anything', true],
    ['/x', '/X', false],
    ['/*', '/', true],
    ['*', '/', true],
    ['$', '/', false],
    ['/fish*', '/fishheads/yummy.html', true],
    ['/fish/', '/fish', false],
    ['/*.php', '/folder/a.php?x', true],
    ['/*.php$', '/a.php?x', false],
    ['/*.php$', '/a.php.php', true],
    ['/a*b*c', '/a-c-b-c', true],
    ['/a*b*c', '/a-c-b', false],
    ['/**a', '/ba', true],
    ['/*ab*ba$', '/aba', false],
    ['/*a$', '/', false],
    ['/?x', '/?x=1', true],
    ['/*=http://', '/go?to=http%3A%2F%2Fb.example', true],
    ['/?x', '/#/?x', false],
  ]) {
    assert.equal(!allows(`User-agent: *\nDisallow: ${pattern}`, 'a', path), expected, `${pattern} ${path}`);
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
});

test('a hostile file takes no longer than an honest one', () => {
  for (const [pattern, count, path] of [
    [`/${'*a'.repeat(1000)}b`, 250, `/${'a'.repeat(2000)}`],
    [`/*b${'a'.repeat(15_000)}`, 33, `/${'a'.repeat(60_000)}`],
    [`/*${'a'.repeat(15_000)}b`, 33, `/${'a'.repeat(60_000)}`],
    ['/%', 35_000, '/%25'],
  ]) {
    const begun = performance.now();
    allows(`User-agent: *\n${`Disallow: ${pattern}\n`.repeat(count)}`, 'x', path);
    const took = performance.now() - begun;
    assert.ok(took < 2000, `${pattern.slice(0, 10)}: ${took} ms`);
  }
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
