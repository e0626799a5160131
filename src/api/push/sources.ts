/** The projections behind the WebSockets, as the composition root hands them over. */
import type { Feed } from './feed.ts';

export interface PushSources {
  /** The public channels. */
  readonly feed: Feed;
}
