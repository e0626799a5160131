/**
 * The contents of the operator's page: the exchange at a glance, and the latest from the risk engine. Every figure is
 * one of the metrics or comes from a projection; nothing is counted here. An overview is made at most once a second
 * however many look, and the folder, which may hold thousands of files, is scanned at most once a minute.
 */
import type { FastifyInstance } from 'fastify';
import { INSURANCE } from '../../core/language/accounts.ts';
import type { Instrument } from '../../core/state/records.ts';
import { usdtOf } from '../../live/risk-watch.ts';
import type { Role } from '../../store/keys/credentials.ts';
import type { AdminDeps } from './deps.ts';
import { createGaugeLines, type GaugeLines } from '../metrics/gauge-lines.ts';
import { healthOf } from '../ops/health.ts';
import type { Metrics, Sample } from '../metrics/metrics.ts';
import { byContractId } from '../shapes/contract.ts';
import { indexPriceText, moneyText, priceText, sizeText } from '../words/wire.ts';
import { type AdminRoute, get, open } from './body.ts';
import { machine } from '../../time/machine.ts';

/** Those who look after the exchange, and those who watch them. */
const READERS: readonly Role[] = ['owner', 'auditor'];
const FRESH_MS = 1_000;
const FOLDER_FRESH_MS = 60_000;

export function overviewRoutes(deps: AdminDeps, lines: GaugeLines): AdminRoute[] {
  const { webApp, risk } = deps;
  const { steadyMs } = machine;
  const folder = fresh(FOLDER_FRESH_MS, steadyMs, async () => byLabel(await deps.metrics.read('outcry_folder_bytes')));
  const present = fresh(FRESH_MS, steadyMs, async () => overviewOf(deps, await folder()));
  const sinceMs = deps.clock.nowMs();
  return [
    open(
      READERS,
      get('/admin/v1/overview', async ({ lines: wanted }) => {
        const { everyMs, points } = lines;
        const newest = points.at(-1) ?? null;
        const base = { version: webApp.identity.version, sinceMs, ...(await present()), point: newest };
        return wanted === 'true' ? { ...base, lines: { everyMs, points } } : base;
      }),
    ),
    open(
      READERS,
      get('/admin/v1/risk', async () => ({
        sinceMs,
        isWhole: risk.isWhole,
        figures: risk.figures,
        fund: fundOf(deps),
        ...newsOf(deps),
      })),
    ),
  ];
}

/** Takes a point every two seconds while the administration is open. */
export function addGaugeLines(app: FastifyInstance, deps: AdminDeps): GaugeLines {
  const { sequencer, store, engine, clock } = deps;
  const read = () =>
    deps.readiness().ready
      ? {
          sequence: sequencer.sequence,
          waiting: sequencer.waiting,
          lag: Math.max(0, sequencer.sequence - store.projected()),
          fund: usdtOf(engine.state.accounts.get(INSURANCE)?.shared.amount ?? 0),
        }
      : null;
  const lines = createGaugeLines(read, () => clock.nowMs(), machine.steadyMs);
  const timer = machine.every(lines.everyMs, () => lines.sample());
  timer.unref();
  app.addHook('onClose', async () => timer.cancel());
  return lines;
}

async function overviewOf(deps: AdminDeps, folder: Readonly<Record<string, number>>) {
  const { metrics, sequencer, clock, engine } = deps;
  const figure = async (name: string): Promise<number | null> => finite((await metrics.read(name))[0]?.value);
  const figures = async (name: string) => byLabel(await metrics.read(name));
  return {
    nowMs: clock.nowMs(),
    health: healthOf(deps),
    sequence: sequencer.sequence,
    queue: { waiting: sequencer.waiting, most: sequencer.mostWaiting },
    command: metrics.lately('outcry_command_seconds'),
    journalSync: metrics.lately('outcry_journal_sync_seconds'),
    history: deps.store.history(sequencer.sequence),
    journalBytes: await figure('outcry_journal_bytes'),
    disk: {
      freeBytes: await figure('outcry_disk_free_bytes'),
      secondsLeft: await figure('outcry_disk_seconds_left'),
    },
    folder,
    connections: {
      http: await figure('outcry_http_connections'),
      refused: await figures('outcry_http_connections_refused_total'),
      sockets: await figures('outcry_ws_connections'),
      closed: await figures('outcry_ws_closed_total'),
      dropped: await figures('outcry_ws_dropped_total'),
    },
    answers: { tooMany: await figures('outcry_requests_refused_total'), failed: await failedOf(metrics) },
    fund: fundOf(deps),
    riskEvents: riskEventsOf(deps),
    contracts: byContractId(engine.state.instruments).map(contractRow),
  };
}

/** Answers of 500 and above, by status. */
async function failedOf(metrics: Metrics): Promise<Readonly<Record<string, number>>> {
  const failed: Record<string, number> = {};
  for (const { value, labels } of await metrics.read('outcry_http_requests_total')) {
    const status = String(labels['code']);
    if (status.startsWith('5')) failed[status] = (failed[status] ?? 0) + value;
  }
  return failed;
}

function contractRow({ contract, tradingState, pending, indexPrice, indexTimeMs, ...rest }: Instrument) {
  const { mark, markValid, longSize } = rest;
  return {
    symbol: contract.symbol,
    state: tradingState,
    changesAtMs: pending?.effectiveMs ?? null,
    index: indexPrice === 0 ? null : indexPriceText(contract, indexPrice),
    indexTimeMs: indexPrice === 0 ? null : indexTimeMs,
    mark: markValid ? priceText(contract, mark) : null,
    openInterest: sizeText(contract, longSize),
    holders: rest.holders.size,
  };
}

function fundOf({ engine }: AdminDeps): string {
  return moneyText(engine.state.accounts.get(INSURANCE)?.shared.amount ?? 0);
}

/** How much the lists of `/admin/v1/risk` have grown since the start: they are read again when this has changed. */
function riskEventsOf({ risk }: AdminDeps): number {
  const { liquidations, deleveraged, closedAtMark } = risk.figures;
  const counts = [liquidations, deleveraged, closedAtMark].flatMap((one) => Object.values(one));
  return counts.reduce((sum, one) => sum + one, 0);
}

function newsOf({ risk }: AdminDeps) {
  const { liquidations, deleveragings, closedAtMark, lossesShared } = risk.news();
  return {
    liquidations: liquidations.map(({ amount, ...rest }) => ({ ...rest, amount: moneyText(amount) })),
    deleveragings: deleveragings.map(({ contract, size, value, ...rest }) => ({
      ...rest,
      symbol: contract.symbol,
      size: sizeText(contract, size),
      value: moneyText(value),
    })),
    closedAtMark: closedAtMark.map(({ contract, size, ...rest }) => ({
      ...rest,
      symbol: contract.symbol,
      size: sizeText(contract, size),
    })),
    lossesShared: lossesShared.map(({ owed, insured, shared, borne, ...rest }) => ({
      ...rest,
      owed: moneyText(owed),
      insured: moneyText(insured),
      shared: moneyText(shared),
      borne: moneyText(borne),
    })),
  };
}

/** Samples by their only label. */
function byLabel(samples: readonly Sample[]): Readonly<Record<string, number>> {
  return Object.fromEntries(samples.map(({ labels, value }) => [String(Object.values(labels)[0]), value]));
}

/** JSON has no infinity, which stands for "never". */
function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}

/** Makes a new one when the last is older than `forMs`; those who ask meanwhile get the one under way. */
function fresh<Value>(forMs: number, steadyMs: () => number, make: () => Promise<Value>): () => Promise<Value> {
  let madeAtMs = Number.NEGATIVE_INFINITY;
  let made: Promise<Value> | null = null;
  return () => {
    if (made === null || steadyMs() - madeAtMs >= forMs) {
      madeAtMs = steadyMs();
      made = make();
      made.catch(() => void (made = null));
    }
    return made;
  };
}
