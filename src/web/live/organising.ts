/**
 * Acts of an organiser with the administration: a contest as it is being written down, with every fault of it at its
 * field; its phases; and its teams from a list.
 */
import { read, write } from '../base/admin-session.ts';

export interface TeamRow {
  readonly team: string;
  readonly name: string;
  readonly uid: number;
  readonly state: string;
  readonly models: readonly string[];
}

export interface ContestRow {
  readonly id: string;
  readonly phase: string;
  readonly config: {
    readonly title: string;
    readonly startMs: number;
    readonly endMs: number;
    readonly evidenceUntilMs: number;
    readonly startBalance: string;
  };
  readonly teams: readonly TeamRow[];
}

export type Fields = Readonly<Record<string, unknown>>;

/** Beginning of a form. */
export interface Draft {
  /** The contracts there are. */
  readonly contracts: readonly string[];
  /** The usual rule set. */
  readonly usual: Fields;
  /** Null: a new one. */
  readonly config: Fields | null;
  readonly ruleset: Fields | null;
  readonly phase: string | null;
}

export interface FieldFault {
  /** `config.endMs`, `config.symbols[0].symbol`, `ruleset.lateMs`. */
  readonly field: string;
  readonly msg: string;
}

export interface Checked {
  readonly config: Fields;
  readonly ruleset: string | null;
  readonly faults: readonly FieldFault[];
}

export function readDraft(contest: string | null): Promise<Draft> {
  return read('/admin/v1/contests/draft', contest === null ? {} : { contest });
}

export function check(config: Fields, ruleset: Fields): Promise<Checked> {
  return write('/admin/v1/contests/check', { config, ruleset });
}

/** Writes down what was checked; the rule set is made public first. */
export async function writeDown({ config, ruleset }: Checked): Promise<void> {
  await write('/admin/v1/rulesets', { ruleset });
  await write('/admin/v1/contests', { config });
}

export function move(contest: string, phase: 'registration' | 'final' | 'cancelled'): Promise<unknown> {
  return write('/admin/v1/contests/move', { contest, phase });
}

export function extend(contest: string, endMs: number): Promise<unknown> {
  return write('/admin/v1/contests/extend', { contest, endMs });
}

export function runReport(contest: string): Promise<unknown> {
  return write('/admin/v1/reports/run', { contest });
}

export function approve(contest: string, team: string): Promise<unknown> {
  return write('/admin/v1/teams', { contest, team, state: 'approved', reason: null });
}

export function deposit(contest: string, team: string, amount: string): Promise<unknown> {
  return write('/admin/v1/teams/deposit', { contest, team, amount });
}

export interface ListFault {
  readonly line: number;
  readonly column: string;
  readonly msg: string;
}

export interface KeyFile {
  readonly id: string;
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

export interface ListedTeam {
  readonly line: number;
  readonly name: string;
  readonly uid: number | null;
  readonly team: string | null;
  readonly acts: readonly string[];
  readonly key?: KeyFile | null;
  readonly failed?: string | null;
}

export interface Registered {
  readonly done: boolean;
  readonly faults: readonly ListFault[];
  readonly teams: readonly ListedTeam[];
}

/** @param act false: only looks */
export function registerTeams(contest: string, csv: string, act: boolean): Promise<Registered> {
  return write('/admin/v1/teams/register', { contest, csv, act });
}

/** Name and text of the file a team is handed. */
export function keyFileOf(contest: string, { team, uid, name, key }: ListedTeam): readonly [string, string] {
  const text = `${JSON.stringify({ uid, contest, team, name, ...key }, null, 2)}\n`;
  return [`${contest}-${team}-${uid}-${key?.id}.key`, text];
}
