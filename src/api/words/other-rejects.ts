/**
 * Reasons that travel under their own codes, and those only operators meet.
 */
import type { RejectOf } from '../../core/language/rejects.ts';
import { ApiError, malformed, same, invalid, unavailable } from './errors.ts';
import type { Faces, Naming } from './reject-face.ts';
import { hint } from './reject-sentences.ts';
import { moneyText } from './wire.ts';

const BTC = { symbol: 'cmt_btcusdt' };
const USDT = 100_000_000;

/** An operator command's refusal: no caller of /capi sees it, the admin API shows it. */
function operator(detail: string): ApiError {
  return malformed(same(detail));
}

export const OTHER_REJECTS = {
  ACCOUNT_FROZEN: {
    when: 'the operator froze the account; reads and AI logs go on',
    sample: { account: 1_000_001 },
    error: () => new ApiError(40013, { token: 'ACCOUNT_FROZEN' }),
  },
  AI_LOG_NOT_ALLOWED: {
    when: 'the account is not on the AI-log allowlist',
    sample: { account: 1_000_003 },
    error: (r) => notAllowlisted(r.account),
  },
  PARAMETER_INVALID: {
    when: 'a command that the front should have refused; asserted again by the engine',
    sample: { field: 'symbol', cause: 'invalid', found: 'cmt_xyzusdt' },
    error: parameterInvalid,
  },
  OPERATION_NOT_PERMITTED: {
    when: 'the account is in a contest that closes this to it: opening by a channel it does not list, money in or out',
    sample: { operation: 'opening by web' },
    error: (r) =>
      new ApiError(50004, {
        token: 'OPERATION_NOT_PERMITTED',
        hint: hint(
          `the contest of this account does not permit ${r.operation}`,
          `该账户所在的比赛不允许：${r.operation}`,
        ),
      }),
  },
  SYMBOL_NOT_PERMITTED: {
    when: 'the account is in a contest that does not list the contract, or its team may open nothing more',
    sample: { ...BTC, allowed: ['cmt_ethusdt'] },
    error: (r) =>
      new ApiError(50003, {
        token: 'SYMBOL_NOT_PERMITTED',
        hint:
          r.allowed.length === 0
            ? hint('the team of this account may open nothing more', '该账户的团队不能再开仓')
            : hint(`the contest permits ${r.allowed.join(', ')}`, `比赛允许：${r.allowed.join('、')}`),
      }),
  },
  LEVERAGE_TOO_HIGH: {
    when: 'above the maximum leverage of the contract, or of the contest the account is in',
    sample: { asked: 200, cap: 125 },
    error: (r) =>
      new ApiError(50007, {
        token: 'LEVERAGE_TOO_HIGH',
        hint: hint(
          `${r.asked}x asked, the cap is ${r.cap}x (contract or contest)`,
          `请求${r.asked}倍，上限${r.cap}倍（合约或比赛）`,
        ),
      }),
  },
  KEY_ENDED: {
    when: 'the key was stopped, or is past the time its limits name; reads and AI logs go on',
    sample: { keyId: 'ak_7x', expired: false, endedMs: 1_767_225_600_000 },
    error: (r) =>
      new ApiError(50004, {
        token: 'KEY_ENDED',
        hint: hint(
          `key ${r.keyId} ${r.expired ? 'expired' : 'was stopped'} at ${isoText(r.endedMs)}; it can't be used to trade again`,
          `密钥${r.keyId}已于${isoText(r.endedMs)}${r.expired ? '过期' : '停用'}，不能再用于交易`,
        ),
      }),
  },
  KEY_LIMIT_EXCEEDED: {
    when: 'beyond what the key may do: its contracts, reduce only, value of an order or a position, loss of a day',
    sample: { limit: 'maxOrder', ...BTC, asked: 2_500 * USDT, max: 1_000 * USDT },
    error: (r) => new ApiError(50004, { token: 'KEY_LIMIT_EXCEEDED', hint: limitHint(r) }),
  },
  ORDER_NOT_FOUND: {
    when: 'unknown, of another account, not of the kind the path is for, or ended too long ago to be remembered',
    sample: { id: '700000000000099' },
    error: () => new ApiError(50005, { token: 'ORDER_NOT_FOUND' }),
  },
  AMOUNT_INVALID: {
    when: 'operator: an amount that is no decimal above 0',
    sample: { text: '-1' },
    error: (r) => operator(`amount '${r.text}' must be above 0 with at most 8 decimals`),
  },
  SYSTEM_LIMIT: {
    when: 'operator: deposits beyond 10^10 USDT in all',
    sample: { max: 10n ** 18n, total: 10n ** 18n + 1n },
    error: (r) => operator(`deposits would be ${moneyText(r.total)}, the limit of the exchange is ${moneyText(r.max)}`),
  },
  BALANCE_NOT_ENOUGH: {
    when: 'operator: more than may leave the account',
    sample: { available: 10 * USDT, asked: 25 * USDT },
    error: (r) => operator(`${moneyText(r.asked)} asked, ${moneyText(r.available)} may leave`),
  },
  INDEX_INVALID: {
    when: 'operator: an index price that is no price, or older than the last',
    sample: { ...BTC, found: '0', need: 'a price above 0 with at most 8 decimals' },
    error: (r) => operator(`index price of ${r.symbol} is ${r.found}, needs ${r.need}`),
  },
  CONTRACT_IN_USE: {
    when: 'operator: tick or step of a contract in which something is open',
    sample: { ...BTC, positions: 2, orders: 5, plans: 1 },
    error: (r) =>
      operator(
        `${r.symbol} has ${r.positions} positions, ${r.orders} orders and ${r.plans} plan orders; tick and step can change only while it has none`,
      ),
  },
  COPY_INVALID: {
    when: 'operator: a ratio out of range, an account that does not lead, itself, or a relation that is none',
    sample: { found: 'lead 1000002', need: 'an account that leads; make it one first' },
    error: (r) => operator(`${r.found}: needs ${r.need}`),
  },
  IDEMPOTENCY_KEY_REUSED: {
    when: 'an AI log with an Idempotency-Key that came with another body',
    sample: { key: 'run-17' },
    error: (r) =>
      malformed({
        en: `Idempotency-Key '${r.key}' was used with another body`,
        zh: `Idempotency-Key '${r.key}' 已用于不同的请求体`,
      }),
  },
} satisfies Partial<Faces>;

/** 40022; the hint names the account so that a team can ask for its place. */
export function notAllowlisted(account: number): ApiError {
  return new ApiError(40022, {
    token: 'AI_LOG_NOT_ALLOWED',
    hint: hint(
      `uid ${account} is not on the AI-log allowlist; ask the operator; what a log needs: /guide/evidence`,
      `uid ${account} 不在AI日志白名单中，请联系运营方；日志要求参见/guide/evidence`,
    ),
  });
}

/** 503: no checkpoint of the AI log covers what was asked for. */
export function logNotPublished(trouble: string | null): ApiError {
  const en = 'no checkpoint of the AI log covers it yet; ask again';
  const zh = 'AI日志的检查点尚未覆盖该条目，请稍后重试';
  return trouble === null
    ? unavailable(hint(en, zh))
    : unavailable(hint('the AI log is not published at present; ask again later', 'AI日志暂未发布，请稍后重试'), 5);
}

function parameterInvalid({ field, cause, found }: RejectOf<'PARAMETER_INVALID'>, nameOf: Naming): ApiError {
  if (cause === 'conflict') return malformed(same(`${nameOf(field)}: ${found}`));
  return invalid(nameOf(field), found === '' ? undefined : same(`found ${found}`));
}

const LIMIT_WORDS = {
  maxOrder: ['orderValue', 'an order of', 'an order may be of', '单笔委托价值', '上限'],
  maxPosition: ['positionValue', 'a position of', 'a position may be of', '持仓价值', '上限'],
  maxDayLoss: ['dayLoss', 'an order that may lose', 'the loss left today is', '该委托可能亏损', '今日剩余亏损额度'],
} as const;

function limitHint({ limit, symbol, asked, max }: RejectOf<'KEY_LIMIT_EXCEEDED'>) {
  if (limit === 'symbols') return hint(`this key may not open in ${symbol}`, `此密钥不能在${symbol}开仓`);
  if (limit === 'closeOnly') return hint('this key may close, not open', '此密钥只能平仓，不能开仓');
  if (limit === 'maxDayLoss' && asked === 0)
    return hint(
      'the loss this key may make in a day is reached: it opens nothing before 00:00 UTC',
      '此密钥的当日亏损已达上限：UTC 0点前不能开仓',
    );
  const [name, asks, most, zhAsks, zhMost] = LIMIT_WORDS[limit];
  return hint(
    `limit of this key, ${name}: ${asks} ${moneyText(asked)} USDT asked, ${most} ${moneyText(max)}`,
    `此密钥的限制${name}：${zhAsks}${moneyText(asked)} USDT，${zhMost}${moneyText(max)}`,
  );
}

function isoText(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
