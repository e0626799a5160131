/** What an attack tried and what it found, by kind. A finding says how to see it again. */
export interface Report {
  readonly counts: ReadonlyMap<string, number>;
  readonly findings: readonly string[];
  count(kind: string, times?: number): void;
  found(what: string): void;
}

/** Findings beyond this are counted and not kept: the first ones tell. */
const KEPT_FINDINGS = 50;

export function createReport(onFinding: (what: string) => void = () => undefined): Report {
  const counts = new Map<string, number>();
  const findings: string[] = [];
  const count = (kind: string, times = 1): void => void counts.set(kind, (counts.get(kind) ?? 0) + times);
  return {
    counts,
    findings,
    count,
    found(what) {
      count('findings');
      if (findings.length >= KEPT_FINDINGS) return;
      findings.push(what);
      onFinding(what);
    },
  };
}

/** The counts as lines, and what was found. */
export function reportText({ counts, findings }: Report): string {
  const lines = [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, n]) => `${String(n).padStart(9)}  ${kind}`);
  return [...lines, findings.length === 0 ? 'nothing found' : `FOUND\n${findings.join('\n')}`].join('\n');
}
