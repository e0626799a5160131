// Ten thousand uploads a minute beside trading, for ten seconds, over real sockets and with the budgets an account has:
// nothing is refused or lost on either side, every log has its place and its body, and orders are carried out
// meanwhile. How late answers are is measured by `npm run bench -- pauses --worst 60`.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UPLOAD } from '../api/ai-log-kit.ts';
import { CANCEL, type Kit, PLACE, signedRequest, startKit, SYMBOL, type TestAccount } from '../api/kit.ts';
import { PATIENCE_MS } from '../patience.ts';

const SECONDS = 10;
const A_MINUTE = 10_000;
const LOGGERS = 32;
const TRADERS = 8;
/** From one order of a trader to its cancel, and to the next order. */
const PAUSE_MS = 250;

let kit: Kit;
beforeAll(async () => {
  kit = await startKit(['--rate-limit-ip-budget', '1000000']);
  await kit.setPrice(SYMBOL, '90000');
}, PATIENCE_MS);
afterAll(() => kit.stop());

interface Said {
  readonly status: number;
  readonly text: string;
  readonly index: string | null;
}

/** Over sockets that are kept. */
async function send(account: TestAccount, target: string, body: string): Promise<Said> {
  const { headers } = signedRequest(account, 'POST', target, body);
  const answer = await fetch(kit.url + target, { method: 'POST', headers: headers as Record<string, string>, body });
  return { status: answer.status, text: await answer.text(), index: answer.headers.get('ai-log-index') };
}

function logOf(name: string): string {
  const start = `{"stage":"s","model":"m","input":{"n":"${name}"},"output":{"decision":"HOLD"},"explanation":"`;
  return `${start}${'x'.repeat(2_048 - start.length - 2)}"}`;
}

it(
  'keeps both within their limits: nothing refused, nothing lost',
  async () => {
    const loggers = await Promise.all(Array.from({ length: LOGGERS }, () => kit.newAccount({ allowed: true })));
    const traders = await Promise.all(Array.from({ length: TRADERS }, () => kit.newAccount()));
    const uploads = Math.ceil((A_MINUTE / 60) * SECONDS);
    const everyMs = (SECONDS * 1_000) / uploads;
    const beganMs = performance.now();
    let isUploading = true;

    const trade = async (account: TestAccount, who: number): Promise<Said[]> => {
      const answers: Said[] = [];
      for (let nth = 0; isUploading; nth++) {
        const client_oid = `beside-${who}-${nth}`;
        const order = { symbol: SYMBOL, client_oid, size: '0.001', type: '1', order_type: '0', match_price: '0' };
        answers.push(await send(account, PLACE, JSON.stringify({ ...order, price: '80000' })));
        await sleep(PAUSE_MS);
        answers.push(await send(account, CANCEL, JSON.stringify({ clientOid: client_oid })));
        await sleep(PAUSE_MS);
      }
      return answers;
    };
    const trading = Promise.all(traders.map(trade));
    /** The next when it is due, and not before the one before was answered. */
    const upload = async (account: TestAccount, who: number): Promise<Said[]> => {
      const answers: Said[] = [];
      for (let nth = who; nth < uploads; nth += LOGGERS) {
        await sleep(Math.max(0, beganMs + nth * everyMs - performance.now()));
        answers.push(await send(account, UPLOAD, logOf(String(nth))));
      }
      return answers;
    };
    const logs = (await Promise.all(loggers.map(upload))).flat();
    isUploading = false;
    const orders = (await trading).flat();

    const refused = (answers: readonly Said[]) =>
      answers.filter(({ status }) => status !== 200).map(({ text }) => text);
    expect(refused(logs)).toEqual([]);
    expect(refused(orders)).toEqual([]);
    expect(new Set(logs.map(({ index }) => index)).size).toBe(uploads);
    expect(orders.length, 'orders and cancels meanwhile').toBeGreaterThan(TRADERS * 4);

    // What was answered is stored: each log with its body, in the store that was asked to catch up.
    const last = logs.reduce((highest, { index }) => Math.max(highest, Number(index)), 0);
    const own = await kit.get(loggers[0]!, '/capi/v2/ai/logs?limit=1');
    expect(own.json.list[0].index).toBeLessThanOrEqual(last);
    const database = new DatabaseSync(join(kit.data, 'outcry.db'), { readOnly: true });
    const stored = database
      .prepare(
        'SELECT COUNT(*) AS logs, COUNT(payload.body) AS bodies FROM ailog LEFT JOIN payload ON payload.h = ailog.h',
      )
      .get();
    database.close();
    expect(stored).toEqual({ logs: uploads, bodies: uploads });
    expect((await kit.admin('GET', '/admin/audit')).ok).toBe(true);
  },
  2 * PATIENCE_MS,
);
