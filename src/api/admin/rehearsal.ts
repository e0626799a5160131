/** The time of a rehearsal, for the operator alone: let it pass, pause it, one step, lockstep. */
import type { AdminDeps } from './deps.ts';
import { AdminRefusal, type AdminRoute, type Body, post } from './body.ts';
import { type LockstepSettings, type RehearsalClock, rehearsalIn } from '../call/rehearsal.ts';
import { machine } from '../../time/machine.ts';

const PATH = '/admin/v1/rehearsal';
/** A step is waited for no longer than this, by the machine. */
const LONGEST_WAIT_SECONDS = 60;
const SLOWEST = 0.1;
const FASTEST = 100_000;
const USUAL_STEP_MS = 60_000;

export function rehearsalRoutes(deps: AdminDeps): AdminRoute[] {
  return [
    post(`${PATH}/run`, async (fields) => {
      rehearsalIn(deps).run(speedIn(fields), momentIn(fields));
      return rehearsalIn(deps).clock();
    }),
    post(`${PATH}/pause`, async () => {
      await rehearsalIn(deps).pause();
      return rehearsalIn(deps).clock();
    }),
    post(`${PATH}/step`, async (fields) => {
      const rehearsal = rehearsalIn(deps);
      const untilMs = momentIn(fields) ?? rehearsal.clock().virtualMs + numberIn(fields, 'ms', 1);
      const stepped = rehearsal.step(untilMs);
      return waited(stepped, numberIn(fields, 'wait', 0, 0, LONGEST_WAIT_SECONDS), () => rehearsal.clock());
    }),
    post(`${PATH}/lockstep`, async (fields) => {
      const rehearsal = rehearsalIn(deps);
      await rehearsal.lockstep(fields['off'] === true ? null : settingsIn(fields));
      return rehearsal.clock();
    }),
  ];
}

/** Resolves when the step is done, or after so many seconds, with where the clock is. */
async function waited(step: Promise<void>, seconds: number, clock: () => RehearsalClock): Promise<RehearsalClock> {
  const late = Promise.withResolvers<void>();
  const timer = machine.after(seconds * 1_000, () => late.resolve()).unref();
  await Promise.race([step, late.promise]);
  timer.cancel();
  // Of a step that fails later the timeline tells.
  step.catch(() => undefined);
  return clock();
}

function speedIn(fields: Body): number | 'max' {
  const { speed = 1 } = fields;
  if (speed === 'max') return speed;
  if (typeof speed === 'number' && speed >= SLOWEST && speed <= FASTEST) return speed;
  throw new AdminRefusal(`speed is ${JSON.stringify(speed)}, needs a number from ${SLOWEST} to ${FASTEST}, or "max"`);
}

function momentIn(fields: Body): number | null {
  return fields['untilMs'] === undefined || fields['untilMs'] === null ? null : numberIn(fields, 'untilMs', 0);
}

function numberIn(fields: Body, name: string, least: number, absent?: number, most = Number.MAX_SAFE_INTEGER): number {
  const value = fields[name] ?? absent;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most) return value;
  const needed = `a whole number from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`}`;
  throw new AdminRefusal(`${name} is ${JSON.stringify(value) ?? 'missing'}, needs ${needed}`);
}

function settingsIn(fields: Body): LockstepSettings {
  const untilMs = momentIn(fields);
  return {
    ...(untilMs === null ? {} : { untilMs }),
    stepMs: numberIn(fields, 'stepMs', 1, USUAL_STEP_MS),
    agents: agentsIn(fields),
    order: wordIn(fields, 'order', ['turns', 'sealed']),
    wallTimeoutMs: numberIn(fields, 'wallTimeoutMs', 0, 0),
    onTimeout: wordIn(fields, 'onTimeout', ['pass', 'pause', 'leave']),
    others: wordIn(fields, 'others', ['refuse', 'allow']),
  };
}

function agentsIn(fields: Body): readonly number[] {
  const agents = fields['agents'] ?? [];
  if (Array.isArray(agents) && agents.every((uid) => Number.isSafeInteger(uid) && uid > 0)) return agents as number[];
  throw new AdminRefusal(`agents is ${JSON.stringify(agents)}, needs a list of account numbers`);
}

/** The first when none is given. */
function wordIn<Word extends string>(fields: Body, name: string, words: readonly [Word, ...Word[]]): Word {
  const value = fields[name] ?? words[0];
  const found = words.find((word) => word === value);
  if (found === undefined)
    throw new AdminRefusal(`${name} is ${JSON.stringify(value)}, needs one of ${words.join(', ')}`);
  return found;
}
