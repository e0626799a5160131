/**
 * The turn of one command: the state it works on, the clock it reads, and what it leaves to announce.
 *
 * A turn gives out ids (FLOW-005), collects events in order, and notes each changed record once, when it first changes; `engine.ts` opens and
 * closes it. It decides nothing.
 */
import type { Event } from './events.ts';
import type { Id, TimeMs } from './num/units.ts';
import type { Order, PlanOrder } from './order.ts';
import type { Account, Holding, Instrument, Position, State } from './state.ts';

/** SHA-256 of bytes, 32 bytes; handed in, because the core has no library. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

export interface Turn {
  readonly state: State;
  readonly sha256: Sha256;
  sequence: number;
  timeMs: TimeMs;
  /** What happened so far; handed out when the turn closes. */
  events: Event[];
  /** Accounts whose figures changed, candidates for order relief: the first `accountCount` of the list. */
  readonly accounts: Account[];
  accountCount: number;
  /** Plan orders that are due, to be fired smallest id first (FLOW-003 a). */
  readonly due: PlanOrder[];
}

/** The one turn of an engine, reopened for each command. */
export function createTurn(state: State, sha256: Sha256): Turn {
  return { state, sha256, sequence: 0, timeMs: 0, events: [], accounts: [], accountCount: 0, due: [] };
}

/** Opens the turn of the next command. */
export function openTurn(turn: Turn, sequence: number, timeMs: TimeMs): void {
  turn.sequence = sequence;
  turn.timeMs = timeMs;
  turn.events = [];
  turn.accountCount = 0;
}

/** The next id of the one counter (FLOW-005). */
export function giveId(turn: Turn): Id {
  const id = turn.state.nextId;
  turn.state.nextId = id + 1;
  return id;
}

/** The next `match_sequence_id` (FLOW-005). */
export function giveMatchSequence(turn: Turn): number {
  const sequence = turn.state.nextMatchSequence;
  turn.state.nextMatchSequence = sequence + 1;
  return sequence;
}

/** Adds an event. The first one makes a list of just its size: most turns have no second. */
export function announce(turn: Turn, event: Event): void {
  if (turn.events.length === 0) turn.events = [event];
  else turn.events.push(event);
}

export function noteOrder(turn: Turn, order: Order): void {
  order.updatedMs = turn.timeMs;
  if (order.touched === turn.sequence) return;
  order.touched = turn.sequence;
  announce(turn, { name: 'orderChanged', order });
  if (order.plan !== null) notePlan(turn, order.plan);
}

export function notePlan(turn: Turn, plan: PlanOrder): void {
  plan.updatedMs = turn.timeMs;
  if (plan.touched === turn.sequence) return;
  plan.touched = turn.sequence;
  announce(turn, { name: 'planOrderChanged', plan });
}

export function notePosition(turn: Turn, position: Position): void {
  if (position.touched === turn.sequence) return;
  position.touched = turn.sequence;
  announce(turn, { name: 'positionChanged', position });
}

export function noteHolding(turn: Turn, holding: Holding): void {
  if (holding.touched === turn.sequence) return;
  holding.touched = turn.sequence;
  announce(turn, { name: 'settingsChanged', holding });
}

/** The account's money, positions or reserves changed, or the mark under its positions did. */
export function noteAccount(turn: Turn, account: Account): void {
  account.spendable = null;
  if (account.touched === turn.sequence) return;
  account.touched = turn.sequence;
  turn.accounts[turn.accountCount++] = account;
}

/** The mark of a contract was recomputed: every holder's figures changed. */
export function noteHolders(turn: Turn, instrument: Instrument): void {
  for (const holding of instrument.holders.values()) noteAccount(turn, holding.account);
}
