// What a gateway may fetch, and addresses that it refuses.

import { words } from './words.mjs';

export const TARGETS = words`
  News.example *.paper.example 127.0.0.1:8080 [::1]:8080 b.example:8443 93.184.216.34 münchen.example`;

/** The addresses that a gateway of these targets refuses, by the code of the refusal. */
export const REFUSED = {
  address: words`
    news.example //news.example/ http:// javascript:alert(1) data:text/html,x http://news.example:99999/
    http://news.example./ http://localhost./ http://1.2.3.4.5/ http://::1/ http://[127.0.0.1]/ http://[::1%25lo]/
    http://⒈.example/ http://a!b.example/`,
  scheme: words`file:///etc/passwd ftp://news.example/ gopher://127.0.0.1:8080/`,
  credentials: words`http://a@news.example/ http://news.example@127.0.0.1/ http://:p@news.example/`,
  port: words`http://news.example:8080/ http://news.example:443/ https://news.example:22/`,
  not_listed: words`
    https://paper.example/ https://notpaper.example/ https://b.example/ http://8.8.8.8/
    http://news.example.evil.example/`,
  not_public: words`
    http:///x http://2130706433/ http://0x7f.1/ http://0x7f000001/ http://0177.0.0.1/ http://127.1/ http://0/
    http://127.0.0.1/ http://127.0.0.1./ http://127.0.0.1:8081/ http://１２７.０.０.１/ http://127。0。0。1/
    http://169.254.169.254/latest/meta-data/ http://10.0.0.1/ http://172.16.0.1/ http://192.168.1.1/
    http://100.64.0.1/ http://[::]/ http://[::1]/ http://[::ffff:7f00:1]/ http://[::ffff:127.0.0.1]/
    http://[::ffff:127.0.0.1]:8080/ http://[64:ff9b::7f00:1]/ http://[64:ff9b::127.0.0.1]/ http://[fe80::1]/
    http://[fd00::1]/ http://localhost:8080/ http://LOCALHOST/ http://a.localhost/ http://metadata.google.internal/
    http://printer.local/ http://router/`,
};
