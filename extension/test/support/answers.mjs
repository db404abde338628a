// The made-up background for the tests of a file, and what it answers.
import { after } from 'node:test';
import { startFake } from './fake.mjs';
import { en, states } from './states.mjs';

export const fake = await startFake();
after(() => fake.close());

/** The popup over a page in this state. */
export const popup = (state, options = {}) =>
  fake.open('popup.html', {
    width: 360,
    height: 580,
    ...options,
    answers: { page: state, read: state, mark: null, unmark: null, ...options.answers },
  });

export const ALL = states(en);
export const entries = Object.values(en);
export const byId = new Map(entries.map((entry) => [entry.id, entry]));
const about = ({ id }) => ({
  entry: byId.get(id),
  copies: ALL.three.copies.filter((copy) => copy.entry.id !== id),
  original: ALL.three.original,
  denied: [en.kettle],
  versions: id === en.wire.id ? ALL.changed.versions : [],
  retold: id === en.courier.id ? ALL.retold.retold : [],
});
/** Answers about a history of all these articles. */
export const full = {
  search: { entries, next: null },
  clusters: { clusters: [{ entries: [en.wire, en.courier, en.grid], original: ALL.same.original }], next: null },
  entry: about,
};

/** The questions of one type, without the type. */
export const askedOf = (asked, type) =>
  asked.filter((question) => question.type === type).map(({ type: _, ...rest }) => rest);

export async function text(page, selector) {
  return (await page.locator(selector).innerText()).replace(/\s+/g, ' ').trim();
}
