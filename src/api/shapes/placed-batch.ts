/** The answer to batchOrders: for each row, in the order sent, its order or why there is none. */
import type { OrderPlaced } from '../../core/turn/outcome.ts';
import { boolean, list, object, string } from './schema.ts';
import { type ApiError, type Locale, messageOf } from '../words/errors.ts';
import { tellReplay } from './placed.ts';
import { shape, type ViewOf } from './shape.ts';

export const placedBatchShape = shape(
  object({
    order_info: list(
      object({
        order_id: string('Empty for a row that failed'),
        client_oid: string(),
        result: boolean(),
        error_code: string('Empty for an order'),
        error_message: string('Empty for an order'),
      }),
    ),
    result: boolean(),
  }),
  {
    order_info: [
      { order_id: '700000000000070', client_oid: 'demo-0007', result: true, error_code: '', error_message: '' },
      {
        order_id: '',
        client_oid: 'demo-0008',
        result: false,
        error_code: '40015',
        error_message:
          'POSITION_SIDE_INVALID: FAILED_PRECONDITION: position side invalid: there is no SHORT position in cmt_btcusdt to close',
      },
    ],
    result: true,
  },
);

export type PlacedBatchView = ViewOf<typeof placedBatchShape>;
type Row = PlacedBatchView['order_info'][number];

/** The outcome of a row: its order, or the error it would have got alone. */
export type RowPlaced = OrderPlaced | { readonly clientOrderId: string; readonly error: ApiError };

/** Adds the headers that mark a repeat and name the orders' leaves. */
export function tellBatch(placed: readonly OrderPlaced[], headers: string[]): void {
  if (placed.length > 0 && placed.every(({ replayed }) => replayed)) tellReplay(headers);
  const leaves = placed.flatMap(({ leafIndex }) => leafIndex ?? []);
  if (leaves.length > 0) headers.push('AI-LOG-INDEX', leaves.join(','));
}

/** The answer, whose headers are told, too. */
export function placedBatchView(rows: readonly RowPlaced[], locale: Locale, headers: string[]): PlacedBatchView {
  tellBatch(
    rows.filter((row) => 'orderId' in row),
    headers,
  );
  return { order_info: rows.map((row) => rowView(row, locale)), result: true };
}

function rowView(row: RowPlaced, locale: Locale): Row {
  const { clientOrderId: client_oid } = row;
  if ('orderId' in row)
    return { order_id: String(row.orderId), client_oid, result: true, error_code: '', error_message: '' };
  const { error } = row;
  return {
    order_id: '',
    client_oid,
    result: false,
    error_code: String(error.code),
    error_message: lineOf(error, locale),
  };
}

/** The message; a row has no field for the hint, so the detail of a wrong parameter follows it. */
function lineOf(error: ApiError, locale: Locale): string {
  const message = messageOf(error, locale);
  const isParameter = error.code === 40019 || error.code === 40020;
  return isParameter && error.hint !== undefined ? `${message}: ${error.hint[locale]}` : message;
}
