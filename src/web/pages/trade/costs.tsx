/**
 * Margin and fee of an order that is being written, and how large it may be. Estimates, and called so.
 */
import type { ComponentChildren } from 'preact';
import type { ContractsRow } from '../../../client/index.ts';
import { NONE } from '../../format/number.ts';
import { assets } from '../../live/account.ts';
import { coinOf } from '../../live/market.ts';
import { estimate, worthOf } from '../../live/order-draft.ts';
import { leverageOf, terms } from '../../live/terms.ts';
import { Amount } from '../../parts/figures.tsx';
import { words } from '../../words/words.ts';
import { draft, estimatePrice, most, sentDraft } from './draft.ts';

export function Costs({ contract }: { readonly contract: ContractsRow }) {
  const { trade } = words.value;
  const known = terms.value;
  const { size } = sentDraft(contract);
  const price = estimatePrice.value;
  const coin = coinOf(contract.symbol);
  const costsAt = (isLong: boolean) =>
    known === null ? null : estimate(size, price, leverageOf(known, isLong), known.takerFee);
  const [long, short] = [costsAt(true), costsAt(false)];
  const isOne = long?.needs === short?.needs;
  const both = (a: ComponentChildren, b: ComponentChildren) => (
    <>
      {a} · {b}
    </>
  );
  const worth =
    draft.value.unit === 'usdt' ? (
      `${size || NONE} ${coin}`
    ) : (
      <Amount value={size === '' ? null : worthOf(size, price)} />
    );
  const rows: readonly (readonly [string, ComponentChildren])[] = [
    [trade.available, <Amount key="a" value={assets.value?.available} />],
    [trade.worth, worth],
    [trade.fee, <Amount key="f" value={long?.fee} />],
    [
      trade.needs,
      isOne ? (
        <Amount key="n" value={long?.needs} />
      ) : (
        both(<Amount value={long?.needs} />, <Amount value={short?.needs} />)
      ),
    ],
    [trade.most, mostText(most.value, coin)],
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

/** Long and short apart only where they differ. */
function mostText(
  { long, short }: { readonly long: string | null; readonly short: string | null },
  coin: string,
): string {
  if (long === null || short === null) return NONE;
  return `${long === short ? long : `${long} · ${short}`} ${coin}`;
}
