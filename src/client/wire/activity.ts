/**
 * Requests and answers of /activity.
 * Generated from the routes by scripts/client-wire.ts, not edited by hand.
 */
import type { AiLogsAnswerListDecisions } from './ai.ts';

export interface ActivityRequest {
  /** Id of the contest */ readonly contest?: string | number | null | undefined;
  /** Only this team; with contest */ readonly team?: string | number | null | undefined;
  /** Trading pair, such as cmt_btcusdt */ readonly symbol?: string | number | null | undefined;
  /** Only what is newer than the item with this id */ readonly after?: string | number | null | undefined;
  /** Only what is older than the item with this id */ readonly before?: string | number | null | undefined;
  /** Rows */ readonly limit?: string | number | null | undefined;
}

export interface ActivityAnswerListLinks {
  /** Of a log: the order it is linked to */ readonly orderId?: string;
  /** Of an order: the log that decides about it */ readonly index?: number;
  /** hash, named, orderId; opening: of the order that opened its position */ readonly how: string;
  /** Time of the log less that of the order */ readonly deltaMs?: number;
}

export interface ActivityAnswerList {
  /** Its place: for before and after */ readonly id: string;
  /** Epoch ms */ readonly t: number;
  /** log, order, fill or liquidation; phase, outage, verdict or notice concern all */ readonly kind: string;
  readonly contest?: string | null;
  readonly team?: string | null;
  /** Of the team, of an account of the demo, or the title of the contest */ readonly name?: string;
  /** Of its leaf; fills have none */ readonly index?: number;
  readonly orderId?: string;
  readonly symbol?: string;
  /** 1 to 4 */ readonly type?: string;
  readonly size?: string;
  /** null: an order at market */ readonly price?: string | null;
  /** TAKER or MAKER */ readonly role?: string;
  /** Of a fill: the position it opened or closed */ readonly positionId?: string;
  /** Of a liquidation: FORCE_LIQUIDATE, REDUCE or AUTO_DELEVERAGE */ readonly liquidateType?: string;
  /** Of a fill */ readonly value?: string;
  /** Cost positive, that of a liquidation included */ readonly fee?: string;
  /** Gross: fees are not deducted */ readonly realised?: string;
  readonly stage?: string;
  readonly model?: string;
  readonly decisions?: readonly AiLogsAnswerListDecisions[];
  /** The reason, as it was sent, as JSON: what its key opens */ readonly explanation?: string;
  /** What the model was given, as it was sent, as JSON: what its key opens */ readonly input?: string;
  /** What it answered, as it was sent, as JSON: what its key opens */ readonly output?: string;
  /** JCS text */ readonly header?: string | null;
  /** Open header and texts, base64 */ readonly keys?: Readonly<Record<string, unknown>>;
  readonly links?: readonly ActivityAnswerListLinks[];
  /** A, B, C, D, U or X */ readonly grade?: string;
  /** Of an order: epoch ms until when a log still covers it */ readonly lateUntil?: number;
  /** Of what concerns all: the phase; cause, from and to; team, outcome, rules and reason; the words of a notice */
  readonly text?: string;
  /**
   * What its leaf says: phase; team, name, state, frozen, by and reason; cause, from and to; logSize and reportSha256;
   * outcome, rules and text; of a notice text and pinned, or which notice was changed and how
   */
  readonly says?: Readonly<Record<string, unknown>>;
  /** Epoch ms; until then it is sealed, and all but kind, time and leaf is left out */ readonly opensAt?: number;
}

export interface ActivityAnswer {
  readonly list: readonly ActivityAnswerList[];
  readonly nextPage: boolean;
}
