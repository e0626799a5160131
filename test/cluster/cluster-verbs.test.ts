// `outcry cluster …` against three real members of etcd and two nodes whose hearts beat; skipped, visibly, where etcd
// is not on the path.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../src/core/language/commands.ts';
import { EtcdOrder } from '../../src/sequencer/etcd/etcd-order.ts';
import { decodeBatch } from '../../src/sequencer/nodes/batch.ts';
import type { Heartbeat } from '../../src/sequencer/nodes/shared-order.ts';
import { outcry } from '../cli/process.ts';
import { freePort } from '../free-port.ts';
import { etcdVersion, type Members, startMembers } from './etcd-members.ts';

/** The last one has sent nothing yet. */
const [FIRST, SECOND, THIRD] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc'] as const;

describe.skipIf(etcdVersion() === null)('outcry cluster', () => {
  let members: Members;
  let journal: string;
  let nodes: EtcdOrder[];
  let hearts: NodeJS.Timeout;
  /** By their hearts, beside what all say. */
  const said: Record<'n1' | 'n2', Partial<Heartbeat>> = { n1: {}, n2: {} };

  /** Hashes that nodes give when they are asked, by name. */
  let hashes: Partial<Record<'n1' | 'n2', string>> = {};
  const asked = (at: number | undefined): void => {
    if (at !== undefined) for (const name of ['n1', 'n2'] as const) answer(name, at, hashes[name]);
  };
  const answer = (name: 'n1' | 'n2', at: number, hash: string | undefined): void => {
    if (hash !== undefined) said[name] = { ...said[name], hash: [at, hash] };
  };

  const cluster = (verb: string, ...words: string[]) => outcry('cluster', verb, ...words, '--journal', journal);

  beforeAll(async () => {
    members = await startMembers();
    const addresses = members.all.map(({ address }) => address);
    journal = `etcd://${addresses.join(',')}/main`;
    nodes = ['n1', 'n2'].map((node) => new EtcdOrder({ members: addresses, exchange: 'main', node }));
  }, 30_000);
  afterAll(async () => {
    clearInterval(hearts);
    for (const node of nodes) node.close();
    await members.stop();
  });

  it('says what is missing, who can not be reached, and that nobody joined the order yet', async () => {
    const none = await outcry('cluster', 'status');
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('--journal etcd://… is needed') });
    const bad = await outcry('cluster', 'status', '--journal', 'http://a/main');
    expect(bad).toMatchObject({ code: 2, stderr: expect.stringContaining('etcd://a:2379,b:2379/main') });
    const away = await outcry('cluster', 'status', '--journal', `etcd://127.0.0.1:${await freePort()}/main`);
    expect(away).toMatchObject({ code: 3, stderr: expect.stringContaining('ECONNREFUSED') });
    const empty = await cluster('status');
    expect(empty).toMatchObject({ code: 1, stdout: expect.stringContaining('no node ever joined it') });
  });

  it('shows members, nodes, roles and lag, and nothing that is wrong while all is well', async () => {
    const [first, second] = nodes as [EtcdOrder, EtcdOrder];
    await second.open((await first.open(null)).id);
    for (const [order, gateway] of [
      [first, FIRST],
      [second, SECOND],
    ] as const)
      await order.publish({ gateway, n: 1, body: Buffer.from('one') }, 0, null);
    const revision = await first.readPosition();
    const beat = (): void => {
      const common = { wallMs: Date.now(), revision, sequence: 7, version: '0.2.0', trouble: null };
      const own = first.beat({ ...common, name: 'n1', gateways: [FIRST, THIRD], ...said.n1 });
      own.then(({ hashAt }) => asked(hashAt)).catch(() => undefined);
      void second.beat({ ...common, name: 'n2', gateways: [SECOND], ...said.n2 }).catch(() => undefined);
    };
    beat();
    hearts = setInterval(beat, 500);
    for (const role of ['clock', 'archiver']) await first.claim(role);
    await second.claim('signer');
    await expect.poll(async () => (await cluster('status')).code, { timeout: 20_000, interval: 200 }).toBe(0);
    const { stdout } = await cluster('status', '--json');
    const found = JSON.parse(stdout);
    expect(found).toMatchObject({ batches: 2, revision, wrong: [] });
    expect(found.members).toHaveLength(3);
    expect(found.members.filter(({ leads }: { leads: boolean }) => leads)).toHaveLength(1);
    expect(found.nodes).toMatchObject([
      { name: 'n1', roles: ['archiver', 'clock'], gateways: [FIRST, THIRD], sequence: 7 },
      { name: 'n2', roles: ['signer'], trouble: null },
    ]);
    await second.diverged('the state differs at batch 3');
    const apart = await cluster('status');
    expect(apart).toMatchObject({ code: 1, stdout: expect.stringContaining('n2 stopped and is not back: the state') });
    await second.diverged(null);
    const text = (await cluster('status')).stdout;
    expect(text).toMatch(/n1\t0\.2\.0\t\S*\t7\t0\tarchiver clock\taaaaaaaaaaaa cccccccccccc\ttakes commands/);
    expect(text).toContain(': 2 batches, the newest at revision');
  });

  it('ends a node from outside, by its name or its gateway, and names those that there are', async () => {
    const unknown = await cluster('fence', 'n9');
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('there are n1, n2') });
    const ended = await cluster('fence', 'n1');
    expect(ended).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`2 gateways of n1 ended: ${FIRST}, ${THIRD}`),
    });
    const late = { gateway: FIRST, n: 2, body: Buffer.from('late') };
    // The fence has that number: it is met there, and is not what was sent.
    expect(await nodes[0]!.publish({ ...late, n: 3 }, 0, null)).toBe('ordered');
    expect(await cluster('fence', SECOND)).toMatchObject({ code: 0, stdout: expect.stringContaining(SECOND) });
    expect(await cluster('fence', SECOND)).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing') });
    expect(await cluster('fence', 'dddddddddddd')).toMatchObject({ stdout: expect.stringContaining('Nothing') });
  });

  /** The first command that is ordered from now on. */
  async function ordered(): Promise<Command> {
    const [node] = nodes as [EtcdOrder];
    for await (const { body } of node.follow(await node.readPosition(), new AbortController().signal))
      return decodeBatch(body).commands[0]!;
    throw new Error('nothing was ordered');
  }

  it('puts rules in force once all nodes have them, and names those that have not', async () => {
    const refused = async (code: number, says: string, ...words: string[]): Promise<void> =>
      expect
        .poll(() => cluster('activate', ...words), { timeout: 10_000 })
        .toMatchObject({ code, stderr: expect.stringContaining(says) });
    await refused(2, "VERSION is '0', needs a whole number from 1", '0');
    said.n1 = { core: { from: 1, to: 2, inForce: 1 } };
    await refused(1, 'core version 2 is not known to n2 (outcry 0.2.0, up to 1): nothing was activated', '2');
    said.n2 = { core: { from: 1, to: 3, inForce: 1 } };
    await expect
      .poll(async () => (await cluster('status')).stdout, { timeout: 10_000 })
      .toContain('`outcry cluster activate 2`');
    const meeting = ordered();
    const activating = cluster('activate', '2');
    expect(await meeting).toEqual({ name: 'activateCore', version: 2 });
    for (const name of ['n1', 'n2'] as const) said[name] = { core: { from: 1, to: 2, inForce: 2 } };
    expect(await activating).toMatchObject({ code: 0, stdout: expect.stringContaining('in force at all nodes') });
    expect(await cluster('activate', '2')).toMatchObject({ code: 0, stdout: expect.stringContaining('2 is in force') });
    await refused(1, 'core version 2 is in force, and it never falls', '1');
  }, 60_000);

  it('voids the command at which nodes stopped, by its hash, and not while one is past it', async () => {
    const [hash, other] = ['a'.repeat(64), 'b'.repeat(64)] as const;
    const refused = async (code: number, says: string, ...words: string[]): Promise<void> =>
      expect(await cluster('void', ...words)).toMatchObject({ code, stderr: expect.stringContaining(says) });
    await refused(2, '--hash is needed', '9');
    await refused(1, 'no node has stopped at sequence 9', '9', '--hash', hash);
    await nodes[0]!.noteFault({ sequence: 9, command: 'tick', hash, why: 'a broken invariant', node: 'n1' });
    const { code, stdout } = await cluster('status');
    expect(code).toBe(1);
    expect(stdout).toContain('The engine of n1 threw at sequence 9 (tick): a broken invariant.');
    expect(stdout).toContain(`outcry cluster void 9 --hash ${hash}`);
    await refused(1, 'no node has stopped at sequence 8; one has at 9', '8', '--hash', hash);
    await refused(1, `is a tick with hash ${hash}, not ${other}`, '9', '--hash', other);
    // Only what its heart has said since is known of it.
    const isAt = async (sequence: number): Promise<void> => {
      said.n2 = { ...said.n2, sequence };
      const shown = expect.poll(async () => (await cluster('status')).stdout, { timeout: 30_000 });
      await shown.toMatch(new RegExp(`n2\\t0\\.2\\.0\\t2\\t${sequence}\\t`));
    };
    await isAt(9);
    await refused(1, 'n2 got past sequence 9', '9', '--hash', hash);
    await isAt(8);
    const meeting = ordered();
    expect(await cluster('void', '9', '--hash', hash)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Sequence 9 (tick) is voided'),
    });
    expect(await meeting).toMatchObject({ name: 'setAside', sequence: 9, reason: 'voided: a broken invariant' });
    await refused(1, 'no node has stopped at sequence 9', '9', '--hash', hash);
    for (const sequence of [5, 6]) await nodes[0]!.noteFault({ sequence, command: 'tick', hash, why: 'x', node: 'n1' });
    await nodes[1]!.forgetFaults(5);
    expect(JSON.parse((await cluster('status', '--json')).stdout).faults).toMatchObject([{ sequence: 6 }]);
    await nodes[1]!.forgetFaults(6);
  }, 60_000);

  it('compares the states of all nodes at one sequence, and names who gives none', async () => {
    hashes = { n1: 'a'.repeat(64), n2: 'a'.repeat(64) };
    const alike = await cluster('compare', '--json');
    expect(alike).toMatchObject({ code: 0 });
    const { sequence, ...found } = JSON.parse(alike.stdout);
    expect(sequence).toBeGreaterThan(7);
    expect(found).toEqual({ alike: true, nodes: ['n1', 'n2'].map((node) => ({ node, hash: hashes.n1 })) });
    hashes.n2 = 'b'.repeat(64);
    for (const name of ['n1', 'n2'] as const) said[name] = { ...said[name], sequence: 20 };
    await expect.poll(async () => (await cluster('status')).stdout, { timeout: 10_000 }).toContain('\t20\t');
    const apart = await cluster('compare');
    expect(apart).toMatchObject({ code: 1, stdout: expect.stringContaining(`n2\t${hashes.n2}\n2 different states`) });
    hashes = { n1: 'a'.repeat(64) };
    for (const name of ['n1', 'n2'] as const) said[name] = { ...said[name], sequence: 40 };
    await expect.poll(async () => (await cluster('status')).stdout, { timeout: 10_000 }).toContain('\t40\t');
    const silent = await cluster('compare');
    expect(silent).toMatchObject({ code: 1, stdout: expect.stringContaining('n2\t-\nNo answer within 15 s: n2.') });
  }, 60_000);

  it('names a member that is gone, and says when there is no majority', async () => {
    const leader = await members.leader();
    const [one, two] = members.all.filter((member) => member !== leader) as [typeof leader, typeof leader];
    one.signal('SIGKILL');
    const found = await cluster('status');
    expect(found).toMatchObject({ code: 1, stdout: expect.stringContaining(`Member ${one.address} does not serve`) });
    two.signal('SIGKILL');
    await expect.poll(async () => (await cluster('status')).code, { timeout: 20_000 }).toBe(3);
  });
});
