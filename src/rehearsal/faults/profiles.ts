/** The profiles of faults that come with the exchange, as an operator would write them. */

export const PROFILES: Readonly<Record<string, { readonly about: string; readonly profile: object }>> = {
  'home-wifi': {
    about: 'a home connection: short delays, now and then a long one, a reset a day',
    profile: {
      latency: { before: { p50Ms: 15, p99Ms: 250, maxMs: 2_000 }, after: { p50Ms: 15, p99Ms: 250, maxMs: 2_000 } },
      dropBefore: 0.001,
      dropAfter: 0.001,
      ws: { dropEveryMs: 7_200_000, lagMs: 30, lose: 0, repeat: 0 },
    },
  },
  'far-away': {
    about: 'another continent: every way takes a sixth of a second, and nothing is lost',
    profile: {
      latency: { before: { p50Ms: 160, p99Ms: 400, maxMs: 1_500 }, after: { p50Ms: 160, p99Ms: 400, maxMs: 1_500 } },
      ws: { lagMs: 160 },
    },
  },
  flaky: {
    about: 'answers get lost: one request of twenty ends without its outcome being known',
    profile: {
      latency: { before: { p50Ms: 30, p99Ms: 600, maxMs: 5_000 }, after: { p50Ms: 30, p99Ms: 600, maxMs: 5_000 } },
      errorBefore: 0.02,
      errorAfter: 0.02,
      dropBefore: 0.01,
      dropAfter: 0.02,
      ws: { dropEveryMs: 600_000, lagMs: 50, lose: 0.01, repeat: 0.01 },
    },
  },
  overloaded: {
    about: 'an exchange at its limit: slow, 429 and 503, and reads that lag behind',
    profile: {
      latency: { before: { p50Ms: 200, p99Ms: 3_000, maxMs: 20_000 }, after: { p50Ms: 50, p99Ms: 900, maxMs: 5_000 } },
      tooMany: 0.05,
      errorBefore: { p: 0.05, status: 503 },
      errorAfter: { p: 0.01, status: 504 },
      staleReads: { p: 0.3, lagMs: 3_000 },
      ws: { lagMs: 1_500 },
    },
  },
  hostile: {
    about: 'all of it, often',
    profile: {
      latency: {
        before: { p50Ms: 80, p99Ms: 2_000, maxMs: 20_000 },
        after: { p50Ms: 80, p99Ms: 2_000, maxMs: 20_000 },
      },
      tooMany: 0.05,
      errorBefore: 0.08,
      errorAfter: 0.08,
      dropBefore: 0.04,
      dropAfter: 0.06,
      hang: { p: 0.005, ms: 15_000 },
      staleReads: { p: 0.5, lagMs: 10_000 },
      ws: { dropEveryMs: 120_000, lagMs: 500, lose: 0.05, repeat: 0.05 },
    },
  },
};
