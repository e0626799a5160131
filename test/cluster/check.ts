/**
 * The checker of a cluster's runs. It imports nothing of `src`, and reads only what callers noted (sent, answered,
 * when, what) and the order as it came to be. Because every answer names its sequence, linearizability is one pass and
 * no search:
 *
 * 1. An answered command is in the order once, at that sequence.
 * 2. Sent after another's answer: a larger sequence.
 * 3. Refused as not executed: not in the order. Unknown, or no answer: at most once.
 * 4. A confirmed read is of a sequence not below the largest answered before it was sent, and shows the sums of a small
 *    model there.
 * 5. Sequences have no hole, and time never falls.
 */

/** A command as its caller knows it; times are by one clock that never falls. */
export interface Note {
  /** By which the command is found in the order, and no other. */
  readonly name: string;
  readonly sentMs: number;
  /** Null: no answer came. */
  readonly answeredMs: number | null;
  readonly answer: { readonly kind: 'done'; readonly sequence: number } | { readonly kind: 'refused' | 'unknown' };
}

/** A read of what an account was given. */
export interface ReadNote {
  readonly sentMs: number;
  readonly sequence: number;
  readonly account: number;
  readonly sum: number;
}

/** A command of the order; `account` was given `amount` by it. */
export interface Entry {
  readonly sequence: number;
  readonly timeMs: number;
  readonly name: string;
  readonly account: number;
  readonly amount: number;
}

export interface Run {
  readonly notes: readonly Note[];
  readonly reads: readonly ReadNote[];
  readonly order: readonly Entry[];
}

/** What is wrong with a run, in words; nothing when all is well. */
export function check(run: Run): string[] {
  return [...orderOf(run), ...answersOf(run), ...realTimeOf(run), ...readsOf(run)];
}

function orderOf({ order }: Run): string[] {
  return order.flatMap(({ sequence, timeMs }, at) => {
    const before = order[at - 1];
    const found: string[] = [];
    if (sequence !== (before?.sequence ?? 0) + 1)
      found.push(`sequence ${sequence} comes after ${before?.sequence ?? 0}`);
    if (timeMs < (before?.timeMs ?? 0)) found.push(`time falls to ${timeMs} at sequence ${sequence}`);
    return found;
  });
}

function answersOf({ notes, order }: Run): string[] {
  const places = new Map<string, number[]>();
  for (const { name, sequence } of order) places.set(name, [...(places.get(name) ?? []), sequence]);
  return notes.flatMap(({ name, answer }) => {
    const found = places.get(name) ?? [];
    const said = `${name} is in the order at ${found.join(', ') || 'no sequence'}`;
    if (answer.kind === 'done')
      return found.length === 1 && found[0] === answer.sequence ? [] : [`${said}, its answer says ${answer.sequence}`];
    if (answer.kind === 'refused') return found.length === 0 ? [] : [`${said}, and was refused as not executed`];
    return found.length <= 1 ? [] : [`${said}, and was sent once`];
  });
}

/** The largest sequence answered before a moment, for moments that rise. */
function answeredBefore(notes: readonly Note[]): (ms: number) => number {
  const done = notes
    .flatMap(({ answeredMs, answer }) =>
      answeredMs !== null && answer.kind === 'done' ? [{ answeredMs, sequence: answer.sequence }] : [],
    )
    .toSorted((a, b) => a.answeredMs - b.answeredMs);
  let at = 0;
  let largest = 0;
  return (ms) => {
    for (; at < done.length && done[at]!.answeredMs < ms; at++) largest = Math.max(largest, done[at]!.sequence);
    return largest;
  };
}

function realTimeOf({ notes }: Run): string[] {
  const before = answeredBefore(notes);
  return notes
    .toSorted((a, b) => a.sentMs - b.sentMs)
    .flatMap(({ name, sentMs, answer }) => {
      const largest = before(sentMs);
      if (answer.kind !== 'done' || answer.sequence > largest) return [];
      return [`${name} was sent after ${largest} was answered, and got ${answer.sequence}`];
    });
}

function readsOf({ notes, reads, order }: Run): string[] {
  const before = answeredBefore(notes);
  const late = reads
    .toSorted((a, b) => a.sentMs - b.sentMs)
    .flatMap(({ sentMs, sequence, account }) => {
      const largest = before(sentMs);
      return sequence >= largest ? [] : [`a read of ${account} sent after ${largest} was answered shows ${sequence}`];
    });
  const sums = new Map<number, number>();
  let at = 0;
  const wrong = reads
    .toSorted((a, b) => a.sequence - b.sequence)
    .flatMap(({ sequence, account, sum }) => {
      for (; at < order.length && order[at]!.sequence <= sequence; at++) {
        const { account: to, amount } = order[at]!;
        sums.set(to, (sums.get(to) ?? 0) + amount);
      }
      const wanted = sums.get(account) ?? 0;
      return sum === wanted ? [] : [`at sequence ${sequence} a read of ${account} shows ${sum}, the order ${wanted}`];
    });
  return [...late, ...wrong];
}
