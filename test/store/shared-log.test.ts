// Two nodes that both hold themselves for the one that signs, as after a role that was taken over while its holder
// slept: over one PostgreSQL there is one tree all the same, each root signed once, and both serve what is stored.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createEngine } from '../../src/core/engine.ts';
import { rootOf } from '../../src/core/log/merkle.ts';
import { toBase64 } from '../../src/core/text/bytes.ts';
import { LogPublisher } from '../../src/publish/log/log-publisher.ts';
import { openDatabase } from '../../src/store/database/open-database.ts';
import { manualClock } from '../../src/time/manual.ts';
import { onPostgresOnly } from './each-database.ts';
import { follow } from './followed-store.ts';
import { seeded, sha256, START_MS, tradingDay } from './trading-day.ts';

const WITHIN_MS = 60_000;
const ORIGIN = 'cluster.example/log';

onPostgresOnly('two nodes that sign at once', ({ freshUrl }) => {
  it(
    'leave one root for a size and one line of sizes, and go on',
    async () => {
      const url = await freshUrl();
      const folder = mkdtempSync(join(tmpdir(), 'outcry-log-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const day = tradingDay(71, 480);
      /** Of each size, by an engine of the test's own. */
      const roots = new Map<number, string>();
      const whole = createEngine(sha256);
      for (const sequenced of day.commands) {
        whole.apply(sequenced);
        const { nextIndex, frontier } = whole.state.ailog;
        roots.set(nextIndex, toBase64(rootOf(sha256, frontier)));
      }
      const troubles: unknown[] = [];
      const node = async (name: string) => {
        const { start, append, put } = await follow(url, { node: name, keyFilePath: join(folder, 'key-file') });
        const store = await start();
        const { apply, state } = createEngine(sha256);
        state.ailog.origin = ORIGIN;
        const served = new Map<number, string>();
        const publisher = new LogPublisher({
          state,
          store,
          clock: manualClock(START_MS),
          log: { error: (what: unknown) => troubles.push(what), info: () => undefined },
          signer: { signNote: (body) => Promise.resolve(`${body}\n— signed by ${name}\n`) },
          onForked: (error) => troubles.push(error),
        });
        publisher.signs(true);
        publisher.begin(null);
        let at = 0;
        return {
          put,
          publisher,
          served,
          store,
          async goOn(until: number): Promise<void> {
            const part = day.commands.slice(at, until);
            if (part.length === 0) return;
            at = until;
            await append(part);
            for (const sequenced of part) apply(sequenced);
            store.announceDurable(until);
          },
          async publish(): Promise<void> {
            const tree = await publisher.ofNow(5_000);
            if (tree !== null) served.set(tree.size, tree.note);
          },
        };
      };
      const nodes = [await node('a'), await node('b')];
      await nodes[0]!.put(day.payloads);
      await nodes[0]!.store.ask('bodiesTake', null, 0);
      const random = seeded(7);
      for (let until = 80; until <= day.commands.length; until += 80) {
        // One of them is a little behind the other.
        const [ahead, behind] = random() < 0.5 ? nodes : nodes.toReversed();
        await Promise.all([ahead!.goOn(until), behind!.goOn(until - Math.floor(random() * 60))]);
        await Promise.all(nodes.map(({ publish }) => publish()));
      }
      const database = openDatabase(url);
      onTestFinished(() => database.close());
      const rows = await database.sql.selectFrom('tlog_checkpoint').selectAll().orderBy('size').execute();
      expect(rows.length).toBeGreaterThan(4);
      for (const { size, root } of rows) expect(toBase64(root), `root of ${size}`).toBe(roots.get(size));
      // Each was given the lead sometimes, and nothing was served that is not stored.
      const notes = new Map(rows.map(({ size, note }) => [size, note]));
      for (const { served } of nodes)
        for (const [size, note] of served) expect(note, `tree of ${size}`).toBe(notes.get(size));
      expect(new Set(rows.map(({ note }) => note.trim().split(' ').at(-1)))).toEqual(new Set(['a', 'b']));
      expect([troubles, nodes.map(({ publisher }) => publisher.trouble())]).toEqual([[], [null, null]]);
      for (const { publisher } of nodes) await publisher.stop();
    },
    WITHIN_MS,
  );
});
