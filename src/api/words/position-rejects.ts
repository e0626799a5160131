/**
 * E23 to E38: why a position, its margin or the account's money does not allow it, and what has ended already.
 */
import type { Faces } from './reject-face.ts';
import { closeSizeExceeds, FP, hint, IA, modeSwitch, NF } from './reject-sentences.ts';
import { COIN, MARGIN_MODE_WORDS, moneyText, PLAN_TYPES, priceText, sizeText } from './wire.ts';

const BTC = { symbol: 'cmt_btcusdt' };
const USDT = 100_000_000;

export const POSITION_REJECTS = {
  POSITION_SIDE_INVALID: {
    when: 'nothing to close on that side',
    sample: { ...BTC, long: true },
    say: (r) => [
      FP,
      `position side invalid: there is no ${r.long ? 'LONG' : 'SHORT'} position in ${r.symbol} to close`,
      '没有可平的仓位',
      hint('type 3 closes a LONG position, type 4 a SHORT one', 'type 3 平多仓，type 4 平空仓'),
    ],
  },
  POSITION_NOT_FOUND: {
    when: 'the positionId is unknown, closed, or not of this contract and side',
    sample: { id: 700_000_000_000_099 },
    say: (r) => [NF, `position ${r.id} does not exist`, '仓位不存在'],
  },
  POSITION_NOT_ISOLATED: {
    when: 'a margin call on a cross position',
    sample: { id: 700_000_000_000_012, mode: 'cross' },
    say: (r) => [FP, `position ${r.id} is ${MARGIN_MODE_WORDS[r.mode]}; the request needs ISOLATED`, '仓位不是逐仓'],
  },
  LEVERAGE_SIDES_DIFFER: {
    when: 'cross margin with two different leverages',
    sample: { long: 20, short: 10 },
    say: (r) => [
      IA,
      `cross margin needs equal longLeverage and shortLeverage; got ${r.long} and ${r.short}`,
      '全仓模式多空杠杆须一致',
    ],
  },
  LEVERAGE_BLOCKED_BY_OPEN_ORDERS: {
    when: 'a leverage change while orders or plan orders of the contract are open',
    sample: { ...BTC, working: 1, plans: 2 },
    say: (r) => [
      FP,
      `cannot adjust leverage of ${r.symbol} while there are open orders (${r.working} working, ${r.plans} plan)`,
      '存在未完成委托，不能调整杠杆',
      hint('cancel them first; take profits and stop losses count as plan orders', '请先撤单；止盈止损也算计划委托'),
    ],
  },
  MODE_SWITCH_WITH_OPEN_POSITION: {
    when: 'a mode change while a position is open',
    sample: BTC,
    say: (r) => [FP, `cannot switch the mode of ${r.symbol} while it has an open position`, '存在持仓，不能切换模式'],
  },
  MODE_SWITCH_WITH_OPEN_ORDERS: {
    when: 'a mode change while opening orders are open',
    sample: { ...BTC, working: 1, plans: 0 },
    say: (r) => modeSwitch(r.symbol, r.working, r.plans),
  },
  PLAN_ORDER_NOT_MODIFIABLE: {
    when: 'changing a plan order that fired or ended',
    sample: { status: 'triggered' },
    say: (r) => [FP, `plan order is ${r.status}; only an untriggered one can be changed`, '计划委托已触发或结束'],
  },
  ORDER_NOT_CANCELABLE: {
    when: 'cancelling an order that ended; shown as err_msg of an HTTP 200',
    sample: { orderId: 700_000_000_000_010, clientOrderId: 'demo-0001', status: 'filled' },
    say: (r) => [FP, `the order is already ${r.status}`, '委托已结束'],
  },
  CLOSE_SIZE_EXCEEDS_POSITION: {
    when: 'more than is free to close on the addressed positions',
    sample: {
      ...BTC,
      size: 200,
      closable: 50,
      positionId: 700_000_000_000_012,
      held: 50,
      heldBy: 700_000_000_000_030,
    },
    say: closeSizeExceeds,
  },
  TPSL_SIZE_EXCEEDS_POSITION: {
    when: 'take profits (or stop losses) of a position would exceed its size',
    sample: { ...BTC, kind: 'stopLoss', size: 200, free: 100, positionId: 700_000_000_000_012 },
    say: (r, contract) => [
      FP,
      `${PLAN_TYPES[r.kind]} size ${sizeText(contract, r.size)} exceeds the ${sizeText(contract, r.free)} of position ${r.positionId} not yet covered`,
      '止盈止损数量超过仓位',
    ],
  },
  CLOSE_PRICE_BEYOND_BANKRUPTCY: {
    when: 'a limit close at a price where the margin is used up',
    sample: { ...BTC, price: 820_000, worst: 855_513 },
    say: (r, contract) => {
      const worst = priceText(contract, r.worst);
      return [
        FP,
        `close price ${priceText(contract, r.price)} is worse than ${worst}, where the margin is used up`,
        `平仓价劣于破产价${worst}`,
      ];
    },
  },
  POSITION_LIMIT_EXCEEDED: {
    when: 'position, working opening orders and this one above the contract’s limit',
    sample: { ...BTC, total: 1_000_000_001, max: 1_000_000_000 },
    say: (r, contract) => {
      const max = sizeText(contract, r.max);
      return [
        FP,
        `${sizeText(contract, r.total)} would exceed the position limit ${max} of ${r.symbol}`,
        `超过持仓上限${max}`,
      ];
    },
  },
  LEVERAGE_TIER_EXCEEDED: {
    when: 'that value lies in a tier whose maximum leverage is below the one used',
    sample: { ...BTC, value: 300_000 * USDT, leverage: 125, max: 50_000 * USDT },
    say: (r) => {
      const max = moneyText(r.max);
      return [
        FP,
        `notional ${moneyText(r.value)} at ${r.leverage}x exceeds the tier limit ${max}; lower the leverage or the size`,
        `当前杠杆下名义价值超限${max}`,
      ];
    },
  },
  MARGIN_REMOVAL_TOO_LARGE: {
    when: 'taking more isolated margin out than may leave',
    sample: { max: 10 * USDT, asked: 25 * USDT },
    say: (r) => {
      const max = moneyText(r.max);
      return [FP, `at most ${max} ${COIN} can be removed, ${moneyText(r.asked)} asked`, `最多可减少${max}`];
    },
  },
  INSUFFICIENT_MARGIN: {
    when: 'the order needs more than is available',
    sample: { need: 463 * USDT, available: 120 * USDT },
    say: (r) => {
      const need = moneyText(r.need);
      const available = moneyText(r.available);
      return [
        FP,
        `Insufficient margin balance: ${need} ${COIN} needed, ${available} available`,
        `可用保证金不足，需要${need}，可用${available}`,
      ];
    },
  },
} satisfies Partial<Faces>;
