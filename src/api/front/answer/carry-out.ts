/**
 * The end of every way in: what was asked has passed the checks before, and becomes the route's answer. Requests over
 * HTTP come here, and whatever else is handed to a route.
 */
import type { Fields } from '../../call/fields.ts';
import { accountOf, type Call } from '../../call/call.ts';
import type { Limits } from '../limits/limits.ts';
import type { Route } from '../../call/route.ts';
import { malformed } from '../../words/errors.ts';
import { meet, planOf } from './meet-faults.ts';
import { traceFields, traceWanted } from './trace.ts';

/**
 * Check 16, what the fields ask for; the orders it creates are counted, and it is done.
 * @throws ApiError 40019, 40020, 40017; 429 of the minute's rate; and what `handle` throws
 */
export function carryOut(limits: Pick<Limits, 'chargeCreated'>, call: Call, route: Route, fields: Fields): unknown {
  if (call.trace !== null) traceFields(call.trace, route, fields);
  const { rehearsal } = call.deps;
  const plan = rehearsal === undefined ? null : planOf(rehearsal.faults, call, route);
  if (rehearsal === undefined || plan === null) return work(limits, call, route, fields);
  const turn = turnOf(call, route) ?? Promise.resolve();
  return turn.then(() => meet(rehearsal.faults, plan, call, route, () => work(limits, call, route, fields)));
}

function work(limits: Pick<Limits, 'chargeCreated'>, call: Call, route: Route, fields: Fields): unknown {
  const wanted = route.read(fields, call);
  if (call.trace !== null) traceWanted(call.trace, call, wanted);
  if (route.creates !== undefined) limits.chargeCreated(accountOf(call), route.creates(wanted));
  const turn = freshness(call, route) ?? turnOf(call, route);
  return turn === null ? route.handle(wanted, call) : turn.then(() => route.handle(wanted, call));
}

/** A node among several reads what is recent enough. */
function freshness({ deps: { node }, raw }: Call, { access, permission }: Route): Promise<void> | null {
  if (node === undefined || permission !== 'read') return null;
  const known = raw.headers[SEQUENCE];
  if (known !== undefined && !(typeof known === 'string' && /^(0|[1-9][0-9]{0,15})$/.test(known)))
    throw malformed(NO_SEQUENCE);
  return node.mayBeRead(access === 'private', known === undefined ? null : Number(known));
}

/** As Node has names of headers. */
const SEQUENCE = 'x-outcry-sequence';
const NO_SEQUENCE = {
  en: 'X-Outcry-Sequence must be the whole number that an earlier answer had',
  zh: 'X-Outcry-Sequence必须是此前应答中的整数',
};

/** In lockstep an account writes in its turn. */
function turnOf(call: Call, { access, method, isOutOfTurn }: Route): Promise<void> | null {
  const { rehearsal } = call.deps;
  if (rehearsal === undefined || access !== 'private' || method === 'GET' || isOutOfTurn === true) return null;
  return rehearsal.admit(accountOf(call));
}
