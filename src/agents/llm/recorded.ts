/** A model that costs nothing and needs no network: it plays recorded answers, by what is held and what moved. */
import type { Ask } from './llm-agent.ts';
import type { Held, Quote, Seen } from './look.ts';
import recording from './recording.json' with { type: 'json' };

/** Percent in half an hour that count as a move. */
const MOVED = 0.2;
const OLD_MINUTES = 12;

export const RECORDED_MODEL = recording.model;

export const recorded: Ask = ({ user }) => {
  const { market, account } = JSON.parse(user.split('\n', 1)[0]!) as Seen;
  const held = account.positions.find(({ symbol }) => market.some((one) => one.symbol === symbol));
  const moved = market.toSorted((a, b) => Math.abs(b.change_30m_percent) - Math.abs(a.change_30m_percent));
  const quote = held === undefined ? moved[0]! : market.find(({ symbol }) => symbol === held.symbol)!;
  const { text, ...tokens } = recording.answers.find(({ when }) => when === situationOf(held, quote))!;
  const { symbol } = quote;
  const figures: Readonly<Record<string, string | number | undefined>> = {
    symbol,
    coin: symbol.replace(/^cmt_|usdt$/g, '').toUpperCase(),
    change: quote.change_30m_percent,
    side: held?.side,
    profit: held?.profit_percent,
    minutes: held?.minutes,
  };
  return Promise.resolve({
    text: text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(figures[name])),
    ...tokens,
  });
};

function situationOf(held: Held | undefined, { change_30m_percent: change }: Quote): string {
  if (held !== undefined && held.minutes >= OLD_MINUTES) return 'held old';
  if (held !== undefined) return held.profit_percent < 0 ? 'held losing' : 'held gaining';
  if (Math.abs(change) < MOVED) return 'flat calm';
  return change > 0 ? 'flat rising' : 'flat falling';
}
