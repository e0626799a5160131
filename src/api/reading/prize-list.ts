/**
 * Prizes by rank, as an organiser writes them: a line each, a rank or two with a hyphen, a colon, and the prize in
 * words of any script, such as `2-3: 1000 USDT`. Read in one place for the page and the command line.
 */

export interface Prize {
  readonly first: number;
  readonly last: number;
  readonly prize: string;
}

const LINE = /^([1-9][0-9]{0,3})(?:\s*[-–]\s*([1-9][0-9]{0,3}))?\s*[:：]\s*(.{1,200})$/u;
const MOST_RANKS = 1_000;

/** In the order of ranks; a text says what is wrong, and in which line. */
export function readPrizes(text: string): readonly Prize[] | string {
  const prizes: Prize[] = [];
  const taken = new Set<number>();
  for (const [at, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = raw.trim();
    if (line === '') continue;
    const where = `line ${at + 1} of the prizes`;
    const [, from = '', to = from, prize = ''] = LINE.exec(line) ?? [];
    if (from === '')
      return `${where} is '${line.slice(0, 80)}', needs a rank, a colon and a prize of 1 to 200 characters: 2-3: 1000 USDT`;
    const [first, last] = [Number(from), Number(to)];
    if (last < first || last > MOST_RANKS)
      return `${where} has ranks ${first} to ${last}, needs the lower first and at most ${MOST_RANKS}`;
    for (let rank = first; rank <= last; rank++) {
      if (taken.has(rank)) return `${where}: rank ${rank} has a prize already`;
      taken.add(rank);
    }
    prizes.push({ first, last, prize });
  }
  return prizes.length === 0 ? 'there is no prize in it; needs lines such as 1: 5000 USDT' : prizes.toSorted(byRank);
}

function byRank(a: Prize, b: Prize): number {
  return a.first - b.first;
}
