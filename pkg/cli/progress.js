// How far the work is, shown on standard error if that is a terminal and the results go elsewhere.

/** Documents up to which there is nothing to wait for. */
const FEW = 50;
const WIDTH = 40;

export class Progress {
  #total;
  #done = 0;
  #start = Date.now();
  #shown = 0;
  #wanted;

  /** @param {number} [total] documents, if that is known */
  constructor(total, { to = process.stderr, wanted = to.isTTY && !process.stdout.isTTY } = {}) {
    this.#total = total;
    this.#wanted = wanted && to;
  }

  /** Counts one document that is done. */
  add() {
    this.#done += 1;
    const now = Date.now();
    if (!this.#wanted || (this.#total ?? this.#done) <= FEW || now - this.#shown < 100) return;
    this.#shown = now;
    this.#wanted.write(`\r\x1b[K${line(this.#done, this.#total, (now - this.#start) / 1000)}`);
  }

  /** Takes the bar away. */
  end() {
    if (this.#shown) this.#wanted.write('\r\x1b[K');
    this.#shown = 0;
  }
}

export function line(done, total, seconds) {
  if (total === undefined) return `${done} documents, ${Math.round(done / Math.max(seconds, 0.001))}/s`;
  const full = Math.round((WIDTH * done) / total);
  const left = Math.round((seconds / done) * (total - done));
  return `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${done}/${total} documents, ${left} s left`;
}
