/**
 * The load of the kill test, and the memory of it: several accounts over keep-alive connections place signed orders
 * (resting, at market, with presets, isolated and separated, closing), cancel them and upload AI logs, as fast as they
 * are answered, until their sockets break. What was sent is written down before it is sent, and its answer when it has
 * arrived whole.
 */
import { createHash } from 'node:crypto';
import type { Random } from '../../src/market/random.ts';
import type { Account, Ready } from '../cli/process.ts';
import { type Connection, connect, type Reply } from './connection.ts';

export const PLACE_ORDER = '/capi/v2/order/placeOrder';
export const CANCEL_ORDER = '/capi/v2/order/cancel_order';
export const UPLOAD = '/capi/v2/order/uploadAiLog';

/** A request and what is known of its end: `reply` null when none arrived. */
export interface Sent {
  readonly kind: 'order' | 'cancel' | 'log';
  readonly who: Account;
  readonly body: string;
  /** client_oid of an order, order id of a cancel, SHA-256 of a log. */
  readonly key: string;
  reply: Reply | null;
}

export const TARGETS: Readonly<Record<Sent['kind'], string>> = {
  order: PLACE_ORDER,
  cancel: CANCEL_ORDER,
  log: UPLOAD,
};

/** How each account trades, in turn; every third of its kind. */
const STYLES = [
  { symbol: 'cmt_btcusdt', size: '0.001', decimals: 1, marginMode: 1, separatedMode: 1 },
  { symbol: 'cmt_ethusdt', size: '0.02', decimals: 2, marginMode: 3, separatedMode: 1 },
  { symbol: 'cmt_solusdt', size: '0.2', decimals: 2, marginMode: 3, separatedMode: 2 },
] as const;
type Style = (typeof STYLES)[number];

/** One caller: what it needs to make its next request. */
interface Caller {
  readonly who: Account;
  readonly style: Style;
  readonly random: Random;
  readonly mark: number;
  /** Orders that were answered and may still rest. */
  readonly resting: string[];
  /** SHA-256 of the caller's last answered log, for an order to name. */
  lastLog: string | null;
}

let made = 0;

/**
 * Sends without end over `connections` sockets, shared out among the accounts. Resolves when all of them have broken.
 * @param sent takes every request, before it is sent
 */
export async function callUntilKilled(
  ready: Ready,
  accounts: readonly Account[],
  connections: number,
  random: Random,
  sent: Sent[],
): Promise<void> {
  const marks = await Promise.all(STYLES.map(({ symbol }) => markOf(ready.url, symbol))).catch(() => null);
  // Ended before it said them.
  if (marks === null) return;
  const lives = Array.from({ length: connections }, async (_, at) => {
    const which = at % accounts.length;
    const style = STYLES[which % STYLES.length]!;
    const caller: Caller = {
      who: accounts[which]!,
      style,
      random,
      mark: marks[which % STYLES.length]!,
      resting: [],
      lastLog: null,
    };
    const connection = connect(ready.url);
    while (await oneRequest(connection, caller, sent));
    connection.close();
  });
  await Promise.all(lives);
}

async function markOf(url: string, symbol: string): Promise<number> {
  const response = await fetch(`${url}/capi/v2/market/ticker?symbol=${symbol}`);
  const { markPrice } = (await response.json()) as { markPrice: string };
  return Number(markPrice);
}

/** False when the connection broke. */
async function oneRequest(connection: Connection, caller: Caller, sent: Sent[]): Promise<boolean> {
  const request = nextRequest(caller);
  sent.push(request);
  try {
    request.reply = await connection.send(request.who, 'POST', TARGETS[request.kind], request.body);
  } catch {
    return false;
  }
  const { status, body } = request.reply;
  if (status === 200 && request.kind === 'order') caller.resting.push(body.order_id as string);
  if (status === 200 && request.kind === 'log') caller.lastLog = request.key;
  return true;
}

function nextRequest(caller: Caller): Sent {
  const dice = caller.random.below(100);
  if (dice < 15) return nextLog(caller);
  const { resting } = caller;
  if (resting.length > 0 && (dice < 40 || resting.length > 30)) return nextCancel(caller);
  return nextOrder(caller);
}

function nextCancel({ who, random, resting }: Caller): Sent {
  const [orderId = ''] = resting.splice(random.below(resting.length), 1);
  return { kind: 'cancel', who, body: JSON.stringify({ orderId }), key: orderId, reply: null };
}

function nextLog({ who, random, resting }: Caller): Sent {
  const orderId = resting.at(-1);
  const log = {
    ...(orderId === undefined || random.below(2) === 0 ? {} : { orderId: Number(orderId) }),
    stage: 'Decision Making',
    model: 'kill-test-1',
    input: { at: ++made, text: '价格 '.repeat(random.below(200)) },
    output: { decision: 'OPEN_LONG' },
  };
  const body = JSON.stringify(log);
  return { kind: 'log', who, body, key: createHash('sha256').update(body).digest('hex'), reply: null };
}

function nextOrder(caller: Caller): Sent {
  const { who, style, random, lastLog } = caller;
  const clientOid = lastLog === null ? `kill-${++made}` : `ai1-${lastLog.slice(0, 32)}`;
  caller.lastLog = null;
  const effect = random.below(4) === 0 ? 'close' : 'open';
  const isLong = random.below(2) === 0;
  const order = {
    symbol: style.symbol,
    client_oid: clientOid,
    size: style.size,
    type: effect === 'close' ? (isLong ? '3' : '4') : isLong ? '1' : '2',
    order_type: '0',
    ...priceOf(caller, effect === 'open' ? isLong : !isLong),
    marginMode: style.marginMode,
    separatedMode: style.separatedMode,
    ...(effect === 'open' && random.below(2) === 0 ? presetsOf(caller, isLong) : {}),
  };
  return { kind: 'order', who, body: JSON.stringify(order), key: clientOid, reply: null };
}

/** Half at market, half resting some way from the mark. */
function priceOf({ random, mark, style }: Caller, isBuy: boolean): { match_price: string; price: string } {
  if (random.below(2) === 0) return { match_price: '1', price: '0' };
  const away = 0.01 + random.below(100) / 10_000;
  return { match_price: '0', price: (mark * (isBuy ? 1 - away : 1 + away)).toFixed(style.decimals) };
}

/** Some so near that the market sets them off, the rest far away. */
function presetsOf(
  { random, mark, style }: Caller,
  isLong: boolean,
): { presetTakeProfitPrice: string; presetStopLossPrice: string } {
  const near = random.below(2) === 0 ? 0.0005 : 0.03;
  const up = (mark * (1 + near)).toFixed(style.decimals);
  const down = (mark * (1 - 0.03)).toFixed(style.decimals);
  return isLong
    ? { presetTakeProfitPrice: up, presetStopLossPrice: down }
    : { presetTakeProfitPrice: down, presetStopLossPrice: up };
}
