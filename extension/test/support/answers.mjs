// The made-up background for the tests of a file, and what it answers.
import { after, afterEach } from 'node:test';
import { startFake } from './fake.mjs';
import { en, states } from './states.mjs';

const started = await startFake();
after(() => started.close());

let opened = [];
/** Opens a page, until the end of the test. */
export async function open(...options) {
  opened.push(await started.open(...options));
  return opened.at(-1);
}
afterEach(async () => {
  await Promise.all(opened.map((page) => page.close()));
  opened = [];
});

/** An answer that is an error. */
export const failing = (code) => () => {
  throw { code };
};

/** The popup over a page in this state. */
export const popup = (state, answers = {}, options = {}) =>
  open('popup.html', {
    ...{ width: 360, height: 580, ...options },
    answers: { page: state, read: state, mark: null, ...options.answers, ...answers },
  });

export const ALL = states(en);
export const entries = Object.values(en);
const byId = new Map(entries.map((entry) => [entry.id, entry]));
const about = ({ id }) => ({
  entry: byId.get(id),
  copies: ALL.three.copies.filter((copy) => copy.entry.id !== id),
  original: ALL.three.original,
  denied: [en.kettle],
  versions: id === en.wire.id ? ALL.changed.versions : [],
});
/** Answers about a history of all these articles. */
export const full = {
  search: { entries, next: null },
  entry: about,
};

/** The history, with all these articles but for other `answers`. */
export const openHistory = (answers) => open('history.html', { answers: { ...full, ...answers } });
