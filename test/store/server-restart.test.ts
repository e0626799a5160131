// The server of the database is stopped and started while rows are written to it, in order and as after a crash. It
// forgets what it had not made durable; the store goes back to what is there, and in the end every row is there once.
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/store/database/open-database.ts';
import { BILLS, follow, rowsOf, undisturbed } from './followed-store.ts';
import { ownPostgres, whyNoPostgres } from './own-postgres.ts';
import { PATIENCE_MS } from '../patience.ts';
import { tradingDay } from './trading-day.ts';
import { untilAnswered } from './until-answered.ts';

const reason = whyNoPostgres();
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it.skipIf(reason !== '')(
  `a PostgreSQL server that is restarted under load loses nothing${reason === '' ? '' : ` (skipped: ${reason})`}`,
  async () => {
    const server = await ownPostgres();
    onTestFinished(() => server.remove());
    server.start();
    const day = tradingDay(71, 600);
    const expected = await undisturbed(server.url, day);
    const emptied = openDatabase(server.url);
    await emptied.sql.schema.dropSchema('public').cascade().execute();
    await emptied.sql.schema.createSchema('public').execute();
    await emptied.close();
    const { start, append, put, faults, absences } = await follow(server.url);
    const store = await start();
    await put(day.payloads);
    const third = Math.ceil(day.commands.length / 3);
    for (const [at, mode] of (['fast', 'immediate', 'immediate'] as const).entries()) {
      const part = day.commands.slice(at * third, (at + 1) * third);
      for (let from = 0; from < part.length; from += 20) {
        const few = part.slice(from, from + 20);
        await append(few);
        store.announceDurable(few.at(-1)!.sequence);
        await sleep(10);
        if (from === 100) server.stop(mode);
      }
      server.start();
      await untilAnswered(() => store.ask('bills', BILLS, part.at(-1)!.sequence));
    }
    expect(faults).toEqual([]);
    expect(absences.filter((absence) => absence !== null).length).toBeGreaterThanOrEqual(3);
    expect(absences.at(-1)).toBeNull();
    const database = openDatabase(server.url);
    expect(await rowsOf(database)).toEqual(expected);
    await database.close();
    await store.stop();
  },
  PATIENCE_MS,
);
