/**
 * The account that is signed in, as it is now: kept by the client's stream, and drawn at most ten times a second.
 * Figures only REST knows (equity, coverage, refusals) are read after changes, at most once every five seconds.
 */
import { effect, signal } from '@preact/signals';
import type {
  AiCoverageAnswer,
  AssetsRow,
  PushedFill,
  PushedOrder,
  PushedPosition,
  RefusalsRow,
} from '../../client/index.ts';
import type { AccountStream } from '../../client/live/account-stream.ts';
import { session, signOut, signOutIfOver } from '../base/session.ts';
import { isTight } from '../base/budget.ts';
import { nowSecond } from '../base/clock.ts';
import { publicClient } from '../base/rest.ts';
import { addView } from '../base/frame.ts';
import { leaves } from './log-head.ts';
import { followOutcomes } from './outcomes.ts';
import { machine } from '../../time/machine.ts';

const DRAW_EVERY_MS = 100;
const READ_EVERY_MS = 5_000;
const FILLS_KEPT = 500;

export const positions = signal<readonly PushedPosition[]>([]);
/** Working orders and plan orders. */
export const orders = signal<readonly PushedOrder[]>([]);
/** Newest first, since the page was opened. */
export const fills = signal<readonly PushedFill[]>([]);
export const assets = signal<AssetsRow | null>(null);
export const coverage = signal<AiCoverageAnswer | null>(null);
export const refusals = signal<readonly RefusalsRow[]>([]);
/** The account's figures are current. */
export const isAccountLive = signal(false);
/** Rises when modes or leverage of the account change. */
export const settingVersion = signal(0);
/** Rises with each change of the account. */
export const accountVersion = signal(0);

let stream: AccountStream | null = null;
let kept: PushedFill[] = [];
let readAtMs = Number.NEGATIVE_INFINITY;
let isReading = false;
/** A read was put off because the budget had no room for it. */
let isPutOff = false;
let nowBeforeMs = 0;
let newestLog = -1;
const mark = addView({ everyMs: DRAW_EVERY_MS, draw });

/** Follows whoever is signed in; called once. */
export function startAccount(): void {
  effect(() => {
    const who = session.value;
    stream?.close();
    stream = null;
    forget();
    if (who === null) return;
    const own = who.client.account();
    stream = own;
    followOutcomes(own, who.client);
    own.live.add((isLive) => {
      isAccountLive.value = isLive;
      if (isLive) void readFigures();
    });
    own.changes.add(({ msgEvent }) => {
      if (msgEvent === 'SettingUpdate') settingVersion.value++;
      // The channels begin one after another: what only REST knows is read once, when all have.
      if (msgEvent === 'Snapshot') mark();
      else changed();
    });
    own.fills.add((rows) => {
      kept = [...rows.toReversed(), ...kept].slice(0, FILLS_KEPT);
      changed();
    });
    own.refused.add((error) => {
      if (error.status === 401 || error.status === 403) signOut(error);
    });
    machine.after(READ_EVERY_MS, () => void (own.isLive || readFigures()));
  });
  effect(probeBudget);
  effect(() => {
    if (isTight.value || !isPutOff) return;
    isPutOff = false;
    void readFigures();
  });
  effect(() => {
    const now = nowSecond.value;
    const isDue = (ms: number): boolean => nowBeforeMs < ms && ms <= now;
    if (coverage.peek()?.open.some(({ deadlines }) => isDue(deadlines.B) || isDue(deadlines.C))) void readFigures();
    nowBeforeMs = now;
  });
  effect(() => {
    // A log that was just uploaded may be the one an order waits for; the account's own channel does not say.
    const newest = leaves.value.find(({ k }) => k === 'ailog')?.index ?? -1;
    if (newest > newestLog && (coverage.peek()?.open.length ?? 0) > 0) void readFigures();
    newestLog = newest;
  });
}

function changed(): void {
  mark();
  void readFigures();
}

function draw(): void {
  if (stream === null) return;
  positions.value = [...stream.positions.values()];
  orders.value = [...stream.orders.values()];
  fills.value = kept;
  accountVersion.value = stream.version;
}

function forget(): void {
  kept = [];
  readAtMs = Number.NEGATIVE_INFINITY;
  isAccountLive.value = false;
  positions.value = [];
  orders.value = [];
  fills.value = [];
  assets.value = null;
  coverage.value = null;
  refusals.value = [];
}

const PROBE_EVERY_MS = 10_000;

/** While nothing optional is read, one cheap request now and then says when there is room again. */
function probeBudget(): (() => void) | undefined {
  if (!isTight.value) return undefined;
  const probe = (): void => void (session.peek()?.client.apiKey() ?? publicClient.marketTime()).catch(() => undefined);
  const timer = machine.every(PROBE_EVERY_MS, probe);
  return () => timer.cancel();
}

/** Reads what the channels don't tell, once for all changes within five seconds. */
async function readFigures(): Promise<void> {
  const who = session.value;
  // Without any figures there is nothing to show: the page can't do without the first read.
  isPutOff = isTight.value && coverage.peek() !== null;
  if (who === null || isReading || isPutOff) return;
  isReading = true;
  await machine.sleep(Math.max(0, readAtMs + READ_EVERY_MS - machine.steadyMs()));
  readAtMs = machine.steadyMs();
  isReading = false;
  if (session.value !== who) return;
  try {
    const [rows, covered, refused] = await Promise.all([
      who.client.assets(),
      who.client.aiCoverage(),
      who.client.refusals(),
    ]);
    if (session.value !== who) return;
    assets.value = rows.find(({ coinName }) => coinName === 'USDT') ?? rows[0] ?? null;
    coverage.value = covered;
    refusals.value = refused;
  } catch (error) {
    signOutIfOver(error);
  }
}
