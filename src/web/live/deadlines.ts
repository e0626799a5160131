/**
 * Deadlines of orders without a log that have come within a minute, or a quarter of one, since they were last looked
 * at. Pure.
 */
const MARKS_S = [60, 15] as const;

export interface OwedLog {
  readonly orderId: string;
  readonly deadlines: { readonly B: number; readonly C: number };
}

export interface DueSoon {
  readonly orderId: string;
  /** The grade lost then. */
  readonly grade: 'B' | 'C';
  readonly seconds: number;
}

/** Marks passed after `beforeMs` and up to `nowMs`, most urgent first. */
export function dueSoon(owed: readonly OwedLog[], beforeMs: number, nowMs: number): DueSoon[] {
  const found: DueSoon[] = [];
  for (const { orderId, deadlines } of owed)
    for (const grade of ['B', 'C'] as const)
      for (const seconds of MARKS_S) {
        const atMs = deadlines[grade] - seconds * 1_000;
        if (beforeMs < atMs && atMs <= nowMs) found.push({ orderId, grade, seconds });
      }
  return found.toSorted((a, b) => a.seconds - b.seconds);
}
