import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressRefusal, directoryFault, privateRefusal } from '../../shared/fetching/reachable.js';
import { words } from '../../tests/words.mjs';

/** The code with which an address is refused; undefined if it may be fetched. */
function codeOf(address) {
  if (!URL.canParse(address)) return 'address';
  const url = new URL(address);
  return (addressRefusal(url) ?? privateRefusal(url))?.code;
}

test('only public hosts are fetched, over http or https', () => {
  for (const url of words`
    http://news.example/1?x#y https://news.example http://NEWS.example/ https://news.example:8443/
    http://93.184.216.34/ https://xn--mnchen-3ya.example/ https://münchen.example/ http://8.8.8.8/ http://172.32.0.1/
    http://192.167.1.1/ http://100.128.0.1/ http://[2606:4700::1111]/ http://[::ffff:8.8.8.8]/`) {
    assert.equal(codeOf(url), undefined, url);
  }
  assert.equal(codeOf(''), 'address');
  for (const [code, urls] of Object.entries({
    address: words`
      news.example //news.example/ http:// javascript:alert(1) data:text/html,x http://news.example:99999/
      http://news.example./ http://localhost./ http://1.2.3.4.5/ http://::1/ http://[127.0.0.1]/ http://[::1%25lo]/
      http://⒈.example/ http://a!b.example/`,
    scheme: words`file:///etc/passwd ftp://news.example/ gopher://127.0.0.1:8080/`,
    credentials: words`http://a@news.example/ http://news.example@127.0.0.1/ http://:p@news.example/`,
    not_public: words`
      http:///x http://2130706433/ http://0x7f.1/ http://0x7f000001/ http://0177.0.0.1/ http://127.1/ http://0/
      http://127.0.0.1/ http://127.0.0.1./ http://127.0.0.1:8081/ http://１２７.０.０.１/ http://127。0。0。1/
      http://169.254.169.254/latest/meta-data/ http://10.0.0.1/ http://172.16.0.1/ http://172.31.255.255/
      http://192.168.1.1/ http://100.64.0.1/ http://198.19.0.1/ http://224.0.0.1/ http://255.255.255.255/
      http://[::127.0.0.1]/ http://[::ffff:a9fe:a9fe]/ http://[64:ff9b:1::1]/ http://[ff02::1]/ http://[fd12::1]/
      http://[fc00::1]/ http://[2001::1]/ http://[2001:db8::1]/ http://[2002:7f00:1::]/ http://[3fff::1]/ http://[::]/
      http://[::1]/ http://[::ffff:7f00:1]/ http://[::ffff:127.0.0.1]/ http://[::ffff:127.0.0.1]:8080/
      http://[64:ff9b::7f00:1]/ http://[64:ff9b::127.0.0.1]/ http://[fe80::1]/ http://[fd00::1]/ http://localhost:8080/
      http://LOCALHOST/ http://a.localhost/ http://metadata.google.internal/ http://printer.local/ http://router/
      http://router.lan/ http://wiki.corp/ http://0.0.0.0/ http://192.0.2.1/`,
  })) {
    for (const url of urls) assert.equal(codeOf(url), code, url);
  }
});

test('keys come over HTTPS from public hosts', () => {
  assert.equal(directoryFault('https://agent.example'), undefined);
  assert.equal(directoryFault('http://127.0.0.1:8080'), undefined, 'written out');
  for (const agent of words`
    http://agent.example https://localhost https://10.0.0.1 https://a@agent.example agent.example
    ftp://agent.example:21`) {
    assert.equal(typeof directoryFault(agent), 'string', agent);
  }
});
