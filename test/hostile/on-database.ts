/**
 * A read store on PostgreSQL whose connections are ended again and again under load: nothing that was answered is lost,
 * and history catches up. Left out, and said so, where no PostgreSQL answers.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Random } from '../../src/market/random.ts';
import { newFolder } from '../cli/process.ts';
import { callUntilKilled, type Sent } from '../crash/callers.ts';
import { startKillable } from '../crash/killable.ts';
import { examineAndStop } from './on-process.ts';
import type { Report } from './report.ts';

const AT = 'postgres://root@127.0.0.1:5432/test';
const CONNECTIONS = 4;

export async function attackDatabase(random: Random, report: Report, budgetMs: number): Promise<void> {
  const client = new pg.Client({ connectionString: process.env['OUTCRY_STORE'] ?? AT, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
  } catch {
    return report.count('ended database connections skipped: no PostgreSQL answers');
  }
  const schema = `outcry_attack_${randomBytes(6).toString('hex')}`;
  await client.query(`CREATE SCHEMA ${schema}`);
  try {
    await endConnections(random, report, client, schema, budgetMs);
  } finally {
    await client.query(`DROP SCHEMA ${schema} CASCADE`);
    await client.end();
  }
}

async function endConnections(random: Random, report: Report, client: pg.Client, schema: string, budgetMs: number) {
  const store = new URL(process.env['OUTCRY_STORE'] ?? AT);
  store.searchParams.set('schema', schema);
  store.searchParams.set('application_name', schema);
  const data = newFolder();
  const running = await startKillable(data, '--store', store.toString());
  const sent: Sent[] = [];
  const load = callUntilKilled(running.ready, running.ready.accounts, CONNECTIONS, random, sent);
  const untilMs = performance.now() + budgetMs;
  do {
    await sleep(50 + random.below(400));
    const { rowCount } = await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name IN ($1, $2)',
      [schema, `outcry ${schema}`],
    );
    report.count('database connections ended', rowCount ?? 0);
  } while (performance.now() < untilMs && running.child.exitCode === null);
  if (running.child.exitCode !== null)
    report.found(`with its database connections ended the exchange ended: ${(await running.ended).stderr.slice(-300)}`);
  await running.stop('SIGKILL');
  await load;
  const bad = sent.filter(({ reply }) => reply !== null && reply.status >= 500 && reply.status !== 503);
  for (const { reply } of bad) report.found(`${reply?.status} while database connections were ended`);
  const again = await startKillable(data, '--store', store.toString());
  await examineAndStop(report, 'after ended database connections', again, sent);
}
