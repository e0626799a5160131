/** History as a caller reads it, page by page, held against the rows it comes from. */
import { storedMoney } from '../auditor/decimal.ts';
import { object } from '../auditor/model.ts';
import type { BillSeen } from '../auditor/seen.ts';
import { look, request } from '../exchange.ts';
import type { Act } from './trading.ts';

interface BillItem {
  readonly billId: number;
  readonly amount: string;
  readonly balance: string;
  readonly legacyBalance: string;
  readonly fillFee: string;
  readonly businessType: string;
  readonly symbol: string;
  readonly isolatedPositionId: number;
  readonly cTime: number;
  readonly orderId: string | null;
}

/** What an item must show of a row. */
function shown(row: BillSeen): string {
  const money = [row.amount, row.balance, row.legacy_balance, row.fill_fee].map((value) =>
    storedMoney(value).toFixed(),
  );
  return [row.id, ...money, row.business_type, row.symbol, row.position_id, row.time_ms, row.order_id].join(' ');
}

function read(item: BillItem): string {
  const money = [item.amount, item.balance, item.legacyBalance, item.fillFee].map(
    (text) => text.replace(/\.?0+$/, '') || '0',
  );
  const rest = [item.businessType, item.symbol, item.isolatedPositionId, item.cTime, item.orderId ?? 0];
  return [item.billId, ...money, ...rest].join(' ');
}

/** Rows a first page is longer by at most, to end with a whole millisecond. */
const MOST_LONGER = 1_000;

function endOfFirst(rows: readonly BillSeen[], limit: number): number {
  let end = limit;
  while (end < limit + MOST_LONGER && end < rows.length && rows[end]!.time_ms === rows[end - 1]!.time_ms) end++;
  return end;
}

export const history: Act = async (exchange, move, { uid }) => {
  const limit = 1 + (move.a % 100);
  const page = move.b % 3;
  const bills = { uid, operation: 'bills', path: '/account/bills' };
  const [answer] = await request(exchange, [{ ...bills, body: { limit, page } }]);
  await look(exchange);
  if (answer === undefined || answer.lost || answer.status !== 200) return;
  const { items, hasNextPage } = answer.body as { items: BillItem[]; hasNextPage: boolean };
  const rows = exchange.observer.billsOf(uid, (page + 1) * limit + MOST_LONGER + 1, 0);
  const firstEnd = endOfFirst(rows, limit);
  const end = firstEnd + page * limit;
  const expected = rows.slice(page === 0 ? 0 : end - limit, end).map(shown);
  const found = items.map(read);
  const at = expected.findIndex((one, place) => one !== found[place]);
  const { model } = exchange.auditor;
  if (found.length !== expected.length)
    object(model, `${found.length} bills of ${uid} are shown, there are ${expected.length}`);
  else if (at >= 0) object(model, `a bill of ${uid} is shown as ${found[at]}, it is ${expected[at]}`);
  if (hasNextPage !== rows.length > end) object(model, `bills of ${uid} say hasNextPage ${hasNextPage}`);
};
