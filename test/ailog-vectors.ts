// The published vectors of the AI log, typed for the tests that use them, and the SHA-256 those tests hand to the core.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Decision } from '../src/core/log/decision.ts';

export interface ScanVector {
  readonly why: string;
  readonly accept: boolean;
  readonly text?: string;
  readonly hex?: string;
  readonly repeat?: { readonly before: string; readonly text: string; readonly times: number; readonly after: string };
  readonly kind?: string;
  readonly reason?: string;
  readonly offset?: number;
  readonly path?: string;
}

export interface OrderIdVector {
  /** The JSON text of the member; null: it is absent. */
  readonly literal: string | null;
  readonly accept: boolean;
  readonly orderId?: string | null;
  readonly warning?: string | null;
  readonly code?: string;
}

export interface UploadVector {
  readonly why: string;
  readonly text: string;
  readonly accept: boolean;
  readonly stage?: string;
  readonly model?: string;
  readonly orderId?: string | null;
  readonly warnings?: readonly string[];
  readonly code?: string;
  readonly parameter?: string;
  readonly reason?: string;
  readonly path?: string;
  readonly offset?: number;
}

export interface LogEntryVector {
  readonly index: number;
  readonly kind: string;
  readonly entry: string;
  readonly leafHash: string;
  readonly saltHex?: string;
  readonly headerKey?: string;
  readonly header?: string;
  readonly body?: string;
  readonly bodySha256?: string;
  readonly slices?: { readonly input: string; readonly output: string; readonly explanation: string };
  readonly keys?: Readonly<Record<string, string>>;
  readonly warnings?: readonly string[];
  readonly accountKey?: string;
  readonly uid?: string;
  /** Of a minute, each as JCS. */
  readonly records?: { readonly fills: readonly string[]; readonly bars: readonly string[] };
}

/** What verification is held to. */
export interface VerificationVectors {
  readonly grade: readonly {
    readonly why: string;
    readonly order: {
      readonly index: number;
      readonly t: number;
      readonly type: string;
      readonly base: string;
      readonly quote: string;
      readonly size: string;
      readonly price: string | null;
      readonly reference: string;
    };
    readonly logs: readonly {
      readonly index: number;
      readonly t: number;
      readonly link: 'hash' | 'named' | 'orderId';
      readonly decisions: readonly Decision[];
    }[];
    readonly outages: readonly { readonly from: number; readonly to: number }[];
    readonly grade: string;
    readonly log: number | null;
    readonly link?: string;
    readonly timing?: string;
    readonly content?: string;
  }[];
  readonly coverage: readonly {
    readonly covered: number;
    readonly counted: number;
    readonly requiredPpm: number;
    readonly result: string;
  }[];
  readonly template: readonly { readonly text: string; readonly template: string; readonly length: number }[];
  readonly manual: readonly { readonly text: string; readonly admits: boolean }[];
  readonly ruleset: { readonly json: string; readonly sha256: string };
  readonly report: { readonly json: string; readonly sha256: string };
  readonly log: { readonly roots: readonly string[]; readonly entries: readonly LogEntryVector[] };
}

export interface AiLogVectors {
  readonly rfc6962: {
    readonly leafInputsHex: readonly string[];
    readonly leafHashes: readonly string[];
    readonly single: { readonly leafOfL123456: string };
  };
  readonly jcs: readonly { readonly value: unknown; readonly text: string; readonly sha256: string }[];
  readonly log: {
    readonly saltKeyHex: string;
    readonly clientOid: string;
    readonly clientOidChild: string;
    readonly entries: readonly LogEntryVector[];
  };
  readonly clientOid: readonly { readonly text: string; readonly bindsBody: boolean }[];
  readonly jsonScan: readonly ScanVector[];
  readonly orderId: readonly OrderIdVector[];
  readonly upload: { readonly base: Readonly<Record<string, unknown>>; readonly cases: readonly UploadVector[] };
  readonly decision: {
    readonly cases: readonly {
      readonly output: string;
      readonly decisions: readonly unknown[];
      readonly clientOids: readonly string[];
    }[];
    readonly symbols: readonly {
      readonly logged: string;
      readonly base: string;
      readonly quote: string;
      readonly matches: boolean;
    }[];
  };
}

const published: unknown = JSON.parse(readFileSync(new URL('vectors/ailog.json', import.meta.url), 'utf8'));

export const vectors = published as AiLogVectors;

export const verificationVectors = published as VerificationVectors;

/** SHA-256 of Node, in the shape the core asks for. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(createHash('sha256').update(bytes).digest());
}

/** Bytes of a text. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Bytes of hex, by Node. */
export function hexBytes(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, 'hex'));
}
