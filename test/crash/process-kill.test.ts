// The whole exchange is killed with SIGKILL at random instants, under a real load over HTTP, again and again on one
// data folder. After each restart every answered order exists once, every answered AI log is there with its body,
// nothing is half done and the ledger balances; at the end the journal alone tells the same story, and gives the same
// state hash as the living process. KILL_SEED repeats the choices of a run; the instants at which the machine does
// things are its own.
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../src/market/random.ts';
import { createProjector } from '../../src/store/write/projector.ts';
import { type Account, cleanUp, newFolder, outcryJson, type Ready, type Running } from '../cli/process.ts';
import { callUntilKilled, type Sent } from './callers.ts';
import { type Connection, connect } from './connection.ts';
import { type Balances, checkLogs, followBills, listBills, repeatOrders, sendAgain, shown } from './evidence.ts';
import {
  brokenChains,
  type JournalEvidence,
  logsWithoutBody,
  openBoth,
  projectedRows,
  readJournal,
} from './journal-evidence.ts';
import { takeCopies } from './copies.ts';
import { administer, launchKillable, openAccount, startKillable } from './killable.ts';
import { THOROUGH } from '../thorough.ts';

// The long run of docs/security.md has 50.
const KILLS = Number(process.env['KILLS'] ?? (THOROUGH ? 8 : 4));
const KILLS_WHILE_STARTING = Math.floor(KILLS / 4);
const KILLS_UNDER_LOAD = KILLS - KILLS_WHILE_STARTING;
// Enough for two batches at once: one on its way to the disk, one being applied.
const CONNECTIONS = 24;
const REQUESTS_AT_MOST = 250;
const EARLIER_ORDERS = 60;
const WITHIN_MS = 15 * 60_000;

const seed = process.env['KILL_SEED'] === undefined ? randomInt(2 ** 32) : Number(process.env['KILL_SEED']);
const random = createRandom(seed);

const data = newFolder();
const sent: Sent[] = [];
const accounts: Account[] = [];
/** Live state hashes by sequence. */
const hashes = new Map<number, string>();
/** By account: the last bill seen, and the balances it left. */
const followed = new Map<number, { lastBill: number; balances: Balances }>();
let checkedUpTo = 0;
let unheard = 0;

afterAll(cleanUp);

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const token = () => readFileSync(join(data, 'admin-token'), 'utf8');
const isAccepted = ({ reply }: Sent) => reply?.status === 200;
const ofKind = (kind: Sent['kind'], from: readonly Sent[] = sent) => from.filter((one) => one.kind === kind);

/** The whole examination of a restarted exchange. */
async function examine(ready: Ready): Promise<void> {
  const connections = Array.from({ length: CONNECTIONS }, () => connect(ready.url));
  try {
    await checkLedger(ready);
    const recent = sent.slice(checkedUpTo);
    const earlier = ofKind('order', sent.slice(0, checkedUpTo)).filter(isAccepted);
    const sample = Array.from(
      { length: Math.min(EARLIER_ORDERS, earlier.length) },
      () => earlier[random.below(earlier.length)]!,
    );
    const answered = ofKind('order', recent).filter(isAccepted);
    expect(await repeatOrders(connections, [...answered, ...sample])).toEqual([]);
    for (const who of accounts) expect(await checkAccount(connections[0]!, who, recent)).toEqual([]);
    await settle(connections, recent);
    for (const who of accounts) expect(await checkAccount(connections[0]!, who, [])).toEqual([]);
    checkedUpTo = sent.length;
  } finally {
    for (const connection of connections) connection.close();
  }
}

/** An exchange that ends under the examination says why on standard error. */
async function examineOrExplain({ ready, stop }: Running): Promise<void> {
  try {
    await examine(ready);
  } catch (error) {
    const { stderr } = await stop();
    if (stderr === '') throw error;
    throw new Error(`the restarted exchange said: ${stderr}`, { cause: error });
  }
}

async function checkLedger(ready: Ready): Promise<void> {
  expect(await administer(ready, token(), '/admin/audit')).toMatchObject({ ok: true, failures: [] });
  const { sequence, hash } = await administer<{ sequence: number; hash: string }>(ready, token(), '/admin/state');
  hashes.set(sequence, hash);
}

/**
 * What a caller does whose connection broke: sends again, and is told. Afterwards nothing of the load is without an
 * answer.
 */
async function settle(connections: readonly Connection[], recent: readonly Sent[]): Promise<void> {
  unheard += await sendAgain(
    connections,
    recent.filter(({ reply }) => reply === null),
  );
  const odd = recent.filter(({ reply }) => reply === null || ![200, 400].includes(reply.status));
  expect(odd.map(({ key, reply }) => `${key}: ${shown(reply)}`)).toEqual([]);
}

/** Logs and bills of one account, the bodies of recent logs opened. */
async function checkAccount(connection: Connection, who: Account, recent: readonly Sent[]): Promise<string[]> {
  const mine = ofKind('log').filter((one) => one.who.uid === who.uid && (one.reply === null || isAccepted(one)));
  const logs = await checkLogs(
    connection,
    who,
    mine,
    ofKind('log', recent).filter((one) => one.who.uid === who.uid),
  );
  const place = followed.get(who.uid) ?? { lastBill: 0, balances: new Map() };
  followed.set(who.uid, place);
  const [known, ...news] = await listBills(connection, who, place.lastBill);
  const isKnown = place.lastBill === 0 || known?.billId === place.lastBill;
  const bills = followBills(place.lastBill === 0 && known !== undefined ? [known, ...news] : news, place.balances);
  place.lastBill = news.at(-1)?.billId ?? known?.billId ?? 0;
  return [...logs, ...bills, ...(isKnown ? [] : [`bill ${place.lastBill} of ${who.uid} is gone`])];
}

/** So much of it that some is always under way: files closed and compressed, snapshots, rows that are let go. */
const UPKEEP = ['--journal-segment-bytes', '32768', '--snapshot-commands', '150', '--keep-house', '1m'];

/** A first life with a clean end, which leaves the compiled code of the program to all later ones. */
async function openAccounts(): Promise<void> {
  const { ready, stop } = await startKillable(data, ...UPKEEP);
  accounts.push(...ready.accounts, await openAccount(ready, token()));
  expect((await stop()).code).toBe(0);
}

async function killUnderLoad({ ready, stop }: Running): Promise<void> {
  const load = callUntilKilled(ready, accounts, CONNECTIONS, random, sent);
  // Counted rather than timed, so that a slow machine has as much to lose; then an instant that nothing the callers do
  // decides.
  const enough = sent.length + CONNECTIONS + random.below(REQUESTS_AT_MOST);
  while (sent.length < enough) await sleep(1);
  await sleep(random.below(20));
  expect((await stop('SIGKILL')).code).toBe(null);
  await load;
}

/** Some kills fall into the start: the lock, the recovery of the journal and of the database, the first commands. */
async function killWhileStarting(): Promise<void> {
  const { child, ended } = launchKillable(data, ...UPKEEP);
  await sleep(100 + random.below(900));
  child.kill('SIGKILL');
  expect((await ended).code).toBe(null);
}

/**
 * Exactly once: what was answered is in the journal, one time, with the id that was answered; what was refused is not.
 */
function wrongOrders({ orders, cancelled }: JournalEvidence): string[] {
  const placed = ofKind('order').flatMap((order) => {
    const found = (orders.get(`${order.who.uid} ${order.key}`) ?? []).join();
    const expected = isAccepted(order) ? (order.reply!.body.order_id as string) : '';
    return found === expected ? [] : [`${order.key}: answered ${shown(order.reply)}, the journal has [${found}]`];
  });
  const undone = ofKind('cancel').filter((one) => one.reply?.body.result === true && !cancelled.has(Number(one.key)));
  return [...placed, ...undone.map(({ key }) => `${key} was answered as cancelled, the journal has no such cancel`)];
}

describe(`an exchange killed with SIGKILL (KILL_SEED=${seed})`, () => {
  it(
    `has lost nothing it had answered, ${KILLS_UNDER_LOAD} times under load and ${KILLS_WHILE_STARTING} times while starting`,
    async () => {
      console.log(`KILL_SEED=${seed}`);
      const copies = takeCopies(random);
      await openAccounts();
      let running = await startKillable(data, ...UPKEEP);
      for (let kill = 1; kill <= KILLS_UNDER_LOAD; kill++) {
        const copying = kill % 3 === 0 ? copies.begin(data) : Promise.resolve();
        await killUnderLoad(running);
        if (kill % Math.floor(KILLS_UNDER_LOAD / KILLS_WHILE_STARTING) === 0) await killWhileStarting();
        running = await startKillable(data, ...UPKEEP);
        await examineOrExplain(running);
        await copying;
      }

      const live = await outcryJson<{ sequence: number; hash: string }>('hash', '--live', '--data', data);
      for (const _ of ['once', 'twice'])
        expect(await outcryJson('replay', '--until', String(live.sequence), '--data', data)).toMatchObject({
          ...live,
          problems: [],
        });
      expect((await running.stop()).code).toBe(0);

      const { survived, anew } = await openBoth(data);
      const projector = await createProjector(anew, { mayLackBodies: true });
      const journal = await readJournal(data, new Set(hashes.keys()), projector);
      await projector.flush();
      expect([...journal.hashes].toSorted()).toEqual([...hashes].toSorted());
      expect(wrongOrders(journal)).toEqual([]);
      expect(await projectedRows(survived)).toEqual(await projectedRows(anew));
      expect(await brokenChains(survived)).toEqual([]);
      expect(await logsWithoutBody(survived)).toEqual([]);
      await survived.close();
      await anew.close();

      const { counts } = copies;
      console.log(`copies: ${JSON.stringify(counts)}`);
      expect(counts.restored + counts.backupsKilled + counts.restoresKilled).toBeGreaterThan(0);
      const accepted = (kind: Sent['kind']) => ofKind(kind).filter(isAccepted).length;
      console.log(
        `${accepted('order')} orders of ${ofKind('order').length}, ${accepted('cancel')} cancels, ${accepted('log')} logs, ` +
          `${unheard} carried out unheard, ${journal.commands} commands`,
      );
      expect(accepted('order'), 'a load worth the name').toBeGreaterThan(KILLS_UNDER_LOAD * 20);
      expect(accepted('log')).toBeGreaterThan(KILLS_UNDER_LOAD * 5);
    },
    WITHIN_MS,
  );
});
