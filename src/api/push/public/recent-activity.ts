/**
 * Collects which accounts were active since the last read, while a channel that shows activity has subscribers. It says
 * where to look, not what is to be seen; that is read where REST reads it (activity.ts).
 */
import type { FromStart } from '../../../live/projection.ts';

/** Means all accounts: what concerns every one of them. */
export const EVERYBODY = 0;
const OF_EVERYBODY: readonly string[] = ['contest', 'outage', 'verdict', 'notice'];

/** Times of the first and the last command that did something, epoch ms. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface RecentActivity extends FromStart {
  /** Whether there are subscribers. */
  watch(isWatched: boolean): void;
  /** The accounts that were active since the last call. */
  take(): ReadonlyMap<number, Span>;
}

export function createRecentActivity(): RecentActivity {
  let isWatched = false;
  let spans = new Map<number, Span>();

  function note(account: number, timeMs: number): void {
    spans.set(account, { fromMs: spans.get(account)?.fromMs ?? timeMs, toMs: timeMs });
  }

  return {
    name: 'activity',
    needsReplay: false,
    watch(next) {
      isWatched = next;
      if (!next) spans = new Map();
    },
    take() {
      const taken = spans;
      spans = new Map();
      return taken;
    },
    apply(_, { events, timeMs }) {
      if (!isWatched) return;
      for (const event of events) {
        if (event.name === 'leafAppended') {
          if (event.kind === 'ailog' || event.kind === 'order') note(event.account, timeMs);
          else if (OF_EVERYBODY.includes(event.kind)) note(EVERYBODY, timeMs);
        } else if (event.name === 'fillMade') {
          note(event.taker.order.account.id, timeMs);
          note(event.maker.order.account.id, timeMs);
        }
      }
    },
  };
}
