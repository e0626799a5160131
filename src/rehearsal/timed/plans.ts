/** Faults and scenarios of a branch: made before its exchange, which they then wait for, and begun with it. */
import { ROUTES } from '../../api/v2/index.ts';
import { ROUTES_V3 } from '../../api/v3/index.ts';
import { ApiError } from '../../api/words/errors.ts';
import { isScriptedAgent } from '../../demo/demo-agents.ts';
import { MarketLogWriter } from '../../market/log-writer.ts';
import type { Timeline } from '../../time/timeline.ts';
import type { Note } from '../branches/control-log.ts';
import { Faults } from '../faults/faults.ts';
import { wishesIn } from '../faults/wishes.ts';
import { Scenarios, type ScenariosParts } from '../scenario/scenarios.ts';
import type { Control } from './control.ts';

/** It happens to a branch from its beginning on. */
export interface Plans {
  /** A scenario, or the name of one; null: none. */
  readonly scenario: unknown;
  /** As a file of faults has them; null: none. */
  readonly faults: unknown;
  /** Answers name the fault that they met. */
  readonly isRevealing: boolean;
}

interface Wanted extends Pick<ScenariosParts, 'branches'>, Partial<Pick<ScenariosParts, 'onFailed'>> {
  readonly mark: { readonly seed: string };
  readonly plans?: Plans;
}

interface Around {
  readonly timeline: Timeline;
  /** Path of market-log.jsonl. */
  readonly marketLog: string;
  readonly hasAccount: (uid: number) => boolean;
  /** Their memory has changed. */
  readonly changed: () => void;
}

const OPERATIONS: ReadonlySet<string> = new Set([...ROUTES, ...ROUTES_V3].map(({ operation }) => operation));

export function plansOf(
  { mark, plans, branches, onFailed = () => undefined }: Wanted,
  control: Control,
  { timeline, marketLog, hasAccount, changed }: Around,
) {
  const { delays } = control;
  const note: Note = (...line) => {
    control.note(...line);
    changed();
  };
  const log = new MarketLogWriter(marketLog, (error) => {
    throw error;
  });
  const faults = new Faults({
    nowMs: timeline.nowMs,
    seed: mark.seed,
    operations: OPERATIONS,
    isRevealing: plans?.isRevealing === true,
    later: (account, ms, run) => delays.later(account, ms, run),
    after: (account, ms, run) => delays.after(account, ms, run),
    mayDelay: () => control.mayDelay(),
    note,
    isAccount: (uid) => hasAccount(uid) && !isScriptedAgent(uid),
    isSpared: isScriptedAgent,
  });
  return { faults, scenarios: new Scenarios({ timeline, faults, branches, log: log.write, note, onFailed }) };
}

/** Those that a branch is begun with; one that goes on has its own. @throws Error that says what is wrong with them */
export function beginPlans(plans: Plans | undefined, faults: Faults, scenarios: Scenarios): void {
  if (plans === undefined) return;
  try {
    const wishes = plans.faults === null ? [] : wishesIn(plans.faults);
    if (faults.list().length === 0) for (const wish of wishes) faults.set(wish);
    if (plans.scenario !== null && scenarios.list().running === null) scenarios.run(plans.scenario);
  } catch (error) {
    throw error instanceof ApiError ? new Error(error.hint?.en ?? error.message, { cause: error }) : error;
  }
}
