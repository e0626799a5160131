/**
 * What a connection carries more than once: a captured request sent again by whoever captured it, and many requests
 * written before the first answer has come.
 */
import type { Random } from '../../src/market/random.ts';
import type { Account, Ready } from '../cli/process.ts';
import { connect } from '../crash/connection.ts';
import { judgeCopies, judgeOrder, judgeTrading } from './judge.ts';
import { hostileBody } from './mutate.ts';
import type { Report } from './report.ts';
import { signed } from './requests.ts';
import { say } from './wire.ts';

const HANG_MS = 60_000;
const TIME = '/capi/v2/market/time';
const PLACE = '/capi/v2/order/placeOrder';
const PLAN = '/capi/v2/order/plan_order';
const CANCEL_PLAN = '/capi/v2/order/cancel_plan';
/** A contract that no other request names, so that nobody ends or halts it. */
const SYMBOL = 'cmt_ethusdt';
const PLANS = `/capi/v2/order/currentPlan?symbol=${SYMBOL}`;
let made = 0;

/**
 * A plan order and its cancel, each sent several times as it was signed, some copies at once and some after. The
 * account does nothing else: exactly one plan is there after the first, and none after the second.
 */
export async function sendCopies(random: Random, report: Report, ready: Ready, who: Account, untilMs: number) {
  const connection = connect(ready.url);
  const plans = async (): Promise<readonly { order_id: string }[]> =>
    (await connection.send(who, 'GET', PLANS)).body as { order_id: string }[];
  do {
    const [price, size] = [1_000 + random.below(1_000), 1 + random.below(9)];
    const plan = { symbol: SYMBOL, size: `0.0${size}`, type: '1', match_type: '1', execute_price: '' };
    await copies(random, report, ready, who, PLAN, JSON.stringify({ ...plan, trigger_price: String(price) }));
    const there = await plans();
    if (there.length !== 1) report.found(`a plan order sent several times is there ${there.length} times`);
    for (const { order_id: orderId } of there)
      await copies(random, report, ready, who, CANCEL_PLAN, JSON.stringify({ orderId }));
    const left = await plans();
    if (left.length > 0) report.found(`${left.length} plan orders are there after their cancel`);
  } while (performance.now() < untilMs);
  connection.close();
}

async function copies(random: Random, report: Report, ready: Ready, who: Account, target: string, body: string) {
  const bytes = signed(ready, who, 'POST', target, body, `copy-${++made}`);
  const send = async () => (await say(ready.url, bytes, { answers: 1, patienceMs: HANG_MS })).answers[0]!;
  const answers = await Promise.all(Array.from({ length: 1 + random.below(3) }, send));
  for (let later = 1 + random.below(2); later > 0; later--) answers.push(await send());
  report.count('copies of signed requests', answers.length);
  const wrong = answers.includes(undefined!) ? 'a copy got no answer' : judgeCopies(answers);
  if (wrong !== null) report.found(`${wrong}: ${target} ${body}`);
  if (answers[0]?.status !== 200) report.found(`a good request was refused: ${answers[0]?.body} to ${target} ${body}`);
}

/** Up to twenty requests in one write. Good ones get all their answers; a bad one may end the rest, not mix them up. */
export async function sendPipeline(random: Random, report: Report, ready: Ready, who: Account): Promise<void> {
  const isWhole = random.below(2) === 0;
  const ids = Array.from({ length: 2 + random.below(19) }, () => `pipe-${++made}`);
  const bytes = Buffer.concat(ids.map((id) => one(random, ready, who, id, isWhole)));
  const heard = await say(ready.url, bytes, { answers: ids.length, patienceMs: HANG_MS });
  report.count('pipelined requests', ids.length);
  if (heard.ended === 'hang') report.found(`a pipeline of ${ids.length} hangs after ${heard.answers.length} answers`);
  const wrong = judgeOrder(ids, heard.answers, isWhole) ?? heard.answers.map(judgeTrading).find((bad) => bad !== null);
  if (wrong !== undefined && wrong !== null) report.found(wrong);
}

function one(random: Random, ready: Ready, who: Account, id: string, isGood: boolean): Buffer {
  const order = { symbol: 'cmt_btcusdt', client_oid: id, size: '0.001', type: '1', order_type: '0', match_price: '1' };
  const kind = random.below(isGood ? 2 : 3);
  if (kind === 0) return signed(ready, who, 'GET', TIME, '', id);
  const body = kind === 1 ? JSON.stringify(order) : hostileBody(random, JSON.stringify(order)).toString('utf8');
  return signed(ready, who, 'POST', PLACE, body, id);
}
