/**
 * Runs the scenario of a rehearsal (REH-10): each event is an entry of the timeline, before everything else of its
 * moment, and a line of `market-log.jsonl`. It changes what the world gives out, never what it draws; what it has the
 * exchange do are commands like any others.
 */
import type { Branches, Kept } from '../../api/call/rehearsal.ts';
import { NAME_FORM, refusedBy } from '../../api/call/rehearsal.ts';
import type { ScenarioInfo, ScenarioList, Scenarios as AsAsked } from '../../api/call/scenarios.ts';
import type { ApiError } from '../../api/words/errors.ts';
import type { Command } from '../../core/language/commands.ts';
import { isUserAccount } from '../../core/language/accounts.ts';
import { isForced } from '../../core/language/vocabulary.ts';
import { E8 } from '../../core/num/units.ts';
import type { Event } from '../../core/turn/events.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { RANKS, type Timeline } from '../../time/timeline.ts';
import type { Timer } from '../../time/time.ts';
import type { By, Note } from '../branches/control-log.ts';
import type { Faults } from '../faults/faults.ts';
import { unfit } from '../form/form.ts';
import { crowdAt20, mostAt20 } from './crowd-at-20.ts';
import { looked, type Since } from './expectation.ts';
import { KNOWN, KNOWN_SCENARIOS } from './known-scenarios.ts';
import { type Act, type PlannedEvent, readScenario, type Scenario } from './scenario-form.ts';
import type { Spell, StagedRow, StagedWeather } from './staged-weather.ts';

export interface Stage {
  readonly exchange: Pick<Exchange, 'state' | 'driven' | 'sequence'>;
  /** Null: nobody makes prices here. */
  readonly weather: StagedWeather | null;
  readonly moment: () => { readonly step: number; readonly second: number };
}

export interface ScenariosParts {
  readonly timeline: Timeline;
  readonly faults: Faults;
  readonly branches: { create(name: string, by: By): ReturnType<Branches['create']> };
  /** A line of market-log.jsonl. */
  readonly log: (line: object) => void;
  /** A line of control.jsonl; and what is remembered is written down. */
  readonly note: Note;
  /** Something that was expected is not so. */
  readonly onFailed: (line: string) => void;
}

type Done = { state: 'waiting' | 'done' | 'failed'; found: string | null };

/** A scenario under way, plain JSON. */
interface Run {
  readonly scenario: Scenario;
  readonly startedMs: number;
  isStopped: boolean;
  readonly done: Done[];
  since: Since;
}

export class Scenarios implements AsAsked, Kept {
  readonly #parts: ScenariosParts;
  #stage: Stage | null = null;
  #run: Run | null = null;
  #entries: Timer[] = [];

  constructor(parts: ScenariosParts) {
    this.#parts = parts;
  }

  /** The exchange and its market are there: what was left to happen of a scenario goes on. */
  begin(stage: Stage): void {
    this.#stage = stage;
    const run = this.#run;
    if (run === null) return;
    const nowMs = this.#parts.timeline.nowMs();
    // After a kill: the journal has them, what is remembered is older.
    run.scenario.events.forEach(({ atMs }, at) => {
      const done = run.done[at]!;
      if (done.state === 'waiting' && atMs < nowMs) Object.assign(done, { state: 'done', found: 'before a kill' });
    });
    if (!run.isStopped) this.#enter(run);
  }

  /** Whether requests are delayed by what is left of it. */
  get hasDelays(): boolean {
    const run = this.#run;
    if (run === null || run.isStopped) return false;
    return run.scenario.events.some(({ act }, at) => act.do === 'faults' && run.done[at]!.state === 'waiting');
  }

  /** Whether anything it expected was not so. */
  get hasFailed(): boolean {
    return this.#run?.done.some(({ state }) => state === 'failed') === true;
  }

  list(): ScenarioList {
    return { running: this.#run === null ? null : infoOf(this.#run), known: KNOWN };
  }

  check(wish: unknown): ScenarioInfo {
    return infoOf(this.#read(wish));
  }

  run(wish: unknown): ScenarioInfo {
    const { note } = this.#parts;
    if (this.#isRunning()) throw refusedBy(60005, { en: `${RUNS.en} (${this.#run!.scenario.name})`, zh: RUNS.zh });
    const run = this.#read(wish);
    this.#run = run;
    this.#enter(run);
    const { name, events } = run.scenario;
    note('scenario', { name, events: events.map(({ atMs, event }) => ({ atMs, event })) });
    return infoOf(run);
  }

  stop(): ScenarioInfo {
    const { faults, note } = this.#parts;
    const run = this.#run;
    if (run === null || !this.#isRunning()) throw refusedBy(60005, NONE);
    run.isStopped = true;
    for (const entry of this.#entries.splice(0)) entry.cancel();
    for (const row of this.#begun().weather?.rows ?? []) row.endAll();
    faults.endOfScenario();
    note('scenario stop', { name: run.scenario.name });
    return infoOf(run);
  }

  /** Counts what its expectations ask for. */
  see(events: readonly Event[]): void {
    const run = this.#run;
    if (run === null) return;
    for (const event of events) {
      if (event.name !== 'fillMade') continue;
      const isLiquidation = isForced(event.taker.order.cause) || isForced(event.maker.order.cause);
      if (isLiquidation) run.since = { ...run.since, liquidations: run.since.liquidations + 1 };
    }
  }

  save(): Run | null {
    return this.#run;
  }

  restore(saved: Run): void {
    this.#run = { ...saved, done: saved.done.map((done) => ({ ...done })), since: { ...saved.since } };
  }

  #isRunning(): boolean {
    const run = this.#run;
    return run !== null && !run.isStopped && run.done.some(({ state }) => state === 'waiting');
  }

  #begun(): Stage {
    if (this.#stage === null) throw refusedBy(60005, NONE);
    return this.#stage;
  }

  /** All of it is checked, and nothing done. @throws ApiError 60006 */
  #read(wish: unknown): Run {
    const { state } = this.#begun().exchange;
    const nowMs = this.#parts.timeline.nowMs();
    const next = state.instruments.map(({ nextFundingMs }) => nextFundingMs).filter((ms) => ms > 0);
    const named = typeof wish === 'string' ? KNOWN_SCENARIOS.get(wish) : wish;
    if (named === undefined)
      throw unfit('scenario', wish, `a scenario, or one of ${KNOWN.map(({ name }) => name).join(', ')}`);
    const fundingMs = next.length === 0 ? null : Math.min(...next);
    const scenario = readScenario(named, { nowMs, fundingMs });
    for (const event of scenario.events) this.#mustFit(event);
    const indexes = Object.fromEntries(
      state.instruments.flatMap(({ contract, indexPrice }) =>
        indexPrice === 0 ? [] : [[contract.symbol, Number(indexPrice) / E8] as const],
      ),
    );
    const done = scenario.events.map((): Done => ({ state: 'waiting', found: null }));
    return { scenario, startedMs: nowMs, isStopped: false, done, since: { liquidations: 0, indexes } };
  }

  #mustFit({ act, place }: PlannedEvent): void {
    const { weather, exchange } = this.#begun();
    const { state } = exchange;
    if ('symbol' in act && act.symbol !== null && !state.bySymbol.has(act.symbol))
      throw unfit(`${place}, symbol`, act.symbol, 'a contract of this exchange', '本交易所的合约');
    if (OF_WEATHER.has(act.do) && 'symbol' in act) {
      const needed = 'contracts with prices of the market';
      if (weather === null || weather.of(act.symbol).length === 0)
        throw unfit(`${place}, symbol`, act.symbol ?? 'all', needed, '由市场产生价格的合约');
    }
    if (act.do === 'liquidations')
      for (const { row } of weather?.of(act.symbol) ?? []) {
        const instrument = state.bySymbol.get(row.symbol);
        const most = instrument === undefined ? Infinity : Math.floor(mostAt20(instrument.contract));
        if (act.usdt > most) throw unfit(`${place}, usdt`, act.usdt, `at most ${most} in ${row.symbol}`);
      }
    if (act.do === 'deposit' && !(isUserAccount(act.uid) && state.accounts.has(act.uid)))
      throw unfit(`${place}, uid`, act.uid, 'the number of an account', '账户编号');
    if (act.do === 'checkpoint' && act.name !== null && !NAME_FORM.test(act.name))
      throw unfit(`${place}, name`, act.name, 'a name of a-z, 0-9, - and _');
    if (act.do === 'faults') this.#parts.faults.check(act.wish, place);
  }

  #enter(run: Run): void {
    this.#entries = run.scenario.events.flatMap(({ atMs }, at) =>
      run.done[at]!.state === 'waiting'
        ? [this.#parts.timeline.at(atMs, RANKS.scenario, () => this.#happen(run, at))]
        : [],
    );
  }

  async #happen(run: Run, at: number): Promise<void> {
    const planned = run.scenario.events[at]!;
    const { moment } = this.#begun();
    const { name } = run.scenario;
    const symbol = 'symbol' in planned.act ? planned.act.symbol : null;
    this.#parts.log({ what: 'scenario', ...moment(), symbol, name, event: planned.event });
    const problem = await this.#carryOut(planned.act, run).catch((error: ApiError) => {
      if (error.hint === undefined) throw error;
      return error.hint.en;
    });
    const found = typeof problem === 'string' ? { ok: false, found: problem } : problem;
    Object.assign(run.done[at]!, { state: found?.ok === false ? 'failed' : 'done', found: found?.found ?? null });
    if (found?.ok !== false) return;
    const text = new Date(planned.atMs).toISOString();
    this.#parts.onFailed(
      `scenario ${name}, ${planned.place} at ${text}: ${JSON.stringify(planned.event)}: ${found.found}`,
    );
  }

  /** @returns what was found, or why it could not be done; null: it is done */
  async #carryOut(act: Act, run: Run): Promise<{ ok: boolean; found: string } | string | null> {
    const { faults, branches, timeline, note } = this.#parts;
    const { exchange } = this.#begun();
    const nowMs = timeline.nowMs();
    switch (act.do) {
      case 'expect':
        return looked(exchange.state, run.since, act);
      case 'outage':
        faults.beginOutage(nowMs + act.forMs, act.answer);
        return null;
      case 'faults':
        faults.setFor(act.wish, nowMs + act.forMs);
        return null;
      case 'checkpoint':
        await branches.create(act.name ?? `scenario-${exchange.sequence}`, 'scenario');
        return null;
      case 'pause':
        note('pause', {}, 'scenario');
        // Never awaited by an entry, which it waits for.
        void timeline.pause();
        return null;
      case 'deposit':
        return this.#submit([{ name: 'deposit', account: act.uid, amount: act.amount }]);
      case 'halt':
      case 'resume':
        return this.#submit(this.#statesOf(act));
      case 'liquidations':
        return this.#submit(this.#crowdOf(act));
      default:
        this.#stageWeather(act, nowMs);
        return null;
    }
  }

  #stageWeather(act: Extract<Act, { readonly do: WeatherAct }>, nowMs: number): void {
    for (const row of this.#begun().weather?.of(act.symbol) ?? []) stageRow(row, act, nowMs);
  }

  #statesOf({ do: what, symbol }: Extract<Act, { readonly do: 'halt' | 'resume' }>): Command[] {
    const { instruments } = this.#begun().exchange.state;
    return instruments
      .filter(({ contract, tradingState }) =>
        symbol === null ? tradingState !== 'DELISTED' : contract.symbol === symbol,
      )
      .map(({ contract }) => {
        return { name: 'setContractState', symbol: contract.symbol, state: what === 'halt' ? 'HALTED' : 'TRADING' };
      });
  }

  #crowdOf({ symbol, usdt }: Extract<Act, { readonly do: 'liquidations' }>): Command[] {
    const { weather, exchange } = this.#begun();
    const { state } = exchange;
    return (weather?.of(symbol) ?? []).flatMap(({ row }) => {
      const instrument = state.bySymbol.get(row.symbol);
      const isOpen = instrument?.tradingState === 'TRADING' && instrument.markValid;
      return instrument !== undefined && isOpen ? crowdAt20(state, instrument, usdt) : [];
    });
  }

  /** @returns why one of them was refused */
  #submit(commands: readonly Command[]): string | null {
    if (commands.length === 0) return null;
    const outcomes = this.#begun().exchange.driven.carryOut(commands);
    const at = outcomes.findIndex(({ ok }) => !ok);
    const refused = outcomes[at];
    return refused === undefined || refused.ok ? null : `${commands[at]!.name} was refused: ${refused.reject.reason}`;
  }
}

type WeatherAct = 'jump' | 'drift' | 'volatility' | 'spread' | 'depth' | 'house' | 'feedGap' | 'premium';

/** They need a contract with a row. */
const OF_WEATHER: ReadonlySet<string> = new Set(
  'jump drift volatility spread depth house feedGap premium liquidations'.split(' '),
);

function stageRow(row: StagedRow, act: Extract<Act, { readonly do: WeatherAct }>, nowMs: number): void {
  if (act.do === 'jump') row.jump(act.bp);
  else if (act.do === 'drift') row.drift(act.bp, act.overMs);
  else row.begin(spellOf(act), nowMs + act.forMs);
}

function spellOf(act: Exclude<Extract<Act, { readonly do: WeatherAct }>, { readonly do: 'jump' | 'drift' }>): Spell {
  if (act.do === 'house') return { kind: 'off', part: act.off };
  if (act.do === 'feedGap') return { kind: 'gap' };
  if (act.do === 'premium') return { kind: 'premium', bp: act.bp };
  return { kind: act.do, times: act.times };
}

function infoOf({ scenario, startedMs, isStopped, done }: Run): ScenarioInfo {
  return {
    name: scenario.name,
    startedMs,
    isStopped,
    events: scenario.events.map(({ atMs, act, event }, at) => ({ atMs, do: act.do, event, ...done[at]! })),
  };
}

const RUNS = { en: 'a scenario runs; stop it first', zh: '已有场景正在运行，请先停止' };
const NONE = { en: 'no scenario runs', zh: '当前没有场景正在运行' };
