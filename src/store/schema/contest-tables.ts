/** The tables of contests, and of those who judge them (`tables.ts` says what a table's type is). */

/** A team at a sample; `facts` is the JSON of contest-rows.ts, the amounts are '' when it was not sampled. */
export interface ContestPointTable {
  contest: string;
  team: string;
  at_ms: number;
  equity: string;
  flows: string;
  facts: string;
}

/** The records a minute's leaf commits to, as canonical JSON; `at_ms` as in the leaf. */
export interface ContestMinuteTable {
  contest: string;
  at_ms: number;
  leaf_index: number;
  payload: string;
}

export interface CredentialTable {
  name: string;
  role: 'owner' | 'judge' | 'auditor';
  /** SHA-256 of the token, in hex. */
  token_hash: string;
  created_at: number;
  revoked_at: number | null;
}

/** A record that somebody read something that is not public. */
export interface BodyReadTable {
  id: string;
  at: number;
  name: string;
  role: string;
  what: string;
}

/** `teams` is JSON of the report's lines of teams, `to_teams` of what only each team is told. */
export interface ReportTable {
  contest: string;
  log_size: number;
  sha256: string;
  body: string;
  teams: string;
  to_teams: string;
  at_ms: number;
}

/** `body` is JSON made with the report: what judges look at for a team; without a team, how sure the returns are. */
export interface ReportDossierTable {
  contest: string;
  sha256: string;
  team: string;
  body: string;
}

export interface CaseTextTable {
  sha256: string;
  body: string;
  stored_at: number;
}

/** Bytes of a file as they were sent. */
export interface CaseFileTable {
  sha256: string;
  bytes: Uint8Array;
  stored_at: number;
}

export interface ContestTables {
  contest_point: ContestPointTable;
  contest_minute: ContestMinuteTable;
  credential: CredentialTable;
  body_read: BodyReadTable;
  case_text: CaseTextTable;
  case_file: CaseFileTable;
  report: ReportTable;
  report_dossier: ReportDossierTable;
}
