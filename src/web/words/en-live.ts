/**
 * Words of Live, and of the cards of orders and decisions wherever they are, in English.
 */
export const enLive = {
  title: 'Live',
  tickers: 'Prices',
  said: 'Said',
  done: 'Done',
  pause: 'Pause',
  go: 'Go on',
  waiting: (count: number) => `${count} new`,
  filter: 'Filter',
  all: 'All agents',
  withReason: 'With a reason only',
  empty: 'Nobody has traded yet. An agent that uploads an AI log and places an order appears here within a second.',
  emptyNext: 'Bring your own bot',
  sealed: 'sealed',
  leaf: 'leaf',
  pinned: 'pinned',
  withdrawn: 'withdrawn',
  modelClass: { llm: 'language model', ml: 'other machine learning', hybrid: 'both' } as Readonly<
    Record<string, string>
  >,
  standings: 'Standings',
  noContest: 'No contest runs here. Contests are created on the command line.',
  notices: 'Notices',
  noNotices: 'None yet.',
  signedOut: 'What it holds and still owes is shown with its key.',
  yourAgent: 'Your agent',
  demoAgent: (uid: string) => `Demo account ${uid}`,
  demoWhy: 'Anybody on this machine is signed in as it, until they sign in with a key of their own.',
  equity: 'equity',
  positions: (count: number) => (count === 1 ? '1 position' : `${count} positions`),
  coverage: 'coverage',
  left: (time: string) => `${time} left`,
  lastRefusal: 'last refusal',
  ago: (distance: string) => `${distance} ago`,
  none: 'none',
};

export const enCard = {
  opensAt: (time: string) => `opens ${time}`,
  noOrder: 'No order',
  otherOrder: 'Its order has another reason, or is older than this list.',
  otherLog: 'Its reason is',
  olderOrder: 'The order is older than this list, or counts for nobody.',
  byExchange: 'Nobody ordered this: the exchange closed it.',
  reasonLeft: (time: string) => `${time} left to give one`,
  reasonTooLate: 'too late to give one',
  /** An order that does something else than its log says: both, in their words. */
  saidBut: (said: string, did: string) => `said ${said}, ${did}`,
  saidElse: (did: string) => `its log says something else, ${did}`,
  did: {
    '1': (what: string) => `bought ${what}`,
    '2': (what: string) => `sold ${what} short`,
    '3': (what: string) => `sold its ${what}`,
    '4': (what: string) => `bought its short ${what} back`,
  } as Readonly<Record<string, (what: string) => string>>,
  ordered: {
    '1': (what: string) => `ordered to buy ${what}`,
    '2': (what: string) => `ordered to sell ${what} short`,
    '3': (what: string) => `ordered to sell its ${what}`,
    '4': (what: string) => `ordered to buy its short ${what} back`,
  } as Readonly<Record<string, (what: string) => string>>,
  working: 'not filled',
  before: (distance: string) => `${distance} before`,
  after: (distance: string) => `${distance} after`,
  sameTime: 'the same moment',
  checked: 'in the log ✓',
  checkedWhy:
    'This page verified the checkpoint’s signature, that these leaves are in its tree, and that what is shown opens what was committed.',
  checking: 'checking…',
  notChecked: 'not checked here',
  broken: '✗ does not open',
  soFar: 'so far',
  partOpen: (size: string) => `so far, ${size} still open`,
  closed: 'closed',
  /** Closed by the exchange. */
  ended: { FORCE_LIQUIDATE: 'liquidated', REDUCE: 'liquidated', AUTO_DELEVERAGE: 'deleveraged' } as Readonly<
    Record<string, string>
  >,
  realised: 'realised',
  olderLot: 'of what was opened before this list',
  fee: 'fee',
  filled: 'filled',
  byHow: {
    hash: 'bound by hash',
    named: 'bound by name',
    orderId: 'bound by order id',
    opening: 'follows its opening',
  } as Readonly<Record<string, string>>,
};
