/**
 * Lockstep: the clock stands while an agent that is awake has not passed. At a barrier each of the awake acts, then
 * passes and says when to wake it; when all have, the clock runs to the least of these moments. Sleepers hold up
 * nobody, and steps of different length live together.
 *
 * - In `turns` they act one after the other, by account, beginning with another at each barrier. An agent is told that
 *   it is awake when its turn has come, so that what it reads is the same every time.
 * - In `sealed` all think at once, and their actions are carried out in that order when the last has passed.
 *
 * No wall clock decides anything, unless an agent that thinks for too long is to be passed over.
 */
import {
  type LockstepSettings,
  type Pass,
  refusedBy,
  type RehearsalClock,
  type WakeOn,
  type Woken,
} from '../../api/call/rehearsal.ts';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';

const SECOND_MS = 1_000;

export interface LockstepWorld {
  readonly nowMs: () => number;
  /** @throws ApiError 60005 of a moment that is past, or too far away */
  readonly mustBeAhead: (untilMs: number) => void;
  /** Resolves when time has come there, or where `stopAt` said, and every reader sees it. */
  readonly advanceTo: (untilMs: number) => Promise<void>;
  /** Called while time passes: it goes no further than this. */
  readonly stopAt: (untilMs: number) => void;
  readonly equityOf: (uid: number) => string;
  /** Price of a contract, null where there is none. */
  readonly priceOf: (symbol: string) => number | null;
  /** Its time is over. */
  readonly onEnd: () => void;
  /** An agent has thought for too long, and nothing goes on without it: ends the lockstep. */
  readonly onLate: (uid: number) => void;
  readonly onFault: (error: unknown) => void;
}

interface Waited {
  readonly promise: Promise<Woken>;
  readonly resolve: (woken: Woken) => void;
}

interface Agent {
  readonly uid: number;
  wakeMs: number;
  reason: Woken['reason'];
  isActing: boolean;
  /** The barrier it passed last, and the answer to that, given when it is woken. */
  passed: number;
  woken: Waited;
  actions: Pass['actions'];
  results: readonly unknown[];
  fills: number;
  /** With the prices at its pass. */
  wakeOn: readonly (WakeOn & { readonly from: number | null })[];
  /** Requests that wait for its turn. */
  waiting: (() => void)[];
  timeout: Timer | null;
}

/** An agent as a checkpoint holds it. */
type SavedAgent = Omit<Agent, 'woken' | 'actions' | 'waiting' | 'timeout'>;

/** A lockstep at a barrier, or on its way to one, plain JSON: who was waited for is waited for again. */
export interface LockstepState {
  readonly settings: LockstepSettings;
  readonly barrier: number;
  readonly agents: readonly SavedAgent[];
  /** By account, in the order of turns. */
  readonly awake: readonly number[];
  readonly order: readonly number[];
}

export class Lockstep {
  readonly settings: LockstepSettings;
  barrier = 0;
  isAdvancing = false;
  /** Actions that wait for their moment; no checkpoint holds them. */
  isCarryingOut = false;
  readonly #world: LockstepWorld;
  readonly #agents = new Map<number, Agent>();
  /** The awake that have not passed, in the order of their turns. */
  #awake: Agent[] = [];
  /** Those of this barrier, in the order of their turns. */
  #order: Agent[] = [];

  /** @param saved to go on from */
  constructor(settings: LockstepSettings, world: LockstepWorld, saved: LockstepState | null = null) {
    this.settings = settings;
    this.#world = world;
    if (saved !== null) this.#goOn(saved);
    else {
      for (const uid of settings.agents) this.#agents.set(uid, newAgent(uid, world.nowMs()));
      this.#beginBarrier();
    }
  }

  save(): LockstepState {
    const agents = [...this.#agents.values()].map(
      ({ uid, wakeMs, reason, isActing, passed, results, fills, wakeOn }) => {
        return { uid, wakeMs, reason, isActing, passed, results, fills, wakeOn };
      },
    );
    const [awake, order] = [this.#awake, this.#order].map((all) => all.map(({ uid }) => uid)) as [number[], number[]];
    return { settings: this.settings, barrier: this.barrier, agents, awake, order };
  }

  get waitingFor(): readonly number[] {
    return this.isAdvancing ? [] : this.#awake.map(({ uid }) => uid);
  }

  get state(): RehearsalClock['state'] {
    return this.isAdvancing ? 'advancing' : this.#awake.length > 0 ? 'waiting' : 'ready';
  }

  join(uid: number): Promise<Woken> {
    const known = this.#agents.get(uid);
    if (known !== undefined) return known.woken.promise;
    const agent = newAgent(uid, this.#world.nowMs());
    this.#agents.set(uid, agent);
    if (this.isAdvancing) this.#wakeSoon(agent, 'joined');
    else {
      this.#order.push(agent);
      this.#awake.push(agent);
      this.#giveTurns();
    }
    return agent.woken.promise;
  }

  leave(uid: number): void {
    const agent = this.#known(uid);
    this.#agents.delete(uid);
    this.#release(agent);
    if (agent.passed === this.barrier || !agent.isActing) agent.woken.resolve(this.#wokenOf(agent, 'end'));
    this.#order = this.#order.filter((one) => one !== agent);
    this.#isDone(agent);
  }

  pass(uid: number, pass: Pass): Promise<Woken> {
    const agent = this.#known(uid);
    if (pass.barrier === agent.passed) return agent.woken.promise;
    if (pass.barrier !== this.barrier) throw wrongBarrier(pass.barrier, this.barrier);
    if (!agent.isActing) throw refusedBy(60002, NOT_YOUR_TURN);
    const nowMs = this.#world.nowMs();
    const untilMs = pass.untilMs ?? nowMs + this.settings.stepMs;
    this.#world.mustBeAhead(untilMs);
    this.#world.mustBeAhead(untilMs + pass.thoughtMs);
    agent.wakeMs = untilMs + pass.thoughtMs;
    agent.reason = 'time';
    agent.passed = pass.barrier;
    agent.woken = waited();
    agent.actions = pass.actions;
    agent.results = [];
    agent.fills = 0;
    agent.wakeOn = pass.wakeOn.map((one) => ({
      ...one,
      from: one.kind === 'price' ? this.#world.priceOf(one.symbol) : null,
    }));
    agent.isActing = false;
    agent.timeout?.cancel();
    this.#isDone(agent);
    return agent.woken.promise;
  }

  admit(uid: number): Promise<void> | null {
    const agent = this.#agents.get(uid);
    if (agent === undefined) {
      if (this.settings.others === 'allow') return null;
      throw refusedBy(60002, NO_AGENT);
    }
    if (this.settings.order === 'sealed') throw refusedBy(60002, SEALED);
    return agent.isActing ? null : new Promise((resolve) => agent.waiting.push(resolve));
  }

  /** The clock may move inside of its turn: it is an agent that acts, and there is no other. */
  mayMove(uid: number): boolean {
    return this.settings.order === 'turns' && this.#agents.size === 1 && this.#agents.get(uid)?.isActing === true;
  }

  has(uid: number): boolean {
    return this.#agents.has(uid);
  }

  /** How many agents there are. */
  get size(): number {
    return this.#agents.size;
  }

  /** Nobody is waited for any more. */
  end(): void {
    for (const agent of this.#agents.values()) {
      this.#release(agent);
      agent.woken.resolve(this.#wokenOf(agent, 'end'));
    }
    this.#agents.clear();
    this.#awake = [];
    this.#order = [];
  }

  /** A fill or liquidation of an account. */
  happened(uid: number, kind: 'fill' | 'liquidation'): void {
    const agent = this.#agents.get(uid);
    if (agent === undefined) return;
    if (kind === 'fill') agent.fills += 1;
    if (this.isAdvancing && agent.wakeOn.some((one) => one.kind === kind)) this.#wakeSoon(agent, 'event');
  }

  /** Looks at prices that agents wait for; each second. */
  look(): void {
    if (!this.isAdvancing) return;
    for (const agent of this.#agents.values())
      for (const one of agent.wakeOn) {
        if (one.kind !== 'price' || one.from === null) continue;
        const price = this.#world.priceOf(one.symbol) ?? one.from;
        if (Math.abs(price - one.from) * 100 >= one.percent * one.from) this.#wakeSoon(agent, 'event');
      }
  }

  #goOn({ barrier, agents, awake, order }: LockstepState): void {
    this.barrier = barrier;
    for (const agent of agents) this.#agents.set(agent.uid, { ...newAgent(agent.uid, agent.wakeMs), ...agent });
    this.#awake = awake.map((uid) => this.#known(uid));
    this.#order = order.map((uid) => this.#known(uid));
    for (const agent of this.#awake) {
      if (!agent.isActing) continue;
      this.#limitThinking(agent);
      agent.woken.resolve(this.#wokenOf(agent, agent.reason));
    }
    if (awake.length === 0 && agents.length > 0) void this.#advance().catch(this.#world.onFault);
  }

  #known(uid: number): Agent {
    const agent = this.#agents.get(uid);
    if (agent === undefined) throw refusedBy(60002, NO_AGENT);
    return agent;
  }

  /** At the next whole second. */
  #wakeSoon(agent: Agent, reason: Woken['reason']): void {
    const soonMs = (Math.floor(this.#world.nowMs() / SECOND_MS) + 1) * SECOND_MS;
    if (soonMs >= agent.wakeMs && reason === 'event') return;
    agent.wakeMs = soonMs;
    agent.reason = reason;
    this.#world.stopAt(soonMs);
  }

  #beginBarrier(): void {
    const nowMs = this.#world.nowMs();
    const awake = [...this.#agents.values()].filter(({ wakeMs }) => wakeMs <= nowMs).toSorted((a, b) => a.uid - b.uid);
    const first = awake.length === 0 ? 0 : this.barrier % awake.length;
    this.#order = [...awake.slice(first), ...awake.slice(0, first)];
    this.#awake = [...this.#order];
    this.#giveTurns();
  }

  #giveTurns(): void {
    for (const agent of this.settings.order === 'turns' ? this.#awake.slice(0, 1) : this.#awake) {
      if (agent.isActing) continue;
      agent.isActing = true;
      this.#limitThinking(agent);
      agent.woken.resolve(this.#wokenOf(agent, agent.reason));
      for (const go of agent.waiting.splice(0)) go();
    }
  }

  #limitThinking(agent: Agent): void {
    const { wallTimeoutMs, onTimeout } = this.settings;
    if (wallTimeoutMs === 0) return;
    agent.timeout = machine
      .after(wallTimeoutMs, () => {
        if (onTimeout === 'leave') this.leave(agent.uid);
        else if (onTimeout === 'pause') this.#world.onLate(agent.uid);
        else void this.pass(agent.uid, { barrier: this.barrier, untilMs: null, thoughtMs: 0, wakeOn: [], actions: [] });
      })
      .unref();
  }

  #wokenOf({ uid, results, fills }: Agent, reason: Woken['reason']): Woken {
    const { nowMs, equityOf } = this.#world;
    return { barrier: this.barrier, virtualMs: nowMs(), reason, results, fills, equity: equityOf(uid) };
  }

  #release(agent: Agent): void {
    agent.timeout?.cancel();
    for (const go of agent.waiting.splice(0)) go();
  }

  /** Has passed, or left. */
  #isDone(agent: Agent): void {
    const before = this.#awake.length;
    this.#awake = this.#awake.filter((one) => one !== agent);
    if (this.isAdvancing || before === this.#awake.length) return;
    if (this.#awake.length > 0) this.#giveTurns();
    else if (this.#agents.size > 0) void this.#advance().catch(this.#world.onFault);
  }

  /** The actions of all, by when they are carried out, then in the order of turns. */
  async #carryOut(): Promise<void> {
    const nowMs = this.#world.nowMs();
    const planned = this.#order.flatMap((agent) => {
      const all = agent.actions.map((act, at) => ({ agent, at, ...act() }));
      // Of a checkpoint that was made on the way the results are known already.
      if (all.length > 0) agent.results = all.map(() => null);
      return all;
    });
    const { untilMs = Number.POSITIVE_INFINITY } = this.settings;
    for (const { agent, at, delayMs, run } of planned.toSorted((a, b) => a.delayMs - b.delayMs)) {
      const atMs = Math.min(nowMs + delayMs, untilMs);
      // It stops on the way for who is to be woken.
      while (this.#world.nowMs() < atMs) await this.#world.advanceTo(atMs);
      agent.results = agent.results.with(at, await run());
      agent.wakeMs = Math.max(agent.wakeMs, atMs);
    }
  }

  async #advance(): Promise<void> {
    this.isAdvancing = true;
    this.isCarryingOut = true;
    await this.#carryOut();
    this.isCarryingOut = false;
    const wakes = [...this.#agents.values()].map(({ wakeMs }) => wakeMs);
    const { untilMs = Number.POSITIVE_INFINITY } = this.settings;
    // An agent that joined while actions were carried out is awake already.
    await this.#world.advanceTo(Math.max(this.#world.nowMs(), Math.min(untilMs, ...wakes)));
    this.barrier += 1;
    this.isAdvancing = false;
    if (this.#world.nowMs() < untilMs) return this.#beginBarrier();
    this.end();
    this.#world.onEnd();
  }
}

function waited(): Waited {
  const { promise, resolve } = Promise.withResolvers<Woken>();
  return { promise, resolve };
}

function newAgent(uid: number, wakeMs: number): Agent {
  return {
    uid,
    wakeMs,
    reason: 'joined',
    isActing: false,
    passed: -1,
    woken: waited(),
    actions: [],
    results: [],
    fills: 0,
    wakeOn: [],
    waiting: [],
    timeout: null,
  };
}

const NO_AGENT = {
  en: 'this account is no agent of the lockstep; POST /capi/v2/rehearsal/join makes it one',
  zh: '此账户未加入锁步；请先调用POST /capi/v2/rehearsal/join',
};
const NOT_YOUR_TURN = {
  en: 'it is not the turn of this account; the answer to its last pass, or to join, says when it is',
  zh: '尚未轮到此账户；上一次pass或join的应答会告知何时轮到',
};
const SEALED = {
  en: 'in sealed lockstep commands travel in `actions` of the pass',
  zh: '密封锁步中，指令须放入pass的actions',
};

function wrongBarrier(found: number, present: number) {
  return refusedBy(60003, { en: `found ${found}, present is ${present}`, zh: `收到${found}，当前为${present}` });
}
