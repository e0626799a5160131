/**
 * The form of a table of fields: for every field of a record, one row that says whether it counts and what kind it is.
 *
 * A field *counts* when the rules read it and nothing else tells it: it is written, hashed and read back. A field is
 * for *speed* when it can be told from others: it is made again. The types ensure that every field of a record has its
 * row and that the row's kind fits; the tables themselves are described in `table.ts`.
 */
import { Fault } from '../num/invariant.ts';
import type { Json, Kind } from './kinds.ts';
import { rowOf } from './kinds.ts';
import type { State } from './state.ts';

/** Counts. */
interface Counts<V> {
  readonly row: 'counts';
  readonly kind: Kind<V>;
}

/** Counts, and names records that are written later: it has its own line after them. */
interface Linked<V> {
  readonly row: 'linked';
  readonly kind: Kind<V>;
  readonly begin: () => V;
}

/** For speed. While a record is being read, the fields above it are there. */
interface Speed<R, V> {
  readonly row: 'speed';
  readonly begin: (record: R, state: State) => V;
}

/** For speed, made by the function that opens the record. */
interface Made {
  readonly row: 'made';
}

/** A container, whose contents have their own sections: these. */
interface Apart {
  readonly row: 'apart';
  readonly sections: readonly string[];
}

/** Rows of a record that is made from its written form. */
export type Rows<R> = { readonly [Field in keyof R]-?: Counts<R[Field]> | Linked<R[Field]> | Speed<R, R[Field]> };

/** Rows of a record that a function opens, containers and all. */
export type OpenedRows<R> = { readonly [Field in keyof R]-?: Counts<R[Field]> | Linked<R[Field]> | Made | Apart };

type AnyRow = Counts<unknown> | Linked<unknown> | Speed<unknown, unknown> | Made | Apart;
type Named<Row> = { readonly name: string; readonly row: Row };

export interface Table<R> {
  /** The fields that count and those that are linked, in the order in which they are written. */
  readonly fields: readonly string[];
  readonly links: readonly string[];
  /** Names of the sections in which the contents of its containers are. */
  readonly apart: readonly string[];
  readonly write: (record: R, state: State) => readonly Json[];
  readonly read: (values: readonly Json[], state: State) => R;
  /** The links of a record, null when it has none at present. */
  readonly writeLinks: (record: R, state: State) => readonly Json[] | null;
  readonly readLinks: (record: R, values: readonly Json[], state: State) => void;
  /** The first field of the record that is not what its row says, or null. */
  readonly fault: (record: R, state: State) => string | null;
}

export function counts<V>(kind: Kind<V>): Counts<V> {
  return { row: 'counts', kind };
}

export function linked<V>(kind: Kind<V>, begin: () => V): Linked<V> {
  return { row: 'linked', kind, begin };
}

export function speed<R, V>(begin: (record: R, state: State) => V): Speed<R, V> {
  return { row: 'speed', begin };
}

export const made: Made = { row: 'made' };

export function apart(...sections: readonly string[]): Apart {
  return { row: 'apart', sections };
}

/**
 * A record made from its written form. Its rows follow the order of the literal that makes a new one: what JSON.parse
 * makes then has the same shape to the engine as what a literal makes, and code runs as fast on it.
 */
export function record<R extends object>(rows: Rows<R>): Table<R> {
  const shell = JSON.stringify(Object.fromEntries(Object.keys(rows).map((name) => [name, null])));
  const all = namedRows(rows);
  return tableOf<R>(rows, (values, state) => {
    const made = JSON.parse(shell) as Record<string, unknown>;
    let at = 0;
    for (const { name, row } of all)
      if (row.row === 'counts') made[name] = row.kind.read(valueAt(values, at++), state);
      else if (row.row === 'linked' || row.row === 'speed') made[name] = row.begin(made, state);
    return made as R;
  });
}

/** A record that `open` makes, or finds, from the first values written of it. */
export function opened<R extends object>(
  open: (values: readonly Json[], state: State) => R,
  rows: OpenedRows<R>,
): Table<R> {
  const all = namedRows(rows);
  return tableOf<R>(rows, (values, state) => {
    const made = open(values, state);
    let at = 0;
    for (const { name, row } of all)
      if (row.row === 'counts') (made as Record<string, unknown>)[name] = row.kind.read(valueAt(values, at++), state);
    return made;
  });
}

/** A record inside another: its values as a list. */
export function inside<R>(table: Table<R>): Kind<R> {
  return {
    write: (value, state) => table.write(value, state),
    read: (json, state) => table.read(rowOf(json), state),
    holds: (value, state) => table.fault(value, state) === null,
  };
}

function namedRows(rows: object): readonly Named<AnyRow>[] {
  return Object.entries(rows as Record<string, AnyRow>).map(([name, row]) => ({ name, row }));
}

function valueAt(values: readonly Json[], at: number): Json {
  const value = values[at];
  if (value === undefined) throw new Fault(`state: a record ends after ${values.length} values`);
  return value;
}

function tableOf<R extends object>(rows: object, read: Table<R>['read']): Table<R> {
  const all = namedRows(rows);
  const counting = all.filter((one): one is Named<Counts<unknown>> => one.row.row === 'counts');
  const linking = all.filter((one): one is Named<Linked<unknown>> => one.row.row === 'linked');
  const of = (made: R, name: string): unknown => (made as Record<string, unknown>)[name];
  const write = (made: R, state: State, which: readonly Named<Counts<unknown> | Linked<unknown>>[]): readonly Json[] =>
    which.map(({ name, row }) => row.kind.write(of(made, name), state));
  return {
    fields: counting.map(({ name }) => name),
    links: linking.map(({ name }) => name),
    apart: all.flatMap(({ row }) => (row.row === 'apart' ? row.sections : [])),
    write: (made, state) => write(made, state, counting),
    read,
    writeLinks: (made, state) => {
      const values = write(made, state, linking);
      return values.every((one) => one === null || (Array.isArray(one) && one.length === 0)) ? null : values;
    },
    readLinks: (made, values, state) => {
      for (const [at, { name, row }] of linking.entries())
        (made as Record<string, unknown>)[name] = row.kind.read(valueAt(values, at), state);
    },
    fault: (made, state) =>
      [...counting, ...linking].find(({ name, row }) => !row.kind.holds(of(made, name), state))?.name ?? null,
  };
}
