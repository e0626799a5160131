/** Rules D10 to D13: how much is asked, and how often. */
import { counted } from '../../../core/text/counted.ts';
import type { BudgetUse } from '../../../api/call/recorder.ts';
import type { Request } from '../facts/request-log.ts';
import { found, isCancel, percent, type Rule, tally } from './rule.ts';

/** From here on a budget counts as used up. */
const NEARLY = 0.9;
const SECOND_MS = 1_000;
/** So many needless reads are a habit. */
const NEEDLESS = 5;
const CANCELS_PER_FILL = 50;

const shareOf = (use: BudgetUse | null): number => (use === null || use[1] === 0 ? 0 : use[0] / use[1]);

const budgets: Rule = {
  id: 'D10',
  why: {
    en: 'A budget that is used up refuses orders at the moment they matter.',
    zh: '预算用尽时，关键订单也会被拒绝。',
  },
  fix: {
    en: 'Read less often, subscribe to channels instead, and place several orders with batchOrders.',
    zh: '减少轮询，改用订阅频道，并用batchOrders批量下单。',
  },
  find({ known: { requests } }) {
    if (requests.length === 0) return null;
    const refused = requests.filter(({ status }) => status === 429);
    const peak = (of: (row: Request) => BudgetUse | null): readonly [number, Request] =>
      requests.reduce<readonly [number, Request]>(
        (most, row) => (shareOf(of(row)) > most[0] ? [shareOf(of(row)), row] : most),
        [0, requests[0] as Request],
      );
    const [own, ownRow] = peak(({ used }) => used);
    const [address, addressRow] = peak(({ ip }) => ip);
    const rows = refused.length > 0 ? refused : [own >= address ? ownRow : addressRow];
    const severity = refused.length > 0 || Math.max(own, address) >= NEARLY ? 'warn' : 'note';
    const result = found(severity, rows, {
      en: `At most ${percent(own)} of the account's budget and ${percent(address)} of the address's were used; 429 came ${refused.length} times.`,
      zh: `账户预算最高使用${percent(own)}，地址预算最高使用${percent(address)}；429出现${refused.length}次。`,
    });
    return result === null ? null : { ...result, count: refused.length };
  },
};

const needless: Rule = {
  id: 'D11',
  why: {
    en: 'The answer was the same as a moment before; only weight was spent.',
    zh: '与片刻之前的应答相同，仅消耗权重。',
  },
  fix: { en: 'Subscribe to the channel, or read once a second at most.', zh: '订阅频道，或每秒最多读取一次。' },
  find({ known: { requests } }) {
    const last = new Map<string, Request>();
    const rows = requests.filter((row) => {
      if (row.answer === null) return false;
      const before = last.get(row.target);
      last.set(row.target, row);
      return before !== undefined && before.answer === row.answer && row.at - before.at < SECOND_MS;
    });
    if (rows.length < NEEDLESS) return null;
    const targets = tally(rows.map(({ op }) => op));
    return found('warn', rows, {
      en: `${counted(rows.length, 'read')} got the answer of less than a second before once more: ${targets}.`,
      zh: `${rows.length}次读取在一秒内得到相同应答：${targets}。`,
    });
  },
};

const orderRate: Rule = {
  id: 'D12',
  why: { en: 'Orders beyond the rate are not placed.', zh: '超过下单频率的订单不会提交。' },
  fix: {
    en: 'Spread orders over time, or put up to 20 into one batchOrders.',
    zh: '分散下单，或用batchOrders一次提交最多20个。',
  },
  find({ known: { requests } }) {
    const rows = requests.filter(({ status, scope }) => status === 429 && (scope === 'orders' || scope === 'minute'));
    return found('warn', rows, {
      en: `${counted(rows.length, 'order was', 'orders were')} refused for the order rate.`,
      zh: `${rows.length}个订单因下单频率被拒绝。`,
    });
  },
};

const cancels: Rule = {
  id: 'D13',
  why: {
    en: 'Orders that are nearly all taken back again do not trade; contests count it against a team.',
    zh: '几乎全部撤回的订单并不成交。',
  },
  fix: {
    en: 'Quote where you would trade, and leave an order while its price is still right.',
    zh: '在愿意成交的价位报价，价格仍合适时不要撤单。',
  },
  find({ known: { requests }, fills }) {
    const rows = requests.filter((row) => isCancel(row) && row.status === 200 && row.refused === 0);
    if (rows.length <= CANCELS_PER_FILL * Math.max(1, fills.length)) return null;
    return found('warn', rows, {
      en: `${counted(rows.length, 'cancel')} came with ${counted(fills.length, 'fill')}: more than ${CANCELS_PER_FILL} a fill.`,
      zh: `${rows.length}次撤单对应${fills.length}笔成交，每笔超过${CANCELS_PER_FILL}次。`,
    });
  },
};

export const BUDGETS: readonly Rule[] = [budgets, needless, orderRate, cancels];
