// Failures, told in one line: what, where, and what to do. The words are those of the native program.

/** Exit code of everything that failed, and of a wrong command line. */
export const FAILED = 2;

export class Failure extends Error {
  /**
   * @param {string} what
   * @param {string} place
   * @param {string} advice
   */
  constructor(what, place, advice) {
    super(`${what}, ${place}: ${advice}`);
    this.what = what;
    this.place = place;
    this.advice = advice;
  }

  /** A file or folder that could not be read. */
  static unreadable(error, path) {
    const [what, advice] = {
      ENOENT: ['no such file or folder', 'check the path'],
      EACCES: ['not allowed to read', 'ask for permission to read it'],
      EISDIR: ['a folder, where a file is wanted', 'name a file in it'],
    }[error.code] ?? [`cannot read (${error.message})`, 'try another copy'];
    return new Failure(what, path, advice);
  }

  /** A file that could not be written. */
  static unwritable(error, path) {
    return new Failure(`cannot write (${error.message})`, path, 'check the place it goes to, then run again');
  }
}

/**
 * Whether a stream is a terminal that shows colours, and NO_COLOR does not forbid them. `hasColors` would also say no
 * wherever `CI` is set, where the native program has colours.
 */
export function wantsColours(stream) {
  return Boolean(stream.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb');
}

/** Tells of a failure on standard error. */
export function warn(failure) {
  tell(failure.message, wantsColours(process.stderr) ? '\x1b[31moffprint:\x1b[0m' : 'offprint:');
}

/** Tells something on standard error: one line, whatever a file is called. */
export function note(text) {
  tell(text, 'offprint:');
}

function tell(text, name) {
  process.stderr.write(`${name} ${text.replace(/\p{Cc}/gu, '?')}\n`);
}

/** A path as it is told: text, or the bytes of one that is not all UTF-8. */
export function shown(path) {
  return typeof path === 'string' ? path : Buffer.from(path).toString();
}
