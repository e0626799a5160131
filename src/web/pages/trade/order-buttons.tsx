/**
 * The four actions of hedge mode. They stay where they are when they can't be used, with the reason above them.
 */
import type { ContractsRow } from '../../../client/index.ts';
import { isOpening, type OrderType } from '../../live/order-draft.ts';
import { Fault } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import { ask } from './confirm.tsx';
import { answer, isSending } from './send-order.ts';
import { may, whyText } from './why.ts';

const ACTIONS: readonly (readonly [OrderType, 'OPEN_LONG' | 'OPEN_SHORT' | 'CLOSE_LONG' | 'CLOSE_SHORT', string])[] = [
  ['1', 'OPEN_LONG', 'up'],
  ['2', 'OPEN_SHORT', 'down'],
  ['3', 'CLOSE_LONG', 'down'],
  ['4', 'CLOSE_SHORT', 'up'],
];

export function OrderButtons({ contract }: { readonly contract: ContractsRow }) {
  const { action, trade } = words.value;
  const { open, close, closesAsManual } = may(contract);
  const reasons = [open, close].flatMap((why) => (why === null ? [] : [whyText(why)]));
  if (close === null && closesAsManual) reasons.push(trade.closesAsManual);
  const said = answer.value;
  return (
    <>
      {reasons.length === 0 ? null : (
        <p class="order-why" id="order-why">
          {[...new Set(reasons)].join(' ')}
        </p>
      )}
      <div class="order-buttons">
        {ACTIONS.map(([type, name, side]) => (
          <button
            key={type}
            type="button"
            class={side}
            data-type={type}
            disabled={isSending.value || (isOpening(type) ? open : close) !== null}
            aria-describedby={reasons.length === 0 ? undefined : 'order-why'}
            onClick={() => ask(contract, type)}
          >
            {action[name]}
          </button>
        ))}
      </div>
      {said !== null && said.error !== null && said.field === null ? <Fault error={said.error} /> : null}
    </>
  );
}
