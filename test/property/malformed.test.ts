/**
 * No malformed command gets anywhere (FLOW-009): every command with every field missing, null, of another type, huge,
 * negative or in another unit, rows inside lists and fields nobody knows included. Before the journal it is refused and
 * nothing is written; the engine, when given one all the same, refuses it and changes nothing; and what still is a
 * command never makes it throw.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../../src/core/audit.ts';
import { createEngine, type Engine } from '../../src/core/engine.ts';
import { mismatchOf, crossFieldMismatch } from '../../src/core/language/check-command.ts';
import { type Command, COMMANDS, type CommandName } from '../../src/core/language/commands.ts';
import { emptyState } from '../../src/core/state/state.ts';
import { stateLines } from '../../src/core/state/codec.ts';
import { stateHash } from '../../src/core/state/hash.ts';
import { manualClock } from '../../src/time/manual.ts';
import { openJournal } from '../../src/sequencer/journal/journal-file.ts';
import { memoryDisk } from '../../src/sequencer/disk/memory-disk.ts';
import { CommandMalformed } from '../../src/sequencer/refusals.ts';
import { replay } from '../../src/sequencer/replay.ts';
import { createSequencer, type Sequencer } from '../../src/sequencer/sequencer.ts';
import { sha256 } from '../scenarios/exchange.ts';
import { OPENING, SAMPLES, START_MS } from './every-command.ts';

type Path = readonly (string | number)[];

/** Takes the place of a value that is taken away. */
const MISSING = Symbol('missing');

const OTHER_TYPES = [
  null,
  undefined,
  true,
  false,
  {},
  [],
  [null],
  [[]],
  { toJSON: 1 },
  1n,
  Symbol('s'),
  () => 1,
  new Date(0),
  // Whoever asks these for a text gets a TypeError.
  { toString: false },
  Object.create(null),
];
const NUMBERS = [0, -0, -1, 1, 2, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 2 ** 53, -(2 ** 53), 126, 10 ** 9];
/** The same moment in seconds and in microseconds. */
const TIMES = [START_MS / 1_000, START_MS * 1_000];
const WORDS = [
  '',
  '0',
  '-0',
  '-1',
  '1',
  '01',
  '1.0',
  '1e5',
  'NaN',
  '0x10',
  ' 1',
  '９',
  'cmt_nousdt',
  'cmt_ethusdt',
  'short',
];
const FIGURES = [
  '9'.repeat(64),
  '9'.repeat(65),
  `0.${'0'.repeat(60)}1`,
  `-${'9'.repeat(60)}`,
  '0.000000001',
  '10000000000',
];
const TEXTS = ['\ud800', '\u0000', 'x'.repeat(300_000), '__proto__', 'constructor', 'toString'];
const WRONG: readonly unknown[] = [MISSING, ...OTHER_TYPES, ...NUMBERS, ...TIMES, ...WORDS, ...FIGURES, ...TEXTS];

/** Every place in a value: of the fields, of the rows of lists, and one more of each that should not be there. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inside = Array.isArray(value)
    ? [...value.keys()].flatMap((at) => placesIn(value[at], [...path, at]))
    : Object.entries(value).flatMap(([name, one]) => placesIn(one, [...path, name]));
  return [path, ...inside, [...path, Array.isArray(value) ? value.length : 'unknown']];
}

function withValue(value: unknown, path: Path, wrong: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return wrong === MISSING ? undefined : wrong;
  if (Array.isArray(value)) {
    const list = [...(value as unknown[])];
    if (rest.length === 0 && wrong === MISSING) list.splice(Number(first), 1);
    else list[Number(first)] = withValue(list[Number(first)], rest, wrong);
    return list;
  }
  const { [first]: inner, ...others } = value as Record<string, unknown>;
  if (rest.length === 0 && wrong === MISSING) return others;
  return { ...(value as object), [first]: withValue(inner, rest, wrong) };
}

const spoilt = (name: CommandName): unknown[] =>
  placesIn(SAMPLES[name]).flatMap((path) => WRONG.map((wrong) => withValue(SAMPLES[name], path, wrong)));

/** It has every version of the rules: before one that it does not have it would stop. */
function opened(): Engine {
  const engine = createEngine(sha256, emptyState(), { from: 1, to: Number.MAX_SAFE_INTEGER });
  for (const command of OPENING) {
    const outcome = applyTo(engine, command);
    if (!outcome.ok) throw new Error(`${command.name}: ${JSON.stringify(outcome.reject)}`);
  }
  return engine;
}

const applyTo = (engine: Engine, command: unknown) =>
  engine.apply({ sequence: engine.state.sequence + 1, timeMs: START_MS, command: command as Command });

/** All of the state but the number of the last command. */
const written = (engine: Engine): string =>
  [...stateLines(engine.state)].join('\n').replace(`["state",${engine.state.sequence},`, '');

const names = Object.keys(COMMANDS) as CommandName[];

describe('the engine', () => {
  let engine: Engine;
  beforeAll(() => {
    engine = opened();
  });

  it('takes every sample for a command', () => {
    for (const name of names) expect(mismatchOf(SAMPLES[name])).toBeNull();
    const unsound = names.filter((name) => crossFieldMismatch(SAMPLES[name]) !== null);
    // Only ever written into the journal of an exchange that is stopped.
    expect(unsound).toEqual(['setAside']);
  });

  it.each(names)('refuses a malformed %s and stays as it was', (name) => {
    const malformed = spoilt(name).filter((one) => mismatchOf(one) !== null);
    expect(malformed.length).toBeGreaterThan(WRONG.length);
    const before = written(engine);
    for (const command of malformed) {
      const outcome = applyTo(engine, command);
      expect(outcome).toMatchObject({ ok: false, reject: { reason: 'PARAMETER_INVALID' }, events: [] });
    }
    expect(written(engine)).toBe(before);
  });

  it.each(names)('carries out or refuses %s with any values that are of their kinds', (name) => {
    const fork = opened();
    for (const command of spoilt(name)) if (mismatchOf(command) === null) applyTo(fork, command);
    expect(audit(fork.state)).toEqual([]);
  });

  it('refuses what is no record at all', () => {
    for (const wrong of WRONG) expect(applyTo(engine, wrong).ok).toBe(false);
  });
});

describe('the sequencer', () => {
  async function start() {
    const disk = memoryDisk();
    const journal = await openJournal('journal.log', { disk });
    const engine = createEngine(sha256);
    const sequencer = createSequencer({ engine, journal, clock: manualClock(START_MS), maxQueue: 100_000 });
    for (const command of OPENING) await sequencer.submit(command);
    return { disk, journal, engine, sequencer };
  }

  /** Resolves with whether it was taken; throws for any end but an outcome and a refusal. */
  const send = (sequencer: Sequencer, command: unknown): Promise<boolean> =>
    sequencer.submit(command as never).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof CommandMalformed)) throw error;
        return false;
      },
    );

  it('writes nothing of a malformed command, carries out the rest, and the journal replays to the same state', async () => {
    const { disk, journal, engine, sequencer } = await start();
    const commands = names.filter((name) => name !== 'delistContract').flatMap(spoilt);
    const before = journal.end.sequence;
    const taken = await Promise.all(commands.map((command) => send(sequencer, command)));
    const sound = commands.map((one) => mismatchOf(one) === null && crossFieldMismatch(one as Command) === null);
    expect(taken).toEqual(sound);
    expect(journal.end.sequence).toBe(before + sound.filter(Boolean).length);
    expect(sequencer.healthy()).toBe(true);
    await sequencer.stop();
    await journal.close();
    const again = createEngine(sha256);
    await replay(await openJournal('journal.log', { disk }), again);
    expect(stateHash(again.state, sha256)).toBe(stateHash(engine.state, sha256));
  }, 120_000);

  it('takes anything at all in any place of any command without a fault', async () => {
    const { sequencer } = await start();
    const anywhere = fc
      .constantFrom(...names)
      .chain((name) =>
        fc.record({ name: fc.constant(name), path: fc.constantFrom(...placesIn(SAMPLES[name])), wrong: fc.anything() }),
      );
    await fc.assert(
      fc.asyncProperty(anywhere, async ({ name, path, wrong }) => {
        const command = withValue(SAMPLES[name], path, wrong);
        expect(await send(sequencer, command)).toBe(
          mismatchOf(command) === null && crossFieldMismatch(command as Command) === null,
        );
        expect(sequencer.healthy()).toBe(true);
      }),
    );
  });
});

describe('a command that fits', () => {
  it('is what its JSON gives back', () => {
    for (const command of names.flatMap(spoilt))
      if (mismatchOf(command) === null) expect(JSON.parse(JSON.stringify(command))).toEqual(command);
  });
});

describe('a well-formed command', () => {
  // The opening commands come first in every life, but not by a law of the engine.
  it.each(Object.keys(SAMPLES) as CommandName[])('%s is decided by an exchange on which nothing happened', (name) => {
    const engine = createEngine(sha256);
    const command = SAMPLES[name];
    const outcome = engine.apply({ sequence: 1, timeMs: START_MS, command });
    expect(audit(engine.state)).toEqual([]);
    expect(outcome.ok || outcome.reject.reason.length > 0).toBe(true);
    expect(engine.apply({ sequence: 2, timeMs: START_MS, command: { name: 'tick' } }).ok).toBe(true);
  });
});
