/**
 * The reports of an order book as the oracle hashes them: one line a report, by message and then by kind, joined by
 * line feeds. The first number of a line is its kind, the second its message's place in the flow.
 */
import { createHash } from 'node:crypto';

export const REPORT = {
  orderAck: 0,
  trade: 1,
  cancelAck: 2,
  modifyAck: 3,
  cancelReject: 4,
  modifyReject: 5,
} as const;

/**
 * Numbers a line, by kind: acks have side, order, price and, but for a cancel's, quantity; a trade price, quantity,
 * maker and taker; rejects the order.
 */
const LENGTHS = [6, 6, 5, 6, 3, 3];
const WIDTH = 6;
const ROOM = 8_192;

/** Takes reports as rows of integers and gives them on by thousands, so that writing one makes no object. */
export class Reports {
  readonly #rows = new Int32Array(WIDTH * ROOM);
  readonly #give: (rows: Int32Array, count: number) => void;
  #count = 0;
  total = 0;

  constructor(give: (rows: Int32Array, count: number) => void) {
    this.#give = give;
  }

  /** A line; of kinds with fewer numbers the last are not looked at. */
  put(kind: number, sequence: number, third: number, fourth = 0, fifth = 0, sixth = 0): void {
    const base = WIDTH * this.#count;
    const rows = this.#rows;
    rows[base] = kind;
    rows[base + 1] = sequence;
    rows[base + 2] = third;
    rows[base + 3] = fourth;
    rows[base + 4] = fifth;
    rows[base + 5] = sixth;
    this.#count++;
    if (this.#count === ROOM) this.flush();
  }

  /** Gives on what is still here. */
  flush(): void {
    this.#give(this.#rows, this.#count);
    this.total += this.#count;
    this.#count = 0;
  }
}

/** Reports that are only counted, and those that are hashed: `digest` gives the SHA-256, lower-case hex. */
export function countedReports(): Reports {
  return new Reports(() => undefined);
}

export function hashedReports(): { reports: Reports; digest: () => string } {
  const sha256 = createHash('sha256');
  let isFirst = true;
  const reports = new Reports((rows, count) => {
    let text = '';
    for (let row = 0; row < count; row++) {
      const base = WIDTH * row;
      text += isFirst ? '' : '\n';
      isFirst = false;
      text += rows.subarray(base, base + LENGTHS[rows[base]!]!).join(',');
    }
    sha256.update(text);
  });
  const digest = (): string => {
    reports.flush();
    return sha256.digest('hex');
  };
  return { reports, digest };
}
