// A made-up day of trading as commands, for tests of the store: four accounts, two contracts, orders of all kinds,
// presets and plan orders that fire, funding, AI logs that link in all three ways. The same seed gives the same
// commands. `place` is the store's side of an upload: the body goes in before its command.
import { createHash } from 'node:crypto';
import { aiLogHeader } from '../../src/core/log/header.ts';
import { saidIn } from '../../src/core/verification/log-facts.ts';
import { publicLeaf, sealHeader } from '../../src/core/log/entry.ts';
import { parseUpload } from '../../src/core/log/upload.ts';
import type { ContestConfig } from '../../src/core/language/contest-config.ts';
import type { Command, OrderFields, PlacePlanOrder, RecordAiLog, Sequenced } from '../../src/core/language/commands.ts';
import { beaconText } from '../../src/core/verification/level.ts';
import { DEFAULT_CONTRACTS } from '../../src/core/language/contract-defaults.ts';
import type { Payload } from '../../src/store/evidence/payloads.ts';

export const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
export const START_MS = 1_767_250_800_000;
export const TRADERS = [1_000_001, 1_000_002, 1_000_003, 1_000_004] as const;

const BTC = 'cmt_btcusdt';
const ETH = 'cmt_ethusdt';
const PRICE: Record<string, number> = { [BTC]: 90_000, [ETH]: 3_000 };
const SIZES: Record<string, readonly string[]> = { [BTC]: ['0.01', '0.02', '0.05'], [ETH]: ['0.1', '0.3', '1'] };

/** Numbers from 0 up to 1 that only depend on the seed. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** An upload's command and payload, made as the API makes them. */
export function uploadOf(
  body: string,
  {
    account = 1_000_001,
    keyId = 'ak_test',
    salt = 7,
    timeMs = START_MS,
  }: { account?: number; keyId?: string; salt?: number; timeMs?: number },
): { command: RecordAiLog; payload: Payload } {
  const bytes = Buffer.from(body);
  const upload = parseUpload(bytes);
  if (!upload.ok) throw new Error(`no upload: ${JSON.stringify(upload)}`);
  const { orderId, stage, model } = upload;
  const saltBytes = Buffer.alloc(32, salt);
  const facts = { uid: String(account), keyId, orderId, stage, model, sig: null };
  const { h, header } = sealHeader(sha256, saltBytes, aiLogHeader(sha256, saltBytes, bytes, upload.slices, facts));
  const bodySha256 = Buffer.from(sha256(bytes)).toString('hex');
  return {
    command: {
      name: 'recordAiLog',
      account,
      keyId,
      channel: 'api',
      orderId,
      stage,
      model,
      bodySha256,
      idempotencyKey: null,
      h,
      size: bytes.length,
    },
    payload: { h, salt: saltBytes, body: bytes, log: { said: saidIn(upload), header }, storedAtMs: timeMs },
  };
}

const ORIGIN = 'outcry.example/ailog';

export interface TradingDay {
  readonly commands: readonly Sequenced[];
  readonly payloads: readonly Payload[];
}

/** What every exchange begins with: contracts, log, allowlist (the first two), money, prices. */
export function openingCommands(): Command[] {
  return [
    { name: 'setParameters', contracts: DEFAULT_CONTRACTS, exchange: {} },
    {
      name: 'openAiLog',
      origin: ORIGIN,
      vkey: 'vkey',
      saltKey: Buffer.alloc(32, 3).toString('base64'),
    },
    ...TRADERS.slice(0, 2).map(
      (account): Command => ({ name: 'setAllowlist', account, allowed: true, reason: 'demo', actor: 'test' }),
    ),
    ...TRADERS.map((account): Command => ({ name: 'deposit', account, amount: '10000' })),
    ...[BTC, ETH].map(
      (symbol): Command => ({ name: 'setIndexPrice', symbol, price: String(PRICE[symbol]), sourceTimeMs: START_MS }),
    ),
  ];
}

/** What the log's first leaf alone is named by: young for the first ten minutes. */
const FIRST_BEACON = beaconText(
  sha256,
  ORIGIN,
  1,
  publicLeaf(sha256, 'key', { origin: ORIGIN, vkey: 'vkey' }, START_MS).hash,
);

const RULESET = '{"name":"day"}';

/** A contest of a quarter of an hour, and the two traders who neither lead nor follow in it. */
function contestCommands(): Command[] {
  const [startMs, endMs] = [START_MS + 60_000, START_MS + 960_000];
  const config: ContestConfig = {
    id: 'c1',
    title: 'A day',
    practice: false,
    startMs,
    endMs,
    evidenceUntilMs: endMs,
    boardHiddenFromMs: null,
    coin: 'USDT',
    startBalance: '10000',
    symbols: [BTC, ETH].map((symbol) => ({ symbol, maxLeverage: 20 })),
    channels: ['api'],
    maxOrdersPerMinute: 60,
    minFilledOrders: 1,
    publicBundle: 'none',
    disclosure: { what: 'none', delayMs: 0 },
    rulesetSha256: Buffer.from(sha256(Buffer.from(RULESET))).toString('hex'),
    score: { mode: 'return' },
  };
  const teams = TRADERS.slice(1, 3).flatMap((account, nth): Command[] => [
    {
      name: 'registerTeam',
      account,
      keyId: 'ak_test',
      channel: 'api',
      contest: 'c1',
      teamName: `Team ${nth}`,
      modelClass: 'llm',
      models: [],
      members: [`m-${nth}`],
    },
    { name: 'setTeam', contest: 'c1', team: `t${nth + 1}`, state: 'approved' },
  ]);
  const opens: Command = { name: 'moveContest', contest: 'c1', phase: 'registration' };
  return [{ name: 'putRuleset', ruleset: RULESET }, { name: 'createContest', config }, opens, ...teams];
}

/** A day of `count` random commands after the opening; with a contest if it is asked for. */
export function tradingDay(seed: number, count: number, { contest = false } = {}): TradingDay {
  const random = seeded(seed);
  const commands: Sequenced[] = [];
  const payloads: Payload[] = [];
  let timeMs = START_MS;
  const add = (command: Command): void => {
    commands.push({ sequence: commands.length + 1, timeMs, command });
  };
  for (const command of openingCommands()) add(command);
  if (contest) for (const command of contestCommands()) add(command);
  // The last trades combined positions, so its copies are skipped.
  add({ name: 'setLead', account: TRADERS[0], shareRatio: '0.1', thirdParty: null });
  add({ name: 'follow', account: TRADERS[3], lead: TRADERS[0], copyRatio: '0.5', marginMode: 'cross' });
  for (let at = 0; at < count; at++) {
    timeMs += Math.floor(random() * 3_000);
    const command = randomCommand(random, at, timeMs, payloads);
    add(command);
  }
  return { commands, payloads };
}

function pick<T>(random: () => number, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T;
}

function priceNear(random: () => number, symbol: string, spread: number): string {
  const base = PRICE[symbol] ?? 0;
  return String(Math.round(base * (1 + (random() - 0.5) * spread)));
}

function randomCommand(random: () => number, at: number, timeMs: number, payloads: Payload[]): Command {
  const symbol = pick(random, [BTC, ETH]);
  const account = pick(random, TRADERS);
  const caller = { account, keyId: 'ak_test', channel: 'api' } as const;
  const dice = random();
  if (dice < 0.05)
    return { name: 'setIndexPrice', symbol, price: priceNear(random, symbol, 0.004), sourceTimeMs: timeMs };
  if (dice < 0.055) return { name: 'settleFunding', symbol, rate: pick(random, ['0.0001', '-0.0002', '0']) };
  if (dice < 0.08) return { name: 'tick' };
  if (dice < 0.62) return { name: 'placeOrder', ...caller, symbol, ...orderFields(random, symbol, at) };
  if (dice < 0.74) return randomPlan(random, caller, symbol, at);
  if (dice < 0.84)
    return { name: 'cancelOrder', ...caller, orderId: null, clientOrderId: `c-${Math.floor(random() * at)}` };
  if (dice < 0.87) return { name: 'cancelAllOrders', ...caller, symbol, kind: pick(random, ['normal', 'plan']) };
  if (dice < 0.9) return { name: 'closePositions', ...caller, symbol, positionId: null };
  return randomUpload(random, at, timeMs, payloads);
}

function orderFields(random: () => number, symbol: string, at: number): OrderFields {
  const isMarket = random() < 0.3;
  const effect = random() < 0.7 ? 'open' : 'close';
  const side = pick(random, ['long', 'short'] as const);
  const base = PRICE[symbol] ?? 0;
  const withPreset = effect === 'open' && random() < 0.3;
  const up = String(Math.round(base * 1.004));
  const down = String(Math.round(base * 0.996));
  return {
    clientOrderId: `c-${at}`,
    side,
    effect,
    execution: isMarket ? 'ioc' : pick(random, ['normal', 'normal', 'normal', 'postOnly', 'fok', 'ioc'] as const),
    size: pick(random, SIZES[symbol] ?? []),
    price: isMarket ? null : priceNear(random, symbol, 0.004),
    takeProfit: withPreset ? (side === 'long' ? up : down) : null,
    stopLoss: withPreset ? (side === 'long' ? down : up) : null,
    marginMode: null,
    positionMode: null,
    positionId: null,
  };
}

function randomPlan(
  random: () => number,
  caller: { account: number; keyId: string; channel: 'api' },
  symbol: string,
  at: number,
): PlacePlanOrder {
  return {
    name: 'placePlanOrder',
    ...caller,
    symbol,
    clientOrderId: random() < 0.5 ? null : `c-${at}`,
    side: pick(random, ['long', 'short'] as const),
    effect: pick(random, ['open', 'close'] as const),
    size: pick(random, SIZES[symbol] ?? []),
    price: random() < 0.5 ? null : priceNear(random, symbol, 0.004),
    triggerPrice: priceNear(random, symbol, 0.003),
    triggerBy: pick(random, ['unset', 'last', 'mark'] as const),
    takeProfit: null,
    stopLoss: null,
    marginMode: null,
    positionMode: null,
    positionId: null,
  };
}

/** Of an account on the allowlist, mostly; naming an order to come, one that was, or none. */
function randomUpload(random: () => number, at: number, timeMs: number, payloads: Payload[]): Command {
  const account = pick(random, TRADERS.slice(0, 3));
  const named = `c-${Math.floor(at + (random() - 0.5) * 40)}`;
  const output = {
    decision: pick(random, ['OPEN_LONG', 'HOLD', 'nothing']),
    symbol: 'BTCUSDT',
    size: '0.01',
    clientOid: named,
  };
  const orderId = random() < 0.5 ? String(700_000_000_000_001 + Math.floor(random() * at * 4)) : null;
  const traced = at % 3 === 0 ? { responseId: `r-${at}`, usage: { tokens: at } } : {};
  const input = { at, prompt: `What now, at ${at}?`, ...(at % 2 === 0 ? { beacon: FIRST_BEACON } : {}) };
  const body = JSON.stringify({ stage: 'Decision', model: 'm', input, output: { ...output, ...traced }, orderId });
  const { command, payload } = uploadOf(body, { account, salt: at % 251, timeMs });
  payloads.push(payload);
  return command;
}
