/** The checkup of whoever is signed in, as a rehearsal answers it. */
import type { Session } from '../base/session.ts';

export type Severity = 'fail' | 'warn' | 'note';

export interface CheckupFinding {
  readonly id: string;
  readonly severity: Severity;
  readonly count: number;
  readonly what: string;
  readonly why: string;
  readonly fix: string;
  readonly evidence: readonly number[];
}

export interface CheckupTrade {
  readonly t: number;
  readonly symbol: string;
  readonly isBuy: boolean;
  readonly price: number;
  readonly size: number;
  readonly fee: number;
  readonly realised: number;
}

export interface CheckupFigures {
  readonly requests: number;
  readonly refusals: number;
  readonly faults: readonly { readonly fault: string; readonly count: number }[];
  readonly latencyMs: { readonly p50: number | null; readonly p99: number | null };
  readonly orders: number;
  readonly fills: number;
  readonly makerShare: number | null;
  readonly turnover: number;
  readonly fees: number;
  readonly funding: number;
  readonly contracts: readonly {
    readonly symbol: string;
    readonly fills: number;
    readonly profit: number;
    readonly fees: number;
    readonly funding: number;
    readonly net: number;
  }[];
  readonly startEquity: number;
  readonly endEquity: number;
  readonly return: number | null;
  readonly maxDrawdown: number;
  readonly sharpeHour: number | null;
  readonly sharpeDay: number | null;
  readonly slippageBp: number;
  readonly barriers: number | null;
  readonly wallSecondsPerDecision: number | null;
  /** Epoch ms, equity, of it paid in, fall from the peak. */
  readonly equity: readonly (readonly [number, number, number, number])[];
  /** Epoch ms, fees, funding until then. */
  readonly costs: readonly (readonly [number, number, number])[];
  readonly trades: readonly CheckupTrade[];
}

/** The fields of the answer that are shown; docs/checkup.schema.json has all. */
export interface Checkup {
  readonly run: string;
  readonly unrepeatable: string | null;
  readonly account: string;
  readonly period: { readonly fromMs: number; readonly toMs: number; readonly isComplete: boolean };
  readonly score: number;
  readonly findings: readonly CheckupFinding[];
  readonly figures: CheckupFigures;
}

export const CHECKUP_PATH = '/capi/v2/rehearsal';
/** All requests on file are read for it. */
export const CHECKUP_WAIT = { timeoutMs: 300_000 };

export async function readCheckup({ client }: Session): Promise<Checkup> {
  return (await client.get<Checkup>(`${CHECKUP_PATH}/checkup`, {}, CHECKUP_WAIT)).answer;
}
