// An AI log of which nothing is published, for parts that are tested without one.
import type { PublishedLog } from '../src/api/call/deps.ts';
import type { Evidence } from '../src/api/call/evidence.ts';

export const UNPUBLISHED_LOG: PublishedLog = {
  newest: () => null,
  reaches: () => Promise.resolve(null),
  ofNow: () => Promise.resolve(null),
  policy: () => 'quorum none\n',
  trouble: () => null,
};

/** Nothing to judge or to export either. */
export const NO_EVIDENCE: Evidence = {
  report: () => Promise.reject(new Error('no evidence')),
  publicTexts: () => Promise.reject(new Error('no evidence')),
  bundle: () => Promise.reject(new Error('no evidence')),
  publicBundle: () => Promise.reject(new Error('no evidence')),
};
