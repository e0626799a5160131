import { rowsInWords } from '../../test/store/in-words.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { onEachDatabase, onPostgresOnly } from '../../test/store/each-database.ts';
import { seeded } from '../../test/store/trading-day.ts';
import type { Database } from './database/db.ts';
import { openDatabase } from './database/open-database.ts';
import { makeTables } from './database/schema.ts';

const program = fileURLToPath(new URL('../../test/store/project-day.ts', import.meta.url));
const SEED = '41';
const COMMANDS = '1200';

function start(url: string, ...more: string[]): ChildProcess {
  return spawn(process.execPath, [program, url, SEED, COMMANDS, ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** How the process ended, and where its projection went on. */
async function lifeOf(child: ChildProcess, killAfterMs: number | null): Promise<{ code: number | null; from: number }> {
  let said = '';
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  await new Promise<void>((resolve) => {
    child.stdout?.on('data', (bytes: Buffer) => {
      said += bytes.toString();
      if (said.endsWith('\n')) resolve();
    });
    child.on('exit', () => resolve());
  });
  if (killAfterMs !== null) setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  return { code: await exited, from: Number(said) };
}

/** Each by its whole key: rows that are equal in what they are ordered by may come in any order. */
async function rowsOf(database: Database): Promise<unknown[]> {
  return [
    await rowsInWords(database, 'bill', 'id'),
    await rowsInWords(database, 'fill', 'id', 'role'),
    await rowsInWords(database, 'bar', 'symbol', 'price_kind', 'granularity', 'open_ms'),
    await rowsInWords(database, 'order_record', 'id'),
    await database.sql.selectFrom('tlog_leaf').select(['idx', 'entry']).orderBy('idx').execute(),
    await rowsInWords(database, 'ai_order', 'leaf_index'),
    await rowsInWords(database, 'contest_point', 'contest', 'at_ms', 'team'),
    await rowsInWords(database, 'contest_minute', 'contest', 'at_ms'),
    await rowsInWords(database, 'projection_state', 'name'),
  ];
}

onEachDatabase('a process killed while it projects', ({ freshUrl, open }) => {
  it('leaves whole batches; the next one goes on, and in the end every row is there once', async () => {
    const killedUrl = await freshUrl();
    await makeTables(open(killedUrl));
    const random = seeded(3);
    const starts: number[] = [];
    // At least five, and later and later until one hits it at work: a busy machine takes longer to get there.
    for (let kill = 0; kill < 5 || (new Set(starts).size < 2 && kill < 30); kill++) {
      const { code, from } = await lifeOf(start(killedUrl), Math.floor(random() * 60) + 20 * Math.max(0, kill - 4));
      starts.push(from);
      if (code === 0) break;
    }
    expect((await lifeOf(start(killedUrl), null)).code).toBe(0);
    // The kills did hit it at work.
    expect(new Set(starts).size).toBeGreaterThan(1);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));

    const wholeUrl = await freshUrl();
    await makeTables(open(wholeUrl));
    expect((await lifeOf(start(wholeUrl), null)).code).toBe(0);
    expect(await rowsOf(open(killedUrl))).toEqual(await rowsOf(open(wholeUrl)));
  });
});

onPostgresOnly('two nodes that project into one database', ({ freshUrl, open }) => {
  it('leave every row once though both are killed at any moment', async () => {
    const sharedUrl = await freshUrl();
    const shared = openDatabase(sharedUrl, true);
    await makeTables(shared);
    await shared.close();
    const random = seeded(4);
    const node = async (): Promise<number[]> => {
      const starts: number[] = [];
      for (let kill = 0; kill < 6; kill++) {
        const { code, from } = await lifeOf(start(sharedUrl, 'shared'), 20 + Math.floor(random() * (40 + 80 * kill)));
        starts.push(from);
        if (code === 0) break;
      }
      return starts;
    };
    const starts = await Promise.all([node(), node()]);
    expect((await lifeOf(start(sharedUrl, 'shared'), null)).code).toBe(0);
    // Each came back to rows that had grown, and to some that it had not written itself.
    for (const own of starts) expect(new Set(own).size).toBeGreaterThan(1);
    const wholeUrl = await freshUrl();
    await makeTables(open(wholeUrl));
    expect((await lifeOf(start(wholeUrl), null)).code).toBe(0);
    expect(await rowsOf(open(sharedUrl))).toEqual(await rowsOf(open(wholeUrl)));
  });
});
