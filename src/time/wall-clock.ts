/**
 * The clock of a running exchange: the machine's wall clock, as long as it can be believed. A time that was stamped
 * once stays in the journal for ever, so a clock that is wrong for a second must not be stamped at all.
 *
 * - **Jumped.** From the first stamp on, the wall clock is held against the clock that counts since the machine was
 *   started, which goes on while it sleeps. More than 5 s apart, either way, is trouble until they agree again or the
 *   wall clock is accepted as it is. So waking from sleep is nothing special, and a step of a second or a leap smear is
 *   followed.
 * - **Behind.** A wall clock more than 5 s earlier than the last stamp is trouble, unless that lead was accepted.
 * - **Ahead.** While the last stamp is after the wall clock, time goes on at half speed: it never falls, never stands
 *   still (prices still go stale), and after twice the lead it is the wall clock's again.
 *
 * In trouble this clock stops. What can't be seen: a wall clock that was wrong before the first stamp, and the sleep of
 * a host that hides it from its virtual machines, which looks like a jump.
 */
import { uptime } from 'node:os';
import { durationText } from './duration-text.ts';
import { machine } from './machine.ts';
import type { Clock, ClockTrouble, ExchangeTime } from './time.ts';

/** Further apart than this is not believed. */
const TOLERANCE_MS = 5_000;
/** The wall clock may drift against the other by a thousandth; more than that adds up until they are too far apart. */
const DRIFT = 1 / 1_000;
/** So long the cheap clock is good enough to compare with. */
const COARSE_MS = 1_000;
/** Nobody is told to come back later than this. */
const LONGEST_RETRY_SECONDS = 3_600;
const JUMP_RETRY_SECONDS = 5;

/** The machine's three clocks, in milliseconds. Only the first tells what time it is; the others, how much passed. */
export interface MachineClocks {
  /** May be set to anything at any moment. */
  readonly wallMs: () => number;
  /** Never set, costs nothing to read, and may stop while the machine sleeps. */
  readonly steadyMs: () => number;
  /** Never set, and goes on while the machine sleeps; coarse, and costs a system call. */
  readonly bootMs: () => number;
}

export const MACHINE: MachineClocks = {
  wallMs: machine.wallMs,
  steadyMs: machine.steadyMs,
  bootMs: tellsUptime() ? () => uptime() * 1000 : machine.steadyMs,
};

/** Some sandboxes don't say since when they run. */
function tellsUptime(): boolean {
  try {
    return uptime() > 0;
  } catch {
    return false;
  }
}

/** A machine whose clocks are one, which therefore never disagree: for tests that set the time as they like. */
export function oneClock(readMs: () => number): MachineClocks {
  return { wallMs: readMs, steadyMs: readMs, bootMs: readMs };
}

export interface WallClock extends Clock {
  /** Time continues from the journal's end; up to `aheadUntilMs` its lead over the wall clock was accepted before. */
  goOnFrom(journal: { readonly timeMs: number; readonly aheadUntilMs: number }): void;
  /** Takes the wall clock as true. Null when there is nothing to accept. */
  accept(): ClockAccepted | null;
  /** How far the next stamp is after the wall clock. */
  aheadMs(): number;
  /** How far the wall clock is from where the time that passed would have taken it; below 0 it is behind. */
  jumpMs(): number;
}

export interface ClockAccepted {
  readonly trouble: ClockTrouble;
  /** The wall clock's reading. */
  readonly wallMs: number;
  /** The time at which the exchange's time is the wall clock's again; 0 when it is already. */
  readonly aheadUntilMs: number;
  /** Takes it back: the command that says so could not be journaled. */
  readonly undo: () => void;
}

/** A moment by all three clocks, at which the wall clock was believed. */
interface Moment {
  readonly wallMs: number;
  readonly steadyMs: number;
  readonly bootMs: number;
}

/** The knowledge of time between two looks. */
interface Known {
  believed: Moment;
  /** The latest time given out, or in the journal. */
  lastMs: number;
  aheadUntilMs: number;
  /** Start of half speed; null at full speed. */
  slowFrom: { readonly timeMs: number; readonly steadyMs: number } | null;
}

export function wallClock(clocks: MachineClocks = MACHINE): WallClock {
  return new BelievedClock(clocks);
}

/** A clock that is believed whatever it says. */
export function believed(clock: Clock): WallClock {
  return { ...timeOf(clock), goOnFrom: () => undefined, accept: () => null, aheadMs: () => 0, jumpMs: () => 0 };
}

/** The time of an exchange that goes by a clock of the machine's: its timers are real ones. */
export function exchangeTime(clock: Clock): ExchangeTime {
  const { after, every, sleep } = machine;
  return { kind: 'exchange', ...timeOf(clock), after, every, sleep };
}

/** Stamps commands; all else of an exchange goes by it too. */
export function timesOf({ clock, time }: { readonly clock?: WallClock; readonly time?: ExchangeTime }) {
  if (time !== undefined) return { clock: clock ?? believed(time), time };
  const own = clock ?? wallClock();
  return { clock: own, time: exchangeTime(own) };
}

function timeOf(clock: Clock): Clock {
  return { nowMs: () => clock.nowMs(), trouble: () => clock.trouble() };
}

class BelievedClock implements WallClock {
  readonly #clocks: MachineClocks;
  #known: Known;
  /** A journal has been read, so the next time given out may be stamped. */
  #goesOn = false;
  /** A time has been given out that may have been stamped: from now on the wall clock is held to it. */
  #stamped = false;
  #wallMs = 0;
  #steadyMs = 0;
  #jumpMs = 0;

  constructor(clocks: MachineClocks) {
    this.#clocks = clocks;
    this.#known = { believed: readAll(clocks), lastMs: 0, aheadUntilMs: 0, slowFrom: null };
  }

  goOnFrom({ timeMs, aheadUntilMs }: { readonly timeMs: number; readonly aheadUntilMs: number }): void {
    this.#known.lastMs = timeMs;
    this.#known.aheadUntilMs = aheadUntilMs;
    this.#goesOn = true;
  }

  readonly nowMs = (): number => {
    const known = this.#known;
    if (this.trouble() !== null) return known.lastMs;
    if (this.#wallMs < known.lastMs) known.slowFrom ??= { timeMs: known.lastMs, steadyMs: this.#steadyMs };
    if (known.slowFrom !== null) {
      const { timeMs, steadyMs } = known.slowFrom;
      known.lastMs = Math.max(known.lastMs, timeMs + Math.floor((this.#steadyMs - steadyMs) / 2));
    }
    if (this.#wallMs >= known.lastMs) {
      known.lastMs = this.#wallMs;
      known.slowFrom = null;
    }
    this.#stamped = this.#goesOn;
    return known.lastMs;
  };

  readonly trouble = (): ClockTrouble | null => {
    this.#look();
    if (!this.#goesOn) return null;
    if (Math.abs(this.#jumpMs) > TOLERANCE_MS) return jumped(this.#jumpMs, this.#wallMs);
    const { lastMs, aheadUntilMs } = this.#known;
    const leadMs = lastMs - this.#wallMs;
    const allowedMs = TOLERANCE_MS + Math.max(0, aheadUntilMs - lastMs);
    return leadMs > allowedMs ? behind(leadMs, leadMs - allowedMs, this.#wallMs) : null;
  };

  accept(): ClockAccepted | null {
    const trouble = this.trouble();
    if (trouble === null) return null;
    const before = { ...this.#known };
    const believed = readAll(this.#clocks);
    const { lastMs } = before;
    const leadMs = lastMs - believed.wallMs;
    const aheadUntilMs = leadMs > 0 ? lastMs + leadMs : 0;
    const slowFrom = leadMs > 0 ? { timeMs: lastMs, steadyMs: believed.steadyMs } : null;
    this.#known = { believed, lastMs, aheadUntilMs, slowFrom };
    return { trouble, wallMs: believed.wallMs, aheadUntilMs, undo: () => void (this.#known = before) };
  }

  aheadMs(): number {
    this.#look();
    return Math.max(0, this.#known.lastMs - this.#wallMs);
  }

  jumpMs(): number {
    this.#look();
    return this.#jumpMs;
  }

  /** Reads the clocks and compares them. */
  #look(): void {
    const known = this.#known;
    const { believed } = known;
    this.#wallMs = Math.floor(this.#clocks.wallMs());
    this.#steadyMs = this.#clocks.steadyMs();
    const steadyPassed = this.#steadyMs - believed.steadyMs;
    this.#jumpMs = this.#wallMs - believed.wallMs - steadyPassed;
    if (steadyPassed < COARSE_MS && Math.abs(this.#jumpMs) <= TOLERANCE_MS && this.#stamped) return;
    const bootMs = this.#clocks.bootMs();
    const passed = bootMs - believed.bootMs;
    this.#jumpMs = this.#stamped ? this.#wallMs - believed.wallMs - passed : 0;
    if (Math.abs(this.#jumpMs) > TOLERANCE_MS) return;
    const drift = Math.min(Math.abs(this.#jumpMs), Math.max(0, passed) * DRIFT) * Math.sign(this.#jumpMs);
    const wallMs = this.#stamped ? believed.wallMs + passed + drift : this.#wallMs;
    known.believed = { wallMs, steadyMs: this.#steadyMs, bootMs };
  }
}

function readAll({ wallMs, steadyMs, bootMs }: MachineClocks): Moment {
  return { wallMs: Math.floor(wallMs()), steadyMs: steadyMs(), bootMs: bootMs() };
}

function jumped(byMs: number, wallMs: number): ClockTrouble {
  const text =
    `the machine's clock jumped ${durationText(byMs)} ${byMs > 0 ? 'forward' : 'back'} and says ${timeText(wallMs)}: ` +
    'no command is taken until it is right again, or `outcry clock accept` says that it is';
  return { kind: 'jumped', byMs, text, retryAfterSeconds: JUMP_RETRY_SECONDS };
}

function behind(leadMs: number, waitMs: number, wallMs: number): ClockTrouble {
  const text =
    `the journal ends ${durationText(leadMs)} after the machine's clock, which says ${timeText(wallMs)}: ` +
    'no command is taken until the clock has caught up, or `outcry clock accept` says that it is right';
  const retryAfterSeconds = Math.min(LONGEST_RETRY_SECONDS, Math.ceil(waitMs / 1000));
  return { kind: 'behind', byMs: leadMs, text, retryAfterSeconds };
}

function timeText(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? `${ms} ms` : date.toISOString();
}
