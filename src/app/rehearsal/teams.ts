/**
 * Who plays a rehearsal: honest teams of several styles, and teams that cheat in one way each, with what the rules find
 * of it (docs/evidence.md, Rules). Each says what it does at which minute of the contest.
 */
import type { Move, Player, Says } from './player.ts';
import { BTC, ETH } from './stage.ts';

export interface Act {
  readonly minute: number;
  readonly does: () => Promise<void>;
}

/** The teams by name, once they are registered. */
export type Cast = ReadonlyMap<string, Player>;

export interface Part {
  readonly name: string;
  /** One line for who watches. */
  readonly style: string;
  readonly models: readonly string[];
  /** Rules that must find something; none: the team is honest, and nothing may be found. */
  readonly finds: readonly string[];
  readonly acts: (player: Player, cast: Cast) => readonly Act[];
}

export const MINUTES = 125;
const ROUNDS = 12;
const ROUND_MINUTES = 10;
/** In this minute the exchange vanishes, for five. */
export const OUTAGE = { atMinute: 52.5, minutes: 5, round: 5 } as const;
const FIRST_MINUTE = 2;
const MODEL = 'rehearsal-model-*';

const minuteOf = (round: number): number => FIRST_MINUTE + round * ROUND_MINUTES;
const rounds = (does: (round: number) => Promise<void>, later = 0): readonly Act[] =>
  Array.from({ length: ROUNDS }, (_, round) => ({ minute: minuteOf(round) + later, does: () => does(round) }));
/** Long or short: each opening the other way. */
const isLong = (round: number): boolean => Math.floor(round / 2) % 2 === 0;
const move = (player: Player, round: number): Move => player.turn(round % 2 === 0, isLong(round));

type Style = (player: Player, round: number) => Promise<void>;
const part = (name: string, style: string, finds: readonly string[], plays: Style): Part => ({
  name,
  style,
  models: [MODEL],
  finds,
  acts: (player) => rounds((round) => plays(player, round)),
});

const cheat = (name: string, style: string, finds: readonly string[], says: (round: number) => Says): Part =>
  part(name, style, finds, (player, round) => player.after(move(player, round), says(round)));

/** Quotes a checkpoint that covers what was logged when it asked. */
async function beacon({ client }: Player): Promise<string> {
  const [newest] = await client.aiLeaves({ limit: 1 });
  for (;;) {
    const text = await client.aiBeacon();
    if (Number(text.split('.')[0]) >= (newest?.index ?? 0)) return text;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const HONEST: readonly Part[] = [
  part('Heron', 'logs before the order, which the log names', [], (player, round) => player.named(move(player, round))),
  part('Meerkat', 'orders commit to logs that quote a beacon: level 3', [], async (player, round) =>
    player.bound(move(player, round), {
      input: { beacon: await beacon(player) },
      output: { responseId: `r-${round}`, usage: { tokens: 100 + round } },
    }),
  ),
  part('Otter', 'logs right after the order', [], (player, round) => player.after(move(player, round))),
  {
    name: 'Sloth',
    style: 'logs minutes late',
    models: [MODEL],
    finds: [],
    acts: (player) => [
      ...rounds(async (round) => void (await player.place(move(player, round)))),
      ...rounds((round) => player.explain(player.orders[round] ?? '', move(player, round)), 6),
    ],
  },
  {
    name: 'Chameleon',
    style: 'changes its model halfway, and registers it',
    models: [MODEL],
    finds: [],
    acts: (player) => [
      {
        minute: minuteOf(ROUNDS / 2) - 1,
        does: async () =>
          void (await player.client.contestModels({ contestId: 'rehearsal', models: ['other-model-2'] })),
      },
      ...rounds((round) => player.named(move(player, round), round < ROUNDS / 2 ? {} : { model: 'other-model-2' })),
    ],
  },
  {
    name: 'Owl',
    style: 'was cut off by the outage, and logs after it',
    models: [MODEL],
    finds: [],
    acts: (player) => [
      ...rounds(async (round) => {
        if (round === OUTAGE.round) await player.place(move(player, round));
        else await player.after(move(player, round));
      }),
      {
        minute: OUTAGE.atMinute + OUTAGE.minutes + 12,
        does: () => player.explain(player.orders[OUTAGE.round] ?? '', move(player, OUTAGE.round)),
      },
    ],
  },
];

const CANNED = { input: { prompt: 'What now?', market: [] }, output: { usual: 1 }, explanation: 'As always' };

const CHEATS: readonly Part[] = [
  cheat('Hands', 'trades by hand, and says so', ['V05'], () => ({ stage: 'Manual take profit' })),
  cheat('Parrot', 'one canned log for every order', ['V07', 'V08'], () => CANNED),
  cheat('Statue', 'says HOLD and trades', ['V01', 'V03'], () => ({ output: { decision: 'HOLD' } })),
  cheat('Compass', 'decides about ETH, trades BTC', ['V01', 'V03'], () => ({ output: { symbol: ETH.symbol } })),
  cheat('Oracle', 'invents prices', ['V12'], () => ({ input: { market: [{ symbol: BTC.symbol, mark: '250000' }] } })),
  {
    name: 'Copycat',
    style: 'sends the logs of another team',
    models: [MODEL],
    finds: ['V10'],
    acts: (player, cast) =>
      rounds(async (round) => {
        const copied = cast.get('Heron')?.sent[round];
        if (copied === undefined) return;
        await player.upload(copied.body);
        await player.place(copied.move, copied.clientOid);
      }, 1),
  },
  {
    name: 'Magpie',
    style: 'logs about the orders of others',
    models: [MODEL],
    finds: ['V04'],
    acts: (player, cast) => [
      ...rounds((round) => player.named(move(player, round))),
      ...rounds(async (round) => {
        const theirs = cast.get('Otter')?.orders[round];
        if (theirs !== undefined && round < 4) await player.explain(theirs, move(player, round));
      }, 1),
    ],
  },
];

/** A gain that one of two hands the other: in at the low price, out at the high one, both against the partner. */
const LOW = String(ETH.price - 24);
const HIGH = String(ETH.price + 24);

function washer(name: string, partner: string, leads: boolean): Part {
  return {
    name,
    style: `hands its gains to ${partner} and back`,
    models: [MODEL],
    finds: ['V13'],
    acts: (player, cast) => (leads ? rounds((round) => wash(player, cast.get(partner) as Player, round)) : []),
  };
}

async function wash(one: Player, other: Player, round: number): Promise<void> {
  const isFirst = Math.floor(round / 2) % 2 === 0;
  const [winner, loser] = isFirst ? [one, other] : [other, one];
  const opens = round % 2 === 0;
  const price = opens ? LOW : HIGH;
  const common = { symbol: ETH.symbol, size: '3', price };
  await loser.bound({ ...common, type: opens ? 2 : 4 });
  await winner.bound({ ...common, type: opens ? 1 : 3 });
}

const TWIN_MINUTES = 15;
const TWIN_SIDES = [true, false, true, true, false, true, false, false];

/** The same side as its twin, quarter of an hour after quarter of an hour. */
function twin(name: string): Part {
  return {
    name,
    style: 'one strategy on two accounts',
    models: [MODEL],
    finds: ['V14'],
    acts: (player) =>
      TWIN_SIDES.map((long, nth) => ({
        minute: 1 + nth * TWIN_MINUTES,
        async does() {
          const before = TWIN_SIDES[nth - 1];
          if (before !== undefined) await player.bound(player.turn(false, before));
          await player.bound(player.turn(true, long));
        },
      })),
  };
}

export const PARTS: readonly Part[] = [
  ...HONEST,
  ...CHEATS,
  washer('Left', 'Right', true),
  washer('Right', 'Left', false),
  twin('Castor'),
  twin('Pollux'),
];
