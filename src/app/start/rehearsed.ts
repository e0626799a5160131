/** An exchange whose time is driven, and whose journal is written behind what it answers: what it has beside others. */
import type { Checkups } from '../../api/call/checkups.ts';
import type { Rehearsal } from '../../api/call/rehearsal.ts';
import type { Sequenced } from '../../core/language/commands.ts';
import type { Outcome } from '../../core/turn/outcome.ts';
import type { Demo, DemoParts, DemoSettings } from '../../demo/demo.ts';
import type { DemoAccount } from '../../demo/demo-accounts.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Projections } from '../../live/projection.ts';
import { createCheckups } from '../../rehearsal/checkup/checkup.ts';
import type { RequestLog } from '../../rehearsal/checkup/facts/request-log.ts';
import type { Headline } from '../../market/world/stories.ts';
import type { Store } from '../../store/store.ts';

export type BeginDemo = (settings: DemoSettings, own: Pick<DemoParts, 'time' | 'shown'>) => Promise<Demo>;

export interface RehearsalParts {
  readonly control: Rehearsal;
  /** Sees each command that was applied. */
  readonly onApplied: (sequenced: Sequenced, outcome: Outcome) => void;
  /** Bytes that the same seed gives again: for the AI log's salts and their key. */
  readonly random: (bytes: number) => Buffer;
  /** Published texts of its market, newest last. */
  readonly headlines: () => readonly Headline[];
  /** Gets how to begin what a demo has beside its market: scripted agents, and seasons of a practice contest. */
  readonly onBuilt?: (begin: BeginDemo) => void;
  /** Its keys, beside those of the read store. */
  readonly accounts: readonly DemoAccount[];
}

/** A read store that is asked about what is written: it follows the journal's file. */
export function writtenFirst(store: Store, write: () => Promise<void>): Store {
  const ask: Store['ask'] = async (question, args, afterSequence) => {
    if (afterSequence > store.projected()) await write();
    return store.ask(question, args, afterSequence);
  };
  return { ...store, ask };
}

/** The same projections, and in a rehearsal one more who sees what is applied from now on. */
export function alsoSeenBy(projections: Projections, rehearsal: RehearsalParts | undefined) {
  if (rehearsal === undefined) return projections;
  const { replayed, applied } = projections;
  const both: Projections['applied'] = (sequenced, outcome) => {
    applied(sequenced, outcome);
    rehearsal.onApplied(sequenced, outcome);
  };
  return { replayed, applied: both };
}

/** Checkups of the bots whose requests are recorded. */
export function checkupsOf(requests: RequestLog, exchange: Exchange, rehearsal: RehearsalParts | undefined): Checkups {
  const control = rehearsal?.control;
  const branch = (): string => control?.clock().branch ?? 'main';
  return createCheckups({ requests, exchange, branch, unrepeatable: () => control?.unrepeatable() ?? null });
}

/** Its parts of the server. Headlines are about contracts that are listed, and about all. */
export function ofRehearsal({ control, headlines }: RehearsalParts, nowMs: () => number, { state }: Exchange) {
  const isListed = (symbol: string | null): boolean => symbol === null || state.bySymbol.has(symbol);
  return {
    rehearsal: control,
    monotonicMs: nowMs,
    headlines: () => headlines().filter(({ symbol }) => isListed(symbol)),
  };
}
