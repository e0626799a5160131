/**
 * E01 to E22: why an order, a plan order or a leverage can't be asked for as it is, by itself or given what the account
 * has.
 */
import { MAX_TICKS } from '../../core/num/units.ts';
import { nearest } from './nearest-on-grid.ts';
import type { Faces } from './reject-face.ts';
import { AE, FP, IA, modeMismatch, presetSide, presetTick, RE, sizeStep, UN } from './reject-sentences.ts';
import {
  MARGIN_MODE_CODES,
  PLAN_TYPES,
  POSITION_MODE_CODES,
  priceText,
  rateText,
  SIZE_LIMITS,
  sizeText,
} from './wire.ts';

const BTC = { symbol: 'cmt_btcusdt' };

export const ORDER_REJECTS = {
  DUPLICATE_CLIENT_OID: {
    when: 'the same client_oid with other content, while its order works or is remembered: 24 h after its end',
    sample: { clientOrderId: 'demo-0001', ageMs: 1500, orderId: 700_000_000_000_010 },
    say: (r) => [
      AE,
      `client_oid '${r.clientOrderId}' was used ${r.ageMs} ms ago with different content (order_id=${r.orderId}); use a new client_oid`,
      'client_oid已被不同内容的委托使用',
    ],
  },
  CONTRACT_NOT_TRADING: {
    when: 'the operator halted or delisted the contract; cancels still work',
    sample: { ...BTC, state: 'HALTED' },
    say: (r) => [FP, `${r.symbol} is ${r.state}; the request needs state TRADING`, '合约当前不可交易'],
  },
  MARK_PRICE_UNAVAILABLE: {
    when: 'no index price yet, or the last one is too old',
    sample: { ...BTC, ageMs: 12_000, allowedMs: 10_000 },
    say: (r) => [
      UN,
      `${r.symbol} has no valid mark price (age ${r.ageMs} ms, allowed ${r.allowedMs} ms)`,
      '标记价格不可用',
    ],
  },
  SIZE_NOT_POSITIVE: {
    when: 'size ≤ 0',
    sample: { ...BTC, text: '0' },
    say: (r, contract) => sizeStep(r.text, contract),
  },
  SIZE_NOT_MULTIPLE_OF_STEP: {
    when: 'size off the step',
    sample: { ...BTC, text: '0.000114' },
    say: (r, contract) => sizeStep(r.text, contract),
  },
  SIZE_TOO_SMALL: {
    when: 'below minOrderSize, except a close of all that can be closed',
    sample: { ...BTC, text: '0.0001', min: 10 },
    say: (r, contract) => {
      const min = sizeText(contract, r.min);
      return [IA, `order size '${r.text}' is below minOrderSize '${min}'`, `数量低于最小值${min}`];
    },
  },
  SIZE_TOO_LARGE: {
    when: 'above maxOrderSize, or marketOpenLimitSize for an opening market order',
    sample: { ...BTC, text: '101', max: 1_000_000, limit: 'maxSizeMarket' },
    say: (r, contract) => {
      const max = sizeText(contract, r.max);
      return [IA, `order size '${r.text}' is above ${SIZE_LIMITS[r.limit]} '${max}'`, `数量超过上限${max}`];
    },
  },
  PRICE_NOT_MULTIPLE_OF_TICK: {
    when: 'limit or execute price ≤ 0 or off the tick',
    sample: { ...BTC, text: '90000.05' },
    say: (r, contract) => {
      const { tick } = contract.spec;
      return [
        IA,
        `The order price must be greater than 0 and matches the stepSize '${tick}' requirement. Current price is '${r.text}'`,
        `价格须为${tick}的整数倍`,
        nearest('prices', r.text, tick),
      ];
    },
  },
  PRICE_OUT_OF_RANGE: {
    when: 'any price below minPrice or above 10^9 ticks',
    sample: { ...BTC, field: 'price', text: '1' },
    say: (r, contract, nameOf) => {
      const min = priceText(contract, contract.minPrice);
      const max = priceText(contract, MAX_TICKS);
      return [
        IA,
        `${nameOf(r.field)} ${r.text} is outside ${min} to ${max} of ${r.symbol}`,
        `价格须在${min}至${max}之间`,
      ];
    },
  },
  PRICE_OUT_OF_BAND: {
    when: 'a buy too far above, or a sell too far below the mark price',
    sample: { ...BTC, buy: true, price: 1_050_000, bound: 1_035_000, mark: 900_000, ratioE8: 15_000_000 },
    say: (r, contract) => {
      const bound = priceText(contract, r.bound);
      return [
        IA,
        `${r.buy ? 'buy' : 'sell'} price ${priceText(contract, r.price)} is ${r.buy ? 'above' : 'below'} the allowed ${bound} (mark ${priceText(contract, r.mark)}, ratio ${rateText(r.ratioE8)})`,
        `价格超出限价范围${bound}`,
      ];
    },
  },
  TRIGGER_PRICE_NOT_MULTIPLE_OF_TICK: {
    when: 'trigger price ≤ 0 or off the tick',
    sample: { ...BTC, text: '95000.05' },
    say: (r, contract) => {
      const { tick } = contract.spec;
      return [
        IA,
        `The order param triggerPrice must be greater than 0 and matches the stepSize '${tick}' requirement. Current trigger price is '${r.text}'`,
        `触发价须为${tick}的整数倍`,
        nearest('prices', r.text, tick),
      ];
    },
  },
  TRIGGER_PRICE_WRONG_SIDE: {
    when: 'a take profit or stop loss that would fire at once',
    sample: {
      ...BTC,
      kind: 'takeProfit',
      long: true,
      greater: true,
      reference: 900_000,
      by: 'last',
      price: 890_000,
    },
    say: (r, contract) => [
      IA,
      `the ${PLAN_TYPES[r.kind]} trigger price of a ${r.long ? 'long' : 'short'} position must be ${r.greater ? 'greater' : 'less'} than ${priceText(contract, r.reference)} (${r.by} price). Current trigger price is ${priceText(contract, r.price)}`,
      '触发价方向错误',
    ],
  },
  PRESET_NOT_ALLOWED_ON_CLOSE: {
    when: 'preset prices on type 3 or 4',
    sample: { long: true },
    say: (r) => [
      IA,
      `preset take profit and stop loss belong to opening orders; type is '${r.long ? '3' : '4'}'`,
      '平仓委托不能预设止盈止损',
    ],
  },
  PRESET_TP_NOT_MULTIPLE_OF_TICK: {
    when: 'take profit negative or off the tick',
    sample: { ...BTC, text: '95000.05' },
    say: (r, contract) => presetTick('tp', r.text, contract),
  },
  PRESET_SL_NOT_MULTIPLE_OF_TICK: {
    when: 'stop loss negative or off the tick',
    sample: { ...BTC, text: '85000.05' },
    say: (r, contract) => presetTick('sl', r.text, contract),
  },
  PRESET_TP_WRONG_SIDE: {
    when: 'take profit not beyond the limit price (market: the mark)',
    sample: { ...BTC, long: true, reference: 900_000, price: 890_000 },
    say: (r, contract) => presetSide('tp', r, contract),
  },
  PRESET_SL_WRONG_SIDE: {
    when: 'stop loss not on the losing side of it',
    sample: { ...BTC, long: true, reference: 900_000, price: 910_000 },
    say: (r, contract) => presetSide('sl', r, contract),
  },
  MARGIN_MODE_MISMATCH: {
    when: 'an opening order, or a leverage call, for another margin mode than the one in force',
    sample: { ...BTC, now: 'cross', asked: 'isolated' },
    say: (r) =>
      modeMismatch(r.symbol, 'marginMode', MARGIN_MODE_CODES[r.now], MARGIN_MODE_CODES[r.asked], '保证金模式不一致'),
  },
  SEPARATED_MODE_MISMATCH: {
    when: 'an opening order for another position mode than the one in force',
    sample: { ...BTC, now: 'combined', asked: 'separated' },
    say: (r) =>
      modeMismatch(
        r.symbol,
        'separatedMode',
        POSITION_MODE_CODES[r.now],
        POSITION_MODE_CODES[r.asked],
        '仓位模式不一致',
      ),
  },
  TOO_MANY_OPEN_ORDERS: {
    when: 'the account has its maximum of working orders, and this one could rest',
    sample: { count: 200, max: 200 },
    say: (r) => [RE, `${r.count} working orders, the limit is ${r.max}; cancel some first`, `挂单数量达到上限${r.max}`],
  },
  TOO_MANY_PLAN_ORDERS: {
    when: 'the account has its maximum of untriggered plan orders; presets do not count',
    sample: { count: 200, max: 200 },
    say: (r) => [
      RE,
      `${r.count} plan orders, the limit is ${r.max}; cancel some first`,
      `计划委托数量达到上限${r.max}`,
    ],
  },
  TOO_MANY_SEPARATED_POSITIONS: {
    when: 'separated positions and working opening orders of the contract',
    sample: { ...BTC, count: 100, max: 100 },
    say: (r) => [
      RE,
      `${r.count} separated positions in ${r.symbol}, the limit is ${r.max}`,
      `分仓数量达到上限${r.max}`,
    ],
  },
} satisfies Partial<Faces>;
