/**
 * Whether all is well, as the operator's page says it: what is wrong, by a token for which the page has a sentence and
 * a next step. Reads what `readyz` and the metrics read; counts nothing itself.
 */
import { canBeRead } from '../../store/progress.ts';
import type { OpsDeps } from './deps.ts';
import { awaySeconds } from './operations.ts';

/** Possible faults. */
type Trouble =
  | 'journal'
  | 'clock'
  | 'disk'
  | 'store'
  | 'halted'
  | 'storeAway'
  | 'detached'
  | 'diskFilling'
  | 'journalLost'
  | 'orderFilling'
  | 'diverged'
  | 'logUnpublished'
  | 'historyBehind'
  | 'closedAtMark'
  | 'lossShared';

interface Finding {
  readonly what: Trouble;
  /** `bad`: no command is taken, or money was lost that shouldn't have been. `warn`: trading goes on, look soon. */
  readonly level: 'bad' | 'warn';
  /** The exchange's own words about it, in English; null when the token says it all. */
  readonly text: string | null;
  /** Figures for the sentence. */
  readonly facts: Readonly<Record<string, number | string>>;
}

interface Health {
  /** Whether commands are taken. */
  readonly takesCommands: boolean;
  readonly findings: readonly Finding[];
}

export function healthOf(deps: OpsDeps): Health {
  const stops = stopsOf(deps);
  return { takesCommands: stops.length === 0, findings: [...stops, ...alarmsOf(deps), ...warningsOf(deps)] };
}

const bad = (what: Trouble, text: string | null, facts: Finding['facts'] = {}): Finding => ({
  what,
  level: 'bad',
  text,
  facts,
});
const warn = (what: Trouble, text: string | null, facts: Finding['facts'] = {}): Finding => ({
  what,
  level: 'warn',
  text,
  facts,
});

/** Why no command is taken. */
function stopsOf(deps: OpsDeps): Finding[] {
  const { sequencer, clock } = deps;
  const found: Finding[] = [];
  if (!sequencer.healthy()) found.push(bad('journal', 'the journal can not be written'));
  const trouble = clock.trouble();
  if (trouble !== null) found.push(bad('clock', trouble.text));
  const halt = deps.halted();
  if (halt !== null) found.push(bad(halt.why === 'disk' || halt.why === 'store' ? halt.why : 'halted', halt.text));
  return found;
}

/** Things that should never happen, but have since the start. */
function alarmsOf({ risk }: OpsDeps): Finding[] {
  const { closedAtMark, lossesShared } = risk.news();
  const [closing] = closedAtMark;
  const [loss] = lossesShared;
  const count = Object.values(risk.figures.closedAtMark).reduce((sum, one) => sum + one, 0);
  return [
    ...(closing === undefined ? [] : [bad('closedAtMark', null, { count, timeMs: closing.timeMs })]),
    ...(loss === undefined ? [] : [bad('lossShared', null, { timeMs: loss.timeMs })]),
  ];
}

/** The things that trading continues without. */
function warningsOf(deps: OpsDeps): Finding[] {
  const { store, projections, publishedLog, sequencer } = deps;
  const found: Finding[] = [];
  if (store.absence() !== null) found.push(warn('storeAway', null, { seconds: awaySeconds(store) }));
  const detached = projections.detached.map(({ name }) => name);
  if (detached.length > 0) found.push(warn('detached', null, { names: detached.join(', ') }));
  const seconds = deps.diskFilling?.() ?? null;
  if (seconds !== null) found.push(warn('diskFilling', null, { seconds }));
  const count = deps.journalLost?.() ?? 0;
  if (count > 0) found.push(warn('journalLost', null, { count }));
  const apart = deps.nodeFacts?.diverged() ?? [];
  if (apart.length > 0) found.push(bad('diverged', null, { names: apart.join(', ') }));
  const part = deps.nodeFacts?.orderFilling() ?? null;
  if (part !== null) found.push(warn('orderFilling', null, { count: Math.round(part * 100) }));
  const unpublished = publishedLog.trouble();
  if (unpublished !== null) found.push(warn('logUnpublished', unpublished));
  const history = store.history(sequencer.sequence);
  if (!canBeRead(history)) found.push(warn('historyBehind', null, { behind: history.behind }));
  return found;
}
