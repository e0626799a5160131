/**
 * The question before an order is changed: its price and what is left of its size, or the trigger of a plan order; by
 * field, or with the price its line was dropped at. Arrows move a price by a tick. Escape leaves all as it is.
 */
import { useState } from 'preact/hooks';
import type { ContractsRow } from '../../../client/index.ts';
import { canBeWritten, draftOf, leftOf, orderTypeOf, priceOf } from '../../live/amend.ts';
import { contracts, coinOf } from '../../live/market.ts';
import { objectionsTo } from '../../live/order-checks.ts';
import { type Draft, estimate, type Field, isOpening } from '../../live/order-draft.ts';
import { isPlan } from '../../live/plan-name.ts';
import { positions } from '../../live/account.ts';
import { leverageOf, terms } from '../../live/terms.ts';
import { sumOf } from '../../format/number.ts';
import { useAsk } from '../../parts/ask.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Fault } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import { AmendFields } from './amend-fields.tsx';
import { type Amended, type AmendTo, amend } from './amend-order.ts';
import { type Amending, amending } from './amending.ts';
import { draft } from './draft.ts';
import { ForAccount } from './for-account.tsx';
import { limitsOf } from './limits.ts';
import { may, whyText } from './why.ts';

export function AmendDialog() {
  const now = amending.value;
  const contract = contracts.value.find(({ symbol }) => symbol === now?.order.contractId);
  if (now === null || contract === undefined) return null;
  return <Question key={now.order.id} now={now} contract={contract} />;
}

interface QuestionProps {
  readonly now: Amending;
  readonly contract: ContractsRow;
}

function Question({ now: { order, at }, contract }: QuestionProps) {
  const { trade, type: types } = words.value;
  const plan = isPlan(order);
  const left = leftOf(order, Number(contract.size_increment));
  const [written, setWritten] = useState<AmendTo>({
    price: plan || at === '' ? priceOf(order) : at,
    size: left,
    trigger: plan ? at || order.triggerPrice : '',
  });
  const [done, setDone] = useState<Amended | null>(null);
  const { isBusy, fault, ask } = useAsk();
  const { open, close: toClose } = may(contract);
  const type = orderTypeOf(order);
  const why = isOpening(type) ? open : toClose;
  const next: Draft = { ...draftOf(order, written.size, positions.value), ...written };
  const against = objectionsTo(next, type, freed(contract, order, left));
  const isNew =
    written.price !== priceOf(order) || written.size !== left || (plan && written.trigger !== order.triggerPrice);
  const write = (field: Field, text: string): void => {
    setWritten({ ...written, [field]: text });
    if (field === (plan ? 'trigger' : 'price')) amending.value = { order, at: text };
  };
  const send = (close: () => void): void =>
    ask(async () => {
      const ended = await amend(contract, order, written);
      if (ended.what === 'lost') draft.value = ended.draft;
      if (ended.what === 'changed') close();
      else setDone(ended);
    });
  return (
    <Dialog title={trade.amendTitle} onClose={() => (amending.value = null)}>
      {(close) => (
        <form class="form amend-form" onSubmit={(event) => (event.preventDefault(), send(close))}>
          <ForAccount />
          <p>
            {types[type]} {left} {coinOf(contract.symbol)}
            {plan ? ` · ${trade.trigger} ${order.triggerPrice}` : ''} · {priceOf(order) || trade.marketPrice}
          </p>
          <AmendFields order={order} written={written} contract={contract} against={against} write={write} />
          <p class="dim">{plan && written.size === left ? trade.amendInPlace : trade.amendHow}</p>
          {why === null ? null : <p class="warn">{whyText(why)}</p>}
          {fault === null ? null : <Fault error={fault} />}
          {done === null ? null : <Ended done={done} />}
          <div class="dialog-buttons">
            <button type="button" onClick={close}>
              {done === null ? trade.amendNo : words.value.shell.close}
            </button>
            <button
              type="submit"
              data-yes=""
              disabled={
                isBusy ||
                done !== null ||
                why !== null ||
                !isNew ||
                against.length > 0 ||
                (!plan && !canBeWritten(order))
              }
            >
              {trade.amendYes}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

/** The limits it has once its own margin, or what it holds of its position, is free again. */
function freed(contract: ContractsRow, order: Amending['order'], left: string) {
  const limits = limitsOf(contract);
  const isLong = order.positionSide === 'LONG';
  if (isPlan(order)) return { ...limits, available: null, closable: null };
  if (order.reduceOnly) {
    const [side, free] = isLong
      ? (['long', limits.closable?.long] as const)
      : (['short', limits.closable?.short] as const);
    if (limits.closable === null || free === undefined) return limits;
    return {
      ...limits,
      closable: { ...limits.closable, [side]: sumOf([free, left], Number(contract.size_increment)) },
    };
  }
  const known = terms.value;
  const held = known === null ? null : estimate(left, order.price, leverageOf(known, isLong), known.takerFee);
  if (held === null || limits.available === null) return limits;
  return { ...limits, available: sumOf([limits.available, held.needs, held.fee], 8) };
}

/** Says what became of a change that was not carried out as it was asked. */
function Ended({ done }: { readonly done: Amended }) {
  const { amended } = words.value.trade;
  if (done.what === 'changed') return null;
  return (
    <div role="alert" data-amended={done.what}>
      <p class="warn">{done.what === 'restored' ? amended.restored(done.id) : amended[done.what]}</p>
      {'error' in done ? <Fault error={done.error} /> : null}
    </div>
  );
}
