/**
 * The exchange's clock, for the operator: its view of the machine's clock, and accepting that one as it is (FLOW-008).
 * Both are answered even while a start is waiting for the clock.
 */
import type { AdminDeps } from './deps.ts';
import { AdminRefusal, type AdminRoute, get, post, textIn } from './body.ts';
import { command } from './command.ts';
import { refusedBy } from '../call/rehearsal.ts';
import { machine } from '../../time/machine.ts';

const SHOW = '/admin/clock';
const ACCEPT = '/admin/clock/accept';
export const CLOCK_PATHS: readonly string[] = [SHOW, ACCEPT];
const MOST_REASON = 200;

export function clockRoutes(deps: AdminDeps): AdminRoute[] {
  return [
    get(SHOW, async () => {
      const { clock, engine } = deps;
      return {
        trouble: clock.trouble()?.text ?? null,
        wallMs: machine.wallMs(),
        timeMs: engine.state.timeMs,
        jumpMs: Math.round(clock.jumpMs()),
        aheadMs: clock.aheadMs(),
        aheadUntilMs: engine.state.clockAheadUntilMs,
        ...deps.rehearsal?.clock(),
      };
    }),
    post(ACCEPT, async (fields) => {
      const reason = textIn(fields, 'reason', '');
      if (reason.length > MOST_REASON)
        throw new AdminRefusal(`reason has ${reason.length} characters, at most ${MOST_REASON}`);
      return accept(deps, reason);
    }),
  ];
}

async function accept(deps: AdminDeps, reason: string): Promise<object> {
  if (deps.rehearsal !== undefined)
    throw refusedBy(60004, { en: 'a clock that is driven is always believed', zh: '受驱动的时钟始终可信' });
  const accepted = deps.clock.accept();
  if (accepted === null) throw new AdminRefusal("there is nothing to accept: the machine's clock is believed");
  const { trouble, wallMs, aheadUntilMs, undo } = accepted;
  const jumpMs = trouble.kind === 'jumped' ? Math.round(trouble.byMs) : 0;
  try {
    const { sequence, timeMs } = await command(deps, { name: 'acceptClock', wallMs, jumpMs, aheadUntilMs, reason });
    deps.log.warn({ sequence, wallMs, jumpMs, aheadUntilMs, reason }, "the operator accepted the machine's clock");
    return { sequence, timeMs, wallMs, jumpMs, aheadUntilMs };
  } catch (error) {
    undo();
    throw error;
  }
}
