/**
 * A bot that says when it wants to look again, and so runs at any pace of time without a change: on a live exchange it
 * sleeps until then, on a rehearsal that goes faster as much shorter, and in lockstep it passes, so that time stands
 * while it thinks and two runs with the same answers are the same run. docs/rehearsal.md says what lockstep is.
 */
import type { Client, ClientOptions } from './client.ts';
import { createClientFromEnv } from './environment.ts';
import { OutcryError } from './errors.ts';
import { machine } from '../time/machine.ts';

/** The clock of a rehearsal; `virtualMs` is epoch ms. */
export interface RehearsalTime {
  readonly mode: 'paced' | 'max' | 'paused' | 'lockstep';
  readonly state: 'ready' | 'advancing' | 'waiting';
  readonly virtualMs: number;
  readonly speed: number | null;
  readonly barrier: number | null;
  readonly waitingFor: readonly number[];
}

/** A request that travels in a pass, which sealed lockstep asks for. */
export interface SealedAction {
  readonly method: 'POST';
  readonly path: string;
  readonly body: object;
}

export type SealedResult =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly error: { readonly code: string; readonly msg: string } };

/** An agent's turn: it is awake, and time stands until it passes. */
export interface Turn {
  readonly barrier: number;
  /** Epoch ms. */
  readonly virtualMs: number;
  /** `end`: it is no agent any more. */
  readonly reason: 'joined' | 'time' | 'event' | 'end';
  /** Answers to the actions of its last pass. */
  readonly results: readonly SealedResult[];
  /** Fills of its own since its last pass. */
  readonly fills: number;
  /** USDT. */
  readonly equity: string;
}

export interface Next {
  /** When to wake it, epoch ms; left out: one step on. */
  readonly untilMs?: number;
  /** Thinking time that it declares; added to that. */
  readonly thoughtMs?: number;
  /** Wakes it earlier: `fill`, `liquidation`, `price:cmt_btcusdt:0.5` (per cent). */
  readonly wakeOn?: readonly string[];
  /** Only in sealed lockstep. */
  readonly actions?: readonly SealedAction[];
}

const PATH = '/capi/v2/rehearsal';
/** The exchange answers within a minute, if only that it is still waiting. */
const TURN_TIMEOUT_MS = 75_000;

/** An agent's part in lockstep, by itself; `rehearse` is a bot's whole life with it. */
export class Lockstep {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Null: this is no rehearsal. */
  async time(signal?: AbortSignal): Promise<RehearsalTime | null> {
    try {
      return (await this.#client.get<RehearsalTime>(`${PATH}/clock`, {}, optionsOf(signal))).answer;
    } catch (error) {
      if (error instanceof OutcryError && error.status === 404) return null;
      throw error;
    }
  }

  /** Resolves when it is its turn. @throws OutcryError 60002 without lockstep */
  join(signal?: AbortSignal): Promise<Turn> {
    return this.#turn('join', {}, signal);
  }

  /**
   * Resolves when it is its turn again; the same pass twice is one. `barrier` is that of the turn which ends.
   * @throws OutcryError 60002 of no agent, 60003 at another barrier, 60005 when `untilMs` is past or too far
   */
  pass(next: Next & { readonly barrier: number }, signal?: AbortSignal): Promise<Turn> {
    return this.#turn('pass', next, signal);
  }

  /** Is no agent any more. @throws OutcryError 60002 when it was none */
  async leave(): Promise<void> {
    await this.#client.post(`${PATH}/leave`, {});
  }

  async #turn(what: 'join' | 'pass', body: object, signal?: AbortSignal): Promise<Turn> {
    for (;;) {
      const { answer } = await this.#client.post<Turn & { readonly state: 'woken' | 'waiting' }>(
        `${PATH}/${what}`,
        body,
        { ...optionsOf(signal), timeoutMs: TURN_TIMEOUT_MS },
      );
      // Its turn has not come within a minute: the same question again.
      if (answer.state === 'woken') return answer;
    }
  }
}

/** This moment, as a bot is told it. */
export interface Now {
  /** Exchange time, epoch ms. */
  readonly ms: number;
  /** In lockstep: why it was woken, and what happened since its last pass; else null. */
  readonly turn: Turn | null;
}

/** Decides once. Returns when to look again, nothing for one step on, or null when it is done. */
export type Decide = (now: Now, exchange: Client) => Promise<Next | null | void> | Next | null | void;

export interface RehearseOptions extends Partial<ClientOptions> {
  /** From one decision to the next, unless it says otherwise, in ms; default 60 000. */
  readonly stepMs?: number;
  /** Ends it after the decision under way. */
  readonly signal?: AbortSignal;
}

const STEP_MS = 60_000;
/** How often the clock of a rehearsal is looked at that goes as fast as it can, or stands. */
const LOOK_MS = 50;
/** Not by the last millisecond: the pace may change. */
const LONGEST_SLEEP_MS = 5_000;

/**
 * Lets a bot decide again and again until it returns null, the lockstep ends, or `signal` is aborted. URL and key are
 * those of `createClientFromEnv`. On a rehearsal in lockstep it joins; a used-up rate (429) is cured there by passing.
 * @throws what `decide` throws, after leaving the lockstep
 */
export async function rehearse(options: RehearseOptions, decide: Decide): Promise<void> {
  const { stepMs = STEP_MS, signal, ...given } = options;
  const life = new Life(given, stepMs, signal);
  try {
    for (let now = await life.begin(); now !== null; ) {
      signal?.throwIfAborted();
      const next = await decide(now, life.exchange);
      now = next === null ? null : await life.after(next ?? {});
    }
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  } finally {
    await life.leave();
  }
}

class Life {
  readonly exchange: Client;
  readonly #lockstep: Lockstep;
  readonly #stepMs: number;
  readonly #signal: AbortSignal | undefined;
  /** Null: it is in no lockstep. */
  #turn: Turn | null = null;
  #passing: Promise<void> | null = null;
  #isLive = false;

  constructor(options: Partial<ClientOptions>, stepMs: number, signal: AbortSignal | undefined) {
    this.exchange = createClientFromEnv({ ...options, passTime: (ms) => this.#passTime(ms) });
    this.#lockstep = new Lockstep(this.exchange);
    this.#stepMs = stepMs;
    this.#signal = signal;
  }

  /** Null: it has ended. */
  async begin(): Promise<Now | null> {
    const { ms, isLockstep } = await this.#look();
    return isLockstep ? this.#take(await this.#lockstep.join(this.#signal)) : { ms, turn: null };
  }

  async after(next: Next): Promise<Now | null> {
    if (this.#turn?.reason === 'end') return null;
    if (this.#turn !== null) return this.#take(await this.#pass(next));
    const { ms } = await this.#look();
    return this.#sleepUntil((next.untilMs ?? ms + this.#stepMs) + (next.thoughtMs ?? 0));
  }

  async leave(): Promise<void> {
    if (this.#turn === null || this.#turn.reason === 'end') return;
    // Somebody else may have ended it.
    await this.#lockstep.leave().catch(() => undefined);
  }

  #take(turn: Turn): Now | null {
    this.#turn = turn;
    return turn.reason === 'end' ? null : { ms: turn.virtualMs, turn };
  }

  #pass(next: Next): Promise<Turn> {
    const { barrier, virtualMs } = this.#turn!;
    const untilMs = next.untilMs ?? virtualMs + this.#stepMs;
    return this.#lockstep.pass({ ...next, untilMs, barrier }, this.#signal);
  }

  /** Several requests that wait at once pass once. */
  async #passTime(ms: number): Promise<void> {
    const turn = this.#turn;
    if (turn === null || turn.reason === 'end') return machine.sleep(ms, this.#signal);
    this.#passing ??= this.#pass({ untilMs: turn.virtualMs + ms })
      .then((woken) => void (this.#turn = woken))
      .finally(() => (this.#passing = null));
    return this.#passing;
  }

  async #sleepUntil(untilMs: number): Promise<Now | null> {
    for (;;) {
      const { ms, speed, isLockstep } = await this.#look();
      if (isLockstep) return this.#take(await this.#lockstep.join(this.#signal));
      if (ms >= untilMs) return { ms, turn: null };
      const sleepMs = speed === null ? LOOK_MS : (untilMs - ms) / speed;
      await machine.sleep(Math.max(1, Math.min(LONGEST_SLEEP_MS, sleepMs)), this.#signal);
    }
  }

  /** Exchange time, and how fast it goes; null: nobody knows. */
  async #look(): Promise<{ readonly ms: number; readonly speed: number | null; readonly isLockstep: boolean }> {
    const time = this.#isLive ? null : await this.#lockstep.time(this.#signal);
    this.#isLive = time === null;
    if (time !== null) return { ms: time.virtualMs, speed: time.speed, isLockstep: time.mode === 'lockstep' };
    const { clock } = this.exchange;
    if (clock.delayMs === null) await clock.sync();
    return { ms: clock.nowMs(), speed: 1, isLockstep: false };
  }
}

const optionsOf = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal });
