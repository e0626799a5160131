// The log's tree and its keys as the state keeps them: the frontier follows from the leaves, a new key is announced and
// signs beside the old one for a week, and a log that was given up goes on under a new name.
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../test/ailog-vectors.ts';
import { createEngine } from '../engine.ts';
import type { Command } from '../language/commands.ts';
import { readState, stateLines } from '../state/codec.ts';
import { equalBytes, toBase64 } from '../text/bytes.ts';
import { signingKeys } from './announceKey.ts';
import { type Frontier, grow, rootOf } from '../log/merkle.ts';
import { verifierKeyText } from '../log/note.ts';

const DAY_MS = 86_400_000;
const keyOf = (name: string, fill: number): string =>
  verifierKeyText(sha256, name, 'note', new Uint8Array(32).fill(fill));
const [FIRST, SECOND, THIRD] = [1, 2, 3].map((fill) => keyOf('test.example/log', fill)) as [string, string, string];
const open: Command = { name: 'openAiLog', origin: 'test.example/log', vkey: FIRST, saltKey: `${'A'.repeat(43)}=` };

function start() {
  const engine = createEngine(sha256);
  const leaves: { readonly entry: string; readonly hash: Uint8Array; readonly nodes: readonly Uint8Array[] }[] = [];
  let timeMs = 1_000;
  const apply = (command: Command, waitMs = 0) => {
    timeMs += waitMs;
    const outcome = engine.apply({ sequence: engine.state.sequence + 1, timeMs, command });
    for (const event of outcome.events) if (event.name === 'leafAppended') leaves.push(event);
    return outcome;
  };
  return { engine, leaves, apply, ailog: engine.state.ailog };
}

const announce = (vkey: string, previous: { origin: string; root: string; size: number } | null = null): Command => ({
  name: 'announceKey',
  vkey,
  previous,
});

describe('the tree of the log', () => {
  it('is kept as its frontier, which every leaf makes grow and a snapshot keeps', () => {
    const { engine, leaves, apply, ailog } = start();
    apply(open);
    for (let at = 0; at < 40; at++)
      apply({ name: 'setAllowlist', account: 1_000_001 + at, allowed: true, reason: 'r', actor: 'a' });
    let frontier: Frontier = [];
    for (const [size, { hash, nodes }] of leaves.entries()) {
      const grown = grow(sha256, frontier, size, hash);
      expect(nodes).toEqual(grown.nodes);
      frontier = grown.frontier;
    }
    expect(leaves).toHaveLength(41);
    expect(ailog.frontier).toHaveLength(3);
    expect(equalBytes(rootOf(sha256, ailog.frontier), rootOf(sha256, frontier))).toBe(true);
    const again = readState([...stateLines(engine.state)]);
    expect(rootOf(sha256, again.ailog.frontier)).toEqual(rootOf(sha256, frontier));
    expect(again.ailog.keys).toEqual(ailog.keys);
  });
});

describe('a new key', () => {
  it('is a leaf, and signs beside the old one for a week', () => {
    const { leaves, apply, ailog } = start();
    apply(open);
    expect(apply(announce(SECOND), DAY_MS).ok).toBe(true);
    expect(JSON.parse(leaves[1]!.entry)).toMatchObject({ k: 'key', p: { origin: 'test.example/log', vkey: SECOND } });
    const since = 1_000 + DAY_MS;
    const namesAt = (timeMs: number) => signingKeys(ailog.keys, timeMs).map(({ vkey }) => vkey);
    expect(namesAt(since)).toEqual([FIRST, SECOND]);
    expect(namesAt(since + 7 * DAY_MS - 1)).toEqual([FIRST, SECOND]);
    expect(namesAt(since + 7 * DAY_MS)).toEqual([SECOND]);
    apply(announce(THIRD), 8 * DAY_MS);
    expect(ailog.keys.map(({ vkey }) => vkey)).toEqual([SECOND, THIRD]);
  });

  it('is refused when it is none, is known, or is of another log', () => {
    const { leaves, apply } = start();
    expect(apply(announce(SECOND)).ok).toBe(false);
    apply(open);
    for (const vkey of [FIRST, `${SECOND}x`, keyOf('other.example/log', 2), 'nothing'])
      expect(apply(announce(vkey)).ok, vkey).toBe(false);
    expect(leaves).toHaveLength(1);
  });

  it('carries the log on under a new name, and says what it was', () => {
    const { leaves, apply, ailog } = start();
    apply(open);
    const previous = { origin: 'test.example/log', root: toBase64(new Uint8Array(32).fill(7)), size: 9 };
    const renamed = keyOf('test.example/log-2', 1);
    expect(apply(announce(SECOND, previous)).ok, 'the same name').toBe(false);
    expect(apply(announce(renamed, { ...previous, origin: 'x.example/log' })).ok, 'another old name').toBe(false);
    expect(apply(announce(renamed, previous)).ok).toBe(true);
    expect([ailog.origin, ailog.nextIndex, ailog.keys.length]).toEqual(['test.example/log-2', 2, 1]);
    expect(JSON.parse(leaves[1]!.entry)).toMatchObject({ p: { origin: 'test.example/log-2', previous } });
  });
});
