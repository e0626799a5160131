/** The tables of keys and accounts, and of the database's owner (`tables.ts` says what a table's type is). */

export interface ApiKeyTable {
  id: string;
  api_key: string;
  uid: number;
  label: string;
  secret: Uint8Array;
  passphrase_hash: string;
  /** `read` or `trade`; the second implies the first. */
  permission: 'read' | 'trade';
  /** JSON list of addresses; empty means any. */
  ips: string;
  enabled: number;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
}

export interface AccountTable {
  uid: number;
  label: string;
  created_at: number;
}

/** A single row. */
export interface OwnerTable {
  /** Verifier key of the AI log of the exchange the database belongs to; '' until it has one. */
  exchange: string;
  /** The number of changes to keys and accounts. */
  changes: number;
}
