/**
 * Words of the operator's page, in English.
 */

/** Figures in the sentences about what is wrong, as they are shown. */
interface Shown {
  readonly count: string;
  readonly behind: string;
  readonly names: string;
  readonly span: string;
  readonly time: string;
}

interface Trouble {
  readonly says: (shown: Shown) => string;
  readonly next: string;
}

export const enOps = {
  title: 'Operation',
  health: 'Health',
  well: 'All is well: commands are taken.',
  troubled: 'Commands are taken, but look at this.',
  stopped: 'No command is taken.',
  syncs: (p99: string) => `journal syncs, p99 ${p99}`,
  noSyncs: 'journal: nothing was written in the last minute',
  caughtUp: 'history is caught up',
  behind: (commands: string) => `history is ${commands} commands behind`,
  since: (time: string) => `running since ${time}`,
  asOf: (time: string) => `as of ${time}`,
  bad: 'Wrong:',
  warn: 'Soon:',
  next: 'Next:',
  alarm: '■ ALARM',
  cancel: 'Cancel',
  troubles: {
    journal: {
      says: () => 'The journal can’t be written, and the process is ending.',
      next: 'Look at the disk and at the log, then start the exchange again. Whatever was answered is in the journal.',
    },
    clock: {
      says: () => 'The machine’s clock can’t be believed.',
      next: 'Put the clock right, and it goes on by itself. If it is right already: npx outcry clock accept --reason "…"',
    },
    disk: {
      says: () => 'The disk is nearly full. Reads go on.',
      next: 'Make room on the disk of the data folder; it goes on by itself.',
    },
    store: {
      says: () => 'The read store has been away for too long.',
      next: 'Bring its database back. Nothing is lost, and it goes on by itself.',
    },
    halted: { says: () => 'Commands are refused.', next: 'The exchange’s log says why.' },
    storeAway: {
      says: ({ span }) =>
        `The read store has been away for ${span}. Trading goes on; history, uploads and keys do not.`,
      next: 'Bring its database back. What came meanwhile is stored afterwards.',
    },
    detached: {
      says: ({ names }) => `A part that remembers has failed and is gone until the next start: ${names}.`,
      next: 'The exchange’s log has the cause. Start again when it suits.',
    },
    diskFilling: {
      says: ({ span }) => `At the present rate no command is taken any more in ${span}: the disk is filling.`,
      next: 'Make room, or give old files of the journal another disk: --journal-archive.',
    },
    journalLost: {
      says: ({ count }) => `Closed files of the journal are missing or damaged: ${count}. Trading does not need them.`,
      next: 'The exchange’s log names them. Put them back from a copy; npx outcry journal verify says whether all is well.',
    },
    orderFilling: {
      says: ({ count }) => `etcd has ${count} % of its quota in use; beyond 80 % no command is taken.`,
      next: 'Bring PostgreSQL back: the archive takes what etcd holds, and makes room by itself.',
    },
    diverged: {
      says: ({ names }) => `Nodes stopped because they met another order or state than the others: ${names}.`,
      next: 'Keep the folder of each, start it with an empty one, and compare outcry hash of the others.',
    },
    logUnpublished: {
      says: () => 'The AI log is not published at present.',
      next: 'The exchange’s log says why. Entries are kept, and are published afterwards.',
    },
    historyBehind: {
      says: ({ behind }) => `History is ${behind} commands behind; reads of it are refused.`,
      next: 'Wait: it catches up by itself. If it grows for minutes, the store’s disk or database is too slow.',
    },
    closedAtMark: {
      says: ({ count, time }) =>
        `${count} closes at the mark since the start, the last at ${time}. Neither the book nor winners took the position.`,
      next: 'Look at that contract’s book, and fill the insurance fund: npx outcry account deposit 3 AMOUNT',
    },
    lossShared: {
      says: ({ time }) => `A loss beyond an account’s own money was shared, the last at ${time}.`,
      next: 'Fill the insurance fund: npx outcry account deposit 3 AMOUNT. The table below says who paid.',
    },
  } as Readonly<Record<string, Trouble>>,
  gauges: {
    title: 'Gauges',
    sequence: 'Sequence (last command)',
    commands: 'Commands',
    queue: 'Commands that wait',
    of: (most: string) => `of at most ${most}`,
    lag: 'History behind',
    commandsBehind: (count: string) => `${count} commands`,
    fund: 'Insurance fund',
    command: 'A command, from submission to answer',
    sync: 'A sync of the journal',
    longest: (time: string) => `longest ${time}`,
    lately: (count: string) => `${count} in the last minute`,
    noneLately: 'none in the last minute',
    disk: 'Disk free',
    notFilling: 'not filling',
    fullIn: (span: string) => `full in ${span} at the present rate`,
    folder: 'Data folder',
    journal: (size: string) => `written of the journal ${size}`,
    kinds: {
      journal: 'journal files',
      journal_compressed: 'compressed',
      store: 'read store',
      snapshots: 'snapshots',
      bodies: 'waiting logs',
      other: 'other',
    } as Readonly<Record<string, string>>,
    connections: 'Connections',
    refused: (count: string) => `refused ${count}`,
    dropped: 'Messages slow readers were spared',
  },
  contracts: {
    title: 'Contracts',
    symbol: 'Contract',
    state: 'State',
    states: { TRADING: 'trades', HALTED: 'halted', DELISTED: 'delisted' },
    index: 'Index',
    mark: 'Mark',
    interest: 'Open interest',
    holders: 'Accounts',
    action: 'Action',
    ago: (span: string) => `${span} ago`,
    noIndex: 'none yet',
    noMark: 'no mark',
    changes: (time: string) => `changes at ${time}`,
    halt: 'Halt',
    resume: 'Resume',
    haltTitle: (symbol: string) => `Halt ${symbol}?`,
    haltWhat:
      'No order is taken in this contract and none is matched until it is resumed. Resting orders stay and can be cancelled. It is recorded, and every caller sees the state.',
    resumeTitle: (symbol: string) => `Resume ${symbol}?`,
    resumeWhat: 'Orders are taken and matched again.',
    ownersOnly: 'Only an owner halts and resumes contracts.',
  },
  outage: {
    title: 'Declare an outage',
    what: 'When callers could not reach the exchange. It moves the deadlines of AI logs, and can’t be taken back.',
    from: 'From',
    to: 'To (empty: now)',
    cause: 'Cause (public, at most 200 characters)',
    declare: 'Declare outage',
    needsFrom: 'Say from when.',
    needsCause: 'Say what it was.',
    ownersOnly: 'Only an owner declares outages.',
    asks: 'Declare this outage?',
    public: 'It becomes an entry of the public log.',
    now: 'now',
    done: (span: string) => `Declared: ${span}`,
  },
  risk: {
    liquidations: 'Newest liquidations',
    deleveragings: 'Newest deleveragings',
    closedAtMark: 'Closes at the mark',
    lossesShared: 'Shared losses',
    noLiquidations: 'None since the start.',
    noDeleveragings: 'None since the start.',
    noClosedAtMark: 'None since the start, as it should be.',
    noLossesShared: 'None since the start, as it should be.',
    broken: 'What watches the risk engine has failed: these lists have stood still since.',
    time: 'Time',
    account: 'Account',
    winner: 'Against',
    contract: 'Contract',
    mode: 'Margin',
    modes: { cross: 'cross', isolated: 'isolated' } as Readonly<Record<string, string>>,
    held: 'Held',
    size: 'Size',
    value: 'Value',
    owed: 'Owed',
    insured: 'Fund',
    shared: 'Winners',
    borne: 'Exchange',
  },
};

export type OpsWords = typeof enOps;
