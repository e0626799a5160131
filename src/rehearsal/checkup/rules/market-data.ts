/** D18 to D20: what a bot knows of the market when it trades. */
import { counted } from '../../../core/text/counted.ts';
import type { Request, SocketEvent } from '../facts/request-log.ts';
import { found, isMarketRead, isOrder, isOwnRead, type Rule } from './rule.ts';

const OLD_MS = 10_000;
/** A move of so much makes what was seen before it old. */
const MOVED = 0.005;
const RESYNC_MS = 10_000;
/** Ended by us: nothing came back to pings, or nothing was taken any more. */
const SILENT = 4000;
const SLOW = 4008;

/** Whether a public socket is open at a moment: what it carries is as fresh as the market. */
function streamsAt(sockets: readonly SocketEvent[]): (ms: number) => boolean {
  const spans: (readonly [number, number])[] = [];
  const opened = new Map<number, number>();
  for (const { side, event, conn, at } of sockets) {
    if (side !== 'public') continue;
    if (event === 'open') opened.set(conn, at);
    if (event === 'close') spans.push([opened.get(conn) ?? 0, at]);
    if (event === 'close') opened.delete(conn);
  }
  for (const at of opened.values()) spans.push([at, Number.POSITIVE_INFINITY]);
  return (ms) => spans.some(([from, to]) => ms >= from && ms <= to);
}

const stale: Rule = {
  id: 'D18',
  why: {
    en: 'An order on an old price is filled by those who know the new one.',
    zh: '基于旧价格的订单会被掌握新价格的人成交。',
  },
  fix: {
    en: 'Read depth or ticker right before an order, or keep a WebSocket open and look at the age of what it said.',
    zh: '下单前读取depth或ticker，或保持WebSocket并检查数据的新旧。',
  },
  find({ known: { requests: own, sockets, unsigned } }) {
    const isStreaming = streamsAt([...sockets, ...unsigned.sockets]);
    const requests = [...own, ...unsigned.requests].toSorted((a, b) => a.n - b.n);
    const seen = new Map<string, Request>();
    let all: Request | null = null;
    const rows: Request[] = [];
    for (const row of requests) {
      if (isMarketRead(row) && row.status === 200) {
        if (row.symbol === null) all = row;
        else seen.set(row.symbol, row);
      }
      if (!isOrder(row) || row.symbol === null || isStreaming(row.at)) continue;
      const last = seen.get(row.symbol);
      const at = Math.max(last?.at ?? -1, all?.at ?? -1);
      if (at < row.at - OLD_MS || hasMoved(last, row)) rows.push(row);
    }
    return found('warn', rows, {
      en: `${counted(rows.length, 'order was', 'orders were')} placed on market data older than 10 s, or from before a move of 0.5 %.`,
      zh: `${rows.length}个订单所依据的行情早于10秒，或早于0.5 %的波动。`,
    });
  },
};

function hasMoved(seen: Request | undefined, order: Request): boolean {
  if (seen === undefined || !seen.mark || !order.mark) return false;
  return Math.abs(order.mark / seen.mark - 1) > MOVED;
}

const gaps: Rule = {
  id: 'D19',
  why: {
    en: 'After a gap in the versions of a channel the copy of it is wrong, and stays so.',
    zh: '频道版本出现缺口后，本地副本持续错误。',
  },
  fix: {
    en: 'Compare the version of each message with the one before; after a gap subscribe again or read it over REST.',
    zh: '逐条比较版本号，出现缺口后重新订阅或通过REST读取。',
  },
  find({ known: { requests, sockets } }) {
    const lost = sockets.filter(({ event }) => event === 'lost');
    const rows = lost.filter((gap) => {
      const isSoon = ({ at, n }: { readonly at: number; readonly n: number }): boolean =>
        n > gap.n && at <= gap.at + RESYNC_MS;
      return !(
        sockets.some((one) => isSoon(one) && (one.event === 'open' || one.event === 'subscribe')) ||
        requests.some((one) => isSoon(one) && (gap.side === 'public' ? isMarketRead(one) : isOwnRead(one)))
      );
    });
    return ofSockets(rows, {
      en: `${rows.length} of ${counted(lost.length, 'gap')} in a channel not resynchronised within 10 s.`,
      zh: `${lost.length}个频道缺口中有${rows.length}个未在10秒内重新同步。`,
    });
  },
};

const silent: Rule = {
  id: 'D20',
  why: {
    en: 'A connection that answers no pings or takes no messages is ended, and nothing is heard meanwhile.',
    zh: '不应答ping或不接收消息的连接会被断开。',
  },
  fix: {
    en: 'Answer every ping, read messages as they come, and connect again within a second.',
    zh: '应答每个ping，及时读取消息，并在一秒内重连。',
  },
  find({ known: { sockets } }) {
    const rows = sockets.filter(({ event, code }) => event === 'close' && (code === SILENT || code === SLOW));
    const waits = rows.map((row) => {
      const next = sockets.find(({ event, n, side }) => event === 'open' && n > row.n && side === row.side);
      return next === undefined ? null : next.at - row.at;
    });
    const back = waits.filter((one) => one !== null);
    const longest = Math.round(Math.max(0, ...back) / 1_000);
    const never = waits.length - back.length;
    return ofSockets(rows, {
      en: `${counted(rows.length, 'WebSocket was', 'WebSockets were')} ended for silence; the longest way back took ${longest} s, ${never} never came back.`,
      zh: `${rows.length}个WebSocket因无应答被断开；最长重连${longest}秒，${never}个未重连。`,
    });
  },
};

function ofSockets(rows: readonly SocketEvent[], what: { readonly en: string; readonly zh: string }) {
  if (rows.length === 0) return null;
  return { severity: 'warn', count: rows.length, what, evidence: rows.map(({ n }) => n) } as const;
}

export const MARKET_DATA: readonly Rule[] = [stale, gaps, silent];
