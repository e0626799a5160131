/**
 * The figures of a contract in one line.
 */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { NONE, number, percent } from '../../format/number.ts';
import { countdown } from '../../format/time.ts';
import { isTight } from '../../base/budget.ts';
import { nowSecond } from '../../base/clock.ts';
import { publicClient } from '../../base/rest.ts';
import { quote } from '../../live/market.ts';
import { funding } from '../../live/terminal.ts';
import { Change } from '../../parts/figures.tsx';
import { words } from '../../words/words.ts';
import './figures.css';
import { machine } from '../../../time/machine.ts';

const INDEX_EVERY_MS = 10_000;
const index = signal<string | null>(null);

export function Figures({ symbol }: { readonly symbol: string }) {
  const { trade } = words.value;
  const known = quote(symbol);
  const ticker = known?.ticker.value ?? null;
  const decimals = known?.decimals ?? 2;
  useEffect(() => followIndex(symbol), [symbol]);
  const price = (text: string | null | undefined): string => (text == null ? NONE : number(text, { decimals }));
  const side = (known?.moved.value ?? 0) >= 0 ? 'up' : 'down';
  const rate = funding.value;
  return (
    <dl class="figures">
      <Figure name={trade.last}>
        <strong class={`figures-last live-value ${side}`}>{price(ticker?.lastPrice)}</strong>{' '}
        <Change fraction={ticker?.priceChangePercent} />
      </Figure>
      <Figure name={trade.mark}>{price(ticker?.markPrice)}</Figure>
      <Figure name={trade.index}>{price(index.value)}</Figure>
      <Figure name={trade.funding}>
        {rate === null ? NONE : percent(rate.rate, 4)}{' '}
        {rate === null || rate.atMs === 0 ? '' : trade.in(countdown(rate.atMs - nowSecond.value))}
      </Figure>
      <Figure name={trade.openInterest}>
        {rate?.interest == null ? NONE : `${number(rate.interest, { decimals: 2 })} ${known?.coin ?? ''}`}
      </Figure>
      <Figure name={trade.day}>
        {price(ticker?.low)} – {price(ticker?.high)}
      </Figure>
      <Figure name={trade.dayVolume}>{ticker === null ? NONE : `${number(ticker.value, { decimals: 0 })} USDT`}</Figure>
    </dl>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div class="figure">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function followIndex(symbol: string): () => void {
  index.value = null;
  const read = (): void => {
    if (isTight.value) return;
    publicClient.index({ symbol }).then(
      (answer) => (index.value = answer.index),
      () => undefined,
    );
  };
  read();
  const timer = machine.every(INDEX_EVERY_MS, read);
  return () => timer.cancel();
}
