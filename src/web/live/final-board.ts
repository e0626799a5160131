/**
 * Leaves that everybody may read, checked by this browser: that the board of a contest that is over is the one its leaf
 * says, and that its rules are those it froze.
 */
import { signal } from '@preact/signals';
import type { ContestInfoAnswer, ContestLeaderboardAnswer, ContestRulesetAnswer } from '../../client/index.ts';
import { checkLeaf } from './log-head.ts';
import type { Verdict } from './verifier.ts';

export interface LeafVerdict {
  readonly index: number;
  readonly verdict: Verdict;
}

export const finalVerdict = signal<LeafVerdict | null>(null);
export const rulesVerdict = signal<LeafVerdict | null>(null);

interface FinalRow {
  readonly rank: number;
  readonly team: string;
  readonly score: string | null;
}

/** Compares a final board with its leaf. */
export async function checkFinal(
  { phases }: Pick<ContestInfoAnswer, 'phases'>,
  { rows, contest }: ContestLeaderboardAnswer,
): Promise<void> {
  const index = phases.findLast(({ phase }) => phase === 'final')?.index;
  if (index === undefined) return;
  finalVerdict.value = { index, verdict: await publicLeaf(index, (payload) => whyNotEqual(payload, contest, rows)) };
}

/** Compares the rules that are shown with their leaf. */
export async function checkRules({ sha256, index, ruleset }: ContestRulesetAnswer): Promise<void> {
  const shown = JSON.stringify(sorted(ruleset));
  const verdict = await publicLeaf(index, async (payload) => {
    const text = JSON.stringify(sorted(payload));
    const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
    const hash = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    return text === shown && hash === sha256 ? null : 'the rules are others';
  });
  rulesVerdict.value = { index, verdict };
}

export function forgetLeaves(): void {
  [finalVerdict.value, rulesVerdict.value] = [null, null];
}

type WhyNot = (payload: object) => string | null | Promise<string | null>;

async function publicLeaf(index: number, whyNot: WhyNot): Promise<Verdict> {
  try {
    const { found, signature, included } = await checkLeaf(index, null);
    for (const verdict of [signature, included]) if (verdict.is !== 'right') return verdict;
    const payload = 'payload' in found.entry ? found.entry.payload : {};
    const why = await whyNot(payload);
    return why === null ? { is: 'right' } : { is: 'wrong', why };
  } catch {
    // The log could not be read, or this browser has no cryptography here: that proves nothing, either way.
    return { is: 'unknown' };
  }
}

/** Difference between a leaf and a board; null: nothing. */
export function whyNotEqual(payload: object, contest: string, rows: readonly FinalRow[]): string | null {
  const leaf = payload as { readonly id?: unknown; readonly phase?: unknown; readonly board?: readonly FinalRow[] };
  if (leaf.id !== contest || leaf.phase !== 'final' || leaf.board === undefined) return 'it is of something else';
  if (leaf.board.length !== rows.length) return `it has ${leaf.board.length} rows`;
  const at = leaf.board.findIndex(({ rank, team, score }, nth) => {
    const row = rows[nth];
    return row?.rank !== rank || row.team !== team || row.score !== score;
  });
  return at < 0 ? null : `row ${at + 1} is ${leaf.board[at]?.team} ${leaf.board[at]?.score}`;
}

/** Keys in the order of JCS, all the way down: the rules hold whole numbers, texts and lists of texts. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  );
}
