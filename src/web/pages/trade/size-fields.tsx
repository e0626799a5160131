/**
 * How large an order is to be: in coins, in USDT, or as a part of what is available; and what fires a plan order.
 */
import type { ContractsRow } from '../../../client/index.ts';
import { coinOf } from '../../live/market.ts';
import { coinsOf, partOf, type SizeUnit, type TriggerBy, worthOf } from '../../live/order-draft.ts';
import { words } from '../../words/words.ts';
import { draft, estimatePrice, most, write } from './draft.ts';
import { FieldInput } from './field-input.tsx';

const PERCENTS = [10, 25, 50, 100] as const;

export function SizeField({ contract }: { readonly contract: ContractsRow }) {
  return (
    <div class="order-size">
      <FieldInput name="size" label={words.value.trade.size} />
      <Unit contract={contract} />
    </div>
  );
}

export function TriggerField() {
  const { trade } = words.value;
  return (
    <div class="order-size">
      <FieldInput name="trigger" label={trade.trigger} />
      <select
        aria-label={trade.triggeredBy}
        value={draft.value.triggerBy}
        onChange={({ currentTarget }) => write({ triggerBy: currentTarget.value as TriggerBy })}
      >
        <option value="1">{trade.types.LAST}</option>
        <option value="3">{trade.types.MARK}</option>
      </select>
    </div>
  );
}

/** The unit a size is written in; a size that is there already is turned into it. */
function Unit({ contract: { symbol, stepSize } }: { readonly contract: ContractsRow }) {
  const { trade } = words.value;
  const choose = (unit: SizeUnit): void => {
    const price = estimatePrice.value;
    const coins = coinsOf(draft.value, price, stepSize);
    const size = coins === null ? '' : unit === 'coin' ? coins : worthOf(coins, price);
    write({ unit, size: size ?? '' });
  };
  return (
    <select
      data-unit=""
      aria-label={trade.sizeIn}
      value={draft.value.unit}
      onChange={({ currentTarget }) => choose(currentTarget.value as SizeUnit)}
    >
      <option value="coin">{coinOf(symbol)}</option>
      <option value="usdt">USDT</option>
    </select>
  );
}

export function Percents({ contract }: { readonly contract: ContractsRow }) {
  const { stepSize, size_increment } = contract;
  const fill = (percent: number): void => {
    const { long, short } = most.value;
    if (long === null || short === null) return;
    // Whichever action is chosen then, it can be placed.
    const least = Number(long) < Number(short) ? long : short;
    const size = partOf(percent, least, stepSize, Number(size_increment));
    if (size === null) return;
    write({ size: draft.value.unit === 'coin' ? size : (worthOf(size, estimatePrice.value) ?? '') });
  };
  return (
    <div class="order-percents" role="group" aria-label={words.value.trade.ofAvailable}>
      {PERCENTS.map((percent) => (
        <button key={percent} type="button" onClick={() => fill(percent)}>
          {percent}%
        </button>
      ))}
    </div>
  );
}
