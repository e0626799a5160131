/**
 * Everything the page says, in English. This is the type of the words: another language has the same ones. Words of
 * some pages are in their own files, loaded with these pages.
 */
import type { enAbout } from './en-about.ts';
import type { enBoard, enTeam } from './en-board.ts';
import type { enClaims } from './en-claims.ts';
import type { enEvidence } from './en-evidence.ts';
import type { enKeys, enSettings, enSignIn } from './en-dialogs.ts';
import type { enGuide } from './en-guide.ts';
import type { enCard, enLive } from './en-live.ts';
import type { enLog, enProof } from './en-log.ts';
import type { enMe } from './en-me.ts';
import type { enRehearsal } from './en-rehearsal.ts';
import type { enTrade } from './en-trade.ts';

export const en = {
  lang: 'en',
  /** Of time. */
  units: { ms: 'ms', s: 's', m: 'min', h: 'h', d: 'd' },
  nav: {
    pages: 'Pages',
    live: 'Live',
    trade: 'Trade',
    board: 'Board',
    log: 'Log',
    proof: 'Proof',
    me: 'Me',
    rehearsal: 'Rehearsal',
    guide: 'Guide',
    docs: 'API',
    about: 'About',
  },
  shell: {
    toMain: 'Skip to the content',
    toForm: 'Skip to the order form',
    toTables: 'Skip to your positions and orders',
    live: 'live',
    connecting: 'connecting',
    reconnecting: 'reconnecting',
    retryIn: (seconds: number) => `reconnecting in ${seconds} s`,
    delay: (time: string) => `delay ${time}`,
    asOf: (time: string) => `no connection · values as of ${time}`,
    quiet: (age: string) => `quiet for ${age}`,
    log: 'log',
    logChecked: 'This browser checked the signature under the log’s newest checkpoint.',
    logUnchecked: 'The log’s newest checkpoint is not checked here: this browser has no Ed25519, or no connection.',
    account: 'Account',
    signIn: 'Sign in',
    signOut: 'Sign out',
    demo: (uid: string) => `demo ${uid}`,
    skew: (time: string, isBehind: boolean) => `your clock is ${time} ${isBehind ? 'behind' : 'ahead'}`,
    tight: 'your bot needs its requests: the page reads less',
    claims: 'What a log proves, and what not',
    version: (version: string) => `Outcry ${version}`,
    charts: 'Charts by TradingView Lightweight Charts™',
    loading: 'Loading…',
    retry: 'Try again',
    requestId: 'request',
    hint: 'Hint',
    copy: 'Copy',
    copied: 'Copied',
    close: 'Close',
    showAll: (size: string) => `Show all ${size}`,
    keys: 'Keys',
    settings: 'Settings',
  },
  action: {
    OPEN_LONG: 'OPEN LONG',
    OPEN_SHORT: 'OPEN SHORT',
    CLOSE_LONG: 'CLOSE LONG',
    CLOSE_SHORT: 'CLOSE SHORT',
    CLOSE: 'CLOSE',
    BUY: 'BUY',
    SELL: 'SELL',
    HOLD: 'HOLD',
    unknown: 'NO DECISION READ',
  } as Readonly<Record<string, string>> & { readonly unknown: string },
  positionSide: { LONG: 'LONG', SHORT: 'SHORT' },
  type: { '1': 'open long', '2': 'open short', '3': 'close long', '4': 'close short' } as Readonly<
    Record<string, string>
  >,
  role: { TAKER: 'taker', MAKER: 'maker' } as Readonly<Record<string, string>>,
  kind: {
    key: 'key',
    ruleset: 'rule set',
    contest: 'contest',
    team: 'team',
    phase: 'phase',
    outage: 'outage',
    report: 'report',
    verdict: 'verdict',
    notice: 'notice',
    ailog: 'AI log',
    order: 'order',
    account: 'allowlist',
    minute: 'minute',
    case: 'case',
  } as Readonly<Record<string, string>>,
  teamState: {
    applied: 'applied',
    approved: 'approved',
    active: 'active',
    eliminated: 'eliminated',
    withdrawn: 'withdrawn',
    disqualified: 'disqualified',
  } as Readonly<Record<string, string>>,
  phase: {
    registration: 'registration',
    live: 'live',
    review: 'review',
    final: 'final',
    draft: 'draft',
    cancelled: 'cancelled',
  } as Readonly<Record<string, string>>,
  errors: {
    unknown: 'No answer came. It may have been carried out: look before you ask again.',
    noAnswer: 'The exchange did not answer.',
    wait: (seconds: number) => `Too many requests: again in ${seconds} s.`,
    recovering: (reason: string) => `The exchange is starting: ${reason}`,
  },
};

/** With the words of pages that have them in their own files. */
export type Words = typeof en & {
  readonly trade: typeof enTrade;
  readonly log: typeof enLog;
  readonly proof: typeof enProof;
  readonly me: typeof enMe;
  readonly rehearsal: typeof enRehearsal;
  readonly board: typeof enBoard;
  readonly team: typeof enTeam;
  readonly live: typeof enLive;
  readonly card: typeof enCard;
  readonly evidence: typeof enEvidence;
  readonly about: typeof enAbout;
  readonly guide: typeof enGuide;
  readonly claims: typeof enClaims;
  readonly signIn: typeof enSignIn;
  readonly keys: typeof enKeys;
  readonly settings: typeof enSettings;
};
