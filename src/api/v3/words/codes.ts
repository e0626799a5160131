/**
 * The errors of v3: numbers for the codes of v2, and the texts that differ. Where v3 tells apart what one code of v2
 * says, it does so by the parameter or by what the error is about.
 */
import type { ErrorFace } from '../../words/dialect.ts';
import { type ApiError, type Bilingual, CODES, type Code, filled, type Locale } from '../../words/errors.ts';
import { inWordsOfV3 } from './wording.ts';

/** The text is that of v2 where none is stated. */
interface Row {
  readonly code: number;
  readonly text?: Bilingual;
}

const row = (code: number, en?: string, zh?: string): Row =>
  en === undefined || zh === undefined ? { code } : { code, text: { en, zh } };

const DENIED = row(-1052, 'Insufficient permissions for this action', '密钥权限不符');
const INVALID = row(-1142, "Parameter '{name}' is invalid", '参数{name}无效');
const COMBINATION = row(-1128, 'Combination of optional parameters invalid', '参数组合无效');
const OUT_OF_RANGE = row(-1140, '{name} must be between {min} and {max}', '{name}须在{min}至{max}之间');
const CLIENT_ID = row(
  -1180,
  '{name} must be 1 to 36 of . A-Z : / a-z 0-9 _ -',
  '{name}须为1至36位且仅含. A-Z : / a-z 0-9 _ -',
);

const CODES_V3: Readonly<Record<Code, Row>> = {
  40001: row(-1040),
  40002: row(-1041),
  40003: row(-1042),
  40005: row(-1043),
  40006: row(-1044),
  40007: row(-1045, 'Invalid Content-Type, please use application/json', 'Content-Type无效，请使用application/json'),
  40008: row(-1046),
  40009: row(-1047, 'API authentication failed', 'API签名验证失败'),
  40011: row(-1048),
  40012: row(-1049, 'API key or passphrase incorrect', 'API密钥或口令不正确'),
  40013: row(-1057, 'User account is locked', '账户已冻结'),
  40014: DENIED,
  40015: row(-1054),
  40017: COMBINATION,
  40018: row(-1056, 'Invalid IP address', '请求IP未授权'),
  40019: row(-1141, "Parameter '{name}' cannot be empty", '参数{name}不能为空'),
  40020: INVALID,
  40022: row(-1052, 'Insufficient permissions for this action', '无权执行此操作'),
  40753: row(-1051, 'Permission denied', 'API权限已停用'),
  429: row(429),
  50003: row(-3235, 'No permission for this trading pair', '无权交易该合约'),
  50004: row(-3236, 'No permission to access this API', '无权访问该接口'),
  50005: row(-3200, 'Order does not exist', '委托不存在'),
  50007: row(-3313, 'Leverage exceeds maximum limit', '杠杆倍数超过上限'),
  60001: row(60001),
  60002: row(60002),
  60003: row(60003),
  60004: row(60004),
  60005: row(60005),
  60006: row(60006),
  60007: row(60007),
  403: row(403),
  404: row(404),
  405: row(-1150, "Request method '{method}' not supported", '不支持的方法{method}'),
  413: row(-1140),
  414: row(-1140),
  417: row(417),
  421: row(-1190),
  431: row(-1140),
  500: row(500),
  503: row(503),
};

/** 40017 and 40020, by what they are about. */
const FAULTS = {
  json: row(-1135, 'Invalid JSON request', 'JSON请求无效'),
  times: row(-1171, 'startTime cannot be greater than endTime', 'startTime不能大于endTime'),
  names: row(-1140, 'Either orderId or origClientOrderId must be sent', '必须提供orderId或origClientOrderId'),
  range: OUT_OF_RANGE,
} as const;

/** 40020, by the parameter. */
const PARAMETERS: Readonly<Record<string, Row>> = {
  symbol: row(-1121, 'Invalid symbol', '合约名无效'),
  side: row(-1117, 'Invalid side', 'side无效'),
  positionSide: row(-1117, 'Invalid side', 'side无效'),
  timeInForce: row(-1115, 'Invalid timeInForce', 'timeInForce无效'),
  newClientOrderId: CLIENT_ID,
  clientAlgoId: CLIENT_ID,
};
/** `type` names the kind of an order everywhere but where margin is moved. */
const ORDER_TYPE = row(-1116, 'Invalid order type', 'type无效');

/** Rejects of the engine that don't have the code of all others. */
const TOKENS: Readonly<Record<string, Row>> = { SIZE_TOO_LARGE: row(-3007) };
/** The text by which programs tell that money is lacking. */
const SUFFIXES: Readonly<Record<string, string>> = {
  MARGIN_REMOVAL_TOO_LARGE: '; amount not enough',
  INSUFFICIENT_MARGIN: '; amount not enough',
};

/** Answered with the text in `error`: with a `msg`, programs would take them for final. */
const MAY_BE_RETRIED: ReadonlySet<Code> = new Set<Code>([429, 500, 503]);

/** A code of v3 for one of v2, and what the one of v2 is about where it has several. */
interface CodeRow {
  readonly of: Code;
  readonly about: string;
  readonly code: number;
  readonly text: Bilingual;
}

/** Every code that is answered, by that of v2. */
export const CODE_ROWS: readonly CodeRow[] = [
  ...(Object.entries(CODES_V3) as [`${Code}`, Row][]).map(([of, row]) => codeRow(Number(of) as Code, '', row)),
  codeRow(40015, 'SIZE_TOO_LARGE', TOKENS['SIZE_TOO_LARGE']!),
  codeRow(40017, 'the body', FAULTS.json),
  codeRow(40017, 'the order of two times', FAULTS.times),
  codeRow(40017, 'an order that nothing names', FAULTS.names),
  codeRow(40020, 'a number out of its range, too many rows', FAULTS.range),
  ...[...Object.entries(PARAMETERS), ['type', ORDER_TYPE] as const].map(([name, row]) => codeRow(40020, name, row)),
].toSorted((a, b) => a.of - b.of);

function codeRow(of: Code, about: string, { code, text = CODES[of] }: Row): CodeRow {
  return { of, about, code, text };
}

function rowOf({ code, fault, fill, token }: ApiError): Row {
  if (code === 40015) return TOKENS[token ?? ''] ?? CODES_V3[code];
  if (code !== 40017 && code !== 40020) return CODES_V3[code];
  if (fault !== undefined) return FAULTS[fault];
  if (code === 40017) return COMBINATION;
  const { name } = fill;
  if (typeof name !== 'string') return INVALID;
  return name === 'type' ? ORDER_TYPE : (PARAMETERS[name] ?? INVALID);
}

export function faceOf(error: ApiError, locale: Locale): ErrorFace {
  const { code, text = CODES[error.code] } = rowOf(error);
  const msg = inWordsOfV3(filled(text[locale], error, locale)) + (SUFFIXES[error.token ?? ''] ?? '');
  // The detail in v2's message of a 40017 has no place in the fixed texts of v3.
  const detail = error.code === 40017 ? error.fill['detail'] : undefined;
  const said = typeof detail === 'string' ? detail : detail?.[locale];
  const help = [said, error.hint?.[locale]].filter((one) => one !== undefined && one !== '').join('; ');
  return { http: CODES[error.code].http, code, msg, hint: help === '' ? undefined : inWordsOfV3(help) };
}

/** The body of an error: its code is a number. */
export function renderError(error: ApiError, locale: Locale, requestTimeMs: number): string {
  const { code, msg, hint } = faceOf(error, locale);
  const key = MAY_BE_RETRIED.has(error.code) ? 'error' : 'msg';
  const token = error.token === undefined ? {} : { token: error.token };
  return JSON.stringify({
    code,
    [key]: msg,
    requestTime: requestTimeMs,
    data: null,
    ...token,
    ...(hint === undefined ? {} : { hint }),
  });
}
