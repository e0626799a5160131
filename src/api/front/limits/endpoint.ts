/**
 * An endpoint as far as the front checks and answers requests to it: where it is, who may ask, its price, and the form
 * of its body and answer. What it takes and does is its route's (route.ts).
 */
import type { Permission } from '../keys/keyring.ts';

export interface Endpoint {
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Absent: the body of a POST, the query of any other. A body beside the query is signed and not read. */
  readonly fieldsIn?: 'query' | 'body';
  readonly path: string;
  /** Private: signed. Public: access headers are accepted and not looked at. */
  readonly access: 'public' | 'private';
  readonly permission: Permission;
  readonly weight: { readonly ip: number; readonly uid: number };
  /** It only takes orders back: has a reserve of weight when the budgets are used up. */
  readonly isCancel?: boolean;
  /**
   * Counts against the order rate of its own operation, or of the one it is counted `as`; `creates` orders against the
   * minute's.
   */
  readonly orderRate?: { readonly creates: number; readonly as?: string };
  /** Check 13: refused while the account is frozen. */
  readonly refusedWhenFrozen?: boolean;
  /** Check 14: only accounts on the AI-log allowlist, decided before the body is looked at. */
  readonly needsAllowlist?: boolean;
  /** Never waits for the turn of its account: it says what the account does with its turn. */
  readonly isOutOfTurn?: boolean;
  /** Bytes of a body; default 256 KiB. */
  readonly bodyLimit?: number;
  /** Strings in its body may be as long as those of an AI log. */
  readonly longStrings?: boolean;
  /** The body is not scanned by the front: `parse` reads `call.body` itself. */
  readonly ownScanner?: boolean;
  /** Its answer is a text, and written as one. */
  readonly isText?: boolean;
  /** Its answer is a file (`SentFile`, `SentBytes`), which is sent as it is. */
  readonly isFile?: boolean;
}
