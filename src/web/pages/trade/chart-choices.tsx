/**
 * The choices of a chart: how long a bar is, of which price, and whether as a picture or a table.
 */
import { signal } from '@preact/signals';
import { GRANULARITIES, type Granularity, type PriceType } from '../../live/bars.ts';
import { words } from '../../words/words.ts';

export const granularity = signal<Granularity>('1m');
export const priceType = signal<PriceType>('LAST');
export const isTable = signal(false);
export const hasAverages = signal(false);

const TYPES: readonly PriceType[] = ['LAST', 'MARK', 'INDEX'];

export function ChartChoices() {
  const { trade } = words.value;
  return (
    <>
      <div class="chart-choice" role="group" aria-label={trade.granularity} data-granularities="">
        {GRANULARITIES.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === granularity.value}
            onClick={() => (granularity.value = one)}
          >
            {one}
          </button>
        ))}
      </div>
      <select
        aria-label={trade.priceType}
        value={priceType.value}
        onChange={({ currentTarget }) => (priceType.value = currentTarget.value as PriceType)}
      >
        {TYPES.map((type) => (
          <option key={type} value={type}>
            {trade.types[type]}
          </option>
        ))}
      </select>
      <button type="button" aria-pressed={hasAverages.value} onClick={() => (hasAverages.value = !hasAverages.value)}>
        {trade.averages}
      </button>
      <button type="button" aria-pressed={isTable.value} onClick={() => (isTable.value = !isTable.value)}>
        {trade.asTable}
      </button>
    </>
  );
}
