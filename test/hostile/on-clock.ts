/** A machine whose clock jumps, forth and back: nothing is stamped that can't be believed, and all is well after. */
import { startApp } from '../../src/app/start.ts';
import { readConfig } from '../../src/app/settings/config.ts';
import { wallClock } from '../../src/time/wall-clock.ts';
import type { Random } from '../../src/market/random.ts';
import { newFolder, type Ready } from '../cli/process.ts';
import { connect } from '../crash/connection.ts';
import { TARGETS } from '../crash/callers.ts';
import { pick } from './mutate.ts';
import type { Report } from './report.ts';

const JUMPS_MS = [6_000, 60_000, 3_600_000, 86_400_000, 400 * 86_400_000];
const JUMPS = 12;

export async function attackClock(random: Random, report: Report): Promise<void> {
  const at = { wrongMs: 0 };
  const clock = wallClock({
    wallMs: () => Date.now() + at.wrongMs,
    steadyMs: () => performance.now(),
    bootMs: () => performance.now(),
  });
  const config = readConfig([
    '--data',
    newFolder(),
    '--port',
    '0',
    '--admin-port',
    '0',
    '--no-rate-limit-enabled',
    '--log-level',
    'silent',
  ]);
  const app = await startApp(config, { demo: true, clock });
  const connection = connect(app.url);
  const who = (app as unknown as Ready).accounts[0]!;
  let made = 0;
  const order = async (): Promise<number> => {
    const body = JSON.stringify({
      symbol: 'cmt_btcusdt',
      client_oid: `clock-${made++}`,
      size: '0.001',
      type: '1',
      order_type: '0',
      match_price: '1',
    });
    return (await connection.send(who, 'POST', TARGETS.order, body)).status;
  };
  try {
    for (let jump = 0; jump < JUMPS; jump++) {
      const wrongMs = pick(random, JUMPS_MS) * (random.below(2) === 0 ? 1 : -1);
      at.wrongMs = wrongMs;
      const during = await order();
      if (during !== 503) report.found(`a clock that jumped by ${wrongMs} ms: an order was answered ${during}`);
      at.wrongMs = 0;
      const after = await order();
      if (after !== 200)
        report.found(`a clock that jumped by ${wrongMs} ms and is back: an order was answered ${after}`);
      report.count('clock jumps');
    }
  } finally {
    connection.close();
    await app.stop();
  }
}
