/** The list of what ended: orders, and plan orders that never became one. */
import { accountOf, type Call } from '../../call/call.ts';
import { type Needed, optional, type ValuesOf } from '../../call/parameter.ts';
import { answerPage, placeParameters, rowsParameter } from '../../reading/paging.ts';
import { inTimeOrder, rangeParameters } from '../../reading/times.ts';
import { type OrderView, orderView } from './order.ts';

/** @param symbol the reader of a contract's name */
export const historyParameters = (symbol: Needed<string>) => ({
  symbol: optional(symbol),
  limit: rowsParameter(500, 1_000),
  ...rangeParameters,
  ...placeParameters,
});

type Read = ValuesOf<ReturnType<typeof historyParameters>>;

/** The question to the store. @throws ApiError 40017 when the times are the wrong way round */
export function historyArgs(values: Read) {
  const { startTime: startMs, endTime: endMs, ...rest } = inTimeOrder(values);
  return { ...rest, startMs, endMs };
}

/** Last ended first; the times are those of creation, and don't change that order. */
export async function historyOf(args: ReturnType<typeof historyArgs>, call: Call): Promise<OrderView[]> {
  const { store, sequencer, engine } = call.deps;
  const asked = store.ask('finishedOrders', { ...args, uid: accountOf(call) }, sequencer.sequence);
  const { items } = await answerPage(call, asked);
  return items.map((order) => orderView(engine.state, order.symbol, order));
}
