/**
 * POST /account/bills (wire 5.5, BILL-002): the history of changes of the account's money, newest first. Reads SQL after the projector has
 * reached the caller's last write (W-30).
 */
import { Type } from 'typebox';
import { BUSINESS_TYPES, type BusinessType } from '../../core/ledger/bills.ts';
import { accountOf } from '../call.ts';
import { invalid } from '../errors.ts';
import type { Fields } from '../fields.ts';
import { checkTimeRange, foundInstead, textOf, timeRange } from '../fields.ts';
import { answerPage, pageRequest } from '../paging.ts';
import { optionalInstrument } from '../parameters.ts';
import { defineRoute } from '../route.ts';
import {
  answer,
  boolean,
  cursorField,
  endTimeField,
  list,
  nullableString,
  number,
  pageField,
  startTimeField,
  string,
  symbolField,
  text,
  whole,
} from '../schemas.ts';
import type { BillsArgs } from '../../store/queries/bills.ts';
import { type BillView, billView } from '../views/bill.ts';
import { COIN } from '../wire.ts';

export interface BillsAnswer {
  hasNextPage: boolean;
  items: BillView[];
}

const billSchema = Type.Object({
  billId: number(),
  coin: string(),
  symbol: string('Empty when no contract is involved'),
  amount: string('Signed change, net of fillFee'),
  businessType: string(),
  balance: string('Collateral amount of the part after the change'),
  fillFee: string('Cost positive'),
  transferReason: string(),
  ctime: number('Epoch ms'),
  cTime: number('Epoch ms'),
  marginMode: string(),
  isolatedPositionId: number(),
  legacyBalance: string('balance plus signed open values'),
  orderId: nullableString(),
});

type Parameters = Omit<BillsArgs, 'uid'>;

export const bills = defineRoute<Parameters, BillsAnswer>({
  operation: 'bills',
  summary: 'List changes of the account balance',
  method: 'POST',
  path: '/capi/v2/account/bills',
  access: 'private',
  permission: 'read',
  weight: { ip: 2, uid: 5 },
  parameters: Type.Object({
    coin: Type.Optional(text('Coin, USDT')),
    symbol: Type.Optional(symbolField),
    businessType: Type.Optional(text('One of the 21 business types', { enum: ['', ...BUSINESS_TYPES] })),
    startTime: Type.Optional(startTimeField),
    endTime: Type.Optional(endTimeField),
    limit: Type.Optional(whole('Rows', 1, 100, 20)),
    page: Type.Optional(pageField),
    cursor: Type.Optional(cursorField),
  }),
  answer: answer({ hasNextPage: boolean(), items: list(billSchema) }),
  sample: {
    request: '{"coin":"USDT","symbol":"cmt_btcusdt","businessType":"","startTime":null,"endTime":null,"limit":2}',
    answer: {
      hasNextPage: true,
      items: [
        {
          billId: 700000000000027,
          coin: 'USDT',
          symbol: 'cmt_btcusdt',
          amount: '-0.18040000',
          businessType: 'position_funding',
          balance: '8209.10160000',
          fillFee: '0',
          transferReason: 'UNKNOWN_TRANSFER_REASON',
          ctime: 1767254400000,
          cTime: 1767254400000,
          marginMode: 'SHARED',
          isolatedPositionId: 0,
          legacyBalance: '9999.10160000',
          orderId: null,
        },
        {
          billId: 700000000000024,
          coin: 'USDT',
          symbol: 'cmt_btcusdt',
          amount: '-890.17800000',
          businessType: 'position_open_long',
          balance: '8209.28200000',
          fillFee: '0.17800000',
          transferReason: 'UNKNOWN_TRANSFER_REASON',
          ctime: 1767253500000,
          cTime: 1767253500000,
          marginMode: 'SHARED',
          isolatedPositionId: 0,
          legacyBalance: '9999.28200000',
          orderId: '700000000000020',
        },
      ],
    },
  },
  errors: ['40020', '40017'],
  parse: (fields, call) => {
    checkCoin(fields);
    const symbol = optionalInstrument(fields, call.deps.engine.state)?.contract.symbol ?? null;
    const businessType = businessTypeField(fields);
    const range = timeRange(fields);
    const page = pageRequest(fields, 'limit', 20);
    checkTimeRange(range);
    return { symbol, businessType, startMs: range.startTime, endMs: range.endTime, ...page };
  },
  handle: async (args, call) => {
    const { sequencer, store } = call.deps;
    const { items, nextCursor } = await answerPage(
      call,
      store.ask('bills', { uid: accountOf(call), ...args }, sequencer.sequence),
    );
    return { hasNextPage: nextCursor !== null, items: items.map(billView) };
  },
});

function checkCoin(fields: Fields): void {
  const coin = textOf(fields, 'coin');
  if (coin !== null && coin !== COIN) throw invalid('coin', foundInstead(coin, { en: COIN, zh: COIN }));
}

function businessTypeField(fields: Fields): BusinessType | null {
  const found = textOf(fields, 'businessType');
  if (found === null) return null;
  const type = BUSINESS_TYPES.find((one) => one === found);
  if (type === undefined)
    throw invalid('businessType', foundInstead(found, { en: BUSINESS_TYPES.join(', '), zh: BUSINESS_TYPES.join('、') }));
  return type;
}
