/**
 * What a contract must be to be listed (CONT-001 to CONT-003, ARIT-002, ARIT-007): the defaults are, and each check
 * refuses what breaks it.
 */
import { describe, expect, it } from 'vitest';
import { ContractError, type ContractSpec, loadContract, type TierSpec } from '../../src/core/language/contract.ts';
import { DEFAULT_CONTRACTS } from '../../src/core/language/contract-defaults.ts';
import { canonicalText } from '../../src/core/num/decimal.ts';

const btc = DEFAULT_CONTRACTS[0]!;
const tiers = (...rows: (readonly [bound: string, maxLeverage: number, ratePercent: string])[]): TierSpec[] =>
  rows.map(([bound, maxLeverage, ratePercent]) => ({ bound, maxLeverage, ratePercent }));

describe('the default contracts', () => {
  // id, symbol, value unit, least price in ticks, largest limit and market order and position in steps (CONT-001).
  it.each([
    [10000001, 'cmt_btcusdt', 1_000, 100, 12_000_000, 1_000_000, 1_000_000_000],
    [10000002, 'cmt_ethusdt', 1_000, 100, 20_000_000, 2_000_000, 1_000_000_000],
    [10000003, 'cmt_solusdt', 100_000, 1, 2_000_000, 200_000, 100_000_000],
    [10000004, 'cmt_dogeusdt', 100_000, 1, 1_000_000, 100_000, 50_000_000],
    [10000005, 'cmt_xrpusdt', 100_000, 1, 1_000_000, 100_000, 50_000_000],
    [10000006, 'cmt_adausdt', 100_000, 1, 2_000_000, 200_000, 100_000_000],
    [10000007, 'cmt_bnbusdt', 100_000, 1, 400_000, 40_000, 20_000_000],
    [10000008, 'cmt_ltcusdt', 100_000, 1, 1_000_000, 100_000, 50_000_000],
  ])(
    '%i %s has the numbers of CONT-001',
    (id, symbol, valueUnit, minPrice, maxSizeLimit, maxSizeMarket, maxPositionSize) => {
      const contract = loadContract(DEFAULT_CONTRACTS.find((spec) => spec.symbol === symbol)!);
      expect(contract).toMatchObject({
        id,
        valueUnit,
        minPrice,
        maxSizeLimit,
        maxSizeMarket,
        maxPositionSize,
        minSize: 1,
      });
      expect(contract).toMatchObject({
        makerFeeE8: 20_000,
        takerFeeE8: 60_000,
        liquidateFeeRateE8: 1_000_000,
        intervalMs: 28_800_000,
      });
      expect(contract.markSource).toBe('median');
    },
  );

  // The computed amounts of CONT-002, in USDT.
  it.each([
    ['cmt_btcusdt', '0,50,1300,16300,266300,1266300,2516300,5016300,25016300,100016300'],
    ['cmt_ethusdt', '0,15,365,5365,35365,135365,260365,510365,2510365,52510365'],
    ['cmt_solusdt', '0,35,535,1785,26785,126785,251785,1501785,6501785'],
    ['cmt_dogeusdt', '0,25,275,2775,15275,40275,290275,1540275'],
  ])('%s has the tier amounts of CONT-002', (symbol, amounts) => {
    const contract = loadContract(DEFAULT_CONTRACTS.find((spec) => spec.symbol === symbol)!);
    expect(contract.tiers.map((tier) => canonicalText(tier.amount, 8)).join(',')).toBe(amounts);
    for (const [index, { bound, rateE8, amount }] of contract.tiers.slice(0, -1).entries()) {
      const next = contract.tiers[index + 1]!;
      // No jump: both tiers ask the same at the bound (in 1e-16).
      const asks = (rate: number, less: bigint | number): bigint =>
        BigInt(bound) * BigInt(rate) - BigInt(less) * 100_000_000n;
      expect(asks(rateE8, amount)).toBe(asks(next.rateE8, next.amount));
    }
  });
});

describe('a contract is refused', () => {
  const cases: readonly (readonly [what: string, change: Partial<ContractSpec>])[] = [
    [
      'when tick times step is not a whole number of 1e-8 (ARIT-002)',
      { tick: '0.00001', step: '0.0001', minPrice: '10' },
    ],
    ['when a maximum passes 10^9 steps (ARIT-007)', { maxPositionSize: '100000.0001' }],
    [
      'when its last tier passes 10^9 USDT (ARIT-007)',
      { tiers: tiers(['50000', 100, '0.4'], ['1000000001', 1, '50']) },
    ],
    ['when a size is no whole number of steps', { minSize: '0.00015' }],
    ['when the least price is no whole number of ticks', { minPrice: '10.05' }],
    ['when maker and taker fee are too close', { takerFee: '0.0003' }],
    ['when the maker fee is larger than the taker fee', { makerFee: '-0.0007' }],
    ['when a band is 1 or more', { buyLimitRatio: '1' }],
    ['when the market protection is 1 or more', { marketProtectRatio: '1' }],
    ['when bounds do not rise', { tiers: tiers(['50000', 100, '0.4'], ['50000', 50, '1']) }],
    ['when rates do not rise', { tiers: tiers(['50000', 100, '0.4'], ['100000', 50, '0.4']) }],
    ['when leverage does not fall', { tiers: tiers(['50000', 100, '0.4'], ['100000', 100, '0.5']) }],
    // 125 × (0.68 % + 2 × 0.06 %) = 100 %.
    ['when a fresh position would be liquidatable', { tiers: tiers(['50000', 125, '0.68']) }],
    ['when leverage passes 125 (ARIT-007)', { tiers: tiers(['50000', 126, '0.4']) }],
    ['when leverage is no whole number', { tiers: tiers(['50000', 12.5, '0.4']) }],
    ['when a tier is no decimal', { tiers: tiers(['50000', 125, 'low']) }],
    ['when one step at the least price is worth too little (CONT-001)', { minPrice: '9.9' }],
    ['when the funding interval does not divide a day', { intervalMin: 7 }],
    ['when the funding floor is above the cap', { fundingFloor: '0.0031' }],
    ['when the funding cap is 1 or more', { fundingCap: '1' }],
    ['when there is no impact notional', { impactNotional: '0' }],
    ['when a band is negative', { sellLimitRatio: '-0.1' }],
    ['when the tick is not above 0', { tick: '-0.1', step: '-0.0001' }],
    ['when nothing says where its mark comes from', { markSource: 'spot' as 'index' }],
    ['when it has no tier', { tiers: [] }],
    ['when a tier amount is not exact in 1e-8', { tiers: tiers(['0.00000001', 100, '0.4'], ['100000', 50, '0.5']) }],
    ['when a number is no number', { tick: '0,1' }],
  ];

  it.each(cases)('%s', (_what, change) => {
    expect(() => loadContract({ ...btc, ...change })).toThrow(ContractError);
  });

  it('and just inside each bound it is not', () => {
    const inside: Partial<ContractSpec> = {
      maxPositionSize: '100000',
      buyLimitRatio: '0.99999999',
      makerFee: '0.0004',
      minPrice: '10.1',
    };
    // 125 × 0.7999 % = 99.9875 %.
    expect(
      loadContract({ ...btc, ...inside, tiers: tiers(['50000', 125, '0.6799'], ['1000000000', 1, '50']) }).maxLeverage,
    ).toBe(125);
    expect(loadContract({ ...btc, intervalMin: 1440, fundingFloor: '0.003' }).fundingFloorE8).toBe(300_000);
  });
});
