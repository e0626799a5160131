// Contests that are played in seconds, on an exchange with a clock that is moved by hand: one for each way to score,
// each with a team that wins with logs, one that loses without, one with too few orders and one that left.
import { hash } from 'node:crypto';
import type { Traded } from '../../src/rehearsal/market.ts';
import { Player } from '../../src/rehearsal/player.ts';
import { openStage, type Stage } from '../../src/rehearsal/stage.ts';
import { bound } from '../../src/rehearsal/styles/diaries.ts';
import { altered, plain } from '../../src/rehearsal/styles/forms.ts';
import { canonicalText } from '../../src/core/text/canonical.ts';
import { DEFAULT_RULESET } from '../../src/core/verification/ruleset.ts';
import { createRandom } from '../../src/market/random.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** A little over the two hours that tell skill from luck. */
const LASTS_MINUTES = 124;
const RULESET = canonicalText(DEFAULT_RULESET);
const signed = altered(plain, (_, { player, reason }) => ({ explanation: `${player.name}: ${reason}` }));
/** Up for ten minutes, down for twenty, up again: who is long at first wins. */
const BTC: Traded = {
  symbol: 'cmt_btcusdt',
  priceAt(half) {
    const at = (((Math.floor(half / 2) + 10) % 40) + 40) % 40;
    return 90_000 + (at < 20 ? at - 10 : 30 - at) * 60;
  },
  spreadPpm: 55,
  depth: 1_800_000,
};
/** A title may say anything; what it would do is marked. */
export const TITLE = '<b>Autumn</b> \u202e Cup';

export const CONTESTS = {
  'by-return': { score: { mode: 'return' } },
  'by-risk': { score: { mode: 'riskRank' }, hiddenFromMinute: 10 },
  'by-composite': {
    score: { mode: 'composite', weights: { return: 400_000, mdd: 200_000, sharpe: 200_000, sortino: 200_000 } },
  },
} as const;
export type ContestName = keyof typeof CONTESTS;
/** One more, that takes teams and begins in a day. */
export const NEXT = 'next';

export interface ContestStage extends Stage {
  readonly startMs: number;
  /** Lets the contests go on to this minute, their teams playing. */
  playTo(minute: number): Promise<void>;
  report(contest: ContestName): Promise<void>;
  /** Ends a contest: its evidence, its last report, its final board. */
  end(contest: ContestName): Promise<void>;
}

export async function openContestStage(data: string): Promise<ContestStage> {
  const stage = await openStage(data, { market: [BTC], logLevel: 'silent' });
  const { admin, half, nowMs } = stage;
  await admin('POST', '/admin/v1/rulesets', { ruleset: RULESET });
  const startMs = stage.nowMs() + 2 * MINUTE_MS;
  const acts: { readonly minute: number; readonly does: () => Promise<unknown> }[] = [];
  for (const [id, contest] of Object.entries(CONTESTS)) {
    await admin('POST', '/admin/v1/contests', { config: configOf(id, contest, startMs) });
    await admin('POST', '/admin/v1/contests/move', { contest: id, phase: 'registration' });
    const enter = async (name: string): Promise<Player> => {
      const client = stage.client(await stage.newKey(`${id} ${name}`));
      const entry = { contestId: id, teamName: name, modelClass: 'llm', models: ['rehearsal-model-*'] } as const;
      const { team } = await client.contestRegister({ ...entry, members: [`${id}-${name}`] });
      await admin('POST', '/admin/v1/teams', { contest: id, team, state: 'approved' });
      const minute = (): number => (nowMs() - startMs) / MINUTE_MS;
      const scene = { contest: id, market: [BTC], half, nowMs, minute, minutes: LASTS_MINUTES };
      return new Player(name, client, createRandom(1, acts.length), scene);
    };
    const [meerkat, heron, otter, newt] = [
      await enter('Meerkat'),
      await enter('Heron'),
      await enter('Otter'),
      await enter('Newt'),
    ];
    const move = (type: 1 | 2 | 3 | 4) => ({ symbol: BTC.symbol, type, size: '0.5000' });
    const decide = (player: Player, type: 1 | 2 | 3 | 4) => bound(signed)(player, [move(type)]);
    acts.push(
      { minute: 1, does: () => decide(meerkat, 1) },
      { minute: 1, does: () => heron.place(move(2)) },
      { minute: 1, does: () => decide(newt, 1) },
      { minute: 2, does: () => decide(otter, 1) },
      { minute: 6, does: () => decide(meerkat, 3) },
      { minute: 7, does: () => heron.place(move(4)) },
      { minute: 8, does: () => newt.client.contestWithdraw({ contestId: id, reason: 'Our model was switched off' }) },
      { minute: 15, does: () => decide(meerkat, 2) },
      { minute: 18, does: () => decide(meerkat, 4) },
      { minute: 22, does: () => heron.place(move(1)) },
    );
  }
  await admin('POST', '/admin/v1/contests', { config: configOf(NEXT, CONTESTS['by-return'], startMs + DAY_MS) });
  await admin('POST', '/admin/v1/contests/move', { contest: NEXT, phase: 'registration' });
  acts.sort((a, b) => a.minute - b.minute);
  const report = (contest: ContestName): Promise<void> => admin('POST', '/admin/v1/reports/run', { contest });
  return {
    ...stage,
    startMs,
    async playTo(minute) {
      await stage.pass(startMs + minute * MINUTE_MS, async () => {
        while (acts.length > 0 && startMs + acts[0]!.minute * MINUTE_MS <= stage.nowMs()) await acts.shift()!.does();
      });
    },
    report,
    async end(contest) {
      await stage.pass(startMs + (LASTS_MINUTES + 2) * MINUTE_MS);
      await report(contest);
      await admin('POST', '/admin/v1/contests/move', { contest, phase: 'final' });
    },
  };
}

function configOf(
  id: string,
  { score, hiddenFromMinute }: { readonly score: object; readonly hiddenFromMinute?: number },
  startMs: number,
): object {
  const endMs = startMs + LASTS_MINUTES * MINUTE_MS;
  return {
    id,
    title: `${TITLE} ${id}`,
    practice: true,
    startMs,
    endMs,
    evidenceUntilMs: endMs + MINUTE_MS,
    boardHiddenFromMs: hiddenFromMinute === undefined ? null : startMs + hiddenFromMinute * MINUTE_MS,
    coin: 'USDT',
    startBalance: '10000',
    symbols: [{ symbol: BTC.symbol, maxLeverage: 20 }],
    channels: ['api'],
    maxOrdersPerMinute: 60,
    minFilledOrders: 2,
    publicBundle: 'full',
    disclosure: { what: 'reasons', delayMs: 0 },
    rulesetSha256: hash('sha256', RULESET, 'hex'),
    score,
  };
}
