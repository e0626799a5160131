// How full a real member of etcd is, with a small quota; skipped, visibly, where etcd is not on the path.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RoomWatch } from '../../src/app/node/room-watch.ts';
import { EtcdOrder } from '../../src/sequencer/etcd/etcd-order.ts';
import { OrderUnreachable } from '../../src/sequencer/nodes/shared-order.ts';
import { etcdVersion, type Members, startMembers } from './etcd-members.ts';

const QUOTA = 16 * 1024 * 1024;
/** Of the quota; random, so that nothing is packed. */
const BODY = 512 * 1024;

describe.skipIf(etcdVersion() === null)('the room of an order in etcd', () => {
  let members: Members;
  let order: EtcdOrder;
  let watch: RoomWatch;
  const said: string[] = [];
  const note = (_: unknown, text?: string): void => void said.push(text ?? '');
  let n = 0;

  beforeAll(async () => {
    members = await startMembers({ count: 1, args: [`--quota-backend-bytes=${QUOTA}`] });
    order = new EtcdOrder({ members: members.all.map(({ address }) => address), exchange: 'main', node: 'a' });
    await order.open(null);
    watch = new RoomWatch({ look: () => order.room.look(), log: { error: note, warn: note, info: note } });
  }, 30_000);
  afterAll(async () => {
    watch.stop();
    order.close();
    await members.stop();
  });

  const publish = (): Promise<string> =>
    order.publish({ gateway: 'g', n: n + 1, body: randomBytes(BODY) }, 1, null).then((verdict) => {
      n += 1;
      return verdict;
    });
  /** Publishes until the watch says it, or the member takes no more. */
  async function fillUntil(isSo: () => boolean): Promise<void> {
    for (let tries = 0; tries < 64; tries++) {
      await publish();
      await watch.look();
      if (isSo()) return;
    }
    throw new Error(`it does not fill: ${JSON.stringify(watch.room)}`);
  }
  /** A page of its file is free when something is written after it was freed, as hearts do all the time. */
  const looked = async <T>(what: () => T): Promise<T> => {
    await order.readPosition().catch(() => undefined);
    await watch.look();
    return what();
  };

  it('is fine below half of the quota, said from there on, and no command is taken beyond four fifths of it', async () => {
    await watch.look();
    expect([watch.room?.quotaBytes, watch.filling(), watch.halted()]).toEqual([QUOTA, null, null]);
    await fillUntil(() => watch.filling() !== null);
    expect(watch.filling()).toBeGreaterThan(0.5);
    expect(watch.halted()).toBeNull();
    await fillUntil(() => watch.halted() !== null);
    expect(watch.halted()).toMatchObject({
      why: 'busy',
      text: expect.stringMatching(/ of 16 MiB: no command is taken/),
    });
    // What was answered before then had its place, and room for more was left.
    expect(await publish()).toBe('ordered');
  }, 60_000);

  it('is there again when the archiver has let the order forget, though the file stays as large', async () => {
    await order.compact(await order.readPosition());
    await expect.poll(() => looked(() => watch.filling()), { timeout: 20_000 }).toBeNull();
    expect(watch.halted()).toBeNull();
    expect(said).toEqual([
      'the order fills: the archive does not take what it holds',
      'the order has no room: no command is taken until it has; reads go on',
      'the order has room again: commands are taken',
      ...said.slice(3),
    ]);
  }, 30_000);

  it('is none when etcd itself has said so, whatever is in use', async () => {
    for (let tries = 0; tries < 128; tries++)
      try {
        await publish();
      } catch (error) {
        expect(error).toBeInstanceOf(OrderUnreachable);
        if (String(error).includes('space exceeded')) break;
      }
    await watch.look();
    expect(watch.halted()?.text).toContain(`alarm NOSPACE at ${members.all[0]!.address}`);
    expect(watch.isExhausted).toBe(true);
    await expect(order.readPosition()).rejects.toThrow(/space exceeded/);
  }, 60_000);
});
