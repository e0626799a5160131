// An AI log of which nothing is published, for parts that are tested without one.
import type { PublishedLog } from '../src/api/front/deps.ts';

export const UNPUBLISHED_LOG: PublishedLog = {
  newest: () => null,
  reaches: () => Promise.resolve(null),
  policy: () => 'quorum none\n',
  trouble: () => null,
};
