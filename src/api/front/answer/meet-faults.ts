/**
 * A request of a rehearsal meets its faults (REH-11): after authentication and budgets, before the work, and after it.
 * What comes in place of an answer is thrown; what was carried out stands.
 */
import type { Call } from '../../call/call.ts';
import { type Asked, Faulted, type FaultPlan, type Faults, type Instead } from '../../call/faults.ts';
import type { Route } from '../../call/route.ts';
import type { ApiError } from '../../words/errors.ts';
import { machine } from '../../../time/machine.ts';
import { tooMany } from '../limits/limits.ts';

/** Null: nothing becomes of it but what is usual. A rehearsal's own operations meet none. */
export function planOf(faults: Faults, call: Call, route: Route): FaultPlan | null {
  return route.isOutOfTurn === true ? null : faults.plan(askedOf(call, route));
}

function askedOf({ key, raw, deps }: Call, { operation, method, access, path }: Route): Asked {
  const isSocket = raw.headers.upgrade !== undefined;
  return {
    account: access === 'private' ? (key?.account ?? null) : null,
    named: access === 'private' ? null : (deps.keyring.find(String(raw.headers['access-key']))?.account ?? null),
    operation,
    isRead: method === 'GET',
    target: isSocket ? path : (raw.url ?? path),
    connection: raw.socket,
  };
}

/** @throws Faulted, ApiError 429, and what the work throws */
export async function meet(
  faults: Faults,
  plan: FaultPlan,
  call: Call,
  route: Route,
  work: () => unknown,
): Promise<unknown> {
  const { account, name, before, after, beforeMs, afterMs, hangMs, staleMs, isRevealed } = plan;
  const { trace } = call;
  if (trace !== null) trace.fault = name;
  if (isRevealed) call.headers.push('X-Outcry-Fault', name);
  const note = (passedMs: number): void => {
    if (trace !== null) trace.delay += passedMs;
  };
  const [done] = await Promise.allSettled([
    faults.later(account, beforeMs, async (passedMs) => {
      note(passedMs);
      if (before !== null) return null;
      const past = staleMs === 0 ? undefined : faults.past(askedOf(call, route), staleMs);
      return past ?? work();
    }),
  ]);
  await faults.later(account, afterMs, note);
  if (hangMs > 0) await machine.sleep(hangMs);
  const instead = before ?? after;
  if (instead !== null) throw insteadOf(instead);
  if (done.status === 'rejected') throw done.reason;
  return done.value;
}

function insteadOf(instead: Instead): Faulted | ApiError {
  return instead === 429 ? tooMany('uid', 1, BUSY) : new Faulted(instead);
}

const BUSY = { en: 'the exchange is busy; retry after 1 s', zh: '服务繁忙，请在1秒后重试' };
