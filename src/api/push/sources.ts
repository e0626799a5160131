/** The projections behind the WebSockets, as the composition root makes them and hands them over. */
import type { AccountEvents } from './account-events.ts';
import type { Feed } from './feed.ts';
import type { RecentActivity } from './public/recent-activity.ts';

export interface PushSources {
  /** The public channels. */
  readonly feed: Feed;
  /** Read by those of activity. */
  readonly activity: RecentActivity;
  /** The private ones. */
  readonly accounts: AccountEvents;
}
