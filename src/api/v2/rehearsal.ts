/**
 * The operations of a rehearsal, served by no other exchange: what time it is, and an agent's part in lockstep. They
 * cost nothing, and wait for no turn. Their bodies are read here, since actions are requests of their own.
 */
import { canonicalDecimal } from '../call/scalars.ts';
import { accountOf, type Call } from '../call/call.ts';
import { bodyFields } from '../call/fields.ts';
import { newTrace } from '../call/recorder.ts';
import { optional as optionalParameter, ownRead } from '../call/parameter.ts';
import { type Pass, type PlannedAction, rehearsalIn, type WakeOn, type Woken } from '../call/rehearsal.ts';
import { defineRoute, OWN_COMMAND, PUBLIC_READ, type Route } from '../call/route.ts';
import { noteRequest, traceAnswer, traceError, traceFields, traceWanted } from '../front/answer/trace.ts';
import { asApiError } from '../front/front.ts';
import { NOTHING } from '../front/body/body.ts';
import { boolean, list, nullableNumber, number, object, optional, schema, string } from '../shapes/schema.ts';
import { shape } from '../shapes/shape.ts';
import { ApiError, invalid, malformed, missing, same } from '../words/errors.ts';
import { machine } from '../../time/machine.ts';

/** A request waits no longer than this, by the machine; then it is told to ask again. */
const WAIT_MS = 60_000;
const MOST_ACTIONS = 100;

const FREE = { weight: { ip: 0, uid: 0 }, isAddition: true, isOutOfTurn: true } as const;
const OWN = { ...OWN_COMMAND, ...FREE, refusedWhenFrozen: false, ownScanner: true } as const;

const clockShape = shape(
  object({
    mode: string('paced, max, paused, lockstep'),
    state: string('ready, advancing, waiting'),
    virtualMs: number('Epoch ms'),
    speed: nullableNumber(),
    behindMs: number(),
    barrier: nullableNumber(),
    waitingFor: list(number()),
    sequence: number(),
    branch: string(),
  }),
  {
    mode: 'lockstep',
    state: 'waiting',
    virtualMs: 1767225660000,
    speed: null,
    behindMs: 0,
    barrier: 1,
    waitingFor: [1000001],
    sequence: 2310,
    branch: 'main',
  },
);

const wokenShape = shape(
  object({
    state: string('woken, waiting'),
    barrier: number(),
    virtualMs: number('Epoch ms'),
    reason: optional(string('joined, time, event, end')),
    results: optional(list(schema({ type: 'object' }))),
    fills: optional(number()),
    equity: optional(string()),
  }),
  { state: 'woken', barrier: 1, virtualMs: 1767225660000, reason: 'time', results: [], fills: 0, equity: '10000' },
);

const leftShape = shape(object({ left: boolean() }), { left: true });

const clock = defineRoute({
  operation: 'rehearsalClock',
  summary: 'Time of the rehearsal',
  ...PUBLIC_READ,
  ...FREE,
  path: '/capi/v2/rehearsal/clock',
  answer: clockShape,
  handle: (_, call) => rehearsalIn(call.deps).clock(),
});

const join = defineRoute({
  operation: 'rehearsalJoin',
  summary: 'Join the lockstep; answered when it is your turn',
  ...OWN,
  path: '/capi/v2/rehearsal/join',
  sample: '{}',
  answer: wokenShape,
  errors: ['60002'],
  handle: (_, call) => orWaiting(call, rehearsalIn(call.deps).join(accountOf(call))),
});

const leave = defineRoute({
  operation: 'rehearsalLeave',
  summary: 'Leave the lockstep',
  ...OWN,
  path: '/capi/v2/rehearsal/leave',
  sample: '{}',
  answer: leftShape,
  errors: ['60002'],
  handle: (_, call) => {
    rehearsalIn(call.deps).leave(accountOf(call));
    return { left: true };
  },
});

const PASS_PARAMETERS = {
  barrier: ownRead(number('As the answer before named it')),
  untilMs: optionalParameter(ownRead(number('When to wake you, epoch ms; one step on when left out'))),
  thoughtMs: optionalParameter(ownRead(number('Declared thinking time, added to it'))),
  wakeOn: optionalParameter(ownRead(list(string(), 'fill, liquidation, price:cmt_btcusdt:0.5 (per cent)'))),
  actions: optionalParameter(
    ownRead(
      list(
        object({ method: string(), path: string(), body: optional(schema({ type: 'object' })) }),
        'Where agents are sealed: operations that trade, carried out when all have passed',
      ),
    ),
  ),
};

/** @param routes those that actions may ask for, if they are commands */
function passOver(routes: readonly Route[]): Route {
  return defineRoute({
    operation: 'rehearsalPass',
    summary: 'Pass at a barrier; answered when it is your turn again',
    ...OWN,
    path: '/capi/v2/rehearsal/pass',
    parameters: PASS_PARAMETERS,
    sample: '{"barrier":1}',
    answer: wokenShape,
    errors: ['60002', '60003', '60005'],
    handle: (_, call) => orWaiting(call, rehearsalIn(call.deps).pass(accountOf(call), passOf(call, routes))),
  });
}

/** The operations that a rehearsal has beside those of all exchanges. */
export function rehearsalRoutes(routes: readonly Route[]): readonly Route[] {
  return [clock, join, leave, passOver(routes.filter(isAction))];
}

function isAction({ method, access, permission, ownScanner, isFile }: Route): boolean {
  return method === 'POST' && access === 'private' && permission === 'trade' && ownScanner !== true && isFile !== true;
}

async function orWaiting(call: Call, woken: Promise<Woken>) {
  const late = Promise.withResolvers<null>();
  const timer = machine.after(WAIT_MS, () => late.resolve(null)).unref();
  const found = await Promise.race([woken, late.promise]);
  timer.cancel();
  if (found !== null) return { state: 'woken', ...found };
  const { barrier, virtualMs } = rehearsalIn(call.deps).clock();
  return { state: 'waiting', barrier: barrier ?? 0, virtualMs };
}

type Sent = Readonly<Record<string, unknown>>;

function passOf(call: Call, routes: readonly Route[]): Pass {
  const sent = bodyOf(call.body);
  if (sent['barrier'] === undefined) throw missing('barrier');
  return {
    barrier: wholeOf(sent, 'barrier', 0),
    untilMs: sent['untilMs'] === undefined ? null : wholeOf(sent, 'untilMs', 0),
    thoughtMs: wholeOf(sent, 'thoughtMs', 0),
    wakeOn: listOf(sent, 'wakeOn').map((one) => wakeOnOf(call, one)),
    actions: actionsOf(call, routes, listOf(sent, 'actions')),
  };
}

function bodyOf(body: Buffer): Sent {
  if (body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (isRecord(value)) return value;
  } catch {
    // The one answer to what is no object.
  }
  throw malformed({ en: 'the body must be a JSON object', zh: '请求体须为JSON对象' }, undefined, 'json');
}

function isRecord(value: unknown): value is Sent {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wholeOf(sent: Sent, name: string, absent: number): number {
  const value = sent[name] ?? absent;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw invalid(name, same(`found ${JSON.stringify(value)}, needs a whole number, not below 0`));
}

function listOf(sent: Sent, name: string): readonly unknown[] {
  const value = sent[name] ?? [];
  if (Array.isArray(value) && value.length <= MOST_ACTIONS) return value;
  throw invalid(name, same(`needs a list of at most ${MOST_ACTIONS}`));
}

function wakeOnOf({ deps }: Call, text: unknown): WakeOn {
  if (text === 'fill' || text === 'liquidation') return { kind: text };
  const [kind, symbol = '', percent = ''] = typeof text === 'string' ? text.split(':') : [];
  const by = Number(canonicalDecimal(percent) ?? 0);
  if (kind === 'price' && deps.engine.state.bySymbol.has(symbol) && by > 0) return { kind, symbol, percent: by };
  throw invalid('wakeOn', same(`found ${JSON.stringify(text)}, needs fill, liquidation or price:cmt_btcusdt:0.5`));
}

/** Each is a request to one of the routes, whose answer is an object of the pass's `results`. */
function actionsOf(call: Call, routes: readonly Route[], sent: readonly unknown[]): Pass['actions'] {
  return sent.map((one) => {
    const { method, path, body = {} } = isRecord(one) ? one : {};
    const route = routes.find((other) => other.path === path && other.method === method);
    if (route === undefined || !isRecord(body))
      throw invalid('actions', same('needs {method, path, body} of an operation that trades'));
    return () => plannedOf(call, route, body);
  });
}

/** As its faults have it: of a lost answer, too, the agent is told that it was lost, since all come in one. */
function plannedOf(of: Call, route: Route, body: Sent): PlannedAction {
  const plan = rehearsalIn(of.deps).faults.plan({
    account: accountOf(of),
    named: null,
    operation: route.operation,
    isRead: false,
    target: route.path,
    connection: of.raw.socket,
  });
  const instead = plan?.before ?? plan?.after ?? null;
  return {
    delayMs: plan?.beforeMs ?? 0,
    run: async () => {
      const text = JSON.stringify(body);
      const call = actionOf(of, route);
      if (call.trace !== null) [call.trace.fault, call.trace.delay] = [plan?.name ?? null, plan?.beforeMs ?? 0];
      const done = plan?.before == null ? await carryOut(call, route, text) : NOT_DONE;
      const status = instead === 'reset' ? 0 : (instead ?? done.status);
      noteRequest(call, status, JSON.stringify(done.result), { method: 'PASS', sent: Buffer.byteLength(text) });
      if (instead === null) return done.result;
      return { ok: false, error: { code: String(instead), msg: 'a fault of the rehearsal' } };
    },
  };
}

/** The call of an action, from the moment at which it is carried out. */
function actionOf(of: Call, route: Route): Call {
  const { clock, recorder } = of.deps;
  const own = { requestTimeMs: clock.nowMs(), startedMs: machine.steadyMs(), trace: recorder ? newTrace() : null };
  return { ...of, ...own, route, body: NOTHING, signature: null, headers: [], refused: null };
}

interface Done {
  /** As over HTTP. */
  readonly status: number;
  readonly result: object;
}

const NOT_DONE: Done = { status: 0, result: {} };

async function carryOut(call: Call, route: Route, body: string): Promise<Done> {
  const { trace } = call;
  try {
    const frozen = call.deps.engine.state.accounts.get(accountOf(call))?.frozen === true;
    if (frozen && route.refusedWhenFrozen === true) throw new ApiError(40013, { token: 'ACCOUNT_FROZEN' });
    const fields = bodyFields(Buffer.from(body), false);
    if (trace !== null) traceFields(trace, route, fields);
    const wanted = route.read(fields, call);
    if (trace !== null) traceWanted(trace, call, wanted);
    const data = await route.handle(wanted, call);
    traceAnswer(call, data);
    return { status: 200, result: { ok: true, data } };
  } catch (error) {
    const refusal = asApiError(call, error);
    traceError(call, refusal);
    const { render } = call.dialect;
    const told = JSON.parse(render(refusal, call.locale, call.requestTimeMs)) as object;
    return { status: refusal.http, result: { ok: false, error: told } };
  }
}
