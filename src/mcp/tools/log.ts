/** Tools of the AI log: a decision with its order in one call, and how well orders are covered. */
import { DecisionFailed } from '../../client/decide.ts';
import type { DecisionLog } from '../../client/decide.ts';
import { Stamps } from '../../client/stamps.ts';
import { input, oneOf, record, text } from '../schema.ts';
import { type Asking, type Given, iso, optional, textOf, type Tool } from '../tool.ts';
import { ACTIONS, ORDER_FIELDS, orderOf, outcome } from './actions.ts';

const HOLD = 'HOLD';
const DECISIONS = [...ACTIONS.map((action) => action.toUpperCase()), HOLD];
const ORDERS_SHOWN = 5;
const WAITING_SHOWN = 10;

/** The same bytes are one decision: two that are alike differ in their moment, even where time stands. */
const stamps = new Stamps();

/** The log as it is uploaded: what was decided goes into the output, in the words the grade is read from. */
async function logOf({ call }: Asking, given: Given) {
  const [size, price] = [optional(given, 'size'), optional(given, 'price')];
  const saw = given['input'];
  const { timestamp } = await call('marketTime');
  const at = stamps.of(JSON.stringify(given), timestamp);
  return {
    stage: optional(given, 'stage') ?? 'Decision Making',
    model: textOf(given, 'model'),
    input: { at, ...(typeof saw === 'string' ? { prompt: saw } : (saw as object)) },
    output: {
      ...(given['output'] as object | undefined),
      decision: textOf(given, 'decision'),
      symbol: textOf(given, 'symbol'),
      ...(size === undefined ? {} : { size }),
      ...(price === undefined ? {} : { price }),
    },
    explanation: textOf(given, 'explanation'),
  } satisfies DecisionLog;
}

async function decide(asking: Asking, given: Given): Promise<object> {
  const decision = textOf(given, 'decision');
  const log = await logOf(asking, given);
  if (decision === HOLD) return hold(asking, log);
  const order = orderOf(given, decision.toLowerCase());
  const { client, options } = asking;
  const made = await client.decide(log, order, options).catch((error: unknown) => {
    // Nobody knows whether the order was placed: the very bytes find out, and place it once at most.
    if (error instanceof DecisionFailed && error.mayHaveHappened)
      return client.decide(error.decision.body, order, options);
    throw error;
  });
  const { logIndex, orderId, warnings } = made;
  const [graded] = (await asking.call('aiOrders', { limit: 1 })).filter((row) => row.orderId === orderId);
  return {
    log_index: logIndex,
    ...(await outcome(asking, orderId)),
    grade: graded?.grade ?? null,
    evidence_level: graded?.level ?? null,
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

async function hold({ client, options }: Asking, log: Awaited<ReturnType<typeof logOf>>): Promise<object> {
  const beacon = await client.aiBeacon({}, options);
  const body = JSON.stringify({ ...log, input: { ...log.input, beacon } });
  const { headers } = await client.call('uploadAiLog', body, options);
  return { log_index: Number(headers.get('AI-LOG-INDEX')), decision: HOLD };
}

async function coverage({ call }: Asking, given: Given): Promise<object> {
  const symbol = optional(given, 'symbol');
  const [all, orders] = await Promise.all([
    call('aiCoverage', { symbol }),
    call('aiOrders', { symbol, limit: ORDERS_SHOWN }),
  ]);
  return {
    orders_counted: all.counted,
    orders_covered: all.covered,
    covered_percent: all.coveredPpm / 1e4,
    grades: all.grades,
    still_need_a_log: all.open.slice(0, WAITING_SHOWN).map(({ orderId, symbol: of, deadline }) => ({
      order_id: orderId,
      symbol: of,
      until: iso(deadline),
    })),
    last_orders: orders.map(({ orderId, symbol: of, grade, level, link }) => ({
      order_id: orderId,
      symbol: of,
      grade,
      evidence_level: level,
      log_index: link?.index ?? null,
    })),
  };
}

export const LOG_TOOLS: readonly Tool[] = [
  {
    name: 'log_decide',
    module: 'log',
    about:
      'Uploads the reason, then places the order bound to it by hash: grade A. Use it for every order; HOLD uploads a decision to do nothing.',
    input: input(
      {
        decision: oneOf(DECISIONS),
        ...ORDER_FIELDS,
        model: text('your name and version'),
        input: { type: ['string', 'object'], description: 'what you were asked and the figures you looked at' },
        explanation: text('why, in one to three sentences'),
        output: record('more of your answer, such as responseId and usage'),
        stage: text(),
      },
      ['decision', 'symbol', 'model', 'input', 'explanation'],
    ),
    run: decide,
  },
  {
    name: 'log_coverage',
    module: 'log',
    about: 'Grades of your orders, and those that still need a log, with deadlines. Use it after trading.',
    input: input({ symbol: text() }),
    isRead: true,
    run: coverage,
  },
];
