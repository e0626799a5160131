import { describe, expect, it } from 'vitest';
import { sha256 } from '../../store/sha256.ts';
import { createEngine, type Engine } from '../engine.ts';
import type { Command } from '../language/commands.ts';
import { CORE_VERSIONS, CoreUnknown } from '../language/core-version.ts';
import { readState, stateFormat, stateLines } from '../state/codec.ts';
import { stateHash } from '../state/hash.ts';
import { emptyState } from '../state/state.ts';

const UP_TO_3 = { from: 1, to: 3 };
const engineOf = (versions = UP_TO_3) => createEngine(sha256, emptyState(), versions);
const activate = (version: number): Command => ({ name: 'activateCore', version });
const send = (engine: Engine, command: Command) =>
  engine.apply({ sequence: engine.state.sequence + 1, timeMs: 1_000, command });
const hashOf = ({ state }: Engine) => stateHash(state, sha256);

describe('the version of the rules', () => {
  it('is the first until it is raised, and never falls', () => {
    const engine = engineOf();
    expect(engine.state.coreVersion).toBe(1);
    expect(send(engine, activate(3))).toMatchObject({ ok: true });
    expect(send(engine, activate(3))).toMatchObject({ ok: true });
    expect(send(engine, activate(2))).toMatchObject({
      ok: false,
      reject: { reason: 'PARAMETER_INVALID', field: 'version', found: '2; 3 is in force' },
    });
    expect(engine.state.coreVersion).toBe(3);
  });

  it('stops an engine that does not have it, before anything of the command is applied', () => {
    const engine = engineOf();
    send(engine, activate(2));
    const before = hashOf(engine);
    expect(() => send(engine, activate(4))).toThrow(CoreUnknown);
    expect(() => send(engine, activate(4))).toThrow('sequence 2 needs core version 4, and this program has versions 1');
    expect(hashOf(engine)).toBe(before);
    expect(engine.state.sequence).toBe(1);
    const next = createEngine(sha256, engine.state, { from: 1, to: 4 });
    expect(send(next, activate(4))).toMatchObject({ ok: true, sequence: 2 });
  });

  it('is refused as any other command where it is none', () => {
    const engine = engineOf();
    for (const version of [0, 1.5, 2_000_000, '9', null])
      expect(send(engine, { name: 'activateCore', version } as unknown as Command)).toMatchObject({
        ok: false,
        reject: { reason: 'PARAMETER_INVALID', field: 'version' },
      });
    expect(engine.state.coreVersion).toBe(1);
  });

  it('leaves the written state as it was while it is the first, and is hashed and read back after that', () => {
    const [plain, asked, raised] = [engineOf(), engineOf(), engineOf()];
    send(plain, { name: 'tick' });
    send(asked, activate(1));
    send(raised, activate(2));
    const heads = ({ state }: Engine) => [...stateLines(state)].filter((line) => line.startsWith('["fields"'));
    expect(heads(asked)).toEqual(stateFormat());
    expect(heads(raised)).toEqual([...stateFormat(), '["fields","core","coreVersion"]']);
    raised.state.coreVersion = 1;
    const lower = hashOf(raised);
    expect(lower).toBe(hashOf(asked));
    raised.state.coreVersion = 2;
    expect(hashOf(raised)).not.toBe(lower);
    const read = readState(stateLines(raised.state), UP_TO_3);
    expect(read.coreVersion).toBe(2);
    expect(stateHash(read, sha256)).toBe(hashOf(raised));
    expect(() => readState(stateLines(raised.state), CORE_VERSIONS)).toThrow(
      'it is ruled by core version 2, and this program has up to 1',
    );
  });
});
