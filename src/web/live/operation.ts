/**
 * Data of the operator's page: the exchange at a glance every two seconds, the risk engine's lists when they have
 * grown and every half minute, and a quarter of an hour of gauges. Nothing is asked while the tab is hidden.
 */
import { signal } from '@preact/signals';
import { read, write } from '../base/admin-session.ts';
import { wallMs } from '../base/clock.ts';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';

/** How long something took in the last minute. */
export interface Lately {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
}

type Counts = Readonly<Record<string, number>>;

export interface Finding {
  readonly what: string;
  readonly level: 'bad' | 'warn';
  readonly text: string | null;
  readonly facts: Readonly<Record<string, number | string>>;
}

export interface ContractRow {
  readonly symbol: string;
  readonly state: 'TRADING' | 'HALTED' | 'DELISTED';
  readonly changesAtMs: number | null;
  readonly index: string | null;
  readonly indexTimeMs: number | null;
  readonly mark: string | null;
  readonly openInterest: string;
  readonly holders: number;
}

export interface GaugePoint {
  readonly timeMs: number;
  readonly commandsPerSecond: number;
  readonly waiting: number;
  readonly lag: number;
  readonly fund: number;
}

export interface Overview {
  readonly version: string;
  readonly nowMs: number;
  readonly sinceMs: number;
  readonly health: { readonly takesCommands: boolean; readonly findings: readonly Finding[] };
  readonly sequence: number;
  readonly queue: { readonly waiting: number; readonly most: number };
  readonly command: Lately | null;
  readonly journalSync: Lately | null;
  readonly history: { readonly sequence: number; readonly behind: number; readonly seconds: number | null };
  readonly journalBytes: number | null;
  readonly disk: { readonly freeBytes: number | null; readonly secondsLeft: number | null };
  readonly folder: Counts;
  readonly connections: {
    readonly http: number | null;
    readonly refused: Counts;
    readonly sockets: Counts;
    readonly closed: Counts;
    readonly dropped: Counts;
  };
  readonly answers: { readonly tooMany: Counts; readonly failed: Counts };
  readonly fund: string;
  readonly riskEvents: number;
  readonly contracts: readonly ContractRow[];
  readonly point: GaugePoint | null;
  readonly lines?: { readonly everyMs: number; readonly points: readonly GaugePoint[] };
}

interface Happened {
  readonly sequence: number;
  readonly timeMs: number;
  readonly account: number;
  readonly symbol: string;
}

export interface Risk {
  readonly isWhole: boolean;
  readonly liquidations: readonly (Happened & { readonly mode: string; readonly amount: string })[];
  readonly deleveragings: readonly (Happened & {
    readonly winner: number;
    readonly size: string;
    readonly value: string;
  })[];
  readonly closedAtMark: readonly (Happened & { readonly size: string })[];
  readonly lossesShared: readonly (Happened & {
    readonly owed: string;
    readonly insured: string;
    readonly shared: string;
    readonly borne: string;
  })[];
}

const EVERY_MS = 2_000;
const RISK_EVERY_MS = 30_000;
const MOST_POINTS = 450;
/** Points are missing when two are further apart. */
const GAP_MS = 10_000;

export const overview = signal<Overview | null>(null);
export const risk = signal<Risk | null>(null);
/** Oldest first, 450 at most. */
export const points = signal<readonly GaugePoint[]>([]);
/** When the overview arrived, by this browser's clock. */
export const receivedMs = signal(0);
/** Why the last look failed; null when it did not. */
export const lookFault = signal<unknown>(null);

/** Looks until the returned function is called. */
export function followOperation(): () => void {
  let timer: Timer | undefined;
  let isOver = false;
  let riskReadMs = Number.NEGATIVE_INFINITY;
  const look = async (): Promise<void> => {
    if (document.visibilityState === 'visible') {
      const before = overview.value?.riskEvents;
      await lookAtAll();
      const isDue = wallMs() - riskReadMs >= RISK_EVERY_MS || overview.value?.riskEvents !== before;
      if (isDue && lookFault.value === null) {
        riskReadMs = wallMs();
        await lookAtRisk();
      }
    }
    if (!isOver) timer = machine.after(EVERY_MS, () => void look());
  };
  void look();
  return () => {
    isOver = true;
    timer?.cancel();
  };
}

async function lookAtAll(): Promise<void> {
  try {
    const newest = points.value.at(-1);
    const isGap = newest === undefined || wallMs() - receivedMs.value > GAP_MS;
    const found = await read<Overview>('/admin/v1/overview', isGap ? { lines: 'true' } : {});
    overview.value = found;
    receivedMs.value = wallMs();
    points.value = withPoints(points.value, found);
    lookFault.value = null;
  } catch (error) {
    lookFault.value = error;
  }
}

/** The known points, with the new ones added. */
export function withPoints(
  known: readonly GaugePoint[],
  { lines, point }: Pick<Overview, 'lines' | 'point'>,
): readonly GaugePoint[] {
  if (lines !== undefined) return lines.points.slice(-MOST_POINTS);
  if (point === null || point.timeMs <= (known.at(-1)?.timeMs ?? 0)) return known;
  return [...known, point].slice(-MOST_POINTS);
}

async function lookAtRisk(): Promise<void> {
  try {
    risk.value = await read<Risk>('/admin/v1/risk');
  } catch (error) {
    lookFault.value = error;
  }
}

/** Halts or resumes a contract; the table shows it at once. */
export async function setContractState(symbol: string, state: 'TRADING' | 'HALTED'): Promise<void> {
  await write('/admin/contracts/state', { symbol, state });
  const known = overview.value;
  if (known === null) return;
  const contracts = known.contracts.map((one) => (one.symbol === symbol ? { ...one, state } : one));
  overview.value = { ...known, contracts };
}

/** Says that the exchange could not be reached. */
export function declareOutage(fromMs: number, toMs: number | null, cause: string): Promise<unknown> {
  return write('/admin/v1/outages', { fromMs, toMs, cause });
}
