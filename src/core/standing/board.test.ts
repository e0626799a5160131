import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isqrt, type Metrics, metricsOf, newTrack, withSample } from './metrics.ts';
import { rankOf, type Score, type Standing } from './rank.ts';
import { money } from '../num/mul-div.ts';

type Figures = Readonly<Record<keyof Metrics, string | null>>;

interface Vectors {
  readonly metrics: readonly {
    readonly why: string;
    readonly start: string;
    readonly untilMs: number;
    readonly samples: readonly { readonly at: number; readonly equity: string }[];
    readonly result: Figures;
  }[];
  readonly board: readonly {
    readonly score: Score;
    readonly teams: readonly (Figures & {
      readonly team: string;
      readonly registered: number;
      readonly coveredPpm: string;
      readonly eliminatedAt: number | null;
    })[];
    readonly ranks: readonly { readonly rank: number; readonly team: string; readonly score: string | null }[];
  }[];
}

const vectors = JSON.parse(
  readFileSync(new URL('../../../test/vectors/ailog.json', import.meta.url), 'utf8'),
) as Vectors;

const text = (value: number | bigint | null): string | null => (value === null ? null : String(value));
const amount = (value: string | null) => (value === null ? null : money(BigInt(value)));

function standingOf(one: Vectors['board'][number]['teams'][number]): Standing {
  const { team, registered, coveredPpm, eliminatedAt } = one;
  return {
    team,
    coveredPpm: Number(coveredPpm),
    approved: registered,
    eliminatedMs: eliminatedAt,
    metrics: {
      pnl: amount(one.pnl)!,
      return8: amount(one.return8)!,
      mddPpm: Number(one.mddPpm),
      hours: Number(one.hours),
      sharpe6: amount(one.sharpe6),
      sortino6: amount(one.sortino6),
      romad6: amount(one.romad6),
    },
  };
}

describe('metrics', () => {
  it.each(vectors.metrics.map((one) => [one.why, one] as const))('%s', (_, { start, untilMs, samples, result }) => {
    let track = newTrack(money(BigInt(start)));
    for (const { at, equity } of samples) if (at <= untilMs) track = withSample(track, at, money(BigInt(equity)));
    const found = Object.entries(metricsOf(track, untilMs)).map(([name, value]) => [name, text(value)]);
    expect(Object.fromEntries(found)).toEqual(result);
  });

  it('are the same when they are asked after every sample', () => {
    const any = fc.array(fc.tuple(fc.integer({ min: 1, max: 7_200_000 }), fc.integer({ min: -5, max: 2_000_000 })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(any, (steps) => {
        let at = 0;
        let track = newTrack(1_000_000);
        for (const [later, equity] of steps) {
          at += later;
          metricsOf(track, at);
          track = withSample(track, at, equity);
        }
        const hours = Math.floor(at / 3_600_000);
        expect(metricsOf(track, at).hours).toBeLessThanOrEqual(hours);
        expect(metricsOf(track, at)).toEqual(metricsOf({ ...track }, at));
      }),
    );
  });

  it('have exact square roots', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 1n << 300n }), (n) => {
        const root = isqrt(n);
        expect(root * root <= n && (root + 1n) * (root + 1n) > n).toBe(true);
      }),
    );
  });
});

describe('the board', () => {
  it.each(vectors.board.map((one) => [one.score.mode, one] as const))('by %s', (_, { score, teams, ranks }) => {
    const rows = rankOf(score, teams.map(standingOf));
    expect(
      rows.map(({ rank, standing, score: points }) => ({ rank, team: standing.team, score: text(points) })),
    ).toEqual(ranks);
  });

  it('does not depend on the order in which teams come', () => {
    fc.assert(
      fc.property(fc.constantFrom(...vectors.board), fc.infiniteStream(fc.nat()), ({ score, teams, ranks }, keys) => {
        const shuffled = teams.map((one) => ({ one, key: keys.next().value })).sort((a, b) => a.key - b.key);
        const rows = rankOf(
          score,
          shuffled.map(({ one }) => standingOf(one)),
        );
        expect(rows.map(({ standing }) => standing.team)).toEqual(ranks.map(({ team }) => team));
      }),
    );
  });
});
