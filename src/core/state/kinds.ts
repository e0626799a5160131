/**
 * Kinds of values: how a field of the state is written down as JSON, read back, and checked.
 *
 * A kind fits exactly the type of its field, so a field whose type has no kind does not compile. Reading trusts
 * nothing: a value that can't have been written is a fault that says what was found. Money beyond 2^53 is text.
 */
import type { Contract, ContractSpec } from '../language/contract.ts';
import { loadContract } from '../language/contract.ts';
import { Fault } from '../num/invariant.ts';
import type { Money } from '../num/units.ts';
import { fromHex, toHex } from '../text/bytes.ts';
import type { State } from './state.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export interface Kind<V> {
  readonly write: (value: V, state: State) => Json;
  readonly read: (json: Json, state: State) => V;
  /** Whether the value is of its kind; a reference is the very record that the state holds. */
  readonly holds: (value: V, state: State) => boolean;
}

function wrong(json: Json | undefined, needed: string): Fault {
  return new Fault(`state: found ${JSON.stringify(json)?.slice(0, 80)}, needed ${needed}`);
}

export const flag: Kind<boolean> = {
  write: (value) => value,
  read: (json) => {
    if (typeof json !== 'boolean') throw wrong(json, 'true or false');
    return json;
  },
  holds: (value) => typeof value === 'boolean',
};

/** A whole number: an id, a time, ticks, steps, a rate. */
export const whole: Kind<number> = {
  write: (value) => value,
  read: wholeFromJson,
  holds: (value) => Number.isSafeInteger(value),
};

export function wholeFromJson(json: Json | undefined): number {
  if (typeof json !== 'number' || !Number.isSafeInteger(json)) throw wrong(json, 'a whole number');
  return json;
}

/** In its one form: a number while it is a safe integer, a bigint beyond. */
export const money: Kind<Money> = {
  write: moneyToJson,
  read: moneyFromJson,
  holds: (value) => (typeof value === 'bigint' ? isLarge(value) : Number.isSafeInteger(value)),
};

export function moneyToJson(value: Money): Json {
  return typeof value === 'bigint' ? value.toString() : value;
}

export function moneyFromJson(json: Json | undefined): Money {
  if (typeof json === 'number') return wholeFromJson(json);
  if (typeof json !== 'string' || !/^-?[1-9][0-9]{15,40}$/.test(json)) throw wrong(json, 'an amount');
  const amount = BigInt(json);
  if (!isLarge(amount)) throw wrong(json, 'an amount below 2^53 as a number');
  return amount;
}

function isLarge(amount: bigint): boolean {
  return amount > BigInt(Number.MAX_SAFE_INTEGER) || amount < BigInt(Number.MIN_SAFE_INTEGER);
}

export const text: Kind<string> = {
  write: (value) => value,
  read: textFromJson,
  holds: (value) => typeof value === 'string',
};

export function textFromJson(json: Json | undefined): string {
  if (typeof json !== 'string') throw wrong(json, 'text');
  return json;
}

/** One of these words. */
export function word<const Words extends readonly string[]>(...words: Words): Kind<Words[number]> {
  return {
    write: (value) => value,
    read: (json) => words.find((one) => one === json) ?? failWith(json, words.join(', ')),
    holds: (value) => words.includes(value),
  };
}

function failWith(json: Json, needed: string): never {
  throw wrong(json, needed);
}

export const bytes: Kind<Uint8Array> = {
  write: (value) => toHex(value),
  read: (json) => (typeof json === 'string' ? fromHex(json) : null) ?? failWith(json, 'bytes in hex'),
  holds: (value) => value instanceof Uint8Array,
};

/** Plain data that refers to nothing, kept in full: a caller's or an operator's own fields. */
export function plain<V extends object>(): Kind<V> {
  return {
    write: (value) => value as unknown as Json,
    read: (json) => {
      if (json === null || typeof json !== 'object') throw wrong(json, 'data');
      return json as unknown as V;
    },
    holds: (value) => typeof value === 'object',
  };
}

const spec = plain<ContractSpec>();

/** A contract by its specification. */
export const contract: Kind<Contract> = {
  write: (value, state) => spec.write(value.spec, state),
  read: (json, state) => loadContract(spec.read(json, state)),
  holds: (value, state) => spec.holds(value.spec, state),
};

export function maybe<V>(kind: Kind<V>): Kind<V | null> {
  return {
    write: (value, state) => (value === null ? null : kind.write(value, state)),
    read: (json, state) => (json === null ? null : kind.read(json, state)),
    holds: (value, state) => value === null || kind.holds(value, state),
  };
}

export function list<V>(kind: Kind<V>): Kind<V[]> {
  return {
    write: (values, state) => values.map((value) => kind.write(value, state)),
    read: (json, state) => rowOf(json).map((one) => kind.read(one, state)),
    holds: (values, state) => values.every((value) => kind.holds(value, state)),
  };
}

/** The JSON as a list. */
export function rowOf(json: Json | undefined): readonly Json[] {
  if (!Array.isArray(json)) throw wrong(json, 'a list');
  return json as readonly Json[];
}

export interface Reference<V> extends Kind<V> {
  /** The record that the state holds under this name. */
  readonly find: (json: Json, state: State) => V | undefined;
}

/** A record by its name; the record itself is written elsewhere. */
export function reference<V>(
  what: string,
  nameOf: (value: V) => Json,
  find: (json: Json, state: State) => V | undefined,
): Reference<V> {
  return {
    find,
    write: (value) => nameOf(value),
    read: (json, state) => find(json, state) ?? failWith(json, `the name of ${what} that is there`),
    holds: (value, state) => find(nameOf(value), state) === value,
  };
}

/** A record that may be gone, which then means the same as none. */
export function whileHeld<V>(kind: Reference<V>): Kind<V | null> {
  return {
    write: (value, state) => (value !== null && kind.holds(value, state) ? kind.write(value, state) : null),
    read: (json, state) => (json === null ? null : kind.read(json, state)),
    holds: () => true,
  };
}
