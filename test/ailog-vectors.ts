// The published vectors of the AI log, typed for the tests that use them, and the SHA-256 those tests hand to the core.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

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

export const vectors = JSON.parse(readFileSync(new URL('vectors/ailog.json', import.meta.url), 'utf8')) as AiLogVectors;

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
