/** The projections behind the WebSockets, as the composition root makes them and hands them over. */
import { type AccountEvents, createAccountEvents } from './account-events.ts';
import { createFeed, type Feed, type FeedSources } from './feed.ts';

export interface PushSources {
  /** The public channels. */
  readonly feed: Feed;
  /** The private ones. */
  readonly accounts: AccountEvents;
}

export function createPushSources(sources: FeedSources): PushSources {
  return { feed: createFeed(sources), accounts: createAccountEvents(sources.state) };
}
