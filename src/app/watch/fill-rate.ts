/**
 * How fast a disk fills, from looks at its free room. Reads no clock and no disk.
 *
 * Two windows: the last hours, thinned to a few dozen looks, and the last five minutes. In each the rate is the lower
 * quartile of the slopes between all pairs of looks: that of a disk that fills all the time is the rate, and a file
 * that comes or goes at once (a copy, a snapshot, a part of the journal that is compressed) leaves it alone, wherever
 * in the window that was. Nothing is foretold further ahead than 24 times as long as was looked at: after a minute 24
 * minutes, after an hour a day.
 */

export interface FillRate {
  add(atMs: number, freeBytes: number): void;
  /** Seconds until only `leastBytes` are free at the present rate; Infinity when the disk isn't filling. */
  secondsUntil(leastBytes: number): number;
}

interface Extent {
  readonly looks: number;
  readonly everyMs: number;
  /** The looks are thinned until they are this far apart; then the oldest goes. */
  readonly atMostMs: number;
}

const HOURS: Extent = { looks: 64, everyMs: 10_000, atMostMs: 320_000 };
const MINUTES: Extent = { looks: 30, everyMs: 10_000, atMostMs: 10_000 };
/** Index of the rate among the sorted slopes. */
const QUARTILE = 0.25;
const LEAST_LOOKS = 6;
const TIMES_AHEAD = 24;

interface Look {
  readonly atMs: number;
  readonly freeBytes: number;
}

export function createFillRate(): FillRate {
  const windows = [new LookWindow(HOURS), new LookWindow(MINUTES)];
  return {
    add: (atMs, freeBytes) => {
      for (const window of windows) window.add({ atMs, freeBytes });
    },
    secondsUntil: (leastBytes) => Math.min(...windows.map((window) => window.secondsUntil(leastBytes))),
  };
}

class LookWindow {
  readonly #extent: Extent;
  #everyMs: number;
  #looks: Look[] = [];
  /** Bytes a millisecond, above 0 while the disk fills. */
  #rate = 0;
  #latest: Look | null = null;

  constructor(extent: Extent) {
    this.#extent = extent;
    this.#everyMs = extent.everyMs;
  }

  add(look: Look): void {
    this.#latest = look;
    const last = this.#looks.at(-1);
    if (last !== undefined && look.atMs - last.atMs < this.#everyMs) return;
    this.#looks.push(look);
    this.#rate = this.#slope();
    if (this.#looks.length < this.#extent.looks) return;
    if (this.#everyMs * 2 > this.#extent.atMostMs) {
      this.#looks.shift();
      return;
    }
    this.#everyMs *= 2;
    this.#looks = this.#looks.filter((_, at) => at % 2 === 1);
  }

  secondsUntil(leastBytes: number): number {
    const [first] = this.#looks;
    if (first === undefined || this.#latest === null) return Number.POSITIVE_INFINITY;
    const { atMs, freeBytes } = this.#latest;
    if (freeBytes <= leastBytes) return 0;
    if (this.#rate <= 0) return Number.POSITIVE_INFINITY;
    const leftMs = (freeBytes - leastBytes) / this.#rate;
    return leftMs <= (atMs - first.atMs) * TIMES_AHEAD ? leftMs / 1000 : Number.POSITIVE_INFINITY;
  }

  #slope(): number {
    const looks = this.#looks;
    if (looks.length < LEAST_LOOKS) return 0;
    const slopes = new Float64Array((looks.length * (looks.length - 1)) / 2);
    let count = 0;
    for (const [at, later] of looks.entries())
      for (const earlier of looks.slice(0, at))
        slopes[count++] = (earlier.freeBytes - later.freeBytes) / (later.atMs - earlier.atMs);
    slopes.sort();
    return slopes[Math.floor((count - 1) * QUARTILE)] ?? 0;
  }
}
