/**
 * The price of every contract, each a link to its terminal.
 */
import { to } from '../../base/router.ts';
import { NONE, number } from '../../format/number.ts';
import { type Quote, quotes } from '../../live/market.ts';
import { Change } from '../../parts/figures.tsx';
import { Trail } from '../../parts/trail.tsx';
import { words } from '../../words/words.ts';
import './tickers.css';

export function Tickers() {
  return (
    <nav class="tickers" aria-label={words.value.live.tickers}>
      {quotes.value.map((quote) => (
        <Ticker key={quote.symbol} quote={quote} />
      ))}
    </nav>
  );
}

function Ticker({ quote }: { readonly quote: Quote }) {
  const ticker = quote.ticker.value;
  const side = quote.moved.value > 0 ? 'up' : quote.moved.value < 0 ? 'down' : '';
  return (
    <a class="ticker" href={to(`/trade/${quote.symbol}`)} data-symbol={quote.symbol}>
      <span class="ticker-head">
        <strong>{quote.coin}</strong>
        <Change fraction={ticker?.priceChangePercent} />
      </span>
      <span class="ticker-body">
        <span class={`ticker-price live-value ${side}`}>
          {ticker === null ? NONE : number(ticker.lastPrice, { decimals: quote.decimals })}
        </span>
        <Trail points={quote.trail.value} />
      </span>
    </a>
  );
}
