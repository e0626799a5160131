/**
 * The terminal of one contract. Narrow windows show one of its parts at a time.
 */
import { useEffect } from 'preact/hooks';
import { signal } from '@preact/signals';
import type { ContractsRow } from '../../../client/index.ts';
import { editDistance } from '../../../core/text/edit-distance.ts';
import { go, path, to } from '../../base/router.ts';
import { session } from '../../base/session.ts';
import { contracts, type Quote, quotes } from '../../live/market.ts';
import { followLiquidation } from '../../live/liquidation.ts';
import { followFills } from '../../live/own-fills.ts';
import { followLogs } from '../../live/own-logs.ts';
import { followTerminal } from '../../live/terminal.ts';
import { followTerms } from '../../live/terms.ts';
import { RawText } from '../../parts/raw-text.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { words } from '../../words/words.ts';
import { AmendDialog } from './amend-dialog.tsx';
import { amending } from './amending.ts';
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
  if (contracts.value.length === 0 || named === null) return <Skeleton rows={12} />;
  if (contract === undefined) return <Unknown named={named} />;
  return <Terminal key={contract.symbol} contract={contract} />;
}

function Terminal({ contract }: { readonly contract: ContractsRow }) {
  const { trade } = words.value;
  const { symbol } = contract;
  const who = session.value?.uid ?? '';
  useEffect(() => {
    const stops = [followTerminal(symbol), followTerms(symbol), followFills(), followLogs(), followLiquidation()];
    return () => stops.forEach((stop) => stop());
  }, [symbol]);
  useEffect(() => () => void (amending.value = null), [symbol, who]);
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
      <div class="trade-sections" role="group" aria-label={trade.parts}>
        {SECTIONS.map((name) => (
          <button key={name} type="button" aria-pressed={section.value === name} onClick={() => (section.value = name)}>
            {trade.sections[name]}
          </button>
        ))}
      </div>
      <div class="trade-left">
        <Chart contract={contract} />
        {/* With another account nothing that was asked for the one before stays open. */}
        <Tabs key={`tabs ${who}`} contract={contract} />
      </div>
      <Ladder contract={contract} />
      <OrderForm key={`order ${who}`} contract={contract} />
      <Tape contract={contract} />
      <AmendDialog />
    </div>
  );
}

/** For a contract that doesn't exist: those with the nearest names. */
function Unknown({ named }: { readonly named: string }) {
  const { trade } = words.value;
  return (
    <div class="lost">
      <h1>
        {trade.unknown} <RawText text={named} limit={60} />
      </h1>
      <p>
        {trade.didYouMean}{' '}
        {nearestQuotes(named).map(({ symbol }) => (
          <span key={symbol}>
            <a href={to(`/trade/${symbol}`)}>{symbol}</a>{' '}
          </span>
        ))}
      </p>
    </div>
  );
}

const NEAREST = 3;

function nearestQuotes(named: string): readonly Quote[] {
  const wanted = named.toLowerCase();
  const distance = ({ symbol, coin }: Quote): number =>
    Math.min(...[symbol, coin.toLowerCase(), `${coin.toLowerCase()}usdt`].map((word) => editDistance(wanted, word)));
  return quotes.value.toSorted((a, b) => distance(a) - distance(b)).slice(0, NEAREST);
}
