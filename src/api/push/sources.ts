/** The projections behind the WebSockets, as the composition root makes them and hands them over. */
import type { Turnover } from '../../live/turnover.ts';
import { type AccountEvents, createAccountEvents } from './account-events.ts';
import { createFeed, type Feed, type FeedSources } from './feed.ts';

export interface PushSources {
  /** The public channels. */
  readonly feed: Feed;
  /** The private ones. */
  readonly accounts: AccountEvents;
}

/** Both see a command after the projections they read. */
export function createPushSources(sources: FeedSources & { readonly turnover: Turnover }): PushSources {
  return { feed: createFeed(sources), accounts: createAccountEvents(sources.state, sources.turnover) };
}
