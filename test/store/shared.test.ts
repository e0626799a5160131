// Nodes of one exchange on one PostgreSQL: each has a store of its own that follows its own journal. Rows are there
// once, whoever writes them and whoever is killed; keys that one changes all know; a node with another key file is sent
// away.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/store/database/open-database.ts';
import type { KeyringEntry } from '../../src/store/keys/keys.ts';
import type { Store, StoreOptions } from '../../src/store/store.ts';
import { onPostgresOnly } from './each-database.ts';
import { BILLS, follow, rowsOf, undisturbed } from './followed-store.ts';
import { tradingDay } from './trading-day.ts';

const WITHIN_MS = 120_000;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function keyFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-shared-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'key-file');
}

/** A node's store, whose thread can be killed. */
async function openNode(url: string, node: string, keyFilePath: string, change: Partial<StoreOptions> = {}) {
  const threads: Worker[] = [];
  const { start, ...rest } = await follow(url, {
    node,
    keyFilePath,
    openThread(workerData) {
      const thread = new Worker(new URL('../../src/app/replica/store-thread.ts', import.meta.url), { workerData });
      threads.push(thread);
      return thread;
    },
    ...change,
  });
  const store = await start();
  return { store, ...rest, kill: () => threads.at(-1)!.terminate() };
}

const unseen = (store: Store, waitMs = 300) => store.ask('keysUnseen', { waitMs }, 0);

/** The keys as a node's API has them. */
function ringOf(store: Store): Map<string, KeyringEntry> {
  const ring = new Map<string, KeyringEntry>();
  store.shared!.followKeys((changed) => changed.forEach((key) => ring.set(key.id, key)));
  return ring;
}

onPostgresOnly('a store that nodes share', ({ freshUrl }) => {
  it(
    'has every row once when three nodes follow the same commands at their own pace, and the one that writes is killed',
    async () => {
      const day = tradingDay(61, 900);
      const expected = await undisturbed(await freshUrl(), day);
      const url = await freshUrl();
      const file = keyFile();
      const nodes = await Promise.all(['a', 'b', 'c'].map((name) => openNode(url, name, file)));
      const [a, b, c] = nodes as [(typeof nodes)[0], (typeof nodes)[0], (typeof nodes)[0]];
      a.store.shared!.writeFirst(true);
      // Each body is at one node alone; the others read it from the database.
      for (const [at, payload] of day.payloads.entries()) await nodes[at % 3]!.put([payload]);
      for (const node of nodes) await node.store.ask('bodiesTake', null, 0);
      const feed = async (node: typeof a, size: number, until: number): Promise<void> => {
        const from = node.store.progress().applied;
        for (let at = Math.max(from, 0); at < until; at += size) {
          const part = day.commands.slice(at, Math.min(at + size, until));
          await node.append(part);
          node.store.announceDurable(part.at(-1)!.sequence);
          await sleep(5);
        }
      };
      // One of them is asked all the while, so that it writes too, in between the other's batches.
      let isFed = false;
      const asking = (async () => {
        while (!isFed) {
          await b.store.ask('bills', BILLS, b.store.progress().applied).catch(() => undefined);
          await sleep(7);
        }
      })();
      await Promise.all([feed(a, 37, 500), feed(b, 90, 450), feed(c, 11, 300)]);
      await a.kill();
      await a.store.stop();
      isFed = true;
      await asking;
      const rest = async (node: typeof a, from: number): Promise<void> => {
        await node.append(day.commands.slice(from));
        node.store.announceDurable(day.commands.length);
      };
      await rest(b, 450);
      await rest(c, 300);
      // Nobody asks and nobody writes first: what one has had for two seconds it writes.
      const database = openDatabase(url);
      onTestFinished(() => database.close());
      const stored = async (): Promise<number> =>
        (await database.sql.selectFrom('projection_state').selectAll().executeTakeFirstOrThrow()).last_sequence;
      while ((await stored()) < day.commands.length) await sleep(50);
      expect(await rowsOf(database)).toEqual(expected);
      expect(nodes.flatMap(({ faults }) => faults)).toEqual([]);
    },
    WITHIN_MS,
  );

  it('tells every node of a key that another one made or switched off, and names those that have not heard', async () => {
    const url = await freshUrl();
    const file = keyFile();
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((name) => openNode(url, name, file)));
    const [ringA, ringB] = [ringOf(a!.store), ringOf(b!.store)];
    await a!.store.ask('accountCreate', { uid: 1_000_001, label: '', nowMs: 1 }, 0);
    const wanted = { uid: 1_000_001, label: '', permission: 'trade', ips: [], expiresMs: null, nowMs: 1 } as const;
    const made = await a!.store.ask('keyCreate', { ...wanted, key: null, secret: null, passphrase: null }, 0);
    // Node c has not begun to check requests: it has taken no key yet.
    expect((await unseen(a!.store)).map(({ node }) => node)).toEqual(['c']);
    const ringC = ringOf(c!.store);
    expect(await unseen(b!.store, 5_000)).toEqual([]);
    for (const ring of [ringA, ringB, ringC]) expect(ring.get(made.id)?.secret).toBe(made.secret);

    const startedMs = performance.now();
    await b!.store.ask('keyRevoke', { id: made.id, nowMs: 2 }, 0);
    expect(await unseen(b!.store, 5_000)).toEqual([]);
    // By the notice, not by the look every two seconds.
    expect(performance.now() - startedMs).toBeLessThan(1_500);
    for (const ring of [ringA, ringB, ringC]) expect(ring.get(made.id)?.revokedMs).toBe(2);

    // One that is killed may be cut off and still take keys: it is named. One that ended is not.
    await c!.kill();
    const stopped = c!.store.stop();
    await a!.store.ask('keySetEnabled', { id: made.id, enabled: false }, 0);
    const [late, ...others] = await unseen(a!.store);
    expect([late?.node, others]).toEqual(['c', []]);
    expect(late!.agoMs).toBeLessThan(10_000);
    await stopped;
    await b!.store.stop();
    await a!.store.ask('keySetEnabled', { id: made.id, enabled: true }, 0);
    // Older than a minute it has stopped by itself, once others that could look have been heard of; after an absence of
    // all of them it may go on.
    const database = openDatabase(url);
    onTestFinished(() => database.close());
    const older = (node: string, column: 'seen_at' | 'since_at', ms: number) =>
      sql`UPDATE keys_seen SET ${sql.ref(column)} = ${sql.ref(column)} - ${ms} WHERE node = ${node}`.execute(
        database.sql,
      );
    await older('c', 'seen_at', 120_000);
    expect((await unseen(a!.store)).map(({ node }) => node)).toEqual(['c']);
    await older('a', 'since_at', 20_000);
    expect(await unseen(a!.store)).toEqual([]);
    await older('c', 'seen_at', -120_000);
    expect((await unseen(a!.store)).map(({ node }) => node)).toEqual(['c']);
  });

  it('counts the keys of an account once, whichever nodes are asked at the same moment', async () => {
    const url = await freshUrl();
    const file = keyFile();
    const [a, b] = await Promise.all(['a', 'b'].map((name) => openNode(url, name, file)));
    await a!.store.ask('accountCreate', { uid: 1_000_001, label: '', nowMs: 1 }, 0);
    const wanted = { uid: 1_000_001, label: '', permission: 'read', ips: [], expiresMs: null, nowMs: 1 } as const;
    const create = ({ store }: NonNullable<typeof a>) =>
      store.ask('keyCreate', { ...wanted, key: null, secret: null, passphrase: null }, 0).then(
        () => 'made',
        ({ reason }: { reason?: string }) => reason,
      );
    const all = await Promise.all(Array.from({ length: 14 }, (_, at) => create(at % 2 === 0 ? a! : b!)));
    expect(all.filter((one) => one === 'made')).toHaveLength(10);
    expect(all.filter((one) => one === 'tooManyKeys')).toHaveLength(4);
    const accounts = await Promise.all(
      [a, b, a, b].map((node) => node!.store.ask('accountCreate', { uid: null, label: '', nowMs: 1 }, 0)),
    );
    expect(new Set(accounts.map(({ uid }) => uid)).size).toBe(4);
  });

  it('sends away a node with another key file or none, and an exchange without nodes', async () => {
    const url = await freshUrl();
    const file = keyFile();
    const a = await openNode(url, 'a', file);
    const other = keyFile();
    await expect(openNode(url, 'b', other)).rejects.toThrow('is missing');
    writeFileSync(other, `${'5'.repeat(64)}\n`, { mode: 0o600 });
    await expect(openNode(url, 'b', other)).rejects.toThrow('is not the one of the other nodes');
    writeFileSync(other, readFileSync(file), { mode: 0o600 });
    const b = await openNode(url, 'b', other);
    const alone = await follow(url);
    await expect(alone.start()).rejects.toThrow('another exchange has this database');
    await Promise.all([a.store.stop(), b.store.stop()]);
    const single = await alone.start();
    await expect(openNode(url, 'a', file)).rejects.toThrow('an exchange without nodes has this database');
    await single.stop();
    await expect(openNode(join(tmpdir(), 'none.db'), 'a', file)).rejects.toThrow(
      'nodes share a read store on PostgreSQL',
    );
  });
});
