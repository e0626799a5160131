/**
 * A quarter of an hour of four figures, a point every two seconds, so that whoever opens the operator's page sees what
 * came before: commands a second, commands waiting, how far behind history is, what the insurance fund holds. Kept in
 * memory, from the start of the process. Doubles, being for the eye.
 */

export interface GaugeLines {
  readonly everyMs: number;
  /** Oldest first. `timeMs` is the end of the time each point stands for. */
  readonly points: readonly GaugePoint[];
  /** Takes a point now. */
  sample(): void;
}

interface GaugePoint {
  readonly timeMs: number;
  readonly commandsPerSecond: number;
  readonly waiting: number;
  readonly lag: number;
  readonly fund: number;
}

export interface Gauged {
  readonly sequence: number;
  readonly waiting: number;
  readonly lag: number;
  readonly fund: number;
}

const EVERY_MS = 2_000;
const MOST_POINTS = 450;

/** @param read null while there is nothing to see yet */
export function createGaugeLines(read: () => Gauged | null, nowMs: () => number, steadyMs: () => number): GaugeLines {
  const points: GaugePoint[] = [];
  let before: { readonly sequence: number; readonly atMs: number } | null = null;
  return {
    everyMs: EVERY_MS,
    points,
    sample() {
      const now = read();
      if (now === null) return;
      const { sequence, ...rest } = now;
      const atMs = steadyMs();
      if (before !== null) {
        const seconds = Math.max(1, atMs - before.atMs) / 1_000;
        const commandsPerSecond = Math.round(((sequence - before.sequence) / seconds) * 10) / 10;
        points.push({ timeMs: nowMs(), commandsPerSecond, ...rest });
        if (points.length > MOST_POINTS) points.shift();
      }
      before = { sequence, atMs };
    },
  };
}
