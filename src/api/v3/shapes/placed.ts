/**
 * The outcome of an order in the answers of v3: HTTP 200 either way. Beside what the family documents, a refused order
 * says at the top level what an error says, so that programs which look only there see that it is none.
 */
import type { Decision, OrderPlaced } from '../../../core/turn/outcome.ts';
import type { Reject } from '../../../core/language/rejects.ts';
import type { CommandName } from '../../../core/language/commands.ts';
import type { Call } from '../../call/call.ts';
import { tellPlaced } from '../../shapes/placed.ts';
import { boolean, number, object, optional, string } from '../../shapes/schema.ts';
import { shape, type ViewOf } from '../../shapes/shape.ts';
import { ApiError } from '../../words/errors.ts';
import { rejectError } from '../../words/rejects.ts';

/** How every row about an order ends. */
export const outcomeFields = {
  success: boolean(),
  errorCode: string('Empty, or the number of the error'),
  errorMessage: string(),
};

/** Only where it was refused. */
export const refusedFields = {
  code: optional(number('Of a refused order: the number of the error')),
  msg: optional(string()),
  token: optional(string()),
  hint: optional(string()),
};

export const placedShape = shape(
  object({ orderId: string('Empty when refused'), clientOrderId: string(), ...outcomeFields, ...refusedFields }),
  { orderId: '700000000000010', clientOrderId: 'demo-0001', success: true, errorCode: '', errorMessage: '' },
);

/** One of several. */
export const placedRowShape = shape(
  object({ orderId: string('Empty when refused'), clientOrderId: string(), ...outcomeFields }),
  {
    orderId: '700000000000070',
    clientOrderId: 'demo-0007',
    success: true,
    errorCode: '',
    errorMessage: '',
  },
);

export type PlacedView = ViewOf<typeof placedShape>;

export const DONE = { success: true, errorCode: '', errorMessage: '' } as const;

/** A failed row: what an error says, without what an envelope adds. */
export function failedRow(error: ApiError, { dialect, locale }: Call) {
  const { code, msg } = dialect.faceOf(error, locale);
  return { success: false, errorCode: String(code), errorMessage: msg } as const;
}

/** A refused order's fields at the top level. */
export function refusedTop(error: ApiError, { dialect, locale }: Call) {
  const { code, msg, hint } = dialect.faceOf(error, locale);
  const token = error.token === undefined ? {} : { token: error.token };
  return { code: Number(code), msg, ...token, ...(hint === undefined ? {} : { hint }) };
}

/**
 * The error of a decision that is answered as a row; null when it was carried out. Noted as the refusal it is.
 * @throws ApiError for what is no answer of the engine's about an order: a permission, an order that is none
 */
export function refusalIn(decision: Decision<unknown>, call: Call, command: CommandName): ApiError | null {
  if (decision.ok) return null;
  const error = refusalOf(decision.reject, call, command);
  if (error.code !== ENGINE) throw error;
  call.refused = error;
  return error;
}

const ENGINE = 40015;

/** The error of a reject, in the words of this door. */
export function refusalOf(reject: Reject, call: Call, command: CommandName): ApiError {
  return rejectError(reject, call.deps.engine.state, command, call.dialect.fieldName);
}

/** The outcome of one of several: its order, or what is wrong with it. */
export function placedRowOf(
  clientOrderId: string,
  outcome: Decision<OrderPlaced> | ApiError,
  call: Call,
): ViewOf<typeof placedRowShape> {
  if (!(outcome instanceof ApiError) && outcome.ok)
    return { orderId: String(outcome.result.orderId), clientOrderId, ...DONE };
  const error = outcome instanceof ApiError ? outcome : refusalOf(outcome.reject, call, 'batchOrders');
  const row = failedRow(error, call);
  const { hint } = call.dialect.faceOf(error, call.locale);
  // A row has no field for the hint, so what is wrong with a parameter follows the message.
  const isParameter = error.code !== ENGINE && hint !== undefined;
  return {
    orderId: '',
    clientOrderId,
    ...row,
    ...(isParameter ? { errorMessage: `${row.errorMessage}: ${hint}` } : {}),
  };
}

/**
 * The answer to one order: what it became, or why there is none.
 * @param clientOrderId as it was sent; empty when none was
 * @throws ApiError as `refusalIn`
 */
export function placedView(
  clientOrderId: string,
  decision: Decision<OrderPlaced>,
  call: Call,
  command: CommandName = 'placeOrder',
): PlacedView {
  const error = refusalIn(decision, call, command);
  if (!decision.ok) return { orderId: '', clientOrderId, ...failedRow(error!, call), ...refusedTop(error!, call) };
  const { result } = decision;
  tellPlaced(result, call.headers);
  return { orderId: String(result.orderId), clientOrderId: result.clientOrderId, ...DONE };
}
