/**
 * The last refused requests of each account, in memory, for anyone who wants to see why a program of theirs gets
 * nowhere: many programs never show message and hint. Only requests proven by a signature are noted, so that no one
 * fills another's list; no body, query or header is kept.
 *
 * Bounded for many accounts: beyond the limit in all, those refused longest ago lose theirs first. Empty after a start.
 */
import type { ErrorFace } from '../words/dialect.ts';

export interface Refusal {
  /** Wall-clock ms at which the request was received. */
  readonly t: number;
  readonly operation: string;
  readonly code: string;
  readonly token: string | null;
  /** As it was answered, in the caller's language. */
  readonly msg: string;
  readonly hint: string | null;
  readonly requestId: string;
}

export interface Refusals {
  note(
    account: number,
    request: Pick<Refusal, 't' | 'operation' | 'requestId'>,
    token: string | undefined,
    face: ErrorFace,
  ): void;
  /** Newest first. */
  of(account: number): readonly Refusal[];
}

/** Of one account, and of all. */
export const REFUSALS_KEPT = { each: 100, all: 20_000 } as const;
/** Characters of a message or hint. */
const LONGEST_TEXT = 500;

export function createRefusals(): Refusals {
  // In the order of their last refusal: the account refused longest ago is first. Each list is oldest first.
  const byAccount = new Map<number, Refusal[]>();
  let kept = 0;

  function dropOldest(): void {
    for (const [account, [, ...rest]] of byAccount) {
      if (rest.length === 0) byAccount.delete(account);
      else byAccount.set(account, rest);
      kept--;
      return;
    }
  }

  return {
    note(account, request, token, { code, msg, hint }) {
      const list = byAccount.get(account) ?? [];
      byAccount.delete(account);
      byAccount.set(account, list);
      list.push({
        t: request.t,
        operation: request.operation,
        code: String(code),
        token: token ?? null,
        msg: cut(msg),
        hint: hint === undefined ? null : cut(hint),
        requestId: request.requestId,
      });
      kept++;
      if (list.length > REFUSALS_KEPT.each) {
        list.shift();
        kept--;
      }
      if (kept > REFUSALS_KEPT.all) dropOldest();
    },
    of: (account) => byAccount.get(account)?.toReversed() ?? [],
  };
}

function cut(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}…`;
}
