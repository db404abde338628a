import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdsAny, holdsSession } from '../src/asks/cookies.js';

test('cookies of a session are told from others', () => {
  assert.ok(holdsAny('_ga=1', []) && holdsAny('', []), 'where none is named, any is personal');
  const names = ['session', 'wordpress_logged_in_*'];
  for (const header of ['session=1', '_ga=1; session=2', 'wordpress_logged_in_ab=x', 'a=b;session']) {
    assert.equal(holdsAny(header, names), true, header);
  }
  for (const header of ['_ga=1', '', 'sessions=1', 'a=session; wordpress=1']) {
    assert.equal(holdsAny(header, names), false, header);
  }
});

test('a session is told by the usual names', () => {
  for (const header of ['PHPSESSID=1', '_ga=1; wordpress_logged_in_ab=x', 'CF_Authorization=jwt']) {
    assert.equal(holdsSession(header), true, header);
  }
  for (const header of ['', '_ga=1; consent=session', 'sessions=1']) {
    assert.equal(holdsSession(header), false, header);
  }
});
