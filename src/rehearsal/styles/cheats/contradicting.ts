/** Cheats whose logs say something other than what they do, or everything at once. */
import { after, before } from '../diaries.ts';
import { altered, MODEL, plain, said } from '../forms.ts';
import type { Move, Player } from '../../player.ts';
import { MAJORS, whim } from '../strategies.ts';
import { bot, cheat, type Diary, insufficient, review, type Style } from '../style.ts';

const ACTIONS = ['OPEN_LONG', 'OPEN_SHORT', 'CLOSE_LONG', 'CLOSE_SHORT'] as const;
const OPPOSITE = { 1: 'OPEN_SHORT', 2: 'OPEN_LONG', 3: 'OPEN_LONG', 4: 'OPEN_SHORT' } as const;

const output = (change: (move: Move, output: object) => object) =>
  altered(plain, (made, { moves }) => ({ output: { ...made.output, ...change(moves[0] as Move, made.output) } }));

const opposite = output(({ type }) => ({ decision: OPPOSITE[type] }));
const holds = output(() => ({ decision: 'HOLD' }));
const elsewhere = output(({ symbol }) => ({ symbol: symbol === 'cmt_btcusdt' ? 'cmt_ethusdt' : 'cmt_btcusdt' }));
const smaller = output(({ symbol, size }) => ({
  size: String(Number(size) / 10),
  note: `a tenth of ${symbol}`,
}));

/** Every action for every contract in one list, with the client order ids of the next ten orders. */
const everything = (ids: readonly string[], player: Player): string =>
  JSON.stringify({
    orderId: null,
    stage: 'Decision Making',
    model: MODEL,
    input: { prompt: `${player.name}: what may be done now?`, market: MAJORS.map((symbol) => player.figures(symbol)) },
    output: {
      decisions: MAJORS.flatMap((symbol) => ACTIONS.map((action) => ({ action, symbol }))),
      client_oids: ids,
    },
    explanation: `${player.name} sees opportunities on all sides at ${player.figures('cmt_btcusdt').mark}.`,
  });

/** Sends a log for everything every quarter of an hour, and does what a person likes. */
function anything(player: Player): () => Promise<void> {
  const decide = whim(MAJORS)(player);
  let ids: string[] = [];
  let due = 0;
  return async () => {
    if (player.minute >= due) {
      due = player.minute + 15;
      ids = Array.from({ length: 10 }, () => player.nextName());
      await player.upload(everything(ids, player));
    }
    for (const move of decide()) await player.place(move, ids.shift() ?? player.nextName());
  };
}

/** A log for each action, each with ten ids of its own, once an hour; a person then picks among them. */
function fourLogs(player: Player): () => Promise<void> {
  const symbol = 'cmt_btcusdt';
  const decide = whim([symbol])(player);
  let ids: Readonly<Record<Move['type'], string[]>> = { 1: [], 2: [], 3: [], 4: [] };
  let due = 0;
  return async () => {
    if (player.minute >= due) {
      due = player.minute + 55;
      const ten = (): string[] => Array.from({ length: 10 }, () => player.nextName());
      ids = { 1: ten(), 2: ten(), 3: ten(), 4: ten() };
      for (const type of [1, 2, 3, 4] as const)
        await player.upload(said(plain, player, [{ symbol, type, size: '1.0' }], { clientOids: ids[type] }));
    }
    for (const move of decide()) await player.place(move, ids[move.type].shift() ?? player.nextName());
  };
}

/** A log for each side before every order, and the one that is used afterwards is the right one. */
const bothWays: Diary = async (player, moves) => {
  for (const move of moves) {
    const types = move.type <= 2 ? ([1, 2] as const) : ([3, 4] as const);
    const names = types.map(() => player.nextName());
    for (const [at, type] of types.entries())
      await player.upload(said(plain, player, [{ ...move, type }], { clientOids: [names[at] as string] }));
    await player.place(move, names[types.findIndex((type) => type === move.type)]);
  }
};

/** Now and then a log says to wait where it trades. */
const sometimes: Diary = async (player, moves) => {
  for (const move of moves) await before(player.orders.length % 12 === 11 ? holds : plain)(player, [move]);
};

export const CONTRADICTING: readonly Style[] = [
  cheat('Holds', 'logs HOLD and trades', insufficient('V01', 'V03'), bot(whim(MAJORS), after(holds))),
  cheat('Opposite', 'logs the other side', insufficient('V01', 'V03'), bot(whim(MAJORS), before(opposite))),
  cheat('Elsewhere', 'logs another contract', insufficient('V01', 'V03'), bot(whim(MAJORS), before(elsewhere))),
  cheat('A tenth', 'logs a tenth of the size', insufficient('V01'), bot(whim(MAJORS), after(smaller))),
  cheat('Sometimes', 'logs HOLD for one order in twelve', review('V03'), bot(whim(MAJORS), sometimes)),
  cheat('Everything', 'logs all actions for all contracts in one list', review(), anything),
  cheat('Four logs', 'announces each action in a log of its own, and picks', review(), fourLogs),
  cheat('Both ways', 'announces both sides before every order', review(), bot(whim(MAJORS), bothWays)),
];
