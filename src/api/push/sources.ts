/** The projections behind the WebSockets, as the composition root makes them and hands them over. */
import type { Turnover } from '../../live/turnover.ts';
import { type AccountEvents, createAccountEvents } from './account-events.ts';
import { createDoings, type Doings } from './doings.ts';
import { createFeed, type Feed, type FeedSources } from './feed.ts';

export interface PushSources {
  /** The public channels. */
  readonly feed: Feed;
  /** Where those of activity look. */
  readonly doings: Doings;
  /** The private ones. */
  readonly accounts: AccountEvents;
}

/** They see a command after the projections they read. */
export function createPushSources(sources: FeedSources & { readonly turnover: Turnover }): PushSources {
  const { state, turnover } = sources;
  return { feed: createFeed(sources), doings: createDoings(), accounts: createAccountEvents(state, turnover) };
}
