/**
 * The terminal of one contract. Narrow windows show one of its parts at a time.
 */
import { useEffect } from 'preact/hooks';
import { signal } from '@preact/signals';
import type { ContractsRow } from '../../../client/index.ts';
import { go, path, to } from '../../app/router.ts';
import { contracts, quotes } from '../../live/market.ts';
import { followTerminal } from '../../live/terminal.ts';
import { words } from '../../words/words.ts';
import { Chart } from './chart.tsx';
import { Figures } from './figures.tsx';
import { Ladder } from './ladder.tsx';
import { OrderForm } from './order-form.tsx';
import { Tabs } from './tabs.tsx';
import { Tape } from './tape.tsx';
import './trade.css';

type Section = 'chart' | 'book' | 'order' | 'mine';
const SECTIONS: readonly Section[] = ['chart', 'book', 'order', 'mine'];
const section = signal<Section>('chart');

export function TradePage() {
  const named = path.value.split('/')[2] ?? contracts.value[0]?.symbol ?? null;
  const contract = contracts.value.find(({ symbol }) => symbol === named);
  if (contracts.value.length === 0 || named === null) return <p class="dim">{words.value.shell.loading}</p>;
  if (contract === undefined) return <Unknown named={named} />;
  return <Terminal key={contract.symbol} contract={contract} />;
}

function Terminal({ contract }: { readonly contract: ContractsRow }) {
  const { trade } = words.value;
  useEffect(() => followTerminal(contract.symbol), [contract.symbol]);
  return (
    <div class={`trade trade-${section.value}`}>
      <h1 class="hidden-text">
        {trade.title} {contract.symbol}
      </h1>
      <div class="trade-head">
        <select
          aria-label={trade.contract}
          value={contract.symbol}
          onChange={({ currentTarget }) => go(`/trade/${currentTarget.value}`)}
        >
          {quotes.value.map(({ symbol, coin }) => (
            <option key={symbol} value={symbol}>
              {coin}
            </option>
          ))}
        </select>
        <Figures symbol={contract.symbol} />
      </div>
      <div class="trade-sections" role="group">
        {SECTIONS.map((name) => (
          <button key={name} type="button" aria-pressed={section.value === name} onClick={() => (section.value = name)}>
            {trade.sections[name]}
          </button>
        ))}
      </div>
      <Chart contract={contract} />
      <div class="trade-book">
        <Ladder contract={contract} />
        <Tape contract={contract} />
      </div>
      <OrderForm contract={contract} />
      <Tabs contract={contract} />
    </div>
  );
}

/** A contract that is none: those whose name is nearest. */
function Unknown({ named }: { readonly named: string }) {
  const { trade } = words.value;
  const wanted = named.toLowerCase();
  const near = quotes.value.filter(
    ({ symbol, coin }) => symbol.includes(wanted) || wanted.includes(coin.toLowerCase()),
  );
  return (
    <div>
      <h1>{trade.unknown(named)}</h1>
      <p>
        {trade.didYouMean}{' '}
        {(near.length > 0 ? near : quotes.value).map(({ symbol }) => (
          <span key={symbol}>
            <a href={to(`/trade/${symbol}`)}>{symbol}</a>{' '}
          </span>
        ))}
      </p>
    </div>
  );
}
