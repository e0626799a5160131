/** `outcry market …`: what an operator may do to the exchange's own market. */
import { GIVEN_FILES } from '../folder/disk/given-file.ts';
import { plainName } from '../market/feed/price-line.ts';
import { fitRow } from '../market/history/fit.ts';
import { gapsOf } from '../market/history/history.ts';
import { openHistory } from '../market/history/open-history.ts';
import { askAdmin } from './admin.ts';
import { marketCommitVerb, marketRevealVerb } from './market-reveal.ts';
import { marketShowVerb } from './market-show.ts';
import { marketVerifyVerb } from './market-verify.ts';
import { tableText } from './table.ts';
import { failing, UsageError } from './told.ts';
import { defineVerb, operand, type Verb } from './verb.ts';

interface Shock {
  readonly sequence: number;
  readonly list: readonly { readonly symbol: string; readonly from: string; readonly to: string }[];
}

const shock = defineVerb({
  name: 'market shock',
  about: 'move the index price of a contract at once, to see what a crash does',
  operands: ['SYMBOL'],
  options: {
    down: { value: 'PERCENT', about: 'by how much it falls, up to 90' },
    up: { value: 'PERCENT', about: 'by how much it rises, up to 100' },
  },
  more: [
    'SYMBOL is a contract such as cmt_btcusdt, or all. Only an exchange that makes its own prices (--market world) can do this; they go on from the',
    'new ones, livelier for some twenty minutes. It is refused while a contest is live that is no rehearsal.',
  ].join('\n'),
  async answer(call) {
    const symbol = operand(call, 'SYMBOL');
    const percent = percentOf(call.options['down'], call.options['up']);
    const answer = await askAdmin<Shock>(call.data, 'POST', '/admin/market/shock', { symbol, percent });
    const lines = answer.list.map(({ symbol: name, from, to }) => `${name}  ${from} → ${to}`);
    return { json: answer, text: lines.join('\n') };
  },
});

const fit = defineVerb({
  name: 'market fit',
  about: 'what a file of prices says of its contracts: volatility, spread, depth and rate',
  data: 'none',
  operands: ['FILE'],
  options: { first: { value: 'SYMBOL', about: 'the contract that all others move with (BTCUSDT)' } },
  more: [
    'FILE is a file or a folder of bars, as --market takes them. Each row is one of the market’s table: its contract',
    'would move, quote and trade about as the file did. A column that the file says nothing of takes a usual value, and is named.',
  ].join('\n'),
  async answer(call) {
    const history = await failing(() => openHistory(operand(call, 'FILE'), GIVEN_FILES));
    const named = call.options['first'] ?? 'BTCUSDT';
    const first = history.series.get(plainName(named)) ?? null;
    if (call.options['first'] !== undefined && first === null)
      throw new UsageError(`--first is ${named}, which is not in the file`);
    const list = await failing(() =>
      [...history.series.values()].map((series) => fitRow(history, series, first, series.symbol)),
    );
    const gaps = gapsOf(history);
    const rows = list.map(({ row, bars, assumed }) => [
      ...Object.values(row).map(String),
      String(bars),
      assumed.length === 0 ? '–' : assumed.join(' '),
    ]);
    const head = [...Object.keys(list[0]!.row), 'bars', 'assumed'];
    const missing = gaps.reduce((sum, { bars }) => sum + bars, 0);
    const text = [
      tableText({ head, rows }),
      gaps.length === 0 ? 'no gaps' : `${gaps.length} gaps, ${missing} bars missing`,
    ];
    return { json: { barSeconds: history.barMs / 1_000, list, gaps }, text: text.join('\n') };
  },
});

/** Signed; exactly one of the two is given. */
function percentOf(down: string | undefined, up: string | undefined): string {
  if ((down === undefined) === (up === undefined)) throw new UsageError('say how far: --down PERCENT or --up PERCENT');
  const text = down ?? up ?? '';
  if (!/^\d+(\.\d+)?$/.test(text))
    throw new UsageError(`${down === undefined ? '--up' : '--down'} is '${text}', needs a number such as 30`);
  return down === undefined ? text : `-${text}`;
}

export const marketVerbs: readonly Verb[] = [
  marketShowVerb,
  fit,
  shock,
  marketCommitVerb,
  marketRevealVerb,
  marketVerifyVerb,
];
