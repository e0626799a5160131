/**
 * Time as it is handed to whoever needs it: the moment, and timers. There are two kinds, and a type says which a part
 * goes by.
 *
 * - **Exchange time** is what commands are stamped with (FLOW-001). Whatever belongs to the exchange's own life waits
 *   in it: ticks, the market, seasons, agents. It may pass faster than the machine's, or when told to.
 * - **The machine's** is real: disks, sockets, locks, other processes, and the patience of callers.
 *
 * Nothing outside of this folder reads a clock or sets a timer; the linter holds that.
 */
export interface Timer {
  /** It does not run any more; nothing when it has run. */
  cancel(): void;
  /** A process that waits for nothing else may end. */
  unref(): this;
}

export interface Timers {
  /** Runs once, `ms` from now. */
  readonly after: (ms: number, run: () => unknown) => Timer;
  /** Runs each `ms` until it is cancelled, the first time `ms` from now. */
  readonly every: (ms: number, run: () => unknown) => Timer;
  /**
   * Resolves `ms` from now.
   * @throws the signal's reason, when it is aborted before
   */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export interface Clock {
  /** The stamp of a command taken now: milliseconds since the epoch, whole, never less than the time before. */
  readonly nowMs: () => number;
  /** Why no command may be stamped now; null while all is well. */
  readonly trouble: () => ClockTrouble | null;
}

/**
 * `jumped`: the machine's clock is not where the time that passed would have taken it. `behind`: it is earlier than
 * what the journal ends with.
 */
export interface ClockTrouble {
  readonly kind: 'jumped' | 'behind';
  /** How far: ahead of where it should be (or behind it, below 0); behind the journal. */
  readonly byMs: number;
  /** The whole sentence, for `readyz`, the log and refusals. */
  readonly text: string;
  /** When it may be over by itself. */
  readonly retryAfterSeconds: number;
}

export interface ExchangeTime extends Clock, Timers {
  readonly kind: 'exchange';
}

export interface MachineTime extends Timers {
  readonly kind: 'machine';
  /** Milliseconds since the epoch; may be set to anything at any moment. */
  readonly wallMs: () => number;
  /** Milliseconds that passed; never set, costs nothing to read, and may stop while the machine sleeps. */
  readonly steadyMs: () => number;
}
