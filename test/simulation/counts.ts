/** What a simulation did, counted: for its report and for the record of a long run. */

export interface Counts {
  moves: number;
  commands: number;
  fills: number;
  bills: number;
  liquidations: number;
  deleveragings: number;
  fundingPasses: number;
  copiedPayments: number;
  restarts: number;
  crashes: number;
  tornTails: number;
  /** Starts that went on from a snapshot, and those that replayed everything. */
  fromSnapshots: number;
  fromStart: number;
  /** Snapshots that a start could not go on from. */
  passedOver: number;
  /** Faults injected, by kind. */
  readonly faults: Map<string, number>;
  /** Requests by outcome: `200`, `429`, a reject's token, `lost`. */
  readonly outcomes: Map<string, number>;
  /** Answers compared by the auditor. */
  comparisons: number;
  sweeps: number;
  /** Contests whose leaves were judged, boards made again from them, and the rows of those. */
  contestsJudged: number;
  boardsCompared: number;
  ranked: number;
  /** Simulated time, jumps and all. */
  simulatedMs: number;
}

export function noCounts(): Counts {
  return {
    moves: 0,
    commands: 0,
    fills: 0,
    bills: 0,
    liquidations: 0,
    deleveragings: 0,
    fundingPasses: 0,
    copiedPayments: 0,
    restarts: 0,
    crashes: 0,
    tornTails: 0,
    fromSnapshots: 0,
    fromStart: 0,
    passedOver: 0,
    faults: new Map(),
    outcomes: new Map(),
    comparisons: 0,
    sweeps: 0,
    contestsJudged: 0,
    boardsCompared: 0,
    ranked: 0,
    simulatedMs: 0,
  };
}

export function count(map: Map<string, number>, name: string): void {
  map.set(name, (map.get(name) ?? 0) + 1);
}

/** The counts as lines of text. */
export function countsText(counts: Counts): string {
  const { faults, outcomes, simulatedMs, ...plain } = counts;
  const lines = Object.entries(plain).map(([name, value]) => `${name} ${value}`);
  const listed = (map: Map<string, number>): string[] =>
    [...map].toSorted(([, a], [, b]) => b - a).map(([name, value]) => `  ${name} ${value}`);
  const minutes = Math.round(simulatedMs / 60_000);
  return [
    ...lines,
    `simulated minutes, jumps included ${minutes}`,
    'faults',
    ...listed(faults),
    'outcomes',
    ...listed(outcomes),
  ].join('\n');
}
