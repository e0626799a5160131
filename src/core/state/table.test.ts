/**
 * The field table holds every record and every field: by types, so most of this file is checked when it is compiled;
 * and what it says about a value is checked when the state is audited.
 */
import { describe, expect, it } from 'vitest';
import { audit } from '../audit.ts';
import { DEFAULT_CONTRACTS } from '../language/contract-defaults.ts';
import { loadContract } from '../language/contract.ts';
import { counts, made, type OpenedRows, record, type Rows, speed } from './fields.ts';
import { openInstrument } from './instrument.ts';
import { flag, list, maybe, money, text, whole, word } from './kinds.ts';
import type { Position } from './records.ts';
import { SECTIONS } from './sections.ts';
import { accountOf, emptyState, holdingOf, type State } from './state.ts';
import { CONTESTS } from './contest-table.ts';
import { STATE, AI_LOG, ACCOUNT, INSTRUMENT } from './table.ts';

describe('a table', () => {
  it('does not compile without a row for every field, or with a kind that does not fit', () => {
    // @ts-expect-error `b` has no row.
    record<{ a: number; b: number }>({ a: counts(whole) });
    // @ts-expect-error A text isn't a number.
    record<{ a: string }>({ a: counts(whole) });
    // @ts-expect-error Money may be a bigint, a whole number may not.
    record<{ a: number | bigint }>({ a: counts(whole) });
    // @ts-expect-error A field that may be null needs a kind that may.
    record<{ a: string | null }>({ a: counts(text) });
    // @ts-expect-error A word is missing.
    record<{ a: 'x' | 'y' }>({ a: counts(word('x')) });
    // @ts-expect-error There is one word too many.
    record<{ a: 'x' }>({ a: counts(word('x', 'y')) });
    // @ts-expect-error Another record isn't its own kind before it has a table or a name.
    record<{ a: { b: number } }>({ a: counts(whole) });
    // @ts-expect-error Nothing opens this record, so nothing makes the field.
    record<{ a: number }>({ a: made });
    // @ts-expect-error A new field of a position is missed.
    const more: Rows<Position & { sentiment: number }> = {} as Rows<Position>;
    // @ts-expect-error A new field of the state is missed.
    const whole2: OpenedRows<State & { sentiment: number }> = {} as OpenedRows<State>;
    expect([more, whole2]).toBeTruthy();
  });

  it('makes and writes a record of its kinds', () => {
    const table = record<{ a: number | bigint; b: string[] | null; c: boolean; d: number }>({
      a: counts(money),
      b: counts(maybe(list(text))),
      c: counts(flag),
      d: speed((one) => Number(one.a) + 1),
    });
    const state = emptyState();
    expect(table.read([2 ** 40, ['x'], true], state)).toEqual({ a: 2 ** 40, b: ['x'], c: true, d: 2 ** 40 + 1 });
    expect(table.write({ a: 2n ** 60n, b: null, c: false, d: 9 }, state)).toEqual(['1152921504606846976', null, false]);
    expect(table.read(['1152921504606846976', null, false], state).a).toBe(2n ** 60n);
    expect(() => table.read(['12', null, false], state)).toThrow('found "12", needed an amount');
    expect(() => table.read([0.5, null, false], state)).toThrow('found 0.5, needed a whole number');
    expect(() => table.read([1], state)).toThrow('a record ends after 1 values');
  });
});

describe('the sections', () => {
  it('are all that containers are apart in, each once', () => {
    const names = SECTIONS.map(({ name }) => name).filter((name) => !name.endsWith(' links'));
    const apart = [STATE, AI_LOG, CONTESTS, ACCOUNT, INSTRUMENT].flatMap((table) => table.apart);
    expect(apart.filter((name) => !names.includes(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    // Bindings hang on the roles of accounts; the state itself is where everything begins.
    expect(names.filter((name) => !apart.includes(name))).toEqual(['state', 'binding']);
  });
});

describe('the audit', () => {
  const state = emptyState();
  const instrument = openInstrument(state, loadContract(DEFAULT_CONTRACTS[0]!));
  const holding = holdingOf(state, accountOf(state, 1_000_001), instrument);

  it('names a field that is not what its row says', () => {
    expect(audit(state)).toEqual([]);
    holding.crossLeverage = 2.5;
    expect(audit(state).join()).toContain(
      'INV-017: not what the field table says: crossLeverage of holding [1000001,0,',
    );
    holding.crossLeverage = 20;
    expect(audit(state)).toEqual([]);
  });

  it('names a reference to a record that the state does not hold', () => {
    const stranger = accountOf(emptyState(), 1_000_001);
    (holding as { account: unknown }).account = stranger;
    expect(audit(state).join()).toContain('account of holding');
  });
});
