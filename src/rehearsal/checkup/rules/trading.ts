/** D21 to D25: logs, orders left behind, risk, costs. */
import { counted } from '../../../core/text/counted.ts';
import { type FillFact, sideIn } from '../facts/facts.ts';
import { drawdownOf, leverageOf, liquidationsOf, lowestMargin, slippageOf, totalsOf } from '../facts/figures.ts';
import { isOrder, percent, type Rule, short, tally, utc } from './rule.ts';

const HIGH_LEVERAGE = 10;
/** Equity over the requirement: at 1 it is liquidated. */
const LOW_MARGIN = 2;
const SLIPPAGE_BP = 10;
/** Fees of so much of what was made before them, once there are this many fills. */
const FEE_SHARE = 0.5;
const MANY_FILLS = 20;
const MINUTE_MS = 60_000;

const logs: Rule = {
  id: 'D21',
  why: {
    en: 'In a contest an order without an AI log in time counts against the team.',
    zh: '比赛中，没有及时AI日志的订单会计入扣分。',
  },
  fix: {
    en: 'Upload the log right after the order is placed, with its order_id.',
    zh: '下单后立即上传日志，并附上order_id。',
  },
  find({ logs: of, orders, known: { requests } }) {
    if (of === null || of.uncovered + of.late + of.unlinked === 0) return null;
    const oids = new Set(orders.filter(({ id }) => of.orderIds.includes(id)).map(({ oid }) => oid));
    return {
      severity: 'fail',
      count: of.uncovered + of.unlinked,
      what: {
        en: `${counted(of.uncovered, 'order has', 'orders have')} no AI log that counts, ${of.late} of them a late or wrong one; ${counted(of.unlinked, 'log is', 'logs are')} linked to no order.`,
        zh: `${of.uncovered}个订单没有有效AI日志，其中${of.late}个过迟或不符；${of.unlinked}份日志未关联订单。`,
      },
      evidence: requests.filter((row) => isOrder(row) && oids.has(row.oid ?? '')).map(({ n }) => n),
    };
  },
};

const orphans: Rule = {
  id: 'D22',
  why: {
    en: 'A plan order whose position is gone opens or closes something later that nobody expects.',
    zh: '仓位已平的计划委托，日后可能触发意外交易。',
  },
  fix: {
    en: 'Cancel plan orders when their position is closed, or place them with placeTpSlOrder, which ends with it.',
    zh: '平仓时撤销计划委托，或使用随仓位结束的placeTpSlOrder。',
  },
  find({ plans, held, fills }) {
    const left = plans.filter(
      ({ symbol, side, effect, createdMs }) =>
        !held.has(sideIn(symbol, side)) &&
        (effect === 'close' || fills.some((fill) => isCloseAfter(fill, symbol, side, createdMs))),
    );
    if (left.length === 0) return null;
    const names = tally(left.map(({ symbol, side }) => sideIn(symbol, side)));
    return {
      severity: 'fail',
      count: left.length,
      what: {
        en: `${counted(left.length, 'plan order still waits', 'plan orders still wait')} though their position is gone: ${names}.`,
        zh: `${left.length}个计划委托在仓位已平后仍在等待：${names}。`,
      },
      evidence: [],
    };
  },
};

const isCloseAfter = (fill: FillFact, symbol: string, side: string, ms: number): boolean =>
  fill.symbol === symbol && fill.side === side && fill.effect === 'close' && fill.ms >= ms;

const risk: Rule = {
  id: 'D23',
  why: {
    en: 'A liquidation costs the whole margin and a fee; high leverage brings it near.',
    zh: '强平损失全部保证金并收取费用；高杠杆使其更近。',
  },
  fix: {
    en: 'Size positions so that a move of 10 % is survived, and set stop losses.',
    zh: '控制仓位以承受10 %的波动，并设置止损。',
  },
  find({ curve, fills }) {
    if (fills.length === 0) return null;
    const liquidations = liquidationsOf(fills);
    const lowest = lowestMargin(curve);
    const { worst } = drawdownOf(curve);
    const { most, longestMs } = leverageOf(curve, HIGH_LEVERAGE);
    const isNear = liquidations.length > 0 || (lowest !== null && lowest < LOW_MARGIN) || longestMs > 0;
    const when = liquidations
      .map(({ ms, symbol }) => `${symbol} ${utc(ms)}`)
      .slice(0, 5)
      .join(', ');
    const minutes = Math.round(longestMs / MINUTE_MS);
    const ratio = lowest === null ? '–' : short(lowest);
    return {
      severity: isNear ? 'warn' : 'note',
      count: liquidations.length,
      what: {
        en: `${counted(liquidations.length, 'liquidation')}${when === '' ? '' : ` (${when})`}; equity fell to ${ratio} times what is required; worst drawdown ${percent(worst)}; highest leverage ${short(most)}x, above 10x for ${minutes} min at a time.`,
        zh: `强平${liquidations.length}次${when === '' ? '' : `（${when}）`}；权益最低为所需的${ratio}倍；最大回撤${percent(worst)}；最高杠杆${short(most)}x，超过10x最长${minutes}分钟。`,
      },
      evidence: [],
    };
  },
};

const costs: Rule = {
  id: 'D24',
  why: { en: 'Slippage and fees are certain, profits are not.', zh: '滑点与手续费是确定的，利润不是。' },
  fix: {
    en: 'Trade less often, rest orders on the book where it can wait, and split what is larger than the book.',
    zh: '降低频率，能等时挂单，大于盘口的订单应拆分。',
  },
  find(facts) {
    const { fills } = facts;
    if (fills.length === 0) return null;
    const { meanBp, worstBp, measured, requests } = slippageOf(facts);
    const { fees, profit } = totalsOf(facts);
    const share = profit === 0 ? null : fees / Math.abs(profit);
    const isHigh = meanBp > SLIPPAGE_BP || (fills.length >= MANY_FILLS && share !== null && share > FEE_SHARE);
    const part = share === null ? '–' : percent(share);
    return {
      severity: isHigh ? 'warn' : 'note',
      count: measured,
      what: {
        en: `Against the middle, orders that took cost ${short(meanBp)} bp on average and ${short(worstBp)} bp at worst (${measured} measured); fees were ${short(fees)} USDT, ${part} of the result before them.`,
        zh: `相对中间价，吃单平均滑点${short(meanBp)} bp，最大${short(worstBp)} bp（共${measured}个）；手续费${short(fees)} USDT，为费前结果的${part}。`,
      },
      evidence: requests,
    };
  },
};

const leftovers: Rule = {
  id: 'D25',
  why: {
    en: 'Orders that nobody remembers, trades with oneself and changes that were not carried out make the books differ from what the bot believes.',
    zh: '遗忘的订单、自成交与未执行的变更，会使账户与程序的认知不一致。',
  },
  fix: {
    en: 'Cancel what is left at the end; give equal changes different timestamps; in lockstep wait for the answer to a change before the next; keep your own two sides apart.',
    zh: '结束时撤销剩余订单；相同的变更使用不同时间戳；锁步中待应答后再发下一变更；避免双边自成交。',
  },
  find({ orders, fills, known: { requests } }) {
    const working = orders.filter(({ endedMs }) => endedMs === null).length;
    const ids = fills.map(({ id }) => id);
    const selfTrades = ids.length - new Set(ids).size;
    const copies = requests.filter((row, at) => row.replayed && row.oid === null && isAnswered(requests, at));
    const barriers = new Set(requests.filter(({ op }) => /^rehearsal(Join|Pass)$/.test(op)).map(({ at }) => at));
    const atOnce = requests.filter(({ beside, at }) => beside && barriers.has(at));
    const known = selfTrades + copies.length + atOnce.length;
    if (working + known === 0) return null;
    return {
      severity: known > 0 ? 'warn' : 'note',
      count: working + known,
      what: {
        en: `${counted(working, 'order is', 'orders are')} still working; ${counted(selfTrades, 'trade was', 'trades were')} with itself; ${counted(copies.length, 'change was taken for a copy', 'changes were taken for copies')} of an earlier one; ${counted(atOnce.length, 'change of a turn', 'changes of a turn')} came over several connections at once, so which was first is chance.`,
        zh: `${working}个订单仍在挂单；自成交${selfTrades}笔；${copies.length}个变更被视为重复请求；${atOnce.length}个变更在同一回合内经多个连接同时发出，先后次序不定。`,
      },
      evidence: [...copies, ...atOnce].map(({ n }) => n),
    };
  },
};

/** Whether the first one of a request that was taken for a copy had been answered: then a second one was meant. */
function isAnswered(requests: Parameters<Rule['find']>[0]['known']['requests'], at: number): boolean {
  const copy = requests[at]!;
  const first = requests.slice(0, at).find(({ same, op }) => same === copy.same && op === copy.op);
  return first !== undefined && first.status === 200;
}

export const TRADING: readonly Rule[] = [logs, orphans, risk, costs, leftovers];
