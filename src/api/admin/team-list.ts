/**
 * A list of teams as an organiser keeps it in a spreadsheet: each row as what is to be registered, or what is wrong
 * with it by line and column. What rows may say is what a team's own application may (CTST-003).
 */
import { MEMBERS, MODEL_CLASS } from '../../core/language/contest-config.ts';
import type { RegisterTeam } from '../../core/language/commands.ts';
import type { Kind } from '../../core/language/kinds.ts';
import { plainTeamName, teamNameFault, teamNameWords } from '../../core/text/team-name.ts';
import { isShowable } from '../../core/text/showable.ts';
import { faultOfModels, faultOfPublicKey } from '../reading/contests.ts';
import { type CsvRow, readCsv } from './csv.ts';

const TEAM_COLUMNS = ['uid', 'name', 'contact', 'class', 'models', 'members', 'publickey'] as const;
type Column = (typeof TEAM_COLUMNS)[number];

/** `column` empty: the row or the file as a whole. */
export interface ListFault {
  readonly line: number;
  readonly column: string;
  readonly msg: string;
}

export interface ListedTeam {
  readonly line: number;
  /** Null: a new account. */
  readonly uid: number | null;
  readonly name: string;
  /** For the organiser alone. */
  readonly contact: string;
  readonly modelClass: RegisterTeam['modelClass'];
  readonly models: readonly string[];
  /** Empty: the account stands for its member. */
  readonly members: readonly string[];
  /** Null: it signs nothing. */
  readonly publicKey: string | null;
}

const MOST_CONTACT = 100;

/** All rows without a fault, and all faults. */
export function readTeamList(text: string): { readonly teams: ListedTeam[]; readonly faults: ListFault[] } {
  const { rows, fault } = readCsv(text);
  const faults: ListFault[] = fault === null ? [] : [{ line: fault.line, column: '', msg: fault.why }];
  const [head, ...body] = rows;
  if (head === undefined) return { teams: [], faults: [...faults, wholly(1, 'the file is empty')] };
  const columns = head.cells.map((cell) => cell.toLowerCase());
  faults.push(...faultsOfHead(columns));
  if (faults.length > 0) return { teams: [], faults };
  if (body.length === 0) faults.push(wholly(head.line, 'there is no team below the first line'));
  const teams = body.flatMap((row) => teamIn(row, columns, faults) ?? []);
  faults.push(...repeated(teams));
  return { teams, faults: faults.toSorted((a, b) => a.line - b.line) };
}

const wholly = (line: number, msg: string): ListFault => ({ line, column: '', msg });

function faultsOfHead(columns: readonly string[]): ListFault[] {
  const known: readonly string[] = TEAM_COLUMNS;
  const needs = `needs ${TEAM_COLUMNS.join(', ')}, of which only name must be there`;
  const faults = columns.flatMap((column, at) => {
    if (!known.includes(column)) return { line: 1, column, msg: `'${column.slice(0, 40)}' is no column; ${needs}` };
    return columns.indexOf(column) === at ? [] : { line: 1, column, msg: 'this column is there twice' };
  });
  return columns.includes('name') ? faults : [...faults, wholly(1, `the first line names the columns; ${needs}`)];
}

function teamIn({ line, cells }: CsvRow, columns: readonly string[], faults: ListFault[]): ListedTeam | null {
  const before = faults.length;
  const wrong = (column: string, msg: string): number => faults.push({ line, column, msg });
  const cell = (column: Column): string => cells[columns.indexOf(column)] ?? '';
  const list = (column: Column): string[] =>
    cell(column)
      .split(/[;\n]/)
      .map((one) => one.trim())
      .filter((one) => one !== '');
  if (cells.length > columns.length) wrong('', `has ${cells.length} cells, and the first line ${columns.length}`);
  const uid = /^[1-9][0-9]{0,14}$/.test(cell('uid')) ? Number(cell('uid')) : null;
  if (cell('uid') !== '' && uid === null) wrong('uid', `is '${cell('uid')}', needs an account's number, or nothing`);
  const name = cell('name').normalize('NFC');
  const fault = teamNameFault(name);
  if (name === '') wrong('name', 'is empty');
  else if (fault !== null) wrong('name', `'${name}' ${teamNameWords(fault)}`);
  const contact = cell('contact');
  if (contact.length > MOST_CONTACT || !isShowable(contact))
    wrong('contact', `needs one line of at most ${MOST_CONTACT} characters`);
  const modelClass = cell('class') === '' ? 'llm' : cell('class').toLowerCase();
  mustFit(MODEL_CLASS, modelClass, (msg) => wrong('class', msg));
  const models = list('models');
  const faultOf = faultOfModels(models);
  if (faultOf !== null) wrong('models', faultOf);
  const members = list('members');
  mustFit(MEMBERS, members, (msg) => wrong('members', msg));
  if (new Set(members.map((one) => one.toLowerCase())).size !== members.length) wrong('members', 'one is there twice');
  const key = cell('publickey');
  const faultOfKey = key === '' ? null : faultOfPublicKey(key);
  if (faultOfKey !== null) wrong('publickey', faultOfKey);
  if (faults.length > before) return null;
  const publicKey = key === '' ? null : key;
  return { line, uid, name, contact, modelClass: modelClass as ListedTeam['modelClass'], models, members, publicKey };
}

function mustFit(kind: Kind<unknown>, value: unknown, wrong: (msg: string) => void): void {
  const mismatch = kind.mismatch(value, '');
  if (mismatch !== null) wrong(`is ${mismatch.found}, needs ${mismatch.need}`);
}

/** Accounts, names and members that two rows have. */
function repeated(teams: readonly ListedTeam[]): ListFault[] {
  const faults: ListFault[] = [];
  const seen = new Map<string, number>();
  const once = (column: Column, value: string, line: number): void => {
    const key = `${column} ${value}`;
    const first = seen.get(key);
    if (first === undefined) seen.set(key, line);
    else faults.push({ line, column, msg: `is that of line ${first}, or looks like it` });
  };
  for (const { uid, name, members, line } of teams) {
    if (uid !== null) once('uid', String(uid), line);
    once('name', plainTeamName(name), line);
    for (const member of members) once('members', member.toLowerCase(), line);
  }
  return faults;
}
