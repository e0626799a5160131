/**
 * Two accounts with dust against the mark of an exchange without a market of its own, by which a third could be
 * liquidated: whatever they order over HTTP for less than the impact notional together, the mark stays the index. Its
 * clock is moved by hand, so that minutes pass within the second they are given.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAdminAsk } from '../../src/rehearsal/admin-ask.ts';
import { readConfig } from '../../src/app/settings/config.ts';
import { startApp } from '../../src/app/start.ts';
import { type Client, createClient } from '../../src/client/client.ts';
import { manualTime } from '../../src/time/manual.ts';
import type { Random } from '../../src/market/random.ts';
import { type Account, newFolder } from '../cli/process.ts';
import { judgeMark, judgePrey } from './judge.ts';
import { pick } from './mutate.ts';
import type { Report } from './report.ts';

const OPENS_MS = Date.UTC(2026, 0, 5, 1, 0, 0);
const symbol = 'cmt_btcusdt';
const INDEX = 50_000;
/** What one round may be worth at its dearest: below BTC's impact notional. */
const ROUND_VALUE = 24_000;
/** After so many seconds no trade of the round before counts. */
const MINUTE_S = 60;

export async function attackMark(random: Random, report: Report, budgetMs: number): Promise<void> {
  const stage = await openStage();
  try {
    const untilMs = performance.now() + budgetMs;
    do {
      await oneRound(random, report, stage);
    } while (performance.now() < untilMs);
    const held = await stage.honest.singlePosition({ symbol });
    const wrong = judgePrey(held.map(({ side, size }) => `${side} ${size}`));
    if (wrong !== null) report.found(wrong);
  } finally {
    await stage.stop();
  }
}

interface Stage {
  readonly attackers: readonly Client[];
  readonly honest: Client;
  /** The next second, at an index price. */
  pass(index: number): Promise<void>;
  stop(): Promise<void>;
}

async function openStage(): Promise<Stage> {
  const data = newFolder();
  const time = manualTime(OPENS_MS);
  const flags = ['--port', '0', '--admin-port', '0', '--data', data, '--log-level', 'silent'];
  const app = await startApp(readConfig([...flags, '--no-rate-limit-enabled'], {}), {
    demo: false,
    time,
    isDriven: true,
  });
  const { submit } = app.exchange;
  const admin = createAdminAsk(app.adminUrl, readFileSync(join(data, 'admin-token'), 'utf8').trim());
  const client = async (amount: string): Promise<Client> => {
    const { uid } = await admin<{ uid: number }>('POST', '/admin/accounts', { label: 'mark' });
    await admin('POST', '/admin/accounts/deposit', { uid, amount });
    const key = await admin<Omit<Account, 'uid'>>('POST', '/admin/keys', { uid, permission: 'trade', ips: [] });
    return createClient({ url: app.url, ...key, nowMs: () => time.nowMs() });
  };
  const pass = async (index: number): Promise<void> => {
    await time.advance(1_000);
    await submit({ name: 'setIndexPrice', symbol, price: String(index), sourceTimeMs: time.nowMs() });
    await submit({ name: 'tick' });
  };
  await pass(INDEX);
  const attackers = [await client('10000'), await client('10000')];
  const honest = await client('2670');
  await order(attackers[0]!, 'deal-a', '1', '1', '50000');
  await order(honest, 'deal-h', '2', '1', '50000');
  return { attackers, honest, pass, stop: () => app.stop('the attack is over') };
}

function order(who: Client, name: string, type: '1' | '2' | '3' | '4', size: string, price: string | null) {
  const limit = price === null ? { match_price: '1' as const } : { match_price: '0' as const, price };
  return who.placeOrder({ symbol, client_oid: name, size, type, order_type: '0', ...limit });
}

let made = 0;

/** A minute of orders that are refused, rest or trade, the mark looked at each second, and a minute of nothing. */
async function oneRound(random: Random, report: Report, { attackers, honest, pass }: Stage): Promise<void> {
  let left = ROUND_VALUE;
  let index = INDEX;
  for (let second = 0; second < MINUTE_S && left > 0; second++) {
    for (let nth = random.below(4); nth > 0; nth--) {
      const steps = 1 + random.below(40);
      left -= (steps / 10_000) * INDEX * 1.2;
      if (left < 0) break;
      const price = random.below(4) === 0 ? null : String(INDEX + random.below(14_001) - 7_000);
      const who = pick(random, attackers);
      // What the rules refuse is as good: it moves nothing either.
      await order(who, `dust-${made++}`, pick(random, ['1', '2', '3']), String(steps / 10_000), price).catch(
        () => null,
      );
      report.count('orders of dust against a mark');
    }
    index += random.below(21) - 10;
    await pass(index);
    const { markPrice } = await honest.ticker({ symbol });
    const wrong = judgeMark(Number(markPrice), index);
    if (wrong !== null) report.found(wrong);
  }
  for (const who of attackers) await who.cancelAllOrders({ cancelOrderType: 'normal' });
  for (let second = 0; second < MINUTE_S; second++) await pass(INDEX);
}
