/**
 * A random walk: an exchange with money, prices and small limits, and a list of moves taken on it one by one. It keeps
 * the journal, and every command is followed by the audit of the rules (`test/scenarios/exchange.ts`), the last one
 * also by that of all fields.
 */
import { audit } from '../../src/core/audit.ts';
import type { Command } from '../../src/core/language/commands.ts';
import type { Outcome } from '../../src/core/turn/outcome.ts';
import type { ContractSpec } from '../../src/core/language/contract.ts';
import { contractsWith, type Exchange, openExchange, run } from '../scenarios/exchange.ts';
import { type Move, resolve } from './commands.ts';
import { contestConfig, putRuleset } from './contest-commands.ts';
import { COPIER, PEOPLE, SYMBOLS } from './wish.ts';

const INDEX = ['50000', '3000', '0.1'];
const START_MS = 1_700_000_000_000;
const INSURANCE = 3;

export interface Walk {
  readonly exchange: Exchange;
  /** All commands so far with their times, as a journal would hold them. */
  readonly journal: { readonly timeMs: number; readonly command: Command }[];
}

export interface WalkOptions {
  /** How many times as much money as usual: 20,000 takes amounts beyond 2^53. */
  readonly scale?: number;
  readonly contracts?: readonly ContractSpec[];
  readonly selfTradePrevention?: 'expireTaker' | 'expireMaker' | 'expireBoth';
  /** Begins with two leads, and one who follows both. */
  readonly copying?: boolean;
  /** How long ended orders are remembered; a day when not given, and no walk lasts a day. */
  readonly retentionMs?: number;
  /** Opens the AI log and puts two people on its allowlist. */
  readonly logging?: boolean;
  /** With the log a contest of all but one, which begins after a second and lasts a quarter of a minute. */
  readonly contesting?: boolean;
}

/** An exchange with money and prices. Small limits, so that they are met. */
export function openWalk(options: WalkOptions = {}): Walk {
  const { scale = 1, selfTradePrevention = 'expireTaker' } = options;
  const defaultLeverage = scale > 1 ? 3 : 20;
  const settings = {
    maxOpenOrders: 12,
    maxPlanOrders: 8,
    maxSeparated: 4,
    selfTradePrevention,
    defaultLeverage,
    ...(options.retentionMs === undefined ? {} : { clientOrderIdRetentionMs: options.retentionMs }),
  };
  const contracts = options.contracts ?? contractsWith({});
  const walk: Walk = { exchange: openExchange(contracts, settings, START_MS), journal: [] };
  walk.journal.push({ timeMs: START_MS, command: { name: 'setParameters', contracts, exchange: settings } });
  for (const [index, account] of PEOPLE.entries())
    enter(walk, { name: 'deposit', account, amount: `${[6000, 3000, 1500, 400][index]! * scale}.00000001` });
  // A fund that pays for some liquidations and refuses others.
  enter(walk, { name: 'deposit', account: INSURANCE, amount: String(15 * scale) });
  enter(walk, { name: 'deposit', account: COPIER, amount: `${2000 * scale}` });
  for (const [index, symbol] of SYMBOLS.entries())
    enter(walk, { name: 'setIndexPrice', symbol, price: INDEX[index]!, sourceTimeMs: START_MS });
  if (options.copying === true) beginCopying(walk);
  if (options.logging === true || options.contesting === true) beginLogging(walk);
  if (options.contesting === true) beginContest(walk);
  return walk;
}

function beginCopying(walk: Walk): void {
  const [first = 0, second = 0, third = 0] = PEOPLE;
  enter(walk, { name: 'setLead', account: first, shareRatio: '0.3', thirdParty: { account: third, ratio: '0.2' } });
  enter(walk, { name: 'setLead', account: second, shareRatio: '0.1', thirdParty: null });
  for (const lead of [first, second])
    enter(walk, { name: 'follow', account: COPIER, lead, copyRatio: '0.3', marginMode: 'cross' });
}

function beginLogging(walk: Walk): void {
  enter(walk, { name: 'openAiLog', origin: 'walk', vkey: 'walk+0', saltKey: `${'A'.repeat(43)}=` });
  for (const account of PEOPLE.slice(0, 2))
    enter(walk, { name: 'setAllowlist', account, allowed: true, reason: 'walk', actor: 'test' });
}

function beginContest(walk: Walk): void {
  const config = contestConfig('c1', START_MS + 1_000, START_MS + 16_000, { evidenceUntilMs: START_MS + 17_000 });
  enter(walk, putRuleset);
  enter(walk, { name: 'createContest', config });
  enter(walk, { name: 'moveContest', contest: 'c1', phase: 'registration' });
  for (const [nth, account] of PEOPLE.slice(0, 3).entries()) {
    const entry = { modelClass: 'llm', models: [], members: [`m-${account}`] } as const;
    const teamName = `First ${nth}`;
    enter(walk, { name: 'registerTeam', account, keyId: 'key', channel: 'api', contest: 'c1', teamName, ...entry });
    enter(walk, { name: 'setTeam', contest: 'c1', team: `t${nth + 1}`, state: 'approved' });
  }
  enter(walk, { name: 'tick' }, 1_000);
  for (const [index, symbol] of SYMBOLS.entries())
    enter(walk, { name: 'setIndexPrice', symbol, price: INDEX[index]!, sourceTimeMs: START_MS + 1_000 });
}

/** Applies one command and keeps it in the journal. */
export function enter(walk: Walk, command: Command, gapMs = 0): Outcome {
  const timeMs = walk.exchange.state.timeMs + gapMs;
  walk.journal.push({ timeMs, command });
  return run(walk.exchange, command, timeMs);
}

/** Takes all moves in turn; `visit` sees the outcome of each that meant something. Returns the walk. */
export function take(
  list: readonly Move[],
  visit: (outcome: Outcome, command: Command, walk: Walk) => void = () => undefined,
  options: WalkOptions = {},
): Walk {
  const walk = openWalk(options);
  for (const [serial, one] of list.entries()) {
    const command = resolve(walk.exchange.state, one, serial);
    if (command !== null) visit(enter(walk, command, one.gapMs), command, walk);
  }
  const broken = audit(walk.exchange.state);
  if (broken.length > 0) throw new Error(`the audit at the end of the walk found ${broken.join('; ')}`);
  return walk;
}
