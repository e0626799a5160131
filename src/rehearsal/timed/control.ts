/**
 * The clock of a rehearsal is set by the operator, who lets it run, pauses it or takes a step, or by the agents of a
 * lockstep. What the operator does to it is a line of `control.jsonl`.
 */
import {
  type Branches,
  type Kept,
  type LockstepSettings,
  type Mode,
  type Pass,
  refusedBy,
  type Rehearsal,
  type RehearsalClock,
  type Woken,
} from '../../api/call/rehearsal.ts';
import type { ApiError, Bilingual } from '../../api/words/errors.ts';
import { assetView } from '../../api/shapes/asset.ts';
import { TIMESTAMP_TOLERANCE_MS } from '../../api/front/keys/auth.ts';
import { isForced } from '../../core/language/vocabulary.ts';
import type { Event } from '../../core/turn/events.ts';
import { isScriptedAgent } from '../../demo/demo-agents.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { machine } from '../../time/machine.ts';
import type { Pace, Timeline } from '../../time/timeline.ts';
import { type By, type Note, unrepeatableBy, writeControl } from '../branches/control-log.ts';
import type { Memory } from '../branches/memory.ts';
import type { Faults } from '../faults/faults.ts';
import type { Scenarios } from '../scenario/scenarios.ts';
import { Delays } from './delays.ts';
import { Lockstep, type LockstepState } from './lockstep.ts';

const DAY_MS = 86_400_000;
/** One turn of the clock goes no further. */
const MOST_DAYS = 400;
const LAST_MS = Date.UTC(2101, 0, 1);
/** Each so many seconds of its time. */
const LOOKS_AT_DISK = 600;

interface Plans {
  readonly faults: Faults;
  readonly scenarios: Scenarios;
}

export type Timestamps = 'either' | 'virtual' | 'wall';

export interface ControlParts {
  readonly timeline: Timeline;
  readonly branch: string;
  /** Path of control.jsonl. */
  readonly noted: string;
  readonly timestamps: Timestamps;
  readonly memory: Memory;
  readonly branches: Branches;
  /** @throws ApiError 60005 when the disk is nearly full */
  readonly mustHaveRoom: () => void;
  /** Resolves when it is not. */
  readonly room: () => Promise<void>;
  readonly onFault: (error: unknown) => void;
}

export class Control implements Rehearsal {
  readonly branches: Branches;
  readonly delays: Delays;
  isLeaving = false;
  readonly #parts: ControlParts;
  #exchange: Exchange | null = null;
  #plans: Plans | null = null;
  #lockstep: Lockstep | null = null;
  /** While all is written down: who would change something waits. */
  #standstill: Promise<void> | null = null;
  /** On whose order something is done that names nobody. */
  #by: By = 'start';
  /** That have passed. */
  #seconds = 0;

  constructor(parts: ControlParts) {
    this.#parts = parts;
    this.branches = parts.branches;
    this.delays = new Delays({
      timeline: parts.timeline,
      lockstep: () => this.#lockstep,
      advanceTo: (untilMs) => this.#advance(untilMs),
    });
  }

  /** Faults of its agents, and scenarios of its market. */
  takePlans(plans: Plans): void {
    this.#plans = plans;
  }

  get faults(): Faults {
    return this.#planned().faults;
  }

  get scenarios(): Scenarios {
    return this.#planned().scenarios;
  }

  /** Time may pass from now on. */
  begin(exchange: Exchange): void {
    this.#exchange = exchange;
  }

  /** It has started as its options say: from now on its operator gives orders. */
  handOver(): void {
    this.#by = 'operator';
  }

  unrepeatable(): Bilingual | null {
    return unrepeatableBy(this.#parts.noted);
  }

  keep(name: string, part: Kept): void {
    this.#parts.memory.keep(name, part);
  }

  /** Goes on in the lockstep of a checkpoint. */
  goOnInLockstep(saved: LockstepState): void {
    this.#lockstep = this.#newLockstep(saved.settings, saved);
  }

  /** Of a lockstep; null: there is none. */
  saveLockstep(): LockstepState | null {
    return this.#lockstep?.save() ?? null;
  }

  /**
   * Runs while nothing happens: time stands, and who would change something waits.
   * @param isEntry it is carried out by the clock, which stands for it
   * @throws ApiError 60004 while time passes, or somebody else has it stand still
   */
  async standingStill<Answer>(isEntry: boolean, run: () => Promise<Answer>): Promise<Answer> {
    this.#begun();
    if (!isEntry && (!this.#parts.timeline.isStanding || this.#lockstep?.isAdvancing === true))
      throw refusedBy(60004, PAUSE_FIRST);
    if (this.#standstill !== null) throw refusedBy(60004, STANDSTILL);
    if (!this.delays.isIdle || this.#lockstep?.isCarryingOut === true) throw refusedBy(60004, DELAYED);
    const over = Promise.withResolvers<void>();
    this.#standstill = over.promise;
    try {
      return await run();
    } finally {
      this.#standstill = null;
      over.resolve();
    }
  }

  stamp(): string {
    return `${this.#parts.branch} ${this.#parts.timeline.nowMs()}`;
  }

  clock(): RehearsalClock {
    const { timeline, branch } = this.#parts;
    const { pace } = timeline;
    const lockstep = this.#lockstep;
    return {
      mode: this.#mode(),
      state: this.#state(),
      virtualMs: timeline.nowMs(),
      speed: typeof pace === 'number' ? pace : null,
      behindMs: timeline.behindMs,
      barrier: lockstep?.barrier ?? null,
      waitingFor: lockstep?.waitingFor ?? [],
      sequence: this.#exchange?.sequence ?? 0,
      branch,
    };
  }

  isNear(timestampMs: number): boolean {
    const { timeline, timestamps } = this.#parts;
    const { pace } = timeline;
    const virtualMs = TIMESTAMP_TOLERANCE_MS * Math.max(1, typeof pace === 'number' ? pace : 1);
    const isNear = (nowMs: number, byMs: number) => Math.abs(timestampMs - nowMs) <= byMs;
    if (timestamps === 'wall') return isNear(machine.wallMs(), TIMESTAMP_TOLERANCE_MS);
    if (isNear(timeline.nowMs(), timestamps === 'virtual' ? virtualMs : TIMESTAMP_TOLERANCE_MS)) return true;
    return timestamps === 'either' && isNear(machine.wallMs(), TIMESTAMP_TOLERANCE_MS);
  }

  run(speed: Pace, untilMs: number | null): void {
    this.#mustBeFree();
    if (untilMs !== null) this.#mustBeAhead(untilMs);
    this.#parts.mustHaveRoom();
    this.note('run', { speed, untilMs });
    this.#parts.timeline.run(speed, untilMs ?? LAST_MS);
  }

  async pause(): Promise<void> {
    this.#mustBeFree();
    this.note('pause', {});
    await this.#parts.timeline.pause();
    await this.#exchange?.caughtUp();
  }

  async step(untilMs: number): Promise<void> {
    this.#mustBeFree();
    if (this.#parts.timeline.pace !== null) throw refusedBy(60004, PAUSE_FIRST);
    this.#mustBeAhead(untilMs);
    this.#parts.mustHaveRoom();
    this.note('step', { untilMs });
    await this.#advance(untilMs);
  }

  async lockstep(settings: LockstepSettings | null): Promise<void> {
    if (this.#lockstep?.isAdvancing === true) throw refusedBy(60004, ADVANCING);
    if (settings?.untilMs !== undefined) this.#mustBeAhead(settings.untilMs);
    if (settings !== null) this.#mustNotDelay(settings.order, settings.agents.length);
    await this.#parts.timeline.pause();
    this.note('lockstep', settings ?? { off: true });
    this.#lockstep?.end();
    this.#lockstep = null;
    if (settings === null) return;
    this.#lockstep = this.#newLockstep(settings, null);
  }

  async join(uid: number): Promise<Woken> {
    await this.#standstill;
    const lockstep = this.#stepped();
    if (!lockstep.has(uid)) this.#mustNotDelay(lockstep.settings.order, lockstep.size + 1);
    return lockstep.join(uid);
  }

  leave(uid: number): void {
    this.#stepped().leave(uid);
  }

  async pass(uid: number, pass: Pass): Promise<Woken> {
    await this.#standstill;
    // Requests that it sent before it passed may have moved the clock.
    await this.delays.settled;
    return this.#stepped().pass(uid, pass);
  }

  admit(uid: number): Promise<void> | null {
    // They act while the clock is on its way, and it waits for them.
    if (isScriptedAgent(uid)) return null;
    if (this.#standstill !== null) return this.#admitAfter(this.#standstill, uid);
    return this.#lockstep?.admit(uid) ?? null;
  }

  /** Tells agents what happened to them. */
  see(events: readonly Event[]): void {
    const lockstep = this.#lockstep;
    if (lockstep === null) return;
    for (const event of events) {
      if (event.name !== 'fillMade') continue;
      for (const { order } of [event.taker, event.maker]) {
        lockstep.happened(order.account.id, 'fill');
        if (isForced(order.cause)) lockstep.happened(order.account.id, 'liquidation');
      }
    }
  }

  /** Requests may be delayed: nobody else waits for the agent whose turn it is. @throws ApiError 60006 */
  mayDelay(): void {
    const lockstep = this.#lockstep;
    if (lockstep?.settings.order === 'turns' && lockstep.size > 1) throw refusedBy(60006, DELAYS_IN_TURNS);
  }

  /** Called each second. */
  look(): Promise<void> | null {
    this.#lockstep?.look();
    this.#seconds += 1;
    if (this.#lockstep === null && this.#seconds % LOOKS_AT_DISK === 0) this.#pauseWhenFull();
    return this.#plans?.faults.look() ?? null;
  }

  /** Nobody is waited for, and time stands. */
  async stop(): Promise<void> {
    this.#lockstep?.end();
    await this.#parts.timeline.pause();
  }

  #state(): RehearsalClock['state'] {
    // Before it begins, whatever there is may change.
    if (this.#exchange === null || this.isLeaving) return 'advancing';
    return this.#lockstep?.state ?? (this.#parts.timeline.pace === null ? 'ready' : 'advancing');
  }

  #pauseWhenFull(): void {
    try {
      this.#parts.mustHaveRoom();
    } catch (error) {
      this.note('pause', { why: String((error as ApiError).hint?.en) }, 'exchange');
      void this.#parts.timeline.pause();
    }
  }

  #mode(): Mode {
    const { pace } = this.#parts.timeline;
    if (this.#lockstep !== null) return 'lockstep';
    return pace === null ? 'paused' : pace === 'max' ? 'max' : 'paced';
  }

  #newLockstep(settings: LockstepSettings, saved: LockstepState | null): Lockstep {
    const { timeline, onFault } = this.#parts;
    const { state } = this.#begun();
    const world = {
      nowMs: timeline.nowMs,
      mustBeAhead: (untilMs: number) => this.#mustBeAhead(untilMs),
      advanceTo: (untilMs: number) => this.#advance(untilMs),
      stopAt: (untilMs: number) => {
        if (timeline.pace !== null) timeline.run('max', untilMs);
      },
      equityOf: (uid: number) => assetView(state.accounts.get(uid)).equity,
      priceOf: (symbol: string) => Number(state.bySymbol.get(symbol)?.mark ?? 0) || null,
      onEnd: () => void (this.#lockstep = null),
      onLate: (uid: number) => {
        this.note('pause', { why: `${uid} thought for longer than ${settings.wallTimeoutMs} ms` }, 'exchange');
        this.#lockstep?.end();
        this.#lockstep = null;
      },
      onFault,
    };
    return new Lockstep(settings, world, saved);
  }

  async #admitAfter(standstill: Promise<void>, uid: number): Promise<void> {
    await standstill;
    await this.admit(uid);
  }

  async #advance(untilMs: number): Promise<void> {
    await this.#parts.room();
    await this.#parts.timeline.advanceTo(untilMs);
    await this.#exchange?.caughtUp();
  }

  #planned(): Plans {
    if (this.#plans === null) throw refusedBy(60004, ADVANCING);
    return this.#plans;
  }

  #mustNotDelay(order: LockstepSettings['order'], agents: number): void {
    if (order !== 'turns' || agents < 2 || this.#plans === null) return;
    if (this.#plans.faults.hasDelays || this.#plans.scenarios.hasDelays) throw refusedBy(60005, DELAYS_IN_TURNS);
  }

  #begun(): Exchange {
    if (this.#exchange === null) throw refusedBy(60004, ADVANCING);
    return this.#exchange;
  }

  #stepped(): Lockstep {
    if (this.#lockstep === null) throw refusedBy(60002, NO_LOCKSTEP);
    return this.#lockstep;
  }

  #mustBeFree(): void {
    this.#begun();
    if (this.#standstill !== null) throw refusedBy(60004, STANDSTILL);
    if (this.#lockstep !== null) throw refusedBy(60004, IN_LOCKSTEP);
  }

  #mustBeAhead(untilMs: number): void {
    const nowMs = this.#parts.timeline.nowMs();
    if (untilMs > nowMs && untilMs - nowMs <= MOST_DAYS * DAY_MS && untilMs <= LAST_MS) return;
    const found = Math.round(((untilMs - nowMs) / DAY_MS) * 10) / 10;
    throw refusedBy(60005, {
      en: `${found} days from now; time goes forward, at most ${MOST_DAYS} days at once and to the year 2100`,
      zh: `距当前${found}天；时间只能前进，一次最多${MOST_DAYS}天，且不超过2100年`,
    });
  }

  /** A line of control.jsonl. */
  readonly note: Note = (verb, given, by = this.#by) => {
    const { timeline, noted } = this.#parts;
    const { sequence } = this.#begun();
    const moment = { sequence, virtualMs: timeline.nowMs(), wallMs: machine.wallMs() };
    writeControl(noted, { ...moment, verb, arguments: given as Record<string, unknown>, by });
  };
}

const PAUSE_FIRST = { en: 'the clock is running; pause it first', zh: '时钟正在运行，请先暂停' };
const STANDSTILL = { en: 'a checkpoint is being made; ask again in a moment', zh: '正在创建检查点，请稍后重试' };
const DELAYED = {
  en: 'requests are on their way that a fault delays; ask again when they are answered',
  zh: '有请求因故障而延迟，请待其应答后重试',
};
const DELAYS_IN_TURNS = {
  en: 'faults with latency need lockstep with one agent, or in the order `sealed`',
  zh: '带延迟的故障要求锁步仅有一个智能体，或顺序为sealed',
};
const ADVANCING = { en: 'the clock is on its way; ask again when it stands', zh: '时钟正在推进，请待其停止后重试' };
const IN_LOCKSTEP = {
  en: 'the agents of the lockstep drive the clock; end it first',
  zh: '时钟由锁步驱动，请先结束锁步',
};
const NO_LOCKSTEP = { en: 'there is no lockstep; the operator begins one', zh: '当前没有锁步，由运营方开启' };
