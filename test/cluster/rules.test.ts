// Rules that change under nodes that run, and a command at which every engine throws: over an order in memory, with
// nodes of programs that have one version of the rules and of programs that have two.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CoreUnknown } from '../../src/core/language/core-version.ts';
import type { Command } from '../../src/core/language/commands.ts';
import { stateHash } from '../../src/core/state/hash.ts';
import { createRandom } from '../../src/market/random.ts';
import { MemoryOrder } from '../../src/sequencer/memory/memory-order.ts';
import { CarriedOutHere } from '../../src/sequencer/nodes/feed.ts';
import { NotExecuted, OutcomeUnknown } from '../../src/sequencer/refusals.ts';
import { ReplayFailed, replay } from '../../src/sequencer/replay.ts';
import { sha256 } from '../../src/store/sha256.ts';
import { Callers, entriesOf } from './callers.ts';
import { check } from './check.ts';
import { createRuledEngine, type NodeOptions, type SimulatedNode, startNode } from './simulated-node.ts';

const OLD = { from: 1, to: 1 };
const NEW = { from: 1, to: 2 };
const ACCOUNT = 1_000_001;
const deposit = (amount: number) => ({ name: 'deposit', account: ACCOUNT, amount: String(amount) }) as const;
const cancel = {
  name: 'cancelAllOrders',
  account: ACCOUNT,
  digest: 'poisonous11',
  keyId: 'k1',
  channel: 'api',
  symbol: null,
  kind: 'normal',
} as const;
const clock = (): number => 1_700_000_000_000 + Math.floor(performance.now());

function nodesOf(order: MemoryOrder) {
  return (name: string, more: Partial<NodeOptions> = {}): Promise<SimulatedNode> =>
    startNode({ order: order.connect(name), clock, ...more });
}

/** What a node's journal leads to, in an engine that has all rules. */
async function replayed({ journal }: SimulatedNode): Promise<string> {
  const engine = createRuledEngine(NEW);
  await replay(journal, engine);
  return stateHash(engine.state, sha256);
}

describe('nodes whose rules change', () => {
  it.each([1, 2, 3])('do so under load at one command, and are alike: seed %i', async (seed) => {
    const order = new MemoryOrder();
    const start = nodesOf(order);
    const nodes = await Promise.all(['n0', 'n1', 'n2'].map((name) => start(name, { versions: OLD })));
    const late = await start('late', { versions: OLD });
    const calling = new Callers(createRandom(seed, 1), 60);
    let goesOn = true;
    const calls = Array.from({ length: 6 }, () => calling.call(nodes, () => goesOn));
    for (const [at, node] of [...nodes].entries()) {
      await calm();
      await node.stop();
      nodes[at] = await start(`n${at}`, { versions: NEW, folder: node.kill() });
    }
    await calm();
    order.order({ name: 'activateCore', version: 2 });
    await calm();
    goesOn = false;
    await Promise.all(calls);
    for (const node of nodes) await node.sequencer.confirmed();
    expect(nodes.map((node) => node.failed())).toEqual([null, null, null]);
    expect(new Set(nodes.map((node) => node.hash())).size).toBe(1);
    const [first] = nodes as [SimulatedNode];
    expect(first.state.coreVersion).toBe(2);
    const records = [...first.journal.read()];
    const at = records.find(({ command }) => command.name === 'activateCore')!.sequence;
    const after = records.filter(({ sequence, command }) => sequence > at && command.name === 'deposit').length;
    expect([at > 10, after > 0]).toEqual([true, true]);
    expect(check({ notes: calling.notes, reads: calling.reads, order: entriesOf(first) })).toEqual([]);
    expect(await replayed(first)).toBe(first.hash());

    await expect.poll(() => late.failed()).toBeInstanceOf(CoreUnknown);
    expect(late.failed()).toMatchObject({ sequence: at, version: 2 });
    expect([late.state.sequence, late.journal.end.sequence]).toEqual([at - 1, at - 1]);
    await expect(late.sequencer.submit<'deposit'>(deposit(1))).rejects.toBeInstanceOf(NotExecuted);
    const folder = late.kill();
    await expect(start('late', { versions: OLD, folder })).rejects.toThrow(`sequence ${at} needs core version 2`);
    const back = await start('late', { versions: NEW, folder });
    expect(back.hash()).toBe(first.hash());
    for (const node of [...nodes, back]) await node.stop();
  });

  it('stop before the command wherever it is, with all before it applied, and go on from there with a newer program', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(6), fc.nat(6), async (before, after) => {
        const order = new MemoryOrder();
        const start = nodesOf(order);
        const [old, next] = [await start('old', { versions: OLD }), await start('next', { versions: NEW })];
        for (let at = 0; at < before; at++) await next.sequencer.submit<'deposit'>(deposit(at + 1));
        order.order({ name: 'activateCore', version: 2 });
        for (let at = 0; at < after; at++) await next.sequencer.submit<'deposit'>(deposit(at + 1));
        await next.sequencer.confirmed();
        await expect.poll(() => old.failed()).toMatchObject({ sequence: before + 1, version: 2 });
        expect(old.state.sequence).toBe(before);
        expect(next.state.sequence).toBe(before + 1 + after);
        const back = await start('old', { versions: NEW, folder: old.kill() });
        expect(back.hash()).toBe(next.hash());
        await back.stop();
        await next.stop();
      }),
      { numRuns: 15 },
    );
  });
});

describe('a command at which every engine throws', () => {
  const throwsAt = ({ name }: Command): boolean => name === 'cancelAllOrders';
  const poisoned = { throwsAt };

  /** Three nodes that stop at one command, with others around it. */
  async function poisonedNodes(before: number) {
    const order = new MemoryOrder();
    const start = nodesOf(order);
    const nodes = await Promise.all(['n0', 'n1', 'n2'].map((name) => start(name, poisoned)));
    const [a, b] = nodes as [SimulatedNode, SimulatedNode];
    for (let at = 0; at < before; at++) await nodes[at % 3]!.sequencer.submit<'deposit'>(deposit(at + 1));
    const around = [a, b, b].map(({ sequencer }, at) =>
      (at === 1 ? sequencer.submit<'cancelAllOrders'>(cancel) : sequencer.submit<'deposit'>(deposit(100 + at))).then(
        () => 'done',
        (error: unknown) => error,
      ),
    );
    const answers = await Promise.all(around);
    await expect.poll(() => nodes.every((node) => !node.sequencer.healthy())).toBe(true);
    return { order, start, nodes, answers };
  }

  it('stops all of them there, also when they start again, until it is voided; then they pass it over and are alike', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(5), fc.nat(3), async (before, marked) => {
        const { order, start, nodes, answers } = await poisonedNodes(before);
        expect(answers[1]).toBeInstanceOf(OutcomeUnknown);
        const [sequence] = new Set(nodes.map(({ state }) => state.sequence + 1)) as unknown as [number];
        expect(nodes.map(({ state }) => state.sequence)).toEqual(Array(3).fill(sequence - 1));
        const folders = nodes.map((node) => node.kill());
        for (const [at, folder] of folders.entries()) {
          if (at >= marked) continue;
          // The journal and its mark are brought beyond the command, which is not applied.
          await expect(start(`n${at}`, { ...poisoned, folder })).rejects.toBeInstanceOf(ReplayFailed);
        }
        order.order({ name: 'setAside', sequence, reason: 'a drill', writtenMs: 5 });
        const back = await Promise.all(folders.map((folder, at) => start(`n${at}`, { ...poisoned, folder })));
        const empty = await start('empty', poisoned);
        const all = [...back, empty];
        expect(new Set(all.map((node) => node.hash())).size).toBe(1);
        expect(back[0]!.state.setAside).toEqual([{ sequence, reason: 'a drill', writtenMs: 5 }]);
        expect(await replayed(back[0]!)).toBe(back[0]!.hash());
        await back[0]!.sequencer.submit<'deposit'>(deposit(7));
        for (const node of all) await node.sequencer.confirmed();
        expect(new Set(all.map((node) => node.hash())).size).toBe(1);
        for (const node of all) await node.stop();
      }),
      { numRuns: 12 },
    );
  });

  it('leaves its request free to come again, at whichever node', async () => {
    const { order, start, nodes } = await poisonedNodes(1);
    const sequence = nodes[0]!.state.sequence + 1;
    const folders = nodes.map((node) => node.kill());
    order.order({ name: 'setAside', sequence, reason: 'a drill', writtenMs: 5 });
    // One of them meets the command and its end at the start, another read them from its journal then.
    const first = await start('n0', { folder: folders[0]! });
    await first.stop();
    const back = [await start('n0', { folder: first.kill() }), await start('n1', { folder: folders[1]! })];
    const again = await Promise.all(back.map(({ sequencer }) => sequencer.submit<'cancelAllOrders'>(cancel)));
    expect(again.map(({ ok }) => ok)).toEqual([true, true]);
    for (const node of back) await node.sequencer.confirmed();
    expect(back[0]!.hash()).toBe(back[1]!.hash());
    const carriedOut = [...back[0]!.journal.read()].filter(({ command }) => command.name === 'cancelAllOrders');
    expect(carriedOut).toHaveLength(1);
    expect(carriedOut[0]!.sequence).toBeGreaterThan(sequence);
    for (const node of back) await node.stop();
  });

  it('stops a node that has carried it out when it is voided, and that one passes it over at its next start', async () => {
    const { order, start, nodes } = await poisonedNodes(1);
    const sequence = nodes[0]!.state.sequence + 1;
    const folders = nodes.map((node) => node.kill());
    const corrected = await start('n0', { folder: folders[0]! });
    expect(corrected.state.sequence).toBeGreaterThanOrEqual(sequence);
    order.order({ name: 'setAside', sequence, reason: 'a drill', writtenMs: 5 });
    await expect.poll(() => corrected.failed()).toBeInstanceOf(CarriedOutHere);
    const [first, second] = [
      await start('n0', { folder: corrected.kill() }),
      await start('n1', { folder: folders[1]! }),
    ];
    expect(first.hash()).toBe(second.hash());
    expect(first.state.setAside).toHaveLength(1);
    for (const node of [first, second]) await node.stop();
  });
});

const calm = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 40));
