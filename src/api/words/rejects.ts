/**
 * The public face of every reason the exchange says no: one table over `core/language/rejects.ts`, which does not
 * compile until it is complete.
 *
 * `msg = TOKEN: CLASS: sentence` (docs/api.md, Reasons of the engine); the Chinese message is the same line, `｜` and
 * the Chinese sentence, so that fragments clients look for are in both. Values print in their wire format. "invalid"
 * appears in no FAILED_PRECONDITION but E23, and "order" followed by a blank and digits in none but E32, hints
 * included.
 */
import type { CommandName, MarginMode, PositionMode } from '../../core/language/commands.ts';
import type { Contract } from '../../core/language/contract.ts';
import { MAX_TICKS } from '../../core/num/units.ts';
import type { Reject, RejectOf, RejectReason } from '../../core/language/rejects.ts';
import type { State } from '../../core/state/state.ts';
import { ApiError, invalid, malformed, messageOf, same } from './errors.ts';
import { fieldName } from './field-names.ts';
import { nearest } from './nearest-on-grid.ts';
import {
  AE,
  closeSizeExceeds,
  FP,
  hint,
  IA,
  modeMismatch,
  modeSwitch,
  NF,
  presetSide,
  presetTick,
  RE,
  type Sentence,
  sizeStep,
  UN,
} from './reject-sentences.ts';
import {
  COIN,
  MARGIN_MODE_CODES,
  MARGIN_MODE_WORDS,
  moneyText,
  PLAN_TYPES,
  POSITION_MODE_CODES,
  priceText,
  rateText,
  SIZE_LIMITS,
  sizeText,
} from './wire.ts';

/** The callers' name for a field of the refused command. */
type Naming = (field: string) => string;

/** An engine rejection says a sentence; a reason that travels under another code builds its own error. */
type Face<Reason extends RejectReason> =
  | { readonly say: (reject: RejectOf<Reason>, contract: Contract, nameOf: Naming) => Sentence }
  | { readonly error: (reject: RejectOf<Reason>, nameOf: Naming) => ApiError };

const marginCode = (mode: MarginMode): string => MARGIN_MODE_CODES[mode];
const positionCode = (mode: PositionMode): string => POSITION_MODE_CODES[mode];

/** An operator command's refusal: no caller of /capi sees it, the admin API shows it. */
function operator(detail: string): ApiError {
  return malformed(same(detail));
}

const FACES: { readonly [Reason in RejectReason]: Face<Reason> } = {
  ACCOUNT_FROZEN: { error: () => new ApiError(40013, { token: 'ACCOUNT_FROZEN' }) },
  AI_LOG_NOT_ALLOWED: { error: (r) => notAllowlisted(r.account) },
  PARAMETER_INVALID: { error: parameterInvalid },
  OPERATION_NOT_PERMITTED: { error: () => new ApiError(50004, { token: 'OPERATION_NOT_PERMITTED' }) },
  SYMBOL_NOT_PERMITTED: { error: () => new ApiError(50003, { token: 'SYMBOL_NOT_PERMITTED' }) },
  LEVERAGE_TOO_HIGH: {
    error: (r) =>
      new ApiError(50007, {
        token: 'LEVERAGE_TOO_HIGH',
        hint: hint(`${r.asked}x asked, the cap is ${r.cap}x (contract)`, `请求${r.asked}倍，上限${r.cap}倍（合约）`),
      }),
  },
  ORDER_NOT_FOUND: { error: () => new ApiError(50005, { token: 'ORDER_NOT_FOUND' }) },
  DUPLICATE_CLIENT_OID: {
    say: (r) => [
      AE,
      `client_oid '${r.clientOrderId}' was used ${r.ageMs} ms ago with different content (order_id=${r.orderId}); use a new client_oid`,
      'client_oid已被不同内容的委托使用',
    ],
  },
  CONTRACT_NOT_TRADING: {
    say: (r) => [FP, `${r.symbol} is ${r.state}; the request needs state TRADING`, '合约当前不可交易'],
  },
  MARK_PRICE_UNAVAILABLE: {
    say: (r) => [
      UN,
      `${r.symbol} has no valid mark price (age ${r.ageMs} ms, allowed ${r.allowedMs} ms)`,
      '标记价格不可用',
    ],
  },
  SIZE_NOT_POSITIVE: { say: (r, contract) => sizeStep(r.text, contract) },
  SIZE_NOT_MULTIPLE_OF_STEP: { say: (r, contract) => sizeStep(r.text, contract) },
  SIZE_TOO_SMALL: {
    say: (r, contract) => {
      const min = sizeText(contract, r.min);
      return [IA, `order size '${r.text}' is below minOrderSize '${min}'`, `数量低于最小值${min}`];
    },
  },
  SIZE_TOO_LARGE: {
    say: (r, contract) => {
      const max = sizeText(contract, r.max);
      return [IA, `order size '${r.text}' is above ${SIZE_LIMITS[r.limit]} '${max}'`, `数量超过上限${max}`];
    },
  },
  PRICE_NOT_MULTIPLE_OF_TICK: {
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
    say: (r, contract) => [
      IA,
      `the ${PLAN_TYPES[r.kind]} trigger price of a ${r.long ? 'long' : 'short'} position must be ${r.greater ? 'greater' : 'less'} than ${priceText(contract, r.reference)} (${r.by} price). Current trigger price is ${priceText(contract, r.price)}`,
      '触发价方向错误',
    ],
  },
  PRESET_NOT_ALLOWED_ON_CLOSE: {
    say: (r) => [
      IA,
      `preset take profit and stop loss belong to opening orders; type is '${r.long ? '3' : '4'}'`,
      '平仓委托不能预设止盈止损',
    ],
  },
  PRESET_TP_NOT_MULTIPLE_OF_TICK: { say: (r, contract) => presetTick('tp', r.text, contract) },
  PRESET_SL_NOT_MULTIPLE_OF_TICK: { say: (r, contract) => presetTick('sl', r.text, contract) },
  PRESET_TP_WRONG_SIDE: { say: (r, contract) => presetSide('tp', r, contract) },
  PRESET_SL_WRONG_SIDE: { say: (r, contract) => presetSide('sl', r, contract) },
  MARGIN_MODE_MISMATCH: {
    say: (r) => modeMismatch(r.symbol, 'marginMode', marginCode(r.now), marginCode(r.asked), '保证金模式不一致'),
  },
  SEPARATED_MODE_MISMATCH: {
    say: (r) => modeMismatch(r.symbol, 'separatedMode', positionCode(r.now), positionCode(r.asked), '仓位模式不一致'),
  },
  TOO_MANY_OPEN_ORDERS: {
    say: (r) => [RE, `${r.count} working orders, the limit is ${r.max}; cancel some first`, `挂单数量达到上限${r.max}`],
  },
  TOO_MANY_PLAN_ORDERS: {
    say: (r) => [
      RE,
      `${r.count} plan orders, the limit is ${r.max}; cancel some first`,
      `计划委托数量达到上限${r.max}`,
    ],
  },
  TOO_MANY_SEPARATED_POSITIONS: {
    say: (r) => [
      RE,
      `${r.count} separated positions in ${r.symbol}, the limit is ${r.max}`,
      `分仓数量达到上限${r.max}`,
    ],
  },
  POSITION_SIDE_INVALID: {
    say: (r) => [
      FP,
      `position side invalid: there is no ${r.long ? 'LONG' : 'SHORT'} position in ${r.symbol} to close`,
      '没有可平的仓位',
      hint('type 3 closes a LONG position, type 4 a SHORT one', 'type 3 平多仓，type 4 平空仓'),
    ],
  },
  POSITION_NOT_FOUND: { say: (r) => [NF, `position ${r.id} does not exist`, '仓位不存在'] },
  POSITION_NOT_ISOLATED: {
    say: (r) => [FP, `position ${r.id} is ${MARGIN_MODE_WORDS[r.mode]}; the request needs ISOLATED`, '仓位不是逐仓'],
  },
  LEVERAGE_SIDES_DIFFER: {
    say: (r) => [
      IA,
      `cross margin needs equal longLeverage and shortLeverage; got ${r.long} and ${r.short}`,
      '全仓模式多空杠杆须一致',
    ],
  },
  LEVERAGE_BLOCKED_BY_OPEN_ORDERS: {
    say: (r) => [
      FP,
      `cannot adjust leverage of ${r.symbol} while there are open orders (${r.working} working, ${r.plans} plan)`,
      '存在未完成委托，不能调整杠杆',
      hint('cancel them first; take profits and stop losses count as plan orders', '请先撤单；止盈止损也算计划委托'),
    ],
  },
  MODE_SWITCH_WITH_OPEN_POSITION: {
    say: (r) => [FP, `cannot switch the mode of ${r.symbol} while it has an open position`, '存在持仓，不能切换模式'],
  },
  MODE_SWITCH_WITH_OPEN_ORDERS: { say: (r) => modeSwitch(r.symbol, r.working, r.plans) },
  PLAN_ORDER_NOT_MODIFIABLE: {
    say: (r) => [FP, `plan order is ${r.status}; only an untriggered one can be changed`, '计划委托已触发或结束'],
  },
  ORDER_NOT_CANCELABLE: { say: (r) => [FP, `the order is already ${r.status}`, '委托已结束'] },
  CLOSE_SIZE_EXCEEDS_POSITION: { say: closeSizeExceeds },
  TPSL_SIZE_EXCEEDS_POSITION: {
    say: (r, contract) => [
      FP,
      `${PLAN_TYPES[r.kind]} size ${sizeText(contract, r.size)} exceeds the ${sizeText(contract, r.free)} of position ${r.positionId} not yet covered`,
      '止盈止损数量超过仓位',
    ],
  },
  CLOSE_PRICE_BEYOND_BANKRUPTCY: {
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
    say: (r) => {
      const max = moneyText(r.max);
      return [FP, `at most ${max} ${COIN} can be removed, ${moneyText(r.asked)} asked`, `最多可减少${max}`];
    },
  },
  INSUFFICIENT_MARGIN: {
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
  AMOUNT_INVALID: { error: (r) => operator(`amount '${r.text}' must be above 0 with at most 8 decimals`) },
  SYSTEM_LIMIT: {
    error: (r) => operator(`deposits would be ${moneyText(r.total)}, the limit of the exchange is ${moneyText(r.max)}`),
  },
  BALANCE_NOT_ENOUGH: { error: (r) => operator(`${moneyText(r.asked)} asked, ${moneyText(r.available)} may leave`) },
  INDEX_INVALID: { error: (r) => operator(`index price of ${r.symbol} is ${r.found}, needs ${r.need}`) },
  CONTRACT_IN_USE: {
    error: (r) =>
      operator(
        `${r.symbol} has ${r.positions} positions, ${r.orders} orders and ${r.plans} plan orders; tick and step can change only while it has none`,
      ),
  },
  COPY_INVALID: { error: (r) => operator(`${r.found}: needs ${r.need}`) },
  IDEMPOTENCY_KEY_REUSED: {
    error: (r) =>
      malformed({
        en: `Idempotency-Key '${r.key}' was used with another body`,
        zh: `Idempotency-Key '${r.key}' 已用于不同的请求体`,
      }),
  },
};

/** 40022; the hint names the account so that a team can ask for its place. */
export function notAllowlisted(account: number): ApiError {
  return new ApiError(40022, {
    token: 'AI_LOG_NOT_ALLOWED',
    hint: hint(
      `uid ${account} is not on the AI-log allowlist; ask the operator`,
      `uid ${account} 不在AI日志白名单中，请联系运营方`,
    ),
  });
}

function parameterInvalid({ field, cause, found }: RejectOf<'PARAMETER_INVALID'>, nameOf: Naming): ApiError {
  if (cause === 'conflict') return malformed(same(`${nameOf(field)}: ${found}`));
  return invalid(nameOf(field), found === '' ? undefined : same(`found ${found}`));
}

/**
 * The error a reject becomes. Its contract, when it names one, is looked up in the state for tick and step.
 * @param command what was refused, for the names of its fields
 */
export function rejectError(reject: Reject, state: State, command?: CommandName): ApiError {
  const nameOf: Naming = (field) => fieldName(field, command);
  const face = FACES[reject.reason] as Face<RejectReason>;
  if ('error' in face) return face.error(reject, nameOf);
  const symbol = 'symbol' in reject ? reject.symbol : undefined;
  const contract = symbol === undefined ? undefined : state.bySymbol.get(symbol)?.contract;
  const [className, en, zh, help] = face.say(reject, contract as Contract, nameOf);
  const line = `${reject.reason}: ${className}: ${en}`;
  return new ApiError(40015, {
    fill: { detail: { en: line, zh: `${line}｜${zh}` } },
    token: reject.reason,
    hint: help,
  });
}

/** The line of a reject inside an answer that is HTTP 200: `error_message` and `err_msg` of rows. */
export function rejectLine(reject: Reject, state: State, locale: 'en' | 'zh'): string {
  return messageOf(rejectError(reject, state), locale);
}
