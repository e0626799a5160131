/**
 * The practice contest of `outcry start`: the scripted agents and the demo accounts in it, season after season. It
 * opens the first season before the exchange is ready, has reports made while one runs, ends it when its evidence is
 * in, and opens the next.
 *
 * A season that someone cancelled is the last one. Without agents none is opened, and one that runs is still ended, so
 * that no account stays in a contest that is over.
 */
import type { Logger } from 'pino';
import { runReport, type ReportDeps } from '../api/admin/run-report.ts';
import type { Contest } from '../core/state/records.ts';
import type { State } from '../core/state/state.ts';
import { isRefusal, type Submit } from '../market/submit.ts';
import { type Entrant, openSeason, seasonsOf, wasPlayed } from './season.ts';
import type { ExchangeTime } from '../time/time.ts';

/** From the commands to the start: more than a write of the journal takes. */
const LEADS_MS = [300, 3_000, 30_000] as const;
const LOOK_EVERY_MS = 5_000;
/** The first report; each further one when the season is twice as old, and at least twice a day. */
const FIRST_REPORT_MS = 60_000;
const REPORT_EVERY_MS = 43_200_000;

export interface PracticeParts extends ReportDeps {
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly time: ExchangeTime;
  /** None: no season is opened. */
  readonly entrants: readonly Entrant[];
  /** The exchange's own, once it is open. */
  readonly market: { readonly taken: { readonly commitment: string | null } | null };
}

export interface Practice {
  /** Whether an agent's order can be taken: no season is between its end and the next one's start. */
  readonly isOpen: () => boolean;
  readonly stop: () => void;
}

export async function beginPractice(parts: PracticeParts): Promise<Practice> {
  const stopping = new AbortController();
  await openNext(parts).catch((error: unknown) => parts.log.warn({ err: error }, 'no practice contest was opened'));
  void keep(parts, stopping.signal);
  return {
    isOpen: () => ['live', 'final', 'cancelled'].includes(lastSeason(parts.engine.state)?.phase ?? 'final'),
    // The parts that stop after this refuse a season under way; the next start resumes from there.
    stop: () => stopping.abort(),
  };
}

function lastSeason(state: State): Contest | null {
  return seasonsOf(state).at(-1) ?? null;
}

async function keep(parts: PracticeParts, signal: AbortSignal): Promise<void> {
  let trouble = '';
  while (!signal.aborted) {
    try {
      await step(parts);
      trouble = '';
    } catch (error) {
      // It is tried again at the next look; a disk that is full is said by those whose it is.
      if (!signal.aborted && !isRefusal(error) && String(error) !== trouble) {
        trouble = String(error);
        parts.log.warn({ err: error }, 'the practice contest has to wait');
      }
    }
    await parts.time.sleep(LOOK_EVERY_MS, signal).catch(() => undefined);
  }
}

/** The steps that are due of the newest season. */
async function step(parts: PracticeParts): Promise<void> {
  const { engine, clock, log } = parts;
  const submit: Submit = (command) => parts.sequencer.submit(command);
  const season = lastSeason(engine.state);
  if (season === null) return openNext(parts);
  const { id, phase, config } = season;
  const nowMs = clock.nowMs();
  if (phase === 'live' && !wasPlayed(season)) {
    // It was killed between its opening and its teams.
    await submit<'moveContest'>({ name: 'moveContest', contest: id, phase: 'cancelled' });
  } else if (phase === 'live') {
    if (isReportDue(season, nowMs)) await runReport(parts, season);
  } else if (phase === 'review' && nowMs > config.evidenceUntilMs) {
    await runReport(parts, season);
    await submit<'moveContest'>({ name: 'moveContest', contest: id, phase: 'final' });
    log.info({ contest: id }, 'a season of the practice contest is over');
  }
  await openNext(parts);
}

/** Reports as often as a season doubles its age: what they cost together is bounded by the last. */
function isReportDue({ config: { startMs }, report }: Contest, nowMs: number): boolean {
  const age = nowMs - startMs;
  if (report === null) return age >= FIRST_REPORT_MS;
  const before = report.timeMs - startMs;
  return age >= Math.min(2 * before, before + REPORT_EVERY_MS);
}

/** Opens the next season if it is time for one, and waits until it is live. */
async function openNext({ engine, time, sequencer, entrants, market, log }: PracticeParts): Promise<void> {
  const { state } = engine;
  const submit: Submit = (command) => sequencer.submit(command);
  for (const leadMs of LEADS_MS) {
    const last = lastSeason(state);
    if (entrants.length === 0 || !isNextDue(last)) return;
    const startMs = time.nowMs() + leadMs;
    try {
      await openSeason(state, submit, { last, startMs, entrants, market: market.taken?.commitment ?? null });
    } catch (error) {
      if (leadMs === LEADS_MS.at(-1)) throw error;
      continue;
    }
    while (lastSeason(state)?.phase === 'registration') {
      await time.sleep(Math.max(1, startMs - time.nowMs()));
      await submit<'tick'>({ name: 'tick' });
    }
    log.info({ contest: lastSeason(state)?.id }, 'a season of the practice contest is live');
  }
}

function isNextDue(last: Contest | null): boolean {
  if (last === null || last.phase === 'draft' || last.phase === 'final') return true;
  return last.phase === 'cancelled' && !wasPlayed(last);
}
