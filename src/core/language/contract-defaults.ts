/**
 * The eight contracts the exchange comes with (CONT-001, CONT-002), as the data an operator could have written.
 * `minPrice` is the least tick multiple at which one step is worth at least 0.001 USDT.
 */
import type { ContractSpec, TierSpec } from './contract.ts';

/** `bound·maxLeverage·ratePercent` rows, as the rules print them. */
function tiers(text: string): TierSpec[] {
  return text.split(' ').map((row) => {
    const [bound, maxLeverage, ratePercent] = row.split('·') as [string, string, string];
    return { bound, maxLeverage: Number(maxLeverage), ratePercent };
  });
}

const TIERS = {
  A: tiers(
    '50000·125·0.4 250000·100·0.5 1000000·50·1 10000000·20·2.5 20000000·10·5 50000000·5·10 100000000·4·12.5 200000000·3·15 300000000·2·25 1000000000·1·50',
  ),
  B: tiers(
    '10000·100·0.5 100000·75·0.65 500000·50·1 1000000·25·2 2000000·10·5 5000000·5·10 10000000·4·12.5 20000000·3·15 200000000·2·25 500000000·1·50',
  ),
  C: tiers(
    '10000·75·0.65 50000·50·1 250000·25·2 1000000·20·2.5 2000000·10·5 5000000·5·10 10000000·4·12.5 20000000·2·25 100000000·1·50',
  ),
  D: tiers('5000·50·1 25000·40·1.5 100000·20·2.5 250000·10·5 1000000·5·10 2000000·4·12.5 5000000·2·25 50000000·1·50'),
};

/**
 * `id base tick step minPrice maxSizeLimit maxSizeMarket maxPositionSize band protection tiers fundingCap
 * impactNotional`
 */
const ROWS = `
10000001 btc 0.1 0.0001 10 1200 100 100000 0.15 0.015 A 0.003 25000
10000002 eth 0.01 0.001 1 20000 2000 1000000 0.15 0.015 B 0.00375 20000
10000003 sol 0.01 0.1 0.01 200000 20000 10000000 0.2 0.02 C 0.004875 15000
10000004 doge 0.00001 100 0.00001 100000000 10000000 5000000000 0.2 0.03 D 0.0075 10000
10000005 xrp 0.0001 10 0.0001 10000000 1000000 500000000 0.2 0.02 C 0.004875 15000
10000006 ada 0.0001 10 0.0001 20000000 2000000 1000000000 0.2 0.03 D 0.0075 10000
10000007 bnb 0.01 0.1 0.01 40000 4000 2000000 0.2 0.02 C 0.004875 15000
10000008 ltc 0.01 0.1 0.01 100000 10000 5000000 0.2 0.02 D 0.0075 10000`;

function spec(row: string): ContractSpec {
  const [
    id,
    base,
    tick,
    step,
    minPrice,
    maxSizeLimit,
    maxSizeMarket,
    maxPositionSize,
    band,
    protection,
    table,
    cap,
    impact,
  ] = row.split(' ') as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    keyof typeof TIERS,
    string,
    string,
  ];
  return {
    id: Number(id),
    symbol: `cmt_${base}usdt`,
    base: base.toUpperCase(),
    tick,
    step,
    minPrice,
    minSize: step,
    maxSizeLimit,
    maxSizeMarket,
    maxPositionSize,
    contractVal: step,
    makerFee: '0.0002',
    takerFee: '0.0006',
    liquidateFeeRate: '0.01',
    buyLimitRatio: band,
    sellLimitRatio: band,
    marketProtectRatio: protection,
    tiers: TIERS[table],
    intervalMin: 480,
    interest: '0.0001',
    fundingCap: cap,
    impactNotional: impact,
    markSource: 'median',
  };
}

export const DEFAULT_CONTRACTS: readonly ContractSpec[] = ROWS.trim().split('\n').map(spec);
