/**
 * Every answer that isn't a success: the codes with their HTTP statuses and sentences in both languages
 * (docs/errors.md), and the one error class of this folder. `ApiError` is thrown only in `api/` and rendered only by
 * `renderError`.
 *
 * A message never holds a stack, SQL or a file name; what a caller can do about it goes to `hint`, in the caller's
 * language.
 */

export type Locale = 'en' | 'zh';

/** A sentence in both languages. */
export interface Bilingual {
  readonly en: string;
  readonly zh: string;
}

interface CodeFace extends Bilingual {
  readonly http: number;
}

/** `{name}`, `{detail}`, `{method}` and `{path}` are filled in by the error that carries the code. */
export const CODES = {
  40001: { http: 400, en: 'Header "ACCESS_KEY" is required', zh: '缺少请求头ACCESS_KEY' },
  40002: { http: 400, en: 'Header "ACCESS_SIGN" is required', zh: '缺少请求头ACCESS_SIGN' },
  40003: { http: 400, en: 'Header "ACCESS_TIMESTAMP" is required', zh: '缺少请求头ACCESS_TIMESTAMP' },
  40005: { http: 400, en: 'Invalid ACCESS_TIMESTAMP', zh: 'ACCESS_TIMESTAMP无效' },
  40006: { http: 400, en: 'Invalid ACCESS_KEY', zh: 'ACCESS_KEY无效' },
  40007: {
    http: 400,
    en: 'Invalid Content_Type, use "application/json" format',
    zh: 'Content_Type无效，请使用application/json',
  },
  40008: { http: 400, en: 'Request timestamp expired', zh: '请求时间戳已过期' },
  40009: { http: 400, en: 'API verification failed', zh: 'API签名验证失败' },
  40011: { http: 400, en: 'Header "ACCESS_PASSPHRASE" is required', zh: '缺少请求头ACCESS_PASSPHRASE' },
  40012: { http: 400, en: 'Incorrect API key/Passphrase', zh: 'API密钥或口令不正确' },
  40013: { http: 400, en: 'Account frozen', zh: '账户已冻结' },
  40014: { http: 400, en: 'Invalid permissions', zh: '密钥权限不符' },
  40015: { http: 400, en: '{detail}', zh: '{detail}' },
  40017: { http: 400, en: 'Parameter validation failed: {detail}', zh: '参数校验失败：{detail}' },
  40018: { http: 400, en: 'Invalid IP request', zh: '请求IP未授权' },
  40019: { http: 400, en: 'Parameter {name} cannot be empty', zh: '参数{name}不能为空' },
  40020: { http: 400, en: 'Parameter {name} is invalid', zh: '参数{name}无效' },
  40022: { http: 403, en: 'Insufficient permissions for this operation', zh: '无权执行此操作' },
  40753: { http: 400, en: 'API permission disabled', zh: 'API权限已停用' },
  429: { http: 429, en: 'Too many requests', zh: '请求过于频繁' },
  50003: { http: 400, en: 'Not have permission to trade this pair.', zh: '无权交易该合约' },
  50004: { http: 400, en: 'Not have permission to access this API.', zh: '无权访问该接口' },
  50005: { http: 400, en: 'Order does not exist', zh: '订单不存在' },
  50007: { http: 400, en: 'Leverage cannot exceed the limit', zh: '杠杆倍数超过上限' },
  60001: { http: 404, en: 'This exchange is no rehearsal', zh: '本交易所不是演练' },
  60002: { http: 409, en: 'Not in lockstep, or not your turn', zh: '未加入锁步，或尚未轮到你' },
  60003: { http: 409, en: 'Wrong barrier', zh: '屏障编号不符' },
  60004: { http: 409, en: 'The clock is running, or is not yours to set', zh: '时钟正在运行，或不可设置' },
  60005: { http: 409, en: 'Beyond a limit of rehearsals', zh: '超出演练的限制' },
  60006: { http: 400, en: 'Scenario or faults are not valid', zh: '场景或故障配置无效' },
  60007: { http: 404, en: 'No such checkpoint or branch', zh: '没有此检查点或分支' },
  403: { http: 403, en: 'Not open to this web page', zh: '不对该网页开放' },
  404: { http: 404, en: 'No such path: {method} {path}', zh: '路径不存在：{method} {path}' },
  405: { http: 405, en: 'Method {method} not allowed', zh: '不支持的方法{method}' },
  413: { http: 413, en: 'Request too large', zh: '请求过大' },
  414: { http: 414, en: 'Request too large', zh: '请求过大' },
  417: { http: 417, en: 'Expectation failed', zh: '无法满足Expect请求头' },
  421: { http: 421, en: 'Unknown host', zh: '未知主机名' },
  431: { http: 431, en: 'Request too large', zh: '请求过大' },
  500: { http: 500, en: 'Internal error', zh: '系统内部错误' },
  503: { http: 503, en: 'Service unavailable, not executed', zh: '服务不可用，请求未执行' },
} as const satisfies Record<string, CodeFace>;

export type Code = keyof typeof CODES;

/**
 * Subject of a 40017 or 40020, where a dialect has a code of its own for it: the text of the body, the order of two
 * times, an order that nothing names, a number outside its range.
 */
export type Fault = 'json' | 'times' | 'names' | 'range';

interface ErrorParts {
  /** The values of the message's placeholders. */
  readonly fill?: Readonly<Record<string, string | Bilingual>>;
  readonly hint?: Bilingual | undefined;
  readonly token?: string;
  readonly fault?: Fault;
  /** Names and values in turn. */
  readonly headers?: readonly string[];
  /** Close the connection after the answer. */
  readonly close?: boolean;
}

/** A request that did not succeed: its code, the values that fill the code's sentence, and help for the caller. */
export class ApiError extends Error {
  readonly code: Code;
  readonly fill: Readonly<Record<string, string | Bilingual>>;
  readonly hint: Bilingual | undefined;
  readonly token: string | undefined;
  readonly fault: Fault | undefined;
  readonly headers: readonly string[];
  readonly close: boolean;

  constructor(code: Code, parts: ErrorParts = {}) {
    super(String(code));
    this.code = code;
    this.fill = parts.fill ?? {};
    this.hint = parts.hint;
    this.token = parts.token;
    this.fault = parts.fault;
    this.headers = parts.headers ?? [];
    this.close = parts.close ?? false;
  }

  get http(): number {
    return CODES[this.code].http;
  }
}

/** The same words in both languages, for text that needs no translation. */
export function same(text: string): Bilingual {
  return { en: text, zh: text };
}

/** 40019: a required parameter that was not given. */
export function missing(name: string, hint?: Bilingual): ApiError {
  return new ApiError(40019, { fill: { name }, hint });
}

/** 40020: a parameter of the wrong type or not in its list. */
export function invalid(name: string, hint?: Bilingual): ApiError {
  return new ApiError(40020, { fill: { name }, hint });
}

/** 40020: a number, or a count of rows, outside its range. */
export function outOfRange(name: string, least: number, most: number, hint?: Bilingual): ApiError {
  return new ApiError(40020, { fill: { name, min: String(least), max: String(most) }, hint, fault: 'range' });
}

/** 40017: a malformed body, a repeated key, or parameters that don't go together. */
export function malformed(detail: Bilingual, hint?: Bilingual, fault?: Fault): ApiError {
  return new ApiError(40017, { fill: { detail }, hint, ...(fault === undefined ? {} : { fault }) });
}

/** 503: nothing was executed. */
export function unavailable(hint: Bilingual, retryAfterSeconds = 1): ApiError {
  return new ApiError(503, { hint, headers: ['Retry-After', String(Math.max(1, Math.ceil(retryAfterSeconds)))] });
}

/** The message of an error in one language, placeholders filled. */
export function messageOf(error: ApiError, locale: Locale): string {
  return filled(CODES[error.code][locale], error, locale);
}

/** A sentence with the placeholders filled that an error has values for. */
export function filled(template: string, error: ApiError, locale: Locale): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = error.fill[name];
    return value === undefined ? whole : typeof value === 'string' ? value : value[locale];
  });
}

/** The body of an error (docs/errors.md), compact and in the order of the samples. */
export function renderError(error: ApiError, locale: Locale, requestTimeMs: number): string {
  const token = error.token === undefined ? '' : `,"token":"${error.token}"`;
  const hint = error.hint === undefined ? '' : `,"hint":${JSON.stringify(error.hint[locale])}`;
  return `{"code":"${error.code}","msg":${JSON.stringify(messageOf(error, locale))},"requestTime":${requestTimeMs},"data":null${token}${hint}}`;
}
