// Somebody has the file of the read store open and locks it, as a shell or a backup does: history waits, nothing else.
import { DatabaseSync } from 'node:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/store/database/open-database.ts';
import { StoreAway } from '../../src/store/errors.ts';
import { PATIENCE_MS } from '../patience.ts';
import { BILLS, follow, rowsOf, undisturbed } from './followed-store.ts';
import { tradingDay } from './trading-day.ts';
import { untilAnswered } from './until-answered.ts';

it(
  'a SQLite file that another process holds locked is away, and whole when it is let go',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'outcry-busy-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const day = tradingDay(72, 200);
    const expected = await undisturbed(join(folder, 'expected.db'), day);
    const path = join(folder, 'outcry.db');
    const { start, append, put, faults, absences } = await follow(path);
    const store = await start();
    await put(day.payloads);
    const other = new DatabaseSync(path);
    onTestFinished(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    await append(day.commands);
    store.announceDurable(day.commands.length);
    while (store.absence() === null) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(store.absence()!.reason).toContain('locked');
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await expect(store.ask('bills', BILLS, day.commands.length)).rejects.toBeInstanceOf(StoreAway);
    other.exec('ROLLBACK');
    await untilAnswered(() => store.ask('bills', BILLS, day.commands.length));
    expect([faults, absences.at(-1)]).toEqual([[], null]);
    const database = openDatabase(path);
    expect(await rowsOf(database)).toEqual(expected);
    await database.close();
  },
  PATIENCE_MS,
);
