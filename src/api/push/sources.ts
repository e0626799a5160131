/** The projections behind the WebSockets, as the composition root makes them and hands them over. */
import type { Turnover } from '../../live/turnover.ts';
import { AccountEvents } from './account-events.ts';
import { Feed, type FeedSources } from './feed.ts';
import { createRecentActivity, type RecentActivity } from './public/recent-activity.ts';

export interface PushSources {
  /** The public channels. */
  readonly feed: Feed;
  /** Where those of activity look. */
  readonly activity: RecentActivity;
  /** The private ones. */
  readonly accounts: AccountEvents;
}

/** They see a command after the projections they read. */
export function createPushSources(sources: FeedSources & { readonly turnover: Turnover }): PushSources {
  const { state, turnover } = sources;
  return { feed: new Feed(sources), activity: createRecentActivity(), accounts: new AccountEvents(state, turnover) };
}
