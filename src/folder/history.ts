/**
 * The projections made of history: those that replay feeds as well as live running, and that every snapshot holds. The
 * read store's thread, which writes the snapshots, makes them a second time (docs/recipes/projection.md).
 */
import { AccountEvents } from '../api/push/account-events.ts';
import type { ReportPriceBar } from '../bars/price-bars.ts';
import type { State } from '../core/state/state.ts';
import { type AnsweredRequests, createAnsweredRequests } from '../live/answered-requests.ts';
import { LiveBars } from '../live/bars.ts';
import type { FromHistory } from '../live/projection.ts';
import { createTape, type Tape } from '../live/tape.ts';
import { createTraces, type Traces } from '../live/traces.ts';
import { createTurnover, type Turnover } from '../live/turnover.ts';
import { openPast } from '../market/past/past.ts';

export interface History {
  readonly bars: LiveBars;
  readonly tape: Tape;
  readonly turnover: Turnover;
  readonly answered: AnsweredRequests;
  readonly traces: Traces;
  readonly accounts: AccountEvents;
  /** All of them, in the order in which they see a command: those that read others after them. */
  readonly all: readonly FromHistory[];
}

/** @param report is given each bar that is over */
export function createHistory(state: State, startedMs: number, report?: ReportPriceBar): History {
  const bars = new LiveBars(openPast, report);
  const tape = createTape();
  const turnover = createTurnover();
  const answered = createAnsweredRequests(startedMs);
  const accounts = new AccountEvents(state, turnover);
  const traces = createTraces();
  const all = [bars, tape, turnover, answered, traces, accounts];
  return { bars, tape, turnover, answered, traces, accounts, all };
}
