/**
 * The scenarios that come with the exchange (REH-10), as an operator would write them. They happen to whatever
 * contracts the exchange has.
 */
import type { KnownScenario } from '../../api/call/scenarios.ts';

interface Written {
  readonly name: string;
  readonly about: string;
  readonly events: readonly object[];
}

const ALL = { all: true } as const;
const SOUND = { do: 'expect', audit: true } as const;

const WRITTEN: readonly Written[] = [
  {
    name: 'flash-crash',
    about: '12 % down in five minutes on a fifth of the depth, and most of it back in a quarter of an hour',
    events: [
      { at: '+5s', do: 'liquidations', ...ALL, usdt: 60_000 },
      { at: '+1m', do: 'drift', ...ALL, bp: -1_200, over: '5m' },
      { at: '+1m', do: 'depth', ...ALL, times: 0.2, for: '20m' },
      { at: '+6m', do: 'expect', ...ALL, indexMoveBp: [-1_400, -1_000] },
      { at: '+6m', do: 'expect', minLiquidations: 1 },
      // 70 % of what was lost, on what is left.
      { at: '+6m', do: 'drift', ...ALL, bp: 954, over: '15m' },
      { at: '+22m', do: 'expect', minInsuranceUsdt: 0 },
      { at: '+22m', ...SOUND },
    ],
  },
  {
    name: 'slow-bleed',
    about: 'down by 8 % in a day, with no moment that looks like it',
    events: [
      { at: '+1m', do: 'drift', ...ALL, bp: -800, over: '24h' },
      { at: '+24h', ...SOUND },
    ],
  },
  {
    name: 'whipsaw',
    about: 'four moves of 3 %, one after the other in the other direction, on three times the usual movement',
    events: [
      { at: '+1m', do: 'volatility', ...ALL, times: 3, for: '40m' },
      { at: '+1m', do: 'drift', ...ALL, bp: 300, over: '5m' },
      { at: '+11m', do: 'drift', ...ALL, bp: -600, over: '5m' },
      { at: '+21m', do: 'drift', ...ALL, bp: 600, over: '5m' },
      { at: '+31m', do: 'drift', ...ALL, bp: -300, over: '5m' },
      { at: '+41m', ...SOUND },
    ],
  },
  {
    name: 'outage-at-funding',
    about: 'nobody is answered from five minutes before funding until five after, while prices fall by 4 %',
    events: [
      { at: 'funding-5m', do: 'outage', for: '10m', answer: '503' },
      { at: 'funding-4m', do: 'drift', ...ALL, bp: -400, over: '8m' },
      { at: 'funding+5m', ...SOUND },
    ],
  },
  {
    name: 'feed-gap',
    about: 'no index price for a minute: no order, no funding and no liquidation until there is one',
    events: [
      { at: '+1m', do: 'feedGap', ...ALL, for: '60s' },
      { at: '+3m', do: 'expect', ...ALL, maxMarkGapBp: 100 },
      { at: '+3m', ...SOUND },
    ],
  },
  {
    name: 'funding-squeeze',
    about: 'longs pay: quotes stand 80 bp over the index for eight hours, across funding',
    events: [
      { at: '+1s', do: 'premium', ...ALL, bp: 80, for: '8h' },
      { at: 'funding+1m', ...SOUND },
    ],
  },
  {
    name: 'liquidation-cascade',
    about: 'a crowd at 20x, a fall of 6 %, and what its liquidations do to a thin book',
    events: [
      { at: '+5s', do: 'liquidations', ...ALL, usdt: 400_000 },
      { at: '+1m', do: 'depth', ...ALL, times: 0.3, for: '10m' },
      { at: '+1m', do: 'drift', ...ALL, bp: -600, over: '2m' },
      { at: '+4m', do: 'expect', minLiquidations: 1 },
      { at: '+11m', do: 'expect', minInsuranceUsdt: 0 },
      { at: '+11m', ...SOUND },
    ],
  },
  {
    name: 'dry-book',
    about: 'half an hour of a tenth of the depth at five times the spread, and ten minutes without any quotes',
    events: [
      { at: '+1m', do: 'depth', ...ALL, times: 0.1, for: '30m' },
      { at: '+1m', do: 'spread', ...ALL, times: 5, for: '30m' },
      { at: '+10m', do: 'house', off: 'maker', for: '10m' },
      { at: '+32m', do: 'expect', ...ALL, minDepthUsdt: 1_000 },
      { at: '+32m', ...SOUND },
    ],
  },
];

export const KNOWN_SCENARIOS: ReadonlyMap<string, Written> = new Map(WRITTEN.map((one) => [one.name, one]));

export const KNOWN: readonly KnownScenario[] = WRITTEN.map(({ name, about, events }) => {
  return { name, about, events: events.length };
});
