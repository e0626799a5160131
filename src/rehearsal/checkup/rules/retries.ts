/** D05 to D09: what a bot does after an answer that is none, a refusal, or being told to wait. */
import { counted } from '../../../core/text/counted.ts';
import type { Request } from '../facts/request-log.ts';
import { found, isOrder, isOwnRead, isRefused, isUnknown, type Rule, tally } from './rule.ts';

/** An outcome is asked for, or an order sent again, within so long; exchange time, ms. */
const SOON_MS = 60_000;
const MANY = 3;
/** More than these orders without an id are a habit. */
const SOME = 1;

/** The requests of the account that follow within a minute. */
const after = (rows: readonly Request[], at: number): readonly Request[] => {
  const from = rows[at] as Request;
  const end = rows.findIndex((row, place) => place > at && row.at > from.at + SOON_MS);
  return rows.slice(at + 1, end < 0 ? rows.length : end);
};

const again: Rule = {
  id: 'D05',
  why: {
    en: 'The first one may have been carried out: then there are two orders, and twice the position.',
    zh: '第一个订单可能已执行，重发会形成两个订单与双倍仓位。',
  },
  fix: {
    en: 'Give every order a client_oid and send it again under the same one: it is then carried out once, and answered like the first.',
    zh: '为每个订单设置client_oid，并以同一个重发：只会执行一次。',
  },
  find({ known: { requests } }) {
    const pairs = requests.flatMap((row, at) => {
      if (!isUnknown(row) || !isOrder(row)) return [];
      for (const next of after(requests, at)) {
        if (isOwnRead(next)) return [];
        if (next.op === row.op && next.same === row.same && (row.oid === null || next.oid !== row.oid))
          return [row, next];
      }
      return [];
    });
    const result = found('fail', pairs, {
      en: `${counted(pairs.length / 2, 'order')} of unknown outcome sent again without the same client_oid.`,
      zh: `${pairs.length / 2}个结果未知的订单未以相同client_oid重发。`,
    });
    return result === null ? null : { ...result, count: pairs.length / 2 };
  },
};

const unasked: Rule = {
  id: 'D06',
  why: {
    en: 'After a 500, 502, 504 or a broken connection the order may be there. Whoever does not look trades on a guess.',
    zh: '500、502、504或连接中断之后，订单可能已生效；不查询就是在猜测中交易。',
  },
  fix: {
    en: 'Ask GET /capi/v2/order/detail by client_oid, or send the same request under the same client_oid again.',
    zh: '以client_oid查询GET /capi/v2/order/detail，或以同一client_oid重发。',
  },
  find({ known: { requests } }) {
    const rows = requests.filter(
      (row, at) =>
        isUnknown(row) &&
        !after(requests, at).some((next) => isOwnRead(next) || (row.oid !== null && next.oid === row.oid)),
    );
    return found('warn', rows, {
      en: `${counted(rows.length, 'change')} had an unknown outcome that nobody asked about within a minute.`,
      zh: `${rows.length}个结果未知的操作在一分钟内未被查询。`,
    });
  },
};

const unnamed: Rule = {
  id: 'D07',
  why: {
    en: 'Without a client_oid an order can not be found again, nor safely sent again.',
    zh: '没有client_oid的订单无法找回，也无法安全重发。',
  },
  fix: { en: 'Give every order a client_oid of your own, new for each order.', zh: '为每个订单设置新的client_oid。' },
  find({ known: { requests } }) {
    const orders = requests.filter(isOrder);
    const rows = orders.filter(({ oid }) => oid === null);
    if (rows.length < SOME) return null;
    return found('warn', rows, {
      en: `${rows.length} of ${counted(orders.length, 'order')} came without a client_oid.`,
      zh: `${orders.length}个订单中有${rows.length}个没有client_oid。`,
    });
  },
};

const impatient: Rule = {
  id: 'D08',
  why: {
    en: 'A retry before its time is refused again, and uses what would be free by then.',
    zh: '过早重试仍会被拒绝。',
  },
  fix: {
    en: 'Wait as many seconds as Retry-After says; in lockstep, pass.',
    zh: '按Retry-After的秒数等待；锁步模式下请pass。',
  },
  find({ known: { requests } }) {
    const rows = requests.flatMap((row, at) => {
      const { retryAfter } = row;
      if (retryAfter === null) return [];
      const next = after(requests, at).find(({ op }) => op === row.op);
      return next !== undefined && next.at < row.at + retryAfter * 1_000 ? [next] : [];
    });
    return found('warn', rows, {
      en: `${counted(rows.length, 'request')} came again before the Retry-After of their refusal was over.`,
      zh: `${rows.length}个请求未等待Retry-After便重试。`,
    });
  },
};

/** Refusals of the request itself; 429 and the like pass by themselves. */
const isFinal = (row: Request): boolean =>
  isRefused(row) && row.same !== null && row.status < 500 && row.status !== 429;

const stubborn: Rule = {
  id: 'D09',
  why: {
    en: 'A request that breaks a rule breaks it the third time too.',
    zh: '违反规则的请求，第三次发送仍会被拒绝。',
  },
  fix: {
    en: 'Read msg and hint of the refusal, and change the request or give it up.',
    zh: '阅读拒绝的msg与hint，修改请求或放弃。',
  },
  find({ known: { requests } }) {
    const groups = Map.groupBy(requests.filter(isFinal), ({ same, code, token }) => `${same} ${code} ${token}`);
    const rows = [...groups.values()].filter(({ length }) => length >= MANY).flat();
    const tokens = tally(rows.map(({ op, token, code }) => `${op} ${token ?? code}`));
    return found('warn', rows, {
      en: `The same refused request was sent three times or more: ${tokens}.`,
      zh: `同一被拒绝的请求发送了三次或更多：${tokens}。`,
    });
  },
};

export const RETRIES: readonly Rule[] = [again, unasked, unnamed, impatient, stubborn];
