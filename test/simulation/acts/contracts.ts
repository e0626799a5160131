/** Moves of contracts as data: fees of accounts, changed fees and tiers, and the end of a contract. */
import type { ContractChange, ContractSpec } from '../../../src/core/language/contract.ts';
import { DEFAULT_CONTRACTS } from '../../../src/core/language/contract-defaults.ts';
import { type Exchange, lookAtMarks, submit } from '../exchange.ts';
import { symbolsOf } from './operating.ts';
import { feedOf, pick } from './orders.ts';
import type { Act } from './trading.ts';

const FEES = [
  { makerFee: '0.0001', takerFee: '0.0004' },
  { makerFee: '-0.0001', takerFee: '0.0002' },
  { makerFee: '0', takerFee: '0.0003' },
  // Above the contracts' own: refused.
  { makerFee: '0.0005', takerFee: '0.001' },
];

export const fees: Act = async (exchange, move, person) => {
  const chosen = move.a % 5 === 0 ? null : (pick(FEES, move.b) ?? null);
  const set = await submit(exchange, { name: 'setAccountFees', account: person.uid, fees: chosen });
  if (set === null) return;
  exchange.auditor.seeFees(person.uid, chosen === null ? null : { maker: chosen.makerFee, taker: chosen.takerFee });
};

function specOf(symbol: string): ContractSpec {
  const spec = DEFAULT_CONTRACTS.find((one) => one.symbol === symbol);
  if (spec === undefined) throw new Error(`no contract ${symbol}`);
  return spec;
}

/** Maintenance half a point dearer in every tier; some of those who hold on may be liquidated by it. */
function dearer({ tiers }: ContractSpec): ContractChange {
  return {
    tiers: tiers.map((tier) => ({
      ...tier,
      ratePercent: String(Math.round((Number(tier.ratePercent) + 0.05) * 100) / 100),
    })),
  };
}

/** Each change is made on the contract as it was first published, so that they do not pile up. */
export const changeContract: Act = async (exchange, move) => {
  const { symbol } = feedOf(exchange, move);
  const spec = specOf(symbol);
  const changes: ContractChange[] = [
    { takerFee: '0.0005', makerFee: '0.0001', tiers: spec.tiers },
    { takerFee: '0.0006', makerFee: '0.0002', liquidateFeeRate: '0.008', tiers: spec.tiers },
    { ...dearer(spec), takerFee: '0.0006', makerFee: '0.0002', liquidateFeeRate: '0.01' },
    {
      takerFee: '0.0006',
      makerFee: '0.0002',
      liquidateFeeRate: '0.01',
      tiers: spec.tiers,
      fundingCap: spec.fundingCap,
    },
    // Refused: the maker fee is too near.
    { takerFee: '0.0003', makerFee: '0.0002' },
  ];
  const change = pick(changes, move.a) ?? {};
  const made = await submit(exchange, { name: 'changeContract', symbol, change, effectiveMs: null });
  if (made === null) return;
  const published = { ...exchange.published.get(symbol), ...change } as ContractSpec;
  exchange.published.set(symbol, published);
  exchange.auditor.seeContract(published);
};

/** Only one contract ever ends, so that the others go on. */
export const delist: Act = async (exchange: Exchange, move) => {
  const feed = exchange.feeds.at(-1);
  if (feed === undefined || move.a % 3 !== 0) return;
  exchange.auditor.seeDelisting(feed.symbol);
  const ended = await submit(exchange, { name: 'delistContract', symbol: feed.symbol });
  if (ended !== null) feed.silentUntilMs = Number.POSITIVE_INFINITY;
  await lookAtMarks(exchange, symbolsOf(exchange));
};
