/**
 * The four actions of hedge mode. They stay where they are when they can't be used, with the reason above them.
 */
import type { ContractsRow } from '../../../client/index.ts';
import { isOpening, type OrderType } from '../../live/order-draft.ts';
import { Fault } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import { ask } from './confirm.tsx';
import { answer, isSending, terms } from './send-order.ts';

const ACTIONS: readonly (readonly [OrderType, 'OPEN_LONG' | 'OPEN_SHORT' | 'CLOSE_LONG' | 'CLOSE_SHORT', string])[] = [
  ['1', 'OPEN_LONG', 'up'],
  ['2', 'OPEN_SHORT', 'down'],
  ['3', 'CLOSE_LONG', 'down'],
  ['4', 'CLOSE_SHORT', 'up'],
];

export function OrderButtons({ contract, why }: { readonly contract: ContractsRow; readonly why: string | null }) {
  const { action, trade } = words.value;
  const { isWebAllowed } = terms.value;
  const said = answer.value;
  return (
    <>
      {why === null && isWebAllowed ? null : (
        <p class="order-why" id="order-why">
          {why ?? trade.noContestWeb}
        </p>
      )}
      <div class="order-buttons">
        {ACTIONS.map(([type, name, side]) => (
          <button
            key={type}
            type="button"
            class={side}
            data-type={type}
            disabled={why !== null || isSending.value || (isOpening(type) && !isWebAllowed)}
            aria-describedby={why === null && isWebAllowed ? undefined : 'order-why'}
            onClick={() => ask(contract, type)}
          >
            {action[name]}
          </button>
        ))}
      </div>
      {said?.error && said.field === null ? <Fault error={said.error} /> : null}
    </>
  );
}
