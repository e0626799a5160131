/**
 * The account that is signed in, as it is now: kept by the client's stream, and drawn at most ten times a second.
 * Figures only REST knows (equity, coverage, refusals) are read after changes, at most once in five seconds.
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
import { session, signOut, signOutIfOver } from '../app/session.ts';
import { isTight } from './budget.ts';
import { addView } from './frame.ts';

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
/** Rises with each change of the account. */
export const accountVersion = signal(0);

let stream: AccountStream | null = null;
let kept: PushedFill[] = [];
let readAtMs = 0;
let isReading = false;
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
    own.changes.add(() => changed());
    own.fills.add((rows) => {
      kept = [...rows.toReversed(), ...kept].slice(0, FILLS_KEPT);
      changed();
    });
    own.refused.add((error) => {
      if (error.status === 401 || error.status === 403) signOut(error.message);
    });
    void readFigures();
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
  positions.value = [];
  orders.value = [];
  fills.value = [];
  assets.value = null;
  coverage.value = null;
  refusals.value = [];
}

/** Reads what the channels don't tell, once for all changes of five seconds. */
async function readFigures(): Promise<void> {
  const who = session.value;
  if (who === null || isReading || isTight.value) return;
  isReading = true;
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, readAtMs + READ_EVERY_MS - performance.now())));
  readAtMs = performance.now();
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
