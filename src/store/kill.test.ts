import { rowsInWords } from '../../test/store/in-words.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { onEachDatabase } from '../../test/store/each-database.ts';
import { seeded } from '../../test/store/trading-day.ts';
import type { Database } from './database/db.ts';
import { makeTables } from './database/schema.ts';

const program = fileURLToPath(new URL('../../test/store/project-day.ts', import.meta.url));
const SEED = '41';
const COMMANDS = '1200';

function start(url: string): ChildProcess {
  return spawn(process.execPath, [program, url, SEED, COMMANDS], { stdio: ['ignore', 'pipe', 'inherit'] });
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

async function rowsOf(database: Database): Promise<unknown[]> {
  return [
    await rowsInWords(database, 'bill', 'id'),
    await rowsInWords(database, 'fill', 'id', 'role'),
    await database.sql.selectFrom('bar').selectAll().orderBy('symbol').orderBy('open_ms').execute(),
    await rowsInWords(database, 'order_record', 'id'),
    await database.sql.selectFrom('tlog_leaf').select(['idx', 'entry']).orderBy('idx').execute(),
    await rowsInWords(database, 'ai_order', 'leaf_index'),
    await database.sql.selectFrom('contest_point').selectAll().orderBy('at_ms').orderBy('team').execute(),
    await database.sql.selectFrom('contest_minute').selectAll().orderBy('at_ms').execute(),
    await database.sql.selectFrom('projection_state').selectAll().orderBy('name').execute(),
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
