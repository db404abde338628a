// The pages of the extension before a simulated background: every state, three languages, light and dark, keyboard.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { assertAccessible } from './support/axe.mjs';
import { startFake } from './support/fake.mjs';
import { cn, en, settings, states, usage } from './support/states.mjs';

let fake;
before(async () => (fake = await startFake()));
after(() => fake.close());

const popup = (state, options = {}) =>
  fake.open('popup.html', {
    width: 360,
    height: 580,
    ...options,
    answers: { page: state, read: state, mark: null, unmark: null, ...options.answers },
  });

const ALL = states(en);
const entries = Object.values(en);
const byId = new Map(entries.map((entry) => [entry.id, entry]));
const about = ({ id }) => ({
  entry: byId.get(id),
  copies: ALL.three.copies.filter((copy) => copy.entry.id !== id),
  original: ALL.three.original,
  denied: [en.kettle],
  versions: id === en.wire.id ? ALL.changed.versions : [],
  retold: id === en.courier.id ? ALL.retold.retold : [],
});
const full = {
  search: { entries, next: null },
  clusters: { clusters: [{ entries: [en.wire, en.courier, en.grid], original: ALL.same.original }], next: null },
  entry: about,
};

/** The requests of one type, without the type. */
const askedOf = (asked, type) => asked.filter((question) => question.type === type).map(({ type: _, ...rest }) => rest);

async function text(page, selector) {
  return (await page.locator(selector).innerText()).replace(/\s+/g, ' ').trim();
}

for (const [name, state] of Object.entries(ALL)) {
  test(`the popup, ${name}`, async () => {
    const { page, faults, asked, close } = await popup(state);
    await page.locator('#headline:not(:empty)').waitFor();
    assert.notEqual(await text(page, '#headline'), '');
    await assertAccessible(page, name);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'it is too wide');
    assert.deepEqual(faults, []);
    assert.equal(
      askedOf(asked, 'read').length,
      state.status === 'unread' ? 1 : 0,
      'only what was not read yet is read',
    );
    await close();
  });
}

for (const locale of ['en', 'zh_CN', 'zh_TW']) {
  for (const dark of [false, true]) {
    test(`all pages in ${locale}, ${dark ? 'dark' : 'light'}`, async () => {
      const options = {
        locale,
        dark,
        answers: {
          ...full,
          settings: {
            ...settings,
            when: 'chosen',
            sites: ['news.example'],
            original: 'preferred',
            preferred: ['A', 'B'],
          },
        },
      };
      const state = states(locale === 'en' ? en : cn).marked;
      for (const [name, opened] of [
        ['popup', popup(state, options)],
        ['history', fake.open('history.html', options)],
        ['options', fake.open('options.html', options)],
        ['difference', fake.open(`difference.html?id=${en.courier.id}&other=${en.wire.id}`, options)],
        ['welcome', fake.open('welcome.html', options)],
        ...(dark
          ? []
          : [
              ['narrow history', fake.open('history.html', { ...options, width: 360 })],
              ['narrow welcome', fake.open('welcome.html', { ...options, width: 360 })],
              ['narrow options', fake.open('options.html', { ...options, width: 360 })],
            ]),
      ]) {
        const { page, faults, close } = await opened;
        await page
          .locator('#headline:not(:empty), #usage dd, #threshold option, mark, .steps')
          .first()
          .waitFor({ state: 'attached' });
        await page.waitForFunction(
          () => document.documentElement.lang !== '' && !document.querySelector('[data-say]:empty'),
        );
        assert.equal(await page.getAttribute('html', 'lang'), { en: 'en', zh_CN: 'zh-Hans', zh_TW: 'zh-Hant' }[locale]);
        for (const summary of await page.locator('summary:visible').all()) await summary.click();
        await assertAccessible(page, `${name} in ${locale}`);
        assert.equal(
          await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
          true,
          `${name} is too wide`,
        );
        assert.deepEqual(faults, [], name);
        await close();
      }
    });
  }
}

test('the verdict is told in sentences, and of kept texts how many of theirs differ', async () => {
  const { page, close } = await popup(ALL.same);
  await page.getByText('2 paragraphs are missing.').waitFor();
  assert.equal(
    await text(page, '#first'),
    'Same article as “Carrow tidal barrage to restart after three-year repair” on Meridian Wire, first seen by you ' +
      'on March 10, 2026.',
  );
  assert.equal(
    await text(page, '#rest'),
    'This page credits Meridian Wire. 97% of that article is here. 2 paragraphs are missing. One paragraph was ' +
      'added. 2 sentences were changed. One sentence was moved.',
  );
  const timeline = await page.locator('#timeline li').allInnerTexts();
  assert.equal(timeline.length, 2);
  assert.match(timeline[0], /Meridian Wire.*March 10.*Same, 97%.*looks like the original/s);
  assert.match(timeline[1], /Ashwick Courier.*This page/s);
  assert.equal(await page.getByText('Open the original').getAttribute('href'), en.wire.url);
  await page.getByText('Why “Carrow').click();
  assert.deepEqual(await page.locator('#for li').allInnerTexts(), [
    'Another page credits it as the source.',
    'You saw it first.',
  ]);
  await close();
});

test('of two articles one number is told, and it means one thing', async () => {
  // The page contains all of a shorter article: all of that is here, but not half of this is there.
  const [copy] = ALL.same.copies;
  const contains = {
    ...copy,
    verdict: 'partial',
    score: 0.41,
    sides: [
      { ...copy.sides[0], held: 1 },
      { ...copy.sides[1], held: 0.41 },
    ],
    changes: [{ kind: 'contains', share: 1 }],
  };
  for (const [state, told] of [
    [{ ...ALL.same, status: 'partial', copies: [contains] }, []],
    [ALL.same, ['97%']],
    [ALL.three, ['58%', '56%']],
  ]) {
    const { page, close } = await popup(state, {
      answers: {
        difference: () => {
          throw { code: 'no_text' };
        },
      },
    });
    await page.locator('#timeline li').first().waitFor();
    const numbers = (await text(page, 'main')).match(/\d+\s*%/g) ?? [];
    assert.deepEqual([...new Set(numbers)], told);
    await close();
  }
});

test('an article that has changed: since when, what differs, and what it was', async () => {
  const { page, asked, close } = await popup(ALL.changed);
  await page.getByText('2 paragraphs are missing.').waitFor();
  assert.deepEqual(askedOf(asked, 'difference'), [{ id: en.wire.id, version: 2 }]);
  assert.equal(await text(page, '#headline'), 'This article has changed since you read it');
  assert.equal(await text(page, '#first'), 'You last read it as it was on March 12, 2026.');
  assert.equal(
    await page.getByText('Show what changed').getAttribute('href'),
    `difference.html?id=${en.wire.id}&version=2`,
  );
  await page.getByText('Earlier versions').click();
  assert.deepEqual(
    (await page.locator('#versions li').allInnerTexts()).map((line) => line.replace(/\s+/g, ' ')),
    [
      'As it is now, since March 14, 2026',
      'As it was from March 11, 2026 to March 12, 2026 Side by side',
      'As it was on March 10, 2026 Side by side',
    ],
  );
  await close();
  const textless = await popup(ALL.changedTextless);
  await textless.page.getByText('That text is no longer kept').waitFor();
  await textless.close();
});

test('an article beside what it was', async () => {
  const { page, asked, faults, close } = await fake.open(`difference.html?id=${en.wire.id}&version=1`, {
    answers: full,
  });
  await page.locator('mark[id]').first().waitFor();
  assert.deepEqual(askedOf(asked, 'difference'), [{ id: en.wire.id, version: 1 }]);
  assert.match(await text(page, '#amounts'), /^In the article as it is now, compared with what it was:/);
  assert.match(await text(page, 'article:first-child .facts'), /As it is now, since/);
  assert.match(await text(page, 'article:last-child .facts'), /As it was on March 10, 2026/);
  await assertAccessible(page, 'an article beside what it was');
  assert.deepEqual(faults, []);
  await close();
});

test('what is refused can be read anyway: the page, or its site', async () => {
  let now = ALL.form;
  const { page, asked, close } = await popup(null, {
    answers: {
      page: () => now,
      read: ({ anyway }) => (now = anyway || now === ALL.new ? ALL.new : ALL.form),
      anywaySite: ({ anyway }) => {
        now = anyway ? ALL.new : ALL.form;
        return settings;
      },
    },
  });
  await page.getByRole('button', { name: 'Read this page anyway' }).click();
  await page.getByText('New to you').waitFor();
  assert.deepEqual(askedOf(asked, 'read'), [{ tabId: 7, anyway: true }]);
  now = ALL.form;
  await page.reload();
  await page.getByRole('button', { name: 'Always read ashwickcourier.example' }).click();
  await page.getByText('ashwickcourier.example will be read from now on.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('It is a form that asks for a password.').waitFor();
  assert.deepEqual(
    askedOf(asked, 'anywaySite'),
    [true, false].map((anyway) => ({ site: 'ashwickcourier.example', anyway })),
  );
  await close();
  // Mail is read only if the user says so, page by page.
  const mail = await popup(ALL.mail);
  await mail.page.getByRole('button', { name: 'Read this page anyway' }).waitFor();
  assert.equal(await mail.page.getByRole('button', { name: /^Always read/ }).count(), 0);
  await mail.close();
});

test('what is no page of the web says what it is', async () => {
  const said = {
    blank: ['Offprint does not read this page', 'This tab is empty.'],
    pdf: ['Not a web page', 'It is a PDF document. Offprint reads web pages.'],
    unchanged: [
      'Still the article from before',
      /^The page has moved to another address but still shows what it showed before\./,
    ],
  };
  for (const [name, [headline, first]] of Object.entries(said)) {
    const { page, close } = await popup(ALL[name]);
    await page.locator('#headline', { hasText: headline }).waitFor();
    assert.match(await text(page, '#first'), first instanceof RegExp ? first : new RegExp(`^${first}$`));
    await close();
  }
});

test('what the browser shows to no extension is told as such', async () => {
  const hidden = { ...ALL.unread, url: null, site: null };
  const { page, close } = await popup(hidden, {
    answers: {
      read: () => {
        throw { code: 'page' };
      },
    },
  });
  await page.getByText('It is an empty tab, the source code of a page, or one of the browser’s own.').waitFor();
  await close();
});

test('teal is what can be pressed, and nothing else', async () => {
  const TEAL = 'rgb(31, 100, 96)';
  for (const [name, state] of Object.entries(ALL)) {
    const { page, close } = await popup(state);
    await page.locator('#headline:not(:empty)').waitFor();
    const wrong = await page.evaluate((teal) => {
      const properties = ['color', 'borderTopColor', 'borderInlineStartColor', 'backgroundColor'];
      const width = { borderTopColor: 'borderTopWidth', borderInlineStartColor: 'borderInlineStartWidth' };
      return [...document.body.querySelectorAll('*')]
        .filter((element) => element.checkVisibility() && !element.closest('a, button, summary'))
        .filter((element) =>
          properties.some(
            (name) => getComputedStyle(element)[name] === teal && getComputedStyle(element)[width[name]] !== '0px',
          ),
        )
        .map(({ outerHTML }) => outerHTML);
    }, TEAL);
    assert.deepEqual(wrong, [], name);
    await close();
  }
});

test('if the texts cannot be laid side by side, the fingerprints still tell', async () => {
  const { page, close } = await popup(ALL.three, {
    answers: {
      difference: () => {
        throw { code: 'no_text' };
      },
    },
  });
  await page.getByText('Its end is missing.').waitFor();
  await close();
});

test('by the keyboard alone: marked, gone through, unmarked', async () => {
  let now = ALL.same;
  const { page, asked, close } = await popup(null, {
    answers: {
      page: () => now,
      mark: () => (now = ALL.marked).marks,
      unmark: () => {
        now = ALL.same;
        return null;
      },
      jump: { at: 2, of: 6 },
    },
  });
  const press = async (name) => {
    for (let i = 0; i < 20; i++) {
      if ((await page.evaluate(() => document.activeElement.textContent)) === name) return page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
    }
    assert.fail(`Tab does not lead to ${name}`);
  };
  await page.getByText('Show what differs').waitFor();
  await press('Show what differs');
  await page.getByText('Same: 31').waitFor();
  assert.deepEqual(askedOf(asked, 'mark'), [{ tabId: 7, other: en.wire.id }]);
  assert.notEqual(await page.evaluate(() => document.activeElement.tagName), 'BODY', 'the focus is lost');
  await press('Next');
  await page.getByText('3 of 6').waitFor();
  assert.deepEqual(askedOf(asked, 'jump'), [{ tabId: 7, direction: 'next' }]);
  await press('Remove the marks');
  await page.getByText('Show what differs').waitFor();
  assert.equal(askedOf(asked, 'unmark').length, 1);
  await close();
});

test('what was done is told, and can be undone', async () => {
  const forgotten = { title: en.courier.title, record: 'as the background likes it' };
  const { page, asked, close } = await popup(ALL.same, {
    answers: { forget: forgotten, restore: en.courier, neverSite: settings, notACopy: null },
  });
  const undo = async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Restored.').waitFor();
  };
  await page.getByRole('button', { name: 'Forget this article' }).click();
  await page.getByText('Forgotten: “Islanders to get their tide back”.').waitFor();
  await undo();
  assert.deepEqual(askedOf(asked, 'restore'), [{ forgotten }]);

  await page.getByRole('button', { name: 'Not a copy' }).click();
  await page.getByText('is not a copy').waitFor();
  await undo();
  assert.deepEqual(
    askedOf(asked, 'notACopy').map(({ not }) => not),
    [true, false],
  );

  await page.getByRole('button', { name: 'Never read ashwickcourier.example' }).click();
  await page.getByText('will not be read any more').waitFor();
  await undo();
  assert.deepEqual(
    askedOf(asked, 'neverSite'),
    [true, false].map((never) => ({ site: 'ashwickcourier.example', never })),
  );
  await close();
});

test('a page changes while the popup is open', async () => {
  let now = ALL.reading;
  const { page, changed, close } = await popup(null, { answers: { page: () => now } });
  await page.getByText('Reading this page…').waitFor();
  now = ALL.new;
  await changed({ what: 'page', tabId: 8 });
  await changed({ what: 'page', tabId: 7 });
  await page.getByText('New to you').waitFor();
  await close();
});

test('what fails says what to do', async () => {
  for (const [code, words] of [
    ['blocked', 'does not let Offprint keep anything'],
    ['database', 'Try again'],
    ['question', 'Two versions'],
  ]) {
    const { page, close } = await popup(null, {
      answers: {
        page: () => {
          throw { code };
        },
      },
    });
    await page.locator('#notice', { hasText: words }).waitFor();
    await close();
  }
  const { page, close } = await popup(ALL.unread, {
    answers: {
      read: () => {
        throw { code: 'page' };
      },
    },
  });
  await page.getByText('otherwise reload it and try again.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await close();
});

test('what pages and files say is text, and leads to nothing but the web', async () => {
  const bad = {
    ...en.wire,
    title: '<img src=x onerror="document.title=1">',
    url: 'javascript:document.title=2',
    site: '<b>',
    icon: 'https://elsewhere.example/a.png',
  };
  const { page, faults, close } = await popup({ ...ALL.same, copies: [{ ...ALL.same.copies[0], entry: bad }] });
  await page.getByText('<img src=x', { exact: false }).first().waitFor();
  assert.equal(await page.locator('img, b, a[href^="javascript"]').count(), 0);
  assert.deepEqual(faults, []);
  await close();
});

test('the history is searched, and grows on demand', async () => {
  const { page, asked, close } = await fake.open('history.html', {
    answers: {
      ...full,
      search: ({ query, after }) =>
        query
          ? { entries: query === 'kettle' ? [en.kettle] : [], next: null }
          : after
            ? { entries: [en.kettle], next: null }
            : { entries: Array(50).fill(en.wire), next: 'more' },
    },
  });
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.locator('#list > li').nth(50).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Show more' }).isVisible(), false);
  assert.equal(
    await page.evaluate(() => document.activeElement.textContent),
    en.kettle.title,
    'the focus goes to what is new',
  );
  await page.getByRole('searchbox').fill('kettle');
  await page.waitForFunction(() => document.querySelectorAll('#list > li').length === 1);
  await page.getByRole('searchbox').fill('nowhere');
  await page.getByText('No article has all of these words.').waitFor();
  assert.deepEqual(askedOf(asked, 'search').at(1), { query: '', after: 'more', limit: 50 });
  await page.locator('#which').selectOption('clusters');
  await page.getByText('3 pages').waitFor();
  assert.match(await text(page, '.cluster li:first-child'), /looks like the original/);
  await close();
});

test('the history shows where a text has what was sought, as text', async () => {
  const entry = { ...en.kettle, passage: ['…it <b>whistles</b> ', 'all', ' morning…'] };
  const { page, close } = await fake.open('history.html', {
    answers: { ...full, search: ({ query }) => ({ entries: query ? [entry] : [], next: null }) },
  });
  await page.getByRole('searchbox').fill('all');
  await page.locator('.passage').waitFor();
  assert.equal(await text(page, '.passage'), '…it <b>whistles</b> all morning…');
  assert.equal(await text(page, '.passage mark'), 'all');
  assert.doesNotMatch(await text(page, '#list'), /null|undefined/);
  await assertAccessible(page, 'a passage');
  await close();
});

test('a site is read automatically from the popup, if the browser allows it, and no longer', async () => {
  let chosen = {};
  const { page, asked, close } = await popup(ALL.same, {
    answers: {
      settings: () => ({ ...settings, ...chosen }),
      automaticSite: ({ site, automatic }) => (chosen = automatic ? { when: 'chosen', sites: [site] } : {}),
    },
  });
  const { site } = ALL.same;
  await page.getByRole('button', { name: 'Read this site automatically' }).click();
  await page.getByText(`${site} is read automatically from now on.`).waitFor();
  assert.deepEqual(await page.evaluate(() => window.fakeRequests), [
    { origins: [`http://*.${site}/*`, `https://*.${site}/*`] },
  ]);
  assert.deepEqual(askedOf(asked, 'automaticSite').at(-1), { site, automatic: true });
  await page.getByRole('button', { name: 'Stop reading this site automatically' }).click();
  await page.getByText(`${site} is read only when you click the button.`).waitFor();
  assert.deepEqual(askedOf(asked, 'automaticSite').at(-1), { site, automatic: false });
  assert.equal((await page.evaluate(() => window.fakeRemoved)).length, 1);
  await close();

  const refused = await popup(ALL.same, { grants: false, answers: { automaticSite: settings } });
  await refused.page.getByRole('button', { name: 'Read this site automatically' }).click();
  await refused.page.locator('#notice.bad').waitFor();
  await refused.close();

  const everywhere = await popup(ALL.same, { answers: { settings: { ...settings, when: 'everywhere' } } });
  await everywhere.page.locator('#more button').first().waitFor();
  assert.equal(await everywhere.page.getByRole('button', { name: /automatically/ }).count(), 0);
  await everywhere.close();
});

test('the first page asks when pages are read, and does nothing that the browser has not granted', async () => {
  const { page, asked, close } = await fake.open('welcome.html');
  await page.getByRole('button', { name: 'Automatically on all sites' }).click();
  await page.getByText('Pages are read automatically from now on.').waitFor();
  assert.deepEqual(askedOf(asked, 'changeSettings'), [{ changes: { when: 'everywhere' } }]);
  await page.getByRole('button', { name: 'Only when I click the button' }).click();
  await page.locator('#notice').getByText('Pages are read only when you click the button.').waitFor();
  assert.equal((await page.evaluate(() => window.fakeRequests)).length, 1);
  await close();

  const refused = await fake.open('welcome.html', { grants: false });
  await refused.page.getByRole('button', { name: 'Automatically on all sites' }).click();
  await refused.page.locator('#notice.bad').waitFor();
  assert.deepEqual(askedOf(refused.asked, 'changeSettings'), []);
  await refused.close();
});

test('a long search goes on until it has found enough, and not after another was begun', async () => {
  const { page, asked, close } = await fake.open('history.html', {
    answers: {
      search: ({ query, after }) =>
        query
          ? { entries: after === '3' ? [en.kettle] : [], next: after === '3' ? null : String(Number(after ?? 0) + 1) }
          : { entries, next: null },
    },
  });
  await page.locator('#list > li').nth(3).waitFor();
  await page.getByRole('searchbox').fill('kettle');
  await page.waitForFunction(() => document.querySelectorAll('#list > li').length === 1);
  assert.deepEqual(
    askedOf(asked, 'search')
      .slice(1)
      .map(({ after }) => after),
    [null, '1', '2', '3'],
  );
  assert.equal(await page.locator('#empty').isVisible(), false);
  await close();
});

test('an answer that comes late does not take the place of a newer one', async () => {
  let release;
  const { page, close } = await fake.open('history.html', {
    answers: {
      search: async ({ query }) => {
        if (query === 'k') await new Promise((resolve) => (release = resolve));
        return { entries: query === 'k' ? [en.wire] : [en.kettle], next: null };
      },
    },
  });
  await page.getByRole('searchbox').pressSequentially('ke', { delay: 400 });
  await page.getByText(en.kettle.title).waitFor();
  release();
  await page.waitForTimeout(50);
  assert.deepEqual(await page.locator('.title').allInnerTexts(), [en.kettle.title]);
  await close();
});

test('the history: copies, forgetting one, a site, all', async () => {
  let kept = [...entries];
  const forgotten = { title: 'x' };
  const { page, asked, close } = await fake.open('history.html', {
    answers: {
      ...full,
      search: () => ({ entries: kept, next: null }),
      notACopy: null,
      forget: ({ id }) => {
        kept = kept.filter((entry) => entry.id !== id);
        return forgotten;
      },
      restore: () => (kept = [...entries])[0],
      forgetSite: 2,
      forgetAll: () => {
        kept = [];
        return null;
      },
      usage: () => ({ ...usage, articles: kept.length, oldest: null }),
    },
  });
  await page.locator('summary').nth(2).click();
  await page.getByText('Partial, 58%').waitFor();
  assert.equal(
    await page.getByRole('link', { name: 'Side by side' }).first().getAttribute('href'),
    `difference.html?id=${en.grid.id}&other=${en.wire.id}`,
  );
  await page.getByRole('button', { name: /^It is a copy/ }).click();
  await page.waitForFunction(() => document.querySelectorAll('.copies').length === 2);
  assert.deepEqual(askedOf(asked, 'notACopy'), [{ id: en.grid.id, other: en.kettle.id, not: false }]);

  await page.getByRole('button', { name: `Forget “${en.courier.title}”` }).click();
  await page.waitForFunction(() => document.querySelectorAll('#list > li').length === 3);
  assert.match(await page.evaluate(() => document.activeElement.ariaLabel), /^Forget “/, 'the focus goes to the next');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForFunction(() => document.querySelectorAll('#list > li').length === 4);

  await page.locator('summary').first().click();
  await page.getByRole('button', { name: 'Forget all of meridianwire.example' }).click();
  await page.locator('#sure-yes').click();
  await page.getByText('2 articles of meridianwire.example are forgotten.').waitFor();

  await page.getByRole('button', { name: 'Forget everything' }).click();
  await page.getByText('Forget all 4 articles?').waitFor();
  await page.keyboard.press('Escape');
  assert.equal(askedOf(asked, 'forgetAll').length, 0, 'Escape is no');
  await page.getByRole('button', { name: 'Forget everything' }).click();
  await page.locator('#sure-yes').click();
  await page.getByText('Nothing yet.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Forget everything' }).isDisabled(), true);
  await close();
});

test('the history as a file, and back', async () => {
  const article = { url: en.wire.url, fingerprint: 'f', firstSeen: en.wire.firstSeen };
  const { page, asked, close } = await fake.open('history.html', {
    answers: {
      ...full,
      export: ({ after }) =>
        after ? { articles: [{ ...article, url: en.grid.url }], next: null } : { articles: [article], next: 'on' },
      import: { added: 1, known: 0, refused: 1 },
    },
  });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export to a file' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^offprint-\d{4}-\d\d-\d\d\.json$/);
  const file = await readFile(await download.path(), 'utf8');
  assert.equal(JSON.parse(file).articles.length, 2);
  const give = (name, buffer) =>
    page.locator('#file').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(buffer) });
  await give('history.json', file);
  await page.getByText('Imported. New: 1. Known before: 0. Damaged and left out: 1.').waitFor();
  assert.equal(askedOf(asked, 'import')[0].articles.length, 2);
  await give('holiday.json', '{"photos": []}');
  await page.getByText('This is not a file that Offprint exported.').waitFor();
  await close();
});

test('what is kept is told, and can be limited', async () => {
  const { page, asked, close } = await fake.open('history.html', { answers: full });
  assert.match(await text(page, '#usage'), /1,284 .*November 3, 2025 .*9\.4 MB of 2 GB .*1,203 \(5\.1 MB of 200 MB\)/);
  await page.locator('#retention').selectOption('365');
  await page.getByText('Saved.').waitFor();
  await page.getByLabel('Room for texts').fill('50');
  await page.keyboard.press('Tab');
  await page.getByLabel('Keep texts').uncheck();
  await page.waitForFunction(() => document.getElementById('textLimit').disabled);
  assert.deepEqual(
    askedOf(asked, 'changeSettings'),
    [{ retention: 365 }, { textLimit: 50 }, { keepText: false }].map((changes) => ({ changes })),
  );
  await close();
});

test('settings ask the browser first, and give back what is needed no longer', async () => {
  const { page, asked, close } = await fake.open('options.html');
  await page.getByLabel('Automatically on all sites').check();
  await page.getByText('Saved.').waitFor();
  assert.deepEqual(await page.evaluate(() => window.fakeRequests), [{ origins: ['http://*/*', 'https://*/*'] }]);
  await page.getByLabel('Only when I click the button').check();
  await page.waitForFunction(() => window.fakeRemoved.length === 1);
  assert.deepEqual(await page.evaluate(() => window.fakeRemoved), [{ origins: ['http://*/*', 'https://*/*'] }]);
  assert.deepEqual(
    askedOf(asked, 'changeSettings').map(({ changes }) => changes.when),
    ['everywhere', 'clicked'],
  );
  await close();
});

test('that reports in other words are told is off, and asks the browser for nothing', async () => {
  const { page, asked, close } = await fake.open('options.html');
  const option = page.getByLabel('Tell me of articles that probably tell the same in other words');
  assert.equal(await option.isChecked(), false);
  await option.check();
  await page.getByText('Saved.').waitFor();
  assert.deepEqual(askedOf(asked, 'changeSettings'), [{ changes: { rewrites: true } }]);
  assert.deepEqual(await page.evaluate(() => window.fakeRequests), []);
  assert.equal(await option.isChecked(), true);
  await close();
});

test('what the browser does not grant is not set', async () => {
  const { page, asked, close } = await fake.open('options.html', { grants: false });
  // As it does not stay checked, `check` would fail.
  await page.getByLabel('Automatically on all sites').click();
  await page.getByText('The browser has not been allowed to do this').waitFor();
  await page.waitForFunction(() => document.querySelector('[value=clicked]').checked);
  assert.equal(askedOf(asked, 'changeSettings').length, 0);
  await close();
});

test('lists of sites and of sources', async () => {
  const { page, asked, close } = await fake.open('options.html', { answers: {} });
  await page.getByLabel('Automatically on sites that I choose').check();
  const sites = page.locator('#sites');
  await sites.getByRole('textbox').fill('https://www.news.example/today?x=1');
  await page.keyboard.press('Enter');
  await sites.getByText('news.example', { exact: true }).waitFor();
  assert.deepEqual(await page.evaluate(() => window.fakeRequests), [
    { origins: ['http://*.news.example/*', 'https://*.news.example/*'] },
  ]);
  assert.equal(
    await page.evaluate(() => document.activeElement.id || document.activeElement.tagName),
    'INPUT',
    'the next can be typed at once',
  );
  await sites.getByRole('textbox').fill('no site at all');
  await page.keyboard.press('Enter');
  await page.getByText('“no site at all” is not a site.').waitFor();
  await sites.getByRole('button', { name: 'Remove news.example' }).click();
  await sites.getByText('None yet.').waitFor();

  await page.getByLabel('The one of the source that I trust most').check();
  const sources = page.locator('#preferred');
  for (const name of ['Meridian Wire', '新华网']) {
    await sources.getByRole('textbox').fill(name);
    await sources.getByRole('button', { name: 'Add' }).click();
    await sources.getByText(name, { exact: true }).waitFor();
  }
  await sources.getByRole('button', { name: 'Move 新华网 up' }).click();
  await page.waitForFunction(() => document.querySelector('#preferred li').textContent.startsWith('新华网'));
  assert.deepEqual(askedOf(asked, 'changeSettings').at(-1), { changes: { preferred: ['新华网', 'Meridian Wire'] } });
  await close();
});

test('sites that are read anyway are listed, and can be removed', async () => {
  const { page, asked, close } = await fake.open('options.html', {
    answers: {
      settings: { ...settings, anyway: ['news.example'] },
      changeSettings: ({ changes }) => ({ ...settings, ...changes }),
    },
  });
  await page.locator('#anyway').getByText('news.example', { exact: true }).waitFor();
  await page.locator('#anyway').getByRole('button', { name: 'Remove news.example' }).click();
  await page.getByText('Saved.').waitFor();
  assert.deepEqual(askedOf(asked, 'changeSettings'), [{ changes: { anyway: [] } }]);
  await close();
});

test('a browser that wants consent to what is sent is asked with the address of the index and no other', async () => {
  const manifest = {
    browser_specific_settings: {
      gecko: { data_collection_permissions: { required: ['none'], optional: ['browsingActivity'] } },
    },
  };
  const { page, close } = await fake.open('options.html', { manifest });
  await page.getByLabel('Address of the server').fill('https://index.example/_offprint');
  await page.getByLabel('Ask the shared index').check();
  await page.waitForFunction(() => window.fakeRequests.length === 1);
  const wanted = { origins: ['https://index.example/*'], data_collection: ['browsingActivity'] };
  assert.deepEqual(await page.evaluate(() => window.fakeRequests), [wanted]);
  await page.getByLabel('Ask the shared index').uncheck();
  await page.waitForFunction(() => window.fakeRemoved.length === 1);
  assert.deepEqual(await page.evaluate(() => window.fakeRemoved), [wanted]);
  await close();
});

test('an index without TLS is not taken', async () => {
  const { page, asked, close } = await fake.open('options.html');
  await page.getByLabel('Address of the server').fill('http://index.example/_offprint');
  await page.getByLabel('Ask the shared index').click();
  assert.equal(await page.locator('#address').evaluate((input) => input.validity.patternMismatch), true);
  assert.equal(askedOf(asked, 'changeSettings').length, 0);
  await close();
});

test('the shared index is off until there is an address and a yes', async () => {
  const { page, asked, close } = await fake.open('options.html');
  await page.getByText('What is sent:').waitFor();
  assert.equal(await page.getByLabel('Ask the shared index').isChecked(), false);
  await page.getByLabel('Ask the shared index').click();
  assert.equal(await page.getByLabel('Ask the shared index').isChecked(), false, 'there is no address');
  assert.equal(askedOf(asked, 'changeSettings').length, 0);
  await page.getByLabel('Address of the server').fill('https://index.example/_offprint');
  await page.keyboard.press('Tab');
  await page.getByLabel('Ask the shared index').check();
  await page.waitForFunction(() => window.fakeRequests.length === 1);
  assert.deepEqual(await page.evaluate(() => window.fakeRequests), [{ origins: ['https://index.example/*'] }]);
  assert.deepEqual(askedOf(asked, 'changeSettings').at(-1), {
    changes: { shared: { address: 'https://index.example/_offprint', on: true } },
  });
  await close();
});

test('two articles beside each other, gone through by keys', async () => {
  const { page, asked, faults, close } = await fake.open(`difference.html?id=${en.courier.id}&other=${en.wire.id}`, {
    answers: full,
  });
  await page.locator('mark[id]').first().waitFor();
  assert.deepEqual(askedOf(asked, 'difference'), [{ id: en.courier.id, other: en.wire.id }]);
  assert.deepEqual(await page.locator('article').first().locator('mark').allInnerTexts(), [
    'The barrage restarts in May.',
    'Ten casings were recast in steel.',
    'Fishermen are content.',
    'The reporter lives on the main island.',
  ]);
  assert.equal(
    await text(page, 'article:last-child .text p:nth-child(2)'),
    'Ten casings were recast in a nickel alloy. They took a year.',
  );
  await page.keyboard.press('n');
  await page.keyboard.press('n');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Ten casings were recast in steel.');
  assert.equal(await text(page, '.counterpart'), 'Ten casings were recast in a nickel alloy.');
  await page.keyboard.press('p');
  await page.keyboard.press('p');
  assert.equal(await text(page, '#at'), '7 of 7', 'it goes round');
  assert.deepEqual(faults, []);
  await close();
});

test('a text that is not kept cannot be laid beside another', async () => {
  const { page, close } = await fake.open('difference.html?id=1&other=2', {
    answers: {
      ...full,
      difference: () => {
        throw { code: 'no_text' };
      },
    },
  });
  await page.getByText('The text of one of the two is not kept').waitFor();
  assert.equal(await page.locator('#compared').isVisible(), false);
  await close();
});
