/**
 * A market that goes on from where it is under another seed: prices, switches and positions as they are, and everything
 * drawn from the beginning of the new seed's streams.
 */
import type { MarketState } from '../../market/market.ts';
import type { StoriesState } from '../../market/world/stories.ts';
import type { WorldState } from '../../market/world/world.ts';

export function drawnAnew({ weather, house, ...state }: MarketState): MarketState {
  const { inner, ...staged } = weather as { readonly inner: WorldState };
  const told = <State extends { readonly stories?: StoriesState }>(of: State): State =>
    of.stories === undefined ? of : { ...of, stories: { ...of.stories, draws: 0 } };
  const rows = inner.rows.map((row) => ({ ...told(row), draws: [0, 0, 0] as const }));
  return {
    ...state,
    weather: { ...staged, inner: { ...told(inner), draws: 0, switchDraws: 0, rows } },
    house: house.map((stall) => ({ ...stall, draws: stall.draws.map(() => 0) })),
  };
}
