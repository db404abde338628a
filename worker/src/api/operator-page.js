// The operator's view: three files, whose script calls the API.

import script from '../operator/operator.js';
import page from '../operator/operator.html';
import style from '../operator/operator.css';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** @type {import('./index.js').Route[]} */
export const view = [
  [/^$/, { GET: { access: 'open', handle: file(page, 'text/html') } }],
  [/^operator\.js$/, { GET: { access: 'open', handle: file(script, 'text/javascript') } }],
  [/^operator\.css$/, { GET: { access: 'open', handle: file(style, 'text/css') } }],
];

function file(text, type) {
  const headers = {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Security-Policy': POLICY,
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  };
  return () => new Response(text, { headers });
}
