/**
 * The answers of the last minute to signed requests that change something, so that the same one again is answered and
 * not carried out again (FLOW-010). A projection of commands with a digest; replay fills it for the first minute after
 * a start. A handshake is such a request, too: who asks with it again is not let in.
 *
 * A request is valid until 30 s after its timestamp, which is at most 30 s ahead of the clock: 60 s after its stamp it
 * is refused as too old. It is forgotten here 5 s later, because a clock that is set back by so much is believed. Its
 * timestamp may be near the machine's clock or, in a rehearsal, near the exchange's, so it is kept as long by either.
 * Accepted orders are not kept, because they answer for their client order id themselves (ORDR-005); neither are AI
 * logs, which have no digest (their body answers for them).
 */
import type { Decision, Outcome } from '../core/turn/outcome.ts';
import { machine } from '../time/machine.ts';
import { type Json, textFromJson, wholeFromJson } from '../core/state/kinds.ts';
import type { FromHistory } from './projection.ts';

/** Twice the tolerance of timestamps, and what a clock may be set back without a word (time/wall-clock.ts). */
const KEPT_MS = 65_000;
/** How often those that are older are looked for. */
const SWEEP_MS = 1_000;
/** Far more than are answered in a minute; a stopped clock must not fill the memory. */
const MOST_KEPT = 1_000_000;

interface Answered {
  readonly account: number;
  readonly timeMs: number;
  /** When it was noted here, by the machine. */
  readonly seenMs: number;
  readonly decision: Decision<unknown>;
}

export interface AnsweredRequests extends FromHistory {
  /** The answer the account's request got, or undefined. `nowMs` is the clock that timestamps are judged by. */
  find(account: number, digest: string, nowMs: number): Decision<unknown> | undefined;
  /** Forgets what is too old by its stamp. `find` forgets by itself; this is for a copy that no one asks. */
  shed(nowMs: number): void;
  readonly size: number;
}

/** @param startedMs the clock at the start: commands stamped more than a minute before it need not be kept */
export function createAnsweredRequests(
  startedMs: number,
  mostKept = MOST_KEPT,
  steadyMs: () => number = machine.steadyMs,
): AnsweredRequests {
  /** In the order of their stamps. */
  const byDigest = new Map<string, Answered>();
  /** When it last looked for entries to forget. */
  let sweptMs = Number.NEGATIVE_INFINITY;

  const isValid = ({ timeMs, seenMs }: Answered, nowMs: number): boolean =>
    timeMs > nowMs - KEPT_MS || seenMs > steadyMs() - KEPT_MS;

  function forget(nowMs: number, isKept: (one: Answered) => boolean): void {
    if (nowMs - sweptMs < SWEEP_MS && nowMs >= sweptMs) return;
    sweptMs = nowMs;
    for (const [digest, one] of byDigest) {
      if (isKept(one)) return;
      byDigest.delete(digest);
    }
  }

  return {
    name: 'answered-requests',
    needsReplay: true,
    isEssential: true,
    version: 2,
    *save() {
      for (const [digest, { account, timeMs, decision }] of byDigest)
        yield [digest, account, timeMs, plainOf(decision)];
    },
    restore(rows) {
      byDigest.clear();
      for (const [digest, account, timeMs, decision] of rows) {
        byDigest.set(textFromJson(digest), {
          account: wholeFromJson(account),
          timeMs: wholeFromJson(timeMs),
          seenMs: steadyMs(),
          decision: decisionFrom(textFromJson(decision)),
        });
      }
    },
    apply({ timeMs, command }, outcome) {
      if (!('digest' in command) || command.digest === undefined || timeMs <= startedMs - KEPT_MS) return;
      const { name, account, digest } = command;
      if (account === null || (name === 'placeOrder' && outcome.ok) || byDigest.has(digest)) return;
      byDigest.set(digest, { account, timeMs, seenMs: steadyMs(), decision: decisionOf(outcome) });
      const [oldest] = byDigest.keys();
      if (byDigest.size > mostKept && oldest !== undefined) byDigest.delete(oldest);
    },
    shed: (nowMs) => forget(nowMs, ({ timeMs }) => timeMs > nowMs - KEPT_MS),
    find(account, digest, nowMs) {
      forget(nowMs, (one) => isValid(one, nowMs));
      const found = byDigest.get(digest);
      return found?.account === account && isValid(found, nowMs) ? found.decision : undefined;
    },
    get size() {
      return byDigest.size;
    },
  };
}

/** The outcome without its events, whose records move on. */
function decisionOf(outcome: Outcome): Decision<unknown> {
  return outcome.ok ? { ok: true, result: outcome.result } : { ok: false, reject: outcome.reject };
}

/** As text from which the same decision is read: amounts may be beyond what a JSON number holds. */
function plainOf(decision: Decision<unknown>): Json {
  return JSON.stringify(decision, (_, value: unknown) =>
    typeof value === 'bigint' ? { [LARGE]: value.toString() } : value,
  );
}

const LARGE = 'large integer';

function decisionFrom(text: string): Decision<unknown> {
  return JSON.parse(text, (_, value: unknown) =>
    value !== null && typeof value === 'object' && LARGE in value ? BigInt(value[LARGE] as string) : value,
  ) as Decision<unknown>;
}
