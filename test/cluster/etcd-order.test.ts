// The order in etcd, against three real members; skipped, visibly, where etcd is not on the path.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EtcdOrder } from '../../src/sequencer/etcd/etcd-order.ts';
import { confirmsByRange } from '../../src/sequencer/etcd/etcd-versions.ts';
import { FENCE } from '../../src/sequencer/nodes/batch.ts';
import { OrderCompacted, type OrderedBatch, OrderForked } from '../../src/sequencer/nodes/shared-order.ts';
import { etcdVersion, type Members, startMembers } from './etcd-members.ts';

const body = (text: string): Uint8Array => Buffer.from(text);
const heartbeat = { wallMs: 1, revision: 0, sequence: 0, gateways: [], version: '0', trouble: null };

describe.skipIf(etcdVersion() === null)('the order in etcd', () => {
  let members: Members;
  let order: EtcdOrder;
  let other: EtcdOrder;
  const connect = (node: string, exchange = 'main'): EtcdOrder =>
    new EtcdOrder({ members: members.all.map(({ address }) => address), exchange, node });

  beforeAll(async () => {
    members = await startMembers();
    [order, other] = [connect('a'), connect('b')];
    await other.open((await order.open(null)).id);
  }, 30_000);

  afterAll(async () => {
    order.close();
    other.close();
    await members.stop();
  });

  async function some(from: EtcdOrder, after: number, count: number): Promise<OrderedBatch[]> {
    const found: OrderedBatch[] = [];
    const enough = new AbortController();
    for await (const batch of from.follow(after, enough.signal)) if (found.push(batch) === count) enough.abort();
    return found;
  }

  it('gives a batch one place, however often it is sent, and each node the same', async () => {
    const sent = { gateway: 'g1', n: 1, body: body('one') };
    expect(await order.publish(sent, 0, null)).toBe('ordered');
    expect(await other.publish(sent, 1, null)).toBe('ordered');
    expect(await other.publish({ gateway: 'g2', n: 1, body: body('two') }, 0, null)).toBe('ordered');
    expect(await order.publish({ ...sent, n: 2, body: body('three') }, 0, null)).toBe('ordered');
    const [here, there] = await Promise.all([some(order, 0, 3), some(other, 0, 3)]);
    expect(here).toEqual(there);
    expect(here.map(({ place, gateway, n, body: text }) => [place, gateway, n, text.toString()])).toEqual([
      [1, 'g1', 1, 'one'],
      [2, 'g2', 1, 'two'],
      [3, 'g1', 2, 'three'],
    ]);
    expect(await some(order, here[1]!.revision, 1)).toEqual([here[2]]);
    for (const way of [true, false]) {
      other.confirmsByRange = way;
      expect(await other.readPosition()).toBe(here[2]!.revision);
    }
  });

  it('ends a gateway under whose number another batch is', async () => {
    expect(await other.publish({ gateway: 'g2', n: 2, body: FENCE }, 0, null)).toBe('ordered');
    expect(await order.publish({ gateway: 'g2', n: 3, body: body('late') }, 0, null)).toBe('ordered');
    expect(await order.publish({ gateway: 'g2', n: 2, body: body('old') }, 0, null)).toBe('fenced');
    expect(await order.publish({ gateway: 'g2', n: 9, body: body('far') }, 0, null)).toBe('fenced');
  });

  it('orders the batches of a role only while it is held', async () => {
    await order.beat({ ...heartbeat, name: 'a' });
    const held = (await order.claim('clock'))!;
    expect(await order.claim('clock')).toEqual(held);
    expect(await other.claim('clock')).toBeNull();
    expect(await order.publish({ gateway: 'g3', n: 1, body: body('tick') }, 0, held)).toBe('ordered');
    await order.release(held);
    const next = (await other.claim('clock'))!;
    expect(await order.publish({ gateway: 'g3', n: 2, body: body('tick') }, 0, held)).toBe('lost');
    expect(await other.publish({ gateway: 'g4', n: 1, body: body('tick') }, 0, next)).toBe('ordered');
    const { nodes, newest, place } = await other.beat({ ...heartbeat, name: 'b' });
    expect(nodes.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(newest).toBe(await order.readPosition());
    expect(place).toBe(7);
  });

  it('tells all nodes of one that stopped because it met something else, until that one is back', async () => {
    await order.diverged('the state differs');
    expect((await other.beat({ ...heartbeat, name: 'b' })).diverged).toEqual(['a']);
    await order.diverged(null);
    expect((await other.beat({ ...heartbeat, name: 'b' })).diverged).toEqual([]);
  });

  it('says from where on it keeps batches, and is told from another', async () => {
    const newest = await order.readPosition();
    await order.compact(newest);
    await order.compact(newest);
    await expect(some(order, 0, 1)).rejects.toEqual(new OrderCompacted(newest));
    const later = connect('c');
    await expect(later.open('another')).rejects.toBeInstanceOf(OrderForked);
    await expect(connect('d', 'elsewhere').open('another')).rejects.toThrow(/no generation 1 of order elsewhere/);
    await expect(some(order, newest + 1_000, 1)).rejects.toBeInstanceOf(OrderForked);
    later.close();
  });

  it('is told from one that has another batch where one was met, and from one that was thrown away', async () => {
    const [own, later] = [connect('a', 'third'), connect('b', 'third')];
    const { id } = await own.open(null);
    await later.open(id);
    await own.publish({ gateway: 'g1', n: 1, body: body('one') }, 0, null);
    await own.publish({ gateway: 'g1', n: 2, body: body('two') }, 0, null);
    const at = await own.readPosition();
    const follow = async (place: number, n: number): Promise<void> => {
      const met = { place, numberOf: (gateway: string) => (gateway === 'g1' ? n : 0) };
      await own.publish({ gateway: 'g2', n: 1, body: body('three') }, 0, null);
      for await (const batch of own.follow(at, AbortSignal.timeout(5_000), met)) {
        expect(batch.place).toBe(3);
        return;
      }
    };
    await follow(2, 2);
    await expect(follow(1, 2)).rejects.toThrow(/has batch 2 of g1, and another was met/);
    await expect(follow(2, 1)).rejects.toThrow(/has batch 2 of g1, and another was met/);
    const path = '/v3/kv/deleterange';
    const keys = { key: btoa('/outcry/third/'), range_end: btoa('/outcry/third0') };
    await fetch(`http://${members.all[0]!.address}${path}`, { method: 'POST', body: JSON.stringify(keys) });
    const heartbeat = { wallMs: 1, revision: 1, sequence: 1, gateways: [], version: '0', trouble: null };
    const asked = [
      () => own.publish({ gateway: 'g4', n: 1, body: body('four') }, 0, null),
      () => own.claim('clock'),
      () => own.beat({ ...heartbeat, name: 'a' }),
      () => own.readPosition(),
      () => follow(2, 2),
    ];
    for (const ask of asked) await expect(ask()).rejects.toThrow(/etcd holds no such order/);
    const { id: another } = await later.open(null);
    for (const ask of asked) await expect(ask()).rejects.toThrow(`etcd holds order ${another}, and held ${id}`);
    own.close();
    later.close();
  });

  it('goes on when the member that was asked is killed', async () => {
    const leader = await members.leader();
    leader.signal('SIGKILL');
    const sent = { gateway: 'g5', n: 1, body: body('after') };
    for (let attempt = 0; ; attempt++) {
      const verdict = await order.publish(sent, attempt, null).catch(() => null);
      if (verdict === 'ordered') break;
      expect(verdict).toBeNull();
      expect(attempt).toBeLessThan(50);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    leader.start();
  }, 20_000);
});

it('reads positions by a write where a member may answer from an old state', () => {
  const versions = ['3.4.23', '3.4.42', '3.5.13', '3.5.28', '3.6.8', '3.6.9', '3.7.0', '4.0.1', '', '3.3.99'];
  expect(versions.filter(confirmsByRange)).toEqual(['3.4.42', '3.5.28', '3.6.9', '3.7.0', '4.0.1']);
});
