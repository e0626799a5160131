/**
 * The turn of one command: the state it works on, the clock it reads, and the work and events it leaves.
 *
 * A turn gives out ids (FLOW-005), collects events in order, and notes each changed record once, when it first changes;
 * `engine.ts` opens and closes it. It decides nothing.
 */
import { Heap } from '../num/heap.ts';
import { invariant } from '../num/invariant.ts';
import { add, neg } from '../num/mul-div.ts';
import type { Id, Money, Steps, TimeMs } from '../num/units.ts';
import type {
  Account,
  CopyLead,
  CopyRelation,
  Holding,
  Instrument,
  Order,
  Part,
  PlanOrder,
  Position,
} from '../state/records.ts';
import type { State } from '../state/state.ts';
import type { Sha256 } from '../text/bytes.ts';
import type { Event } from './events.ts';
import { isShared } from '../state/parts.ts';

/** A lead's fills to be copied, waiting for their place in the follow-up loop (FLOW-003 d). */
export type CopyFollowUp = CopyOpening | CopyClosing;

export interface CopyOpening {
  readonly effect: 'open';
  readonly lead: CopyLead;
  readonly order: Order;
  /** Filled since it was queued. */
  size: Steps;
  /** Of the latest fill. */
  position: Position;
}

export interface CopyClosing {
  readonly effect: 'close';
  readonly lead: CopyLead;
  readonly position: Position;
  /** Before the first of the fills. */
  readonly sizeBefore: Steps;
}

export interface Turn {
  readonly state: State;
  readonly sha256: Sha256;
  sequence: number;
  timeMs: TimeMs;
  /** The events so far; handed out when the turn closes. */
  events: Event[];
  /** Orders the command has ended so far. */
  ended: number;
  /** Parts whose figures changed and that no follow-up has looked at since. */
  readonly parts: Part[];
  /** Plan orders that are due, to be fired smallest id first (FLOW-003 a). */
  readonly due: Heap<PlanOrder>;
  /** Copy-trading follow-ups, oldest first (FLOW-003 d). */
  readonly copies: CopyFollowUp[];
  /** The follower whose copied opening is being entered: its fills are not copied on (COPY-002). */
  copier: Account | null;
  /** How many of the events contests have looked at. */
  counted: number;
}

/** The one turn of an engine, reopened for each command. */
export function createTurn(state: State, sha256: Sha256): Turn {
  const due = new Heap<PlanOrder>((a, b) => a.id < b.id);
  return {
    state,
    sha256,
    sequence: 0,
    timeMs: 0,
    events: [],
    ended: 0,
    parts: [],
    due,
    copies: [],
    copier: null,
    counted: 0,
  };
}

/** Opens the turn of the next command. */
export function openTurn(turn: Turn, sequence: number, timeMs: TimeMs): void {
  const { parts, copies, copier } = turn;
  const isDone = parts.length === 0 && copies.length === 0 && copier === null;
  invariant(isDone, 'FLOW-003: what a command sets off is carried out before the next', sequence, parts.length);
  turn.sequence = sequence;
  turn.timeMs = timeMs;
  turn.events = [];
  turn.ended = 0;
  turn.counted = 0;
}

/** The next id of the one counter (FLOW-005). */
export function giveId(turn: Turn): Id {
  const id = turn.state.nextId;
  turn.state.nextId = id + 1;
  return id;
}

/** The next match sequence number (FLOW-005). */
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

function notePosition(turn: Turn, position: Position): void {
  if (position.touched === turn.sequence) return;
  position.touched = turn.sequence;
  announce(turn, { name: 'positionChanged', position });
}

/** A match sequence changed the position: it says which and when, and is announced. */
export function touchPosition(turn: Turn, position: Position, matchSequence: number): void {
  const { updatedSequence } = position;
  invariant(matchSequence >= updatedSequence, 'FLOW-005: bookings of a position follow each other', position);
  position.updatedSequence = matchSequence;
  position.updatedMs = turn.timeMs;
  notePosition(turn, position);
}

export function noteHolding(turn: Turn, holding: Holding): void {
  if (holding.touched === turn.sequence) return;
  holding.touched = turn.sequence;
  announce(turn, { name: 'settingsChanged', holding });
}

export function noteRelation(turn: Turn, relation: CopyRelation): void {
  if (relation.touched === turn.sequence) return;
  relation.touched = turn.sequence;
  announce(turn, { name: 'copyRelationChanged', relation });
}

/** The account's SHARED money, positions, leverage or reserves changed. */
export function noteAccount(turn: Turn, account: Account): void {
  account.spendable = null;
  notePart(turn, account.shared);
}

/** The part's value or requirement changed: the follow-ups look at it. */
function notePart(turn: Turn, part: Part): void {
  if (part.queued) return;
  part.queued = true;
  turn.parts.push(part);
}

/** The part's money, positions or reserves changed, whether it is SHARED or ISOLATED. */
export function noteMoney(turn: Turn, part: Part): void {
  if (isShared(part)) noteAccount(turn, part.account);
  else notePart(turn, part);
}

/** Only the part's money changed, by `amount`. While what its guards leave it covers that, nothing can be due. */
export function noteAmount(turn: Turn, part: Part, amount: Money): void {
  if (isShared(part)) part.account.spendable = null;
  noteSlack(turn, part, amount);
}

/** As `noteAmount`, of what the account's orders reserve: `change` more of its SHARED money. */
export function noteHeld(turn: Turn, { shared }: Account, change: Money): void {
  noteSlack(turn, shared, neg(change));
}

function noteSlack(turn: Turn, part: Part, change: Money): void {
  part.slack = add(part.slack, change);
  if (!part.guarded || part.slack < 0) notePart(turn, part);
}

/** A mark reached one of the part's guards, or the figures of a contract are others: they hold no longer. */
export function loosenGuards(turn: Turn, part: Part): void {
  if (part.guarded) turn.state.unguarded.add(part);
  part.guarded = false;
  noteMoney(turn, part);
}

/**
 * The requirement of every part with a position in the contract changed: its tiers, its fees, whether its mark is
 * valid; or its grid, in which guards are counted of who may hold nothing any more.
 */
export function noteHolders(turn: Turn, instrument: Instrument): void {
  for (const holding of instrument.holders.values())
    for (const position of holding.positions) loosenGuards(turn, position.part);
  for (const { part } of [...instrument.guards.falling, ...instrument.guards.rising]) loosenGuards(turn, part);
}
