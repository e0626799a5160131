/**
 * The auditor can say no. It is told everything a real run told it, once as it was and then again and again with one
 * thing damaged: a figure of a bill, a fill, an order, a position or an account's money one unit off, a word changed, a
 * row left out, doubled or moved. Each has to be objected to. What it does not look at is listed here by name.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_CONTRACTS } from '../../src/core/language/contract-defaults.ts';
import { createRandom } from '../../src/market/random.ts';
import { type Auditor, createAuditor } from './auditor/auditor.ts';
import { script } from './moves.ts';
import { marksIn, recording, retell, type Told } from './recorded.ts';
import { run } from './simulation.ts';

const SEED = 21;
const ACCOUNTS = 24;
/** So many instances of each figure are damaged, one after the other. */
const INSTANCES = process.env['FC_RUNS'] === undefined ? 2 : 4;
/** Of the script. */
const MOVES = 450;

/** Fields an outside observer can not know better than the exchange, or that repeat another field. */
const NOT_LOOKED_AT: Readonly<Record<string, readonly string[]>> = {
  // An id one off is only seen where it meets the next; that ids rise is tested by moving rows.
  bills: ['id', 'time_ms', 'transfer_reason'],
  fills: ['time_ms', 'order_id', 'id'],
  // What is frozen is held against what is available, where anything is.
  assets: ['coinName', 'frozen'],
  positions: [
    'id',
    'coin_id',
    'contract_id',
    'contractVal',
    'is_auto_append_isolated_margin',
    'updated_match_sequence_id',
    'updated_time',
  ],
};
/** Of an ended order only what its fills say is known. */
const OF_ORDERS = ['symbol', 'filled', 'value', 'fee', 'profit', 'status'];

const fresh = (): Auditor => createAuditor(DEFAULT_CONTRACTS);
const told: Told[] = [];
let auditorNear: ReturnType<typeof marksIn>;

beforeAll(async () => {
  const moves = script({ seed: SEED, minutes: 1, accounts: ACCOUNTS }).slice(0, MOVES);
  const { failure } = await run(moves, { seed: SEED, accounts: ACCOUNTS, wrap: (auditor) => recording(auditor, told) });
  expect(failure).toBeNull();
  auditorNear = marksIn(DEFAULT_CONTRACTS, told);
});

type Row = Record<string, unknown>;

/** A value of the same kind that is not the same. */
function damaged(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'bigint') return value + 1n;
  if (typeof value === 'string' && /^-?[0-9.]+$/.test(value)) {
    const decimals = value.split('.')[1]?.length ?? 0;
    return (Number(value) * 1.01 + 10 ** -Math.min(decimals, 8)).toFixed(Math.max(1, decimals));
  }
  if (typeof value === 'boolean') return !value;
  return value === null ? '1' : `${String(value)}x`;
}

/** Where a list of rows is in what is told. */
interface Place {
  readonly name: string;
  readonly rows: (one: Told) => Row[];
}

const places: readonly Place[] = [
  { name: 'bills', rows: (one) => (one.call === 'seeRows' ? (one.args[0].bills as unknown as Row[]) : []) },
  { name: 'fills', rows: (one) => (one.call === 'seeRows' ? (one.args[0].fills as unknown as Row[]) : []) },
  { name: 'orders', rows: (one) => (one.call === 'seeRows' ? (one.args[0].orders as unknown as Row[]) : []) },
  { name: 'positions', rows: (one) => (one.call === 'comparePositions' ? (one.args[1] as unknown as Row[]) : []) },
  { name: 'assets', rows: (one) => (one.call === 'compareAssets' ? [one.args[1] as unknown as Row] : []) },
];

/** Tells everything with `change` made to a copy of the `at`-th part; the objections. */
function retold(at: number, change: (one: Told) => void): readonly string[] {
  const one = structuredClone(told[at]) as Told;
  change(one);
  const { auditor, from } = auditorNear(at);
  return retell(auditor, [...told.slice(from, at), one, ...told.slice(at + 1)]);
}

/** Parts in which `place` has rows that fit, a few of them drawn from the seed. */
function drawn(place: Place, fits: (row: Row) => boolean): { at: number; row: number }[] {
  const all = told.flatMap((one, at) =>
    place.rows(one).flatMap((row, index) => (fits(row) ? [{ at, row: index }] : [])),
  );
  const random = createRandom(SEED, all.length);
  return all.length === 0 ? [] : Array.from({ length: INSTANCES }, () => all[random.below(all.length)]!);
}

const fieldsOf = (place: Place): string[] => {
  const first = told.flatMap((one) => place.rows(one))[0] ?? {};
  if (place.name === 'orders') return OF_ORDERS;
  return Object.keys(first).filter((field) => NOT_LOOKED_AT[place.name]?.includes(field) !== true);
};

describe('the auditor', () => {
  it('has nothing to say about what really happened', () => {
    expect(told.length).toBeGreaterThan(300);
    expect(retell(fresh(), told)).toEqual([]);
  });

  it.each(places)(
    'objects to any figure of $name that is off',
    (place) => {
      const fields = fieldsOf(place);
      expect(fields.length).toBeGreaterThan(2);
      const missed = fields.flatMap((field) =>
        drawn(place, (row) => row[field] !== undefined).flatMap(({ at, row }) => {
          const objections = retold(at, (one) => {
            const found = place.rows(one)[row]!;
            found[field] = damaged(found[field]);
          });
          return objections.length > 0 ? [] : [`${field} of ${JSON.stringify(place.rows(told[at]!)[row])}`];
        }),
      );
      expect(missed).toEqual([]);
    },
    300_000,
  );

  const remove = (list: Row[], at: number): void => void list.splice(at, 1);
  const double = (list: Row[], at: number): void => void list.splice(at, 0, list[at]!);
  const swap = (list: Row[], at: number): void =>
    void list.splice(Math.max(0, at - 1), 2, ...list.slice(Math.max(0, at - 1), at + 1).toReversed());

  it.each([
    ['bills', 'left out', remove],
    ['bills', 'doubled', double],
    ['bills', 'out of order', swap],
    ['fills', 'left out', remove],
    ['fills', 'doubled', double],
    ['positions', 'left out', remove],
  ] as const)('objects to one of the %s that is %s', (name, _, change) => {
    const place = places.find((one) => one.name === name)!;
    const missed = drawn(place, () => true).filter(({ at, row }) => {
      const list = place.rows(told[at]!);
      const isAlone = change === swap && list.length < 2;
      return !isAlone && retold(at, (one) => change(place.rows(one), row)).length === 0;
    });
    expect(missed).toEqual([]);
  });

  it('objects to a part left in violation', () => {
    const strict = createAuditor(DEFAULT_CONTRACTS);
    const at = told.findLastIndex(({ call }) => call === 'seeTicker');
    for (const { call, args } of told.slice(0, at)) (strict[call] as (...given: unknown[]) => void)(...args);
    for (const { symbol } of DEFAULT_CONTRACTS) {
      const mark = strict.model.marks.get(symbol);
      if (mark !== undefined)
        strict.seeTicker(symbol, mark.index.times(100).toString(), mark.index.times(100).toString());
    }
    strict.sweep();
    expect(strict.objections.some((text) => text.endsWith('is in violation and was left so'))).toBe(true);
  });
});
