/** `outcry market show`: how the exchange's own market does, in figures and as a drawing. */
import type { MarketLook } from '../market/look.ts';
import { askAdmin } from './admin.ts';
import { tableText } from './table.ts';
import { defineVerb } from './verb.ts';

/** Characters of a drawing's parts. */
const SPREAD_WIDTH = 14;
const SIDE_WIDTH = 11;
const FLOW_WIDTH = 10;

export const marketShowVerb = defineVerb({
  name: 'market show',
  about: 'how the exchange’s own market does: prices, spread, depth, flow, and the money of its house',
  more: [
    'Premium and spread are in basis points; depth is what rests within ten of the middle, and flow what strangers bought less what they sold,',
    'fading over half a minute. A terminal gets a drawing besides. It never shows the seed; see `outcry market reveal`.',
  ].join('\n'),
  async answer({ data }) {
    const look = await askAdmin<MarketLook>(data, 'GET', '/admin/market');
    const parts = [headText(look), figuresText(look)];
    if (process.stdout.isTTY) parts.push('', drawingText(look));
    return { json: look, text: parts.join('\n') };
  },
});

function headText({ commitment, step, second, commandsPerSecond, equityUsdt }: MarketLook): string {
  const { maker, taker, crowd } = equityUsdt;
  return [
    commitment === null ? 'prices from elsewhere' : `market ${commitment}`,
    `step ${step}, ${new Date(second * 1_000).toISOString()}, ${commandsPerSecond} commands a second`,
    `house, million USDT: makers ${millions(maker)}, takers ${millions(taker)}, crowd ${millions(crowd)}`,
    '',
  ].join('\n');
}

function figuresText({ list }: MarketLook): string {
  const head = ['contract', 'index', 'vol', 'premium', 'spread', 'bids k', 'asks k', 'flow k', 'house M'];
  const rows = list.map(({ symbol, state, index, vol, premiumBp, spreadBp, ...usdt }) => [
    state === 'TRADING' ? symbol : `${symbol} ${state}`,
    index,
    vol.toFixed(2),
    premiumBp.toFixed(1),
    spreadBp?.toFixed(1),
    thousands(usdt.bidsUsdt),
    thousands(usdt.asksUsdt),
    thousands(usdt.flowUsdt),
    millions(usdt.equityUsdt),
  ]);
  return tableText({ head, rows });
}

/** Spread, depth and flow of each contract beside those of the others, at most 80 columns wide. */
export function drawingText({ list }: Pick<MarketLook, 'list'>): string {
  const most = (values: readonly number[]): number => Math.max(Number.MIN_VALUE, ...values);
  const widest = most(list.map(({ spreadBp }) => spreadBp ?? 0));
  const deepest = most(list.flatMap(({ bidsUsdt, asksUsdt }) => [bidsUsdt, asksUsdt]));
  const strongest = most(list.map(({ flowUsdt }) => Math.abs(flowUsdt)));
  const nameWidth = most(list.map(({ symbol }) => symbol.length));
  const line = (name: string, parts: readonly [string, string, string, string, string]): string => {
    const [spread, bids, asks, sold, bought] = parts;
    const depth = `${bids.padStart(SIDE_WIDTH)}│${asks.padEnd(SIDE_WIDTH)}`;
    const flow = `${sold.padStart(FLOW_WIDTH)}│${bought}`;
    return `${name.padEnd(nameWidth)}  ${spread.padEnd(SPREAD_WIDTH)}  ${depth}  ${flow}`.trimEnd();
  };
  return [
    line('', ['spread', 'bids', 'asks', 'sold', 'bought']),
    ...list.map(({ symbol, spreadBp, bidsUsdt, asksUsdt, flowUsdt }) =>
      line(symbol, [
        spreadBp === null ? 'a side empty' : bar(spreadBp / widest, SPREAD_WIDTH),
        bar(bidsUsdt / deepest, SIDE_WIDTH, '▐'),
        bar(asksUsdt / deepest, SIDE_WIDTH),
        bar(-flowUsdt / strongest, FLOW_WIDTH, '▐'),
        bar(flowUsdt / strongest, FLOW_WIDTH),
      ]),
    ),
  ].join('\n');
}

/** @param half the character of half a cell: at the right end, or, of a bar that grows to the left, at its left end */
function bar(part: number, width: number, half: '▌' | '▐' = '▌'): string {
  const halves = Math.round(Math.max(0, part) * width * 2);
  const whole = '█'.repeat(Math.floor(halves / 2));
  if (halves % 2 === 0) return whole;
  return half === '▌' ? whole + half : half + whole;
}

function thousands(usdt: number): string {
  return (usdt / 1e3).toFixed(0);
}

function millions(usdt: number): string {
  return (usdt / 1e6).toFixed(2);
}
