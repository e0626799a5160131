/**
 * A small client of the exchange: methods for the operations asked most, `get` and `post` for all of them, signed, with
 * errors that say what the server said. No dependencies; runs in Node and in browsers. Types come from the server's
 * routes and shapes, nothing else of it.
 */
import type { PlaceOrderRequest } from '../api/routes/placeOrder.ts';
import type { UploadAiLogRequest } from '../api/routes/uploadAiLog.ts';
import type { AiAllowlistView } from '../api/shapes/ai-allowlist.ts';
import type { AiCoverageView } from '../api/shapes/ai-coverage.ts';
import type { AiLogPageView, AiLogWholeView } from '../api/shapes/ai-log.ts';
import type { AiUploadedView } from '../api/shapes/ai-uploaded.ts';
import type { AiValidationView } from '../api/shapes/ai-validation.ts';
import type { AssetView } from '../api/shapes/asset.ts';
import type { BillPageView } from '../api/shapes/bill.ts';
import type { CanceledView } from '../api/shapes/canceled.ts';
import type { ContractView } from '../api/shapes/contract.ts';
import type { DepthView } from '../api/shapes/depth.ts';
import type { MarketTimeView } from '../api/shapes/market-time.ts';
import type { PlacedView } from '../api/shapes/placed.ts';
import type { PlanOrderPageView, PlanOrderView } from '../api/shapes/plan-order.ts';
import type { PositionView } from '../api/shapes/position.ts';
import type { SettingView } from '../api/shapes/setting.ts';
import type { TickerView } from '../api/shapes/ticker.ts';
import { type Credentials, signedHeaders } from './sign.ts';

export interface ClientOptions extends Partial<Credentials> {
  /** Base URL, such as `http://127.0.0.1:8080`; may carry a path prefix. */
  readonly url: string;
  /** Language of messages: `en-US` or `zh-CN`. */
  readonly locale?: string;
  /** The clock requests are stamped with. */
  readonly nowMs?: () => number;
  readonly fetch?: typeof fetch;
}

/** The server's refusal: the envelope's fields, the HTTP status, and when to try again. */
export class OutcryError extends Error {
  readonly status: number;
  readonly code: string;
  readonly hint: string | null;
  readonly token: string | null;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(response: Response, envelope: Partial<Record<'code' | 'msg' | 'hint' | 'token', string>>) {
    const { code = String(response.status), msg = response.statusText, hint, token } = envelope;
    super(hint === undefined ? `${code} ${msg}` : `${code} ${msg} (${hint})`);
    this.name = 'OutcryError';
    this.status = response.status;
    this.code = code;
    this.hint = hint ?? null;
    this.token = token ?? null;
    this.requestId = response.headers.get('X-Request-Id');
    const after = response.headers.get('Retry-After');
    this.retryAfterSeconds = after === null ? null : Number(after);
  }
}

/** An answer with the headers it came with. */
export interface Answered<Answer> {
  readonly answer: Answer;
  readonly headers: Headers;
}

type Query = Readonly<Record<string, string | number | null | undefined>>;

/** A range of time and a page, as the lists take them. */
export interface ListQuery {
  readonly startTime?: number;
  readonly endTime?: number;
  readonly page?: number;
  readonly cursor?: string;
}

export interface Client {
  time(): Promise<MarketTimeView>;
  contracts(symbol?: string): Promise<readonly ContractView[]>;
  ticker(symbol: string): Promise<TickerView>;
  depth(symbol: string, limit?: number): Promise<DepthView>;
  assets(): Promise<readonly AssetView[]>;
  singlePosition(symbol: string): Promise<readonly PositionView[]>;
  currentPlan(
    query?: ListQuery & { readonly symbol?: string; readonly orderId?: string; readonly limit?: number },
  ): Promise<readonly PlanOrderView[]>;
  historyPlan(
    query: ListQuery & { readonly symbol: string; readonly delegateType?: 1 | 2 | 3 | 4; readonly pageSize?: number },
  ): Promise<PlanOrderPageView>;
  bills(
    query?: ListQuery & {
      readonly coin?: string;
      readonly symbol?: string;
      readonly businessType?: string;
      readonly limit?: number;
    },
  ): Promise<BillPageView>;
  leverage(request: {
    symbol: string;
    marginMode: 1 | 3;
    longLeverage: number | string;
    shortLeverage?: number | string;
  }): Promise<SettingView>;
  placeOrder(request: PlaceOrderRequest): Promise<PlacedView>;
  cancelOrder(which: { readonly orderId: string } | { readonly clientOid: string }): Promise<CanceledView>;
  /**
   * The log as an object, or as the exact text or bytes to be stored. `headers` carry AI-LOG-INDEX and the warnings.
   */
  uploadAiLog(
    log: UploadAiLogRequest | string | Uint8Array,
    idempotencyKey?: string,
  ): Promise<Answered<AiUploadedView>>;
  validateAiLog(log: UploadAiLogRequest | string | Uint8Array): Promise<AiValidationView>;
  aiLogs(query?: ListQuery & { readonly orderId?: string; readonly limit?: number }): Promise<AiLogPageView>;
  aiLog(index: number): Promise<AiLogWholeView>;
  aiCoverage(query?: {
    readonly symbol?: string;
    readonly startTime?: number;
    readonly endTime?: number;
  }): Promise<AiCoverageView>;
  aiAllowlist(): Promise<AiAllowlistView>;
  /** Any GET of the API, with the headers of the answer. */
  get<Answer>(path: string, query?: Query): Promise<Answered<Answer>>;
  /** Any POST of the API; a string or bytes are sent as they are. */
  post<Answer>(
    path: string,
    body: object | string | Uint8Array,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answered<Answer>>;
}

const PREFIX = '/capi/v2';

export function createClient(options: ClientOptions): Client {
  const { locale = 'en-US', nowMs = Date.now, fetch: send = fetch } = options;
  const base = options.url.replace(/\/+$/, '');

  async function request<Answer>(
    method: 'GET' | 'POST',
    path: string,
    query: string,
    body: string | Uint8Array,
    extra: Readonly<Record<string, string>>,
  ): Promise<Answered<Answer>> {
    const headers: Record<string, string> = { locale, ...extra };
    if (method === 'POST') headers['Content-Type'] = 'application/json';
    const { apiKey, secret, passphrase } = options;
    if (apiKey !== undefined && secret !== undefined && passphrase !== undefined) {
      Object.assign(
        headers,
        await signedHeaders({ apiKey, secret, passphrase }, { timestamp: String(nowMs()), method, path, query, body }),
      );
    }
    const target = `${base}${path}${query === '' ? '' : `?${query}`}`;
    const response = await send(target, {
      method,
      headers,
      ...(method === 'POST' ? { body: body as NonNullable<RequestInit['body']> } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new OutcryError(response, envelopeOf(text));
    return { answer: JSON.parse(text) as Answer, headers: response.headers };
  }

  const get: Client['get'] = (path, query = {}) => request('GET', path, queryText(query), '', {});
  const post: Client['post'] = (path, body, headers = {}) =>
    request(
      'POST',
      path,
      '',
      typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      headers,
    );
  const read = async <Answer>(path: string, query?: Query): Promise<Answer> =>
    (await get<Answer>(PREFIX + path, query)).answer;
  const write = async <Answer>(path: string, body: object | string | Uint8Array): Promise<Answer> =>
    (await post<Answer>(PREFIX + path, body)).answer;

  return {
    time: () => read('/market/time'),
    contracts: (symbol) => read('/market/contracts', { symbol }),
    ticker: (symbol) => read('/market/ticker', { symbol }),
    depth: (symbol, limit) => read('/market/depth', { symbol, limit }),
    assets: () => read('/account/assets'),
    singlePosition: (symbol) => read('/account/position/singlePosition', { symbol }),
    currentPlan: (query = {}) => read('/order/currentPlan', { ...query }),
    historyPlan: (query) => read('/order/historyPlan', { ...query }),
    bills: (query = {}) => write('/account/bills', query),
    leverage: (body) => write('/account/leverage', body),
    placeOrder: (body) => write('/order/placeOrder', body),
    cancelOrder: (which) => write('/order/cancel_order', which),
    uploadAiLog: (log, idempotencyKey) =>
      post(
        `${PREFIX}/order/uploadAiLog`,
        log,
        idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
      ),
    validateAiLog: (log) => write('/ai/validate', log),
    aiLogs: (query = {}) => read('/ai/logs', { ...query }),
    aiLog: (index) => read('/ai/log', { index }),
    aiCoverage: (query = {}) => read('/ai/coverage', { ...query }),
    aiAllowlist: () => read('/ai/allowlist'),
    get,
    post,
  };
}

function queryText(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) parameters.set(name, String(value));
  return parameters.toString();
}

/** The error envelope, or nothing when the answer is not from the exchange itself. */
function envelopeOf(text: string): Partial<Record<'code' | 'msg' | 'hint' | 'token', string>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
