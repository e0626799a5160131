// Boards from leaves are those of the exchange: at every sample of random contests, with teams that are withdrawn,
// eliminated or never filled, reports that come between, ticks that come late, and an end that is moved.
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/core/engine.ts';
import { fieldKey, leafSalt } from '../../src/core/log/commit.ts';
import { readEntry } from '../../src/core/log/read-entry.ts';
import { shownRow } from '../../src/core/standing/shown.ts';
import { type Board, boardOf, type TeamFacts } from '../../src/core/standing/standing.ts';
import type { Command, Sequenced } from '../../src/core/language/commands.ts';
import type { ContestConfig } from '../../src/core/language/contest-config.ts';
import { scaledInteger } from '../../src/core/num/decimal.ts';
import { sub } from '../../src/core/num/mul-div.ts';
import { toBase64 } from '../../src/core/text/bytes.ts';
import { encodeUtf8 } from '../../src/core/text/utf8.ts';
import type { ContestSampled, Event, LeafAppended } from '../../src/core/turn/events.ts';
import { boardNow, startBoard, stepBoard } from '../../src/core/verification/board.ts';
import { openLeaf } from '../../src/core/verification/open-leaf.ts';
import type { LeafRecord } from '../../src/core/verification/records.ts';
import { openingCommands, seeded, sha256, START_MS, tradingDay, TRADERS } from '../store/trading-day.ts';

const SALT_KEY = Buffer.alloc(32, 3);
const RULESET = '{"name":"rules"}';
const RULESET_SHA256 = Buffer.from(sha256(encodeUtf8(RULESET))).toString('hex');
const MINUTE = 60_000;
const H = (byte: number): string => Buffer.alloc(32, byte).toString('hex');

const CONFIG: ContestConfig = {
  id: 'c1',
  title: 'random',
  practice: true,
  startMs: START_MS + 2 * MINUTE,
  endMs: START_MS + 25 * MINUTE,
  evidenceUntilMs: START_MS + 60 * MINUTE,
  boardHiddenFromMs: null,
  coin: 'USDT',
  startBalance: '2000',
  symbols: [
    { symbol: 'cmt_btcusdt', maxLeverage: 125 },
    { symbol: 'cmt_ethusdt', maxLeverage: 125 },
  ],
  channels: ['api'],
  maxOrdersPerMinute: 1000,
  minFilledOrders: 2,
  publicBundle: 'full',
  disclosure: { what: 'none', delayMs: 0 },
  rulesetSha256: RULESET_SHA256,
  score: { mode: 'riskRank' },
};

/** Half of them end by the median of their last minutes, which a trading day has few ticks in. */
const configOf = (seed: number): ContestConfig => (seed % 2 === 0 ? CONFIG : { ...CONFIG, finalMinutes: 60 });

const GRADES = { A: 1, B: 0, C: 0, D: 0, U: 0, X: 0 };

/** A trading day with a contest in it: late ticks, a report now and then, somebody who leaves, an end that is moved. */
function contestDay(seed: number): readonly Sequenced[] {
  const random = seeded(seed);
  const opening = openingCommands().length;
  const teams = TRADERS.map((account, at): Command[] => [
    {
      name: 'registerTeam',
      account,
      keyId: 'ak',
      channel: 'api',
      contest: 'c1',
      teamName: `Team ${at}`,
      modelClass: 'llm',
      models: [],
      members: [`m${at}`],
    },
    { name: 'setTeam', contest: 'c1', team: `t${at + 1}`, state: 'approved' },
  ]);
  const before: Command[] = [
    { name: 'putRuleset', ruleset: RULESET },
    { name: 'createContest', config: configOf(seed) },
    { name: 'moveContest', contest: 'c1', phase: 'registration' },
    ...teams.flat(),
  ];
  const day = tradingDay(seed, 900).commands.filter(({ command: { name } }) => name !== 'setLead' && name !== 'follow');
  const commands: Sequenced[] = [];
  let late = 0;
  const add = (command: Command, timeMs: number): void =>
    void commands.push({ sequence: commands.length + 1, timeMs, command });
  for (const [at, { command, timeMs }] of day.entries()) {
    if (at === opening) for (const one of before) add(one, timeMs);
    if (at > opening && random() < 0.04) late += Math.floor(random() * 2.5 * MINUTE);
    if (random() < 0.1) add({ name: 'tick' }, timeMs + late);
    if (random() < 0.01) add(reportOf(commands.length, random), timeMs + late);
    if (at === 400) add({ name: 'setTeam', contest: 'c1', team: 't4', state: 'withdrawn' }, timeMs + late);
    if (at === 500) add({ name: 'extendContest', contest: 'c1', endMs: CONFIG.endMs + 90_000 }, timeMs + late);
    // What a delisting closes is nobody's order, however many positions a team had.
    if (at === 220) add({ name: 'delistContract', symbol: 'cmt_btcusdt' }, timeMs + late);
    // A price that comes later is of later, too: an old one would let nobody trade.
    const later = command.name === 'setIndexPrice' ? { sourceTimeMs: command.sourceTimeMs + late } : {};
    add({ ...command, ...later }, timeMs + late);
  }
  add({ name: 'tick' }, CONFIG.endMs + 3 * MINUTE + late);
  return commands;
}

/** A report is told by its hash: from it follows what is covered. */
function reportOf(nth: number, random: () => number): Command {
  const byte = nth % 251;
  const teams = ['t1', 't2', 't3'].map((team) => ({
    team,
    verdict: 'VERIFIED' as const,
    coveredPpm: coveredOf(byte, team),
    grades: GRADES,
  }));
  const root = Buffer.alloc(32, Math.floor(random() * 250)).toString('base64');
  return {
    name: 'recordReport',
    contest: 'c1',
    logSize: 1,
    root,
    ruleset: RULESET_SHA256,
    reportSha256: H(byte),
    teams,
  };
}

const coveredOf = (byte: number, team: string): number => ((byte * 7919 + team.charCodeAt(1)) * 104_729) % 1_000_001;

/** The leaf, opened with what the exchange knows. */
function opened(leaf: LeafAppended, minutes: ReadonlyMap<number, string>): LeafRecord {
  const { index, header, entry, kind } = leaf;
  const keyOf = (field: 'header' | 'account'): string =>
    toBase64(fieldKey(sha256, leafSalt(sha256, SALT_KEY, index), field));
  const read = readEntry(entry)!;
  const team = 'payload' in read && kind === 'team' ? String(read.payload['team']) : null;
  const minute = minutes.get(index);
  const given =
    team !== null
      ? { key: keyOf('account'), uid: String(TRADERS[Number(team.slice(1)) - 1]) }
      : header === null
        ? {}
        : { header, key: keyOf('header'), ...(minute === undefined ? {} : { minute: encodeUtf8(minute) }) };
  const { record, fault } = openLeaf(sha256, index, read, given);
  expect(fault).toBeNull();
  return record;
}

const shown = ({ rows, unranked }: Board<TeamFacts>) => ({
  rows: rows.map(shownRow),
  unranked: unranked.map(({ facts, reason }) => [facts.team, reason]),
});

/** Whether a team's sample counts as something else than its equity of that moment. */
function isMedian({ equity, teams }: ContestSampled): boolean {
  return equity.some(({ team, equity: worth, flows }) => {
    const raw = sub(scaledInteger(worth, 8)!, scaledInteger(flows, 8)!);
    return teams.find((one) => one.team === team)?.track?.last !== raw;
  });
}

const ofName = <Name extends Event['name']>(events: readonly Event[], name: Name) =>
  events.filter((event): event is Event & { readonly name: Name } => event.name === name);

describe('the board from leaves', () => {
  let twice = 0;
  let other = 0;
  let settled = 0;

  it.each([1, 2, 3, 4, 5, 6])('is that of the exchange at every sample of contest %i', (seed) => {
    const engine = createEngine(sha256);
    const fold = startBoard({ ...configOf(seed), symbols: [] });
    let samples = 0;
    for (const sequenced of contestDay(seed)) {
      const { events } = engine.apply(sequenced);
      const sampled = new Map<number, ContestSampled>(
        ofName(events, 'contestSampled').map((one) => [one.leafIndex, one]),
      );
      const minutes = new Map([...sampled].map(([index, { payload }]) => [index, payload]));
      if (sampled.size > 1) twice += 1;
      settled += ofName(events, 'fillMade').filter(({ taker }) => taker.order.cause === 'settlement').length;
      for (const leaf of ofName(events, 'leafAppended')) {
        if (leaf.kind === 'ailog') continue;
        stepBoard(fold, opened(leaf, minutes));
        const sample = sampled.get(leaf.index);
        if (sample === undefined) continue;
        samples += 1;
        other += Number(isMedian(sample));
        expect(fold.atMs).toBe(sample.momentMs);
        const { score, startMs, minFilledOrders } = CONFIG;
        const { board } = boardNow(fold, fold.atMs, ({ reportSha256 }) => {
          const byte = Number.parseInt(reportSha256.slice(0, 2), 16);
          return new Map(['t1', 't2', 't3'].map((team) => [team, coveredOf(byte, team)]));
        });
        const own = boardOf({ startMs, minFilledOrders, score }, sample.momentMs, sample.teams);
        expect({ samples, ...shown(board) }).toEqual({ samples, ...shown(own) });
      }
    }
    expect(samples).toBeGreaterThan(8);
    expect(fold.atMs).toBeGreaterThanOrEqual(CONFIG.endMs);
    const contest = engine.state.contest.contests.get('c1')!;
    expect(contest.phase).toBe('review');
  });

  it('was compared where one tick sampled twice', () => expect(twice).toBeGreaterThan(2));
  it('was compared where a delisting closed positions', () => expect(settled).toBeGreaterThan(0));
  it('was compared where the last sample was not the equity of its moment', () => expect(other).toBeGreaterThan(1));
});
