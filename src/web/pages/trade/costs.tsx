/**
 * What an order that is being written may tie up and cost. Estimates, and called so.
 */
import type { ComponentChildren } from 'preact';
import { NONE } from '../../format/number.ts';
import { assets } from '../../live/account.ts';
import { estimate } from '../../live/order-draft.ts';
import { leverageOf, terms } from '../../live/terms.ts';
import { Amount } from '../../parts/figures.tsx';
import { words } from '../../words/words.ts';
import { draft } from './draft.ts';

export function Costs({ price }: { readonly price: string }) {
  const { trade } = words.value;
  const known = terms.value;
  const { size } = draft.value;
  const costsAt = (isLong: boolean) =>
    known === null ? null : estimate(size, price, leverageOf(known, isLong), known.takerFee);
  const [long, short] = [costsAt(true), costsAt(false)];
  const isOne = long?.needs === short?.needs;
  const rows: readonly (readonly [string, ComponentChildren])[] = [
    [trade.available, <Amount key="a" value={assets.value?.available} />],
    [trade.fee, long === null ? NONE : <Amount key="f" value={long.fee} />],
    [
      isOne ? trade.needs : `${trade.needs} ${trade.long}`,
      long === null ? NONE : <Amount key="l" value={long.needs} />,
    ],
    ...(isOne || short === null
      ? []
      : [[`${trade.needs} ${trade.short}`, <Amount key="s" value={short.needs} />] as const]),
  ];
  return (
    <dl class="order-costs">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
