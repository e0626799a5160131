/**
 * One whole command of every name, and the commands that bring an exchange to where most of them can be carried out:
 * people with money, positions against each other, orders that rest and plan orders that wait. The table does not
 * compile until every command has its line.
 */
import type { Caller, Command, CommandName, CommandOf, OrderFields } from '../../src/core/language/commands.ts';
import { createHash } from 'node:crypto';
import type { ContestConfig } from '../../src/core/language/contest-config.ts';
import { DEFAULT_CONTRACTS } from '../../src/core/language/contract-defaults.ts';
import { FIRST_ID } from '../../src/core/num/units.ts';

export const START_MS = 1_700_000_000_000;
const BTC = 'cmt_btcusdt';
const [ANN, BOB, CAT, DAN] = [1_000_001, 1_000_002, 1_000_003, 1_000_004];
const BYTES = Buffer.alloc(32, 7).toString('base64');

const by = (account: number): Caller => ({ account, keyId: 'key', channel: 'api' });
const order = (clientOrderId: string, fields: Partial<OrderFields> = {}): OrderFields => ({
  clientOrderId,
  side: 'long',
  effect: 'open',
  execution: 'normal',
  size: '0.1',
  price: '50000',
  takeProfit: '60000',
  stopLoss: '40000',
  marginMode: 'isolated',
  positionMode: 'combined',
  positionId: null,
  ...fields,
});

const RULESET = '{"commonTemplates":[],"name":"rules"}';
const RULESET_SHA256 = createHash('sha256').update(RULESET).digest('hex');
const CONFIG: ContestConfig = {
  id: 'c1',
  title: 'A contest',
  practice: false,
  startMs: START_MS + 3_600_000,
  endMs: START_MS + 7_200_000,
  evidenceUntilMs: START_MS + 7_500_000,
  boardHiddenFromMs: START_MS + 5_400_000,
  coin: 'USDT',
  startBalance: '10000',
  symbols: [{ symbol: BTC, maxLeverage: 20 }],
  channels: ['api'],
  maxOrdersPerMinute: 60,
  minFilledOrders: 10,
  publicBundle: 'orders',
  disclosure: { what: 'none', delayMs: 0 },
  rulesetSha256: RULESET_SHA256,
  score: { mode: 'composite', weights: { return: 600_000, mdd: 400_000 } },
  markSource: 'index',
  finalMinutes: 5,
  market: RULESET_SHA256,
};

const plan = { symbol: BTC, side: 'long', size: '0.01', price: null, triggerBy: 'mark' } as const;

export const SAMPLES: { readonly [Name in CommandName]: CommandOf<Name> } = {
  placeOrder: { name: 'placeOrder', ...by(ANN), symbol: BTC, ...order('o1') },
  batchOrders: { name: 'batchOrders', ...by(ANN), symbol: BTC, orders: [order('o2'), order('o3', { price: '49000' })] },
  cancelOrder: { name: 'cancelOrder', ...by(ANN), orderId: FIRST_ID, clientOrderId: 'o1' },
  cancelPlanOrder: { name: 'cancelPlanOrder', ...by(ANN), orderId: FIRST_ID },
  cancelBatchOrders: {
    name: 'cancelBatchOrders',
    ...by(ANN),
    orderIds: [FIRST_ID, FIRST_ID + 1],
    clientOrderIds: ['o1', 'o2'],
  },
  cancelAllOrders: { name: 'cancelAllOrders', ...by(ANN), symbol: BTC, kind: 'normal' },
  closePositions: { name: 'closePositions', ...by(BOB), symbol: BTC, positionId: FIRST_ID + 3 },
  placePlanOrder: {
    name: 'placePlanOrder',
    ...by(ANN),
    ...plan,
    clientOrderId: 'p1',
    effect: 'open',
    triggerPrice: '45000',
    takeProfit: '60000',
    stopLoss: '40000',
    marginMode: 'isolated',
    positionMode: 'combined',
    positionId: null,
  },
  placeTpSlOrder: {
    name: 'placeTpSlOrder',
    ...by(ANN),
    ...plan,
    clientOrderId: 'p2',
    kind: 'takeProfit',
    triggerPrice: '70000',
    positionId: null,
  },
  modifyTpSlOrder: {
    name: 'modifyTpSlOrder',
    ...by(ANN),
    orderId: FIRST_ID,
    triggerPrice: '71000',
    price: '71000',
    triggerBy: 'mark',
  },
  setLeverage: { name: 'setLeverage', ...by(CAT), symbol: BTC, marginMode: 'isolated', long: 10, short: 20 },
  setMarginMode: {
    name: 'setMarginMode',
    ...by(CAT),
    symbol: BTC,
    marginMode: 'isolated',
    positionMode: 'separated',
  },
  adjustIsolatedMargin: { name: 'adjustIsolatedMargin', ...by(ANN), positionId: FIRST_ID + 3, amount: '1.5' },
  setAutoAppend: { name: 'setAutoAppend', ...by(ANN), positionId: FIRST_ID + 3, on: true },
  recordAiLog: {
    name: 'recordAiLog',
    ...by(ANN),
    orderId: String(FIRST_ID),
    stage: 'Decision Making',
    model: 'demo-model-1',
    bodySha256: 'ab'.repeat(32),
    idempotencyKey: 'once',
    h: BYTES,
    size: 500,
  },
  logIn: { name: 'logIn', ...by(ANN) },
  deposit: { name: 'deposit', account: ANN, amount: '100000' },
  withdraw: { name: 'withdraw', account: BOB, amount: '10' },
  transfer: { name: 'transfer', from: ANN, to: BOB, amount: '10', reason: 'USER_TRANSFER' },
  setIndexPrice: { name: 'setIndexPrice', symbol: BTC, price: '50001', sourceTimeMs: START_MS, pastSeed: 1 },
  setLead: { name: 'setLead', account: ANN, shareRatio: '0.1', thirdParty: { account: CAT, ratio: '0.5' } },
  follow: { name: 'follow', account: BOB, lead: ANN, copyRatio: '0.5', marginMode: 'cross' },
  unfollow: { name: 'unfollow', relationId: FIRST_ID },
  settleCopyTrading: { name: 'settleCopyTrading' },
  tick: { name: 'tick' },
  settleFunding: { name: 'settleFunding', symbol: BTC, rate: '0.0001' },
  setAccountFrozen: { name: 'setAccountFrozen', account: CAT, frozen: true, actor: 'jane', reason: 'a lost key' },
  setContractState: { name: 'setContractState', symbol: BTC, state: 'TRADING' },
  changeContract: {
    name: 'changeContract',
    symbol: BTC,
    change: {
      takerFee: '0.0007',
      tiers: [
        { bound: '50000', maxLeverage: 50, ratePercent: '0.4' },
        { bound: '1000000', maxLeverage: 20, ratePercent: '2' },
      ],
    },
    effectiveMs: START_MS + 3_600_000,
  },
  delistContract: { name: 'delistContract', symbol: 'cmt_ltcusdt' },
  setKeyLimits: {
    name: 'setKeyLimits',
    account: ANN,
    keyId: 'ak_x',
    limits: { maxOrder: '1000', maxPosition: null, maxDayLoss: '50.5', closeOnly: false, symbols: [BTC], untilMs: 0 },
  },
  tightenKey: {
    name: 'tightenKey',
    ...by(ANN),
    limits: { maxOrder: null, maxPosition: '900', maxDayLoss: null, closeOnly: true, symbols: null, untilMs: 0 },
  },
  stopKey: { name: 'stopKey', ...by(CAT), closes: true },
  setAccountFees: { name: 'setAccountFees', account: CAT, fees: { makerFee: '0.0001', takerFee: '0.0005' } },
  setParameters: {
    name: 'setParameters',
    contracts: [{ ...DEFAULT_CONTRACTS[0]!, id: 77, symbol: 'cmt_newusdt', fundingFloor: '-0.001' }],
    exchange: { maxOpenOrders: 150, defaultLeverage: 10, selfTradePrevention: 'expireBoth', indexStaleMs: 10_000 },
  },
  setAllowlist: { name: 'setAllowlist', account: ANN, allowed: true, reason: 'entered', actor: 'operator' },
  acceptClock: {
    name: 'acceptClock',
    wallMs: START_MS - 60_000,
    jumpMs: -60_000,
    aheadUntilMs: START_MS + 60_000,
    reason: 'set right',
  },
  setAside: { name: 'setAside', sequence: 3, reason: 'a drill', writtenMs: START_MS },
  activateCore: { name: 'activateCore', version: 1 },
  putRuleset: { name: 'putRuleset', ruleset: RULESET },
  freezeTemplates: { name: 'freezeTemplates', contest: 'c1', ruleset: RULESET.replace('[]', '["a text"]'), before: 0 },
  createContest: { name: 'createContest', config: { ...CONFIG, id: 'c2' } },
  moveContest: { name: 'moveContest', contest: 'c1', phase: 'cancelled' },
  extendContest: { name: 'extendContest', contest: 'c1', endMs: START_MS + 7_300_000 },
  registerTeam: {
    name: 'registerTeam',
    ...by(CAT),
    contest: 'c1',
    teamName: 'The Cats',
    modelClass: 'llm',
    models: ['some-model*'],
    members: ['m-1'],
  },
  setTeam: { name: 'setTeam', contest: 'c1', team: 't1', state: 'withdrawn', actor: 'jane', reason: 'by mistake' },
  withdrawTeam: { name: 'withdrawTeam', ...by(DAN), contest: 'c1', reason: 'no model any more' },
  setModels: { name: 'setModels', ...by(DAN), contest: 'c1', models: ['another'] },
  declareOutage: { name: 'declareOutage', fromMs: START_MS - 60_000, toMs: START_MS, cause: 'power' },
  postNotice: { name: 'postNotice', contest: 'c1', text: 'Prizes: 队伍 first', pinned: true, actor: 'jane' },
  changeNotice: { name: 'changeNotice', contest: 'c1', notice: 0, change: 'withdrawn', actor: 'jane' },
  recordReport: {
    name: 'recordReport',
    contest: 'c1',
    logSize: 1,
    root: BYTES,
    ruleset: RULESET_SHA256,
    reportSha256: 'ab'.repeat(32),
    teams: [{ team: 't1', verdict: 'REVIEW', coveredPpm: 1, grades: { A: 1, B: 0, C: 0, D: 0, U: 0, X: 0 } }],
  },
  caseStep: {
    name: 'caseStep',
    contest: 'c1',
    case: null,
    team: 't1',
    step: 'open',
    actor: 'jane',
    account: null,
    textSha256: 'ab'.repeat(32),
    outcome: 'warned',
    rules: ['V03'],
    publicText: 'A warning',
  },
  openAiLog: { name: 'openAiLog', origin: 'example.org/log', vkey: 'example.org/log+0+key', saltKey: BYTES },
  announceKey: {
    name: 'announceKey',
    vkey: 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
    previous: { origin: 'example.org/log', root: BYTES, size: 5 },
  },
};

export const OPENING: readonly Command[] = [
  { name: 'setParameters', contracts: DEFAULT_CONTRACTS, exchange: {} },
  SAMPLES.openAiLog,
  SAMPLES.setAllowlist,
  ...[ANN, BOB, CAT].map((account) => ({ ...SAMPLES.deposit, account })),
  SAMPLES.setIndexPrice,
  { name: 'placeOrder', ...by(ANN), symbol: BTC, ...order('first', { takeProfit: null, stopLoss: null }) },
  {
    name: 'placeOrder',
    ...by(BOB),
    symbol: BTC,
    ...order('second', { side: 'short', takeProfit: null, stopLoss: null, marginMode: null }),
  },
  { name: 'placeOrder', ...by(ANN), symbol: BTC, ...order('rests', { price: '48000' }) },
  SAMPLES.placePlanOrder,
  SAMPLES.placeTpSlOrder,
  SAMPLES.setLead,
  SAMPLES.follow,
  SAMPLES.putRuleset,
  { name: 'createContest', config: CONFIG },
  { name: 'moveContest', contest: 'c1', phase: 'registration' },
  { ...SAMPLES.registerTeam, account: DAN, teamName: 'Dan', members: ['m-2'] },
];
