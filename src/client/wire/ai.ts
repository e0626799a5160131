/**
 * Requests and answers of /ai.
 * Generated from the routes by scripts/client-wire.ts, not edited by hand.
 */
import type { MarketTimeRequest } from './market.ts';
import type { UploadAiLogRequest } from './order.ts';

export interface AiLogsRequest {
  /** Logs that carry or are linked to this order */ readonly orderId?: string | number | null | undefined;
  /** Epoch ms, inclusive, on the creation time */ readonly startTime?: string | number | null | undefined;
  /** Epoch ms, inclusive, on the creation time */ readonly endTime?: string | number | null | undefined;
  /** Rows */ readonly limit?: string | number | null | undefined;
  /** Page from 0; shifts when new items arrive */ readonly page?: string | number | null | undefined;
  /** Opaque place from the header X-Next-Cursor; beats page */ readonly cursor?: string | number | null | undefined;
}

export interface AiLogsAnswerListDecisions {
  readonly action: string;
  readonly symbol: string | null;
  readonly size: string | null;
  readonly price: string | null;
}

export interface AiLogsAnswerListLinks {
  readonly orderId: string;
  /** hash, named or orderId */ readonly how: string;
}

export interface AiLogsAnswerList {
  /** Leaf index, which is its id */ readonly index: number;
  /** Epoch ms */ readonly receivedAt: number;
  readonly orderId: string | null;
  readonly stage: string;
  readonly model: string;
  /** Bytes of the body */ readonly size: number;
  readonly bodySha256: string;
  readonly decisions: readonly AiLogsAnswerListDecisions[];
  readonly links: readonly AiLogsAnswerListLinks[];
  readonly warnings: readonly string[];
  /** Of the request that uploaded it, W3C Trace Context */ readonly traceparent: string | null;
}

export interface AiLogsAnswer {
  readonly list: readonly AiLogsAnswerList[];
  readonly nextPage: boolean;
}

export interface AiLogRequest {
  /** Leaf index of the log */ readonly index: string | number;
}

export interface AiLogAnswer {
  /** Leaf index, which is its id */ readonly index: number;
  /** Epoch ms */ readonly receivedAt: number;
  readonly orderId: string | null;
  readonly stage: string;
  readonly model: string;
  /** Bytes of the body */ readonly size: number;
  readonly bodySha256: string;
  readonly decisions: readonly AiLogsAnswerListDecisions[];
  readonly links: readonly AiLogsAnswerListLinks[];
  readonly warnings: readonly string[];
  /** JCS text */ readonly header: string | null;
  /** The five field keys, base64 */ readonly keys: Readonly<Record<string, unknown>> | null;
  /** The request body as received */ readonly body: string | null;
  /** JCS text of the leaf */ readonly entry: string;
  /** Leaf hash, hex */ readonly leaf: string;
}

export interface AiProofRequest {
  /** Leaf index, of a log, an order, an allowlist change or a step of your case */ readonly index: string | number;
}

export type AiProofAnswer = string;

export type AiBeaconRequest = MarketTimeRequest;

export type AiBeaconAnswer = string;

export interface AiLeavesRequest {
  /** Only these: ailog, order, account, minute, case, key, ruleset, contest, … */
  readonly kind?: string | number | null | undefined;
  /** Only the one with this hash, 64 hexadecimal digits */ readonly leaf?: string | number | null | undefined;
  /** Rows */ readonly limit?: string | number | null | undefined;
  /** Page from 0; shifts when new items arrive */ readonly page?: string | number | null | undefined;
  /** Opaque place from the header X-Next-Cursor; beats page */ readonly cursor?: string | number | null | undefined;
}

export interface AiLeavesRow {
  readonly index: number;
  /** Kind */ readonly k: string;
  /** Epoch ms */ readonly t: number;
}

export type AiLeavesAnswer = readonly AiLeavesRow[];

export interface AiOrdersRequest {
  /** Trading pair, such as cmt_btcusdt */ readonly symbol?: string | number | null | undefined;
  /** Epoch ms, inclusive, on the creation time */ readonly startTime?: string | number | null | undefined;
  /** Epoch ms, inclusive, on the creation time */ readonly endTime?: string | number | null | undefined;
  /** Rows */ readonly limit?: string | number | null | undefined;
  /** Page from 0; shifts when new items arrive */ readonly page?: string | number | null | undefined;
  /** Opaque place from the header X-Next-Cursor; beats page */ readonly cursor?: string | number | null | undefined;
}

export interface AiOrdersRowLink {
  /** Of the log */ readonly index: number;
  /** hash, named, orderId; opening: of the order that opened its position */ readonly how: string;
  readonly deltaMs: number;
}

export interface AiOrdersRow {
  readonly orderId: string;
  /** Of its leaf */ readonly index: number;
  readonly symbol: string;
  readonly type: string;
  readonly size: string;
  readonly placedAt: number;
  /** A, B, C, D, U or X */ readonly grade: string;
  /** Epoch ms: until when a log still covers it */ readonly lateUntil: number;
  /** 0 to 5; null without a log */ readonly level: number | null;
  readonly link: AiOrdersRowLink | null;
  /** Of the request that placed it, W3C Trace Context */ readonly traceparent: string | null;
}

export type AiOrdersAnswer = readonly AiOrdersRow[];

export interface AiCoverageRequest {
  /** Trading pair, such as cmt_btcusdt */ readonly symbol?: string | number | null | undefined;
  /** Epoch ms, inclusive, on the creation time */ readonly startTime?: string | number | null | undefined;
  /** Epoch ms, inclusive, on the creation time */ readonly endTime?: string | number | null | undefined;
}

export interface AiCoverageAnswerGrades {
  readonly A: number;
  readonly B: number;
  readonly C: number;
  readonly D: number;
  readonly U: number;
  readonly X: number;
}

export interface AiCoverageAnswerOpenDeadlines {
  /** Until then a log gives grade B */ readonly B: number;
  /** Until then C */ readonly C: number;
}

export interface AiCoverageAnswerOpen {
  readonly orderId: string;
  readonly symbol: string;
  readonly type: string;
  readonly placedAt: number;
  /** The later of the two */ readonly deadline: number;
  readonly deadlines: AiCoverageAnswerOpenDeadlines;
}

export interface AiCoverageAnswer {
  readonly counted: number;
  readonly covered: number;
  /** Millionths */ readonly coveredPpm: number;
  readonly grades: AiCoverageAnswerGrades;
  readonly open: readonly AiCoverageAnswerOpen[];
  readonly uncovered: readonly AiCoverageAnswerOpen[];
}

export type AiAllowlistRequest = MarketTimeRequest;

export interface AiAllowlistAnswerChanges {
  /** Leaf index */ readonly index: number;
  /** Epoch ms */ readonly t: number;
  readonly allowed: boolean;
  readonly reason: string;
}

export interface AiAllowlistAnswer {
  readonly uid: number;
  readonly allowed: boolean;
  readonly changes: readonly AiAllowlistAnswerChanges[];
}

export type AiValidateRequest = UploadAiLogRequest;

export interface AiValidateAnswer {
  readonly ok: boolean;
  readonly error: Readonly<Record<string, unknown>> | null;
  readonly warnings: readonly string[];
  readonly decisions: readonly AiLogsAnswerListDecisions[];
  readonly bodySha256: string;
  readonly clientOid: string;
  readonly link: Readonly<Record<string, unknown>> | null;
  readonly grade: string | null;
}
