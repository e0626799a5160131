/**
 * Fills and refusals as spans of their callers' traces, sent to an OTLP endpoint (`--otlp-endpoint`) as JSON. Only what
 * began with a sampled `traceparent` is sent. Trading never waits for it: the queue is bounded, what has no room or
 * could not be delivered is dropped, and counted.
 */
import { createHash } from 'node:crypto';
import { priceText, sizeText } from '../core/ailog/append-leaf.ts';
import type { Sequenced } from '../core/language/commands.ts';
import { fixedText } from '../core/num/decimal.ts';
import type { FillMade, FillSide } from '../core/turn/events.ts';
import type { Decision, Outcome } from '../core/turn/outcome.ts';
import type { FromStart } from '../live/projection.ts';
import type { Traces } from '../live/traces.ts';
import type { MachineTime } from '../time/time.ts';

export interface Exporter extends FromStart {
  /** Sends what waits, for a moment at most. */
  stop(): Promise<void>;
  readonly figures: { sent: number; dropped: number };
}

interface ExporterParts {
  /** Base address, to which the path of traces is added unless it is there. */
  readonly endpoint: string;
  readonly version: string;
  readonly traces: Pick<Traces, 'ofOrder'>;
  readonly time: Pick<MachineTime, 'after'>;
  readonly warn: (why: string) => void;
}

type Attributes = Readonly<Record<string, string | number>>;

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly [field: string]: unknown;
}

const MOST_WAITING = 2_048;
const BATCH = 512;
const EVERY_MS = 500;
const PATIENCE_MS = 5_000;
const LAST_MS = 1_000;
const SAMPLED = 1;
const INTERNAL = 1;
const ERROR = 2;
const MONEY_DECIMALS = 8;

export function createExporter({ endpoint, version, traces, time, warn }: ExporterParts): Exporter {
  const url = endpoint.replace(/\/+$/, '').replace(/\/v1\/traces$/, '') + '/v1/traces';
  const figures = { sent: 0, dropped: 0 };
  const waiting: OtlpSpan[] = [];
  let sending: Promise<void> | null = null;
  let isDown = false;

  function add(span: OtlpSpan | null): void {
    if (span === null) return;
    if (waiting.length >= MOST_WAITING) figures.dropped++;
    else if (waiting.push(span) === 1) time.after(EVERY_MS, flush).unref();
  }

  function flush(): Promise<void> {
    return (sending ??= send(PATIENCE_MS).finally(() => {
      sending = null;
      if (waiting.length > 0) time.after(EVERY_MS, flush).unref();
    }));
  }

  async function send(withinMs: number): Promise<void> {
    const batch = waiting.splice(0, BATCH);
    if (batch.length === 0) return;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(requestOf(batch, version)),
        signal: AbortSignal.timeout(withinMs),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`it answered ${answer.status}`);
      figures.sent += batch.length;
      isDown = false;
    } catch (error) {
      figures.dropped += batch.length;
      if (!isDown) warn(error instanceof Error ? error.message : String(error));
      isDown = true;
    }
  }

  return {
    name: 'otlp',
    needsReplay: false,
    figures,
    apply(sequenced, outcome) {
      for (const event of outcome.events)
        if (event.name === 'fillMade')
          for (const role of ['taker', 'maker'] as const)
            add(fillSpan(event, role, traces.ofOrder(event[role].order.id), sequenced.timeMs));
      for (const span of refusals(sequenced, outcome)) add(span);
    },
    async stop() {
      await sending;
      await send(LAST_MS);
    },
  };
}

function fillSpan(fill: FillMade, role: 'taker' | 'maker', trace: string | null, timeMs: number): OtlpSpan | null {
  const { instrument, price, size, id } = fill;
  const { order, fee, realised, nth }: FillSide = fill[role];
  return spanOf(trace, `fill ${id} ${role}`, `fill ${instrument.contract.symbol}`, [order.createdMs, timeMs], {
    'outcry.symbol': instrument.contract.symbol,
    'outcry.order_id': String(order.id),
    'outcry.client_oid': order.clientOrderId,
    'outcry.account': order.account.id,
    'outcry.trade_id': String(id),
    'outcry.fill': nth,
    'outcry.role': role,
    'outcry.type': `${order.effect}_${order.side}`,
    'outcry.price_usdt': priceText(instrument, price),
    'outcry.size_base': sizeText(instrument, size),
    'outcry.fee_usdt': fixedText(fee, MONEY_DECIMALS),
    'outcry.realised_usdt': fixedText(realised, MONEY_DECIMALS),
  });
}

/** Of the command, or of rows of it. */
function refusals({ sequence, timeMs, command }: Sequenced, outcome: Outcome): (OtlpSpan | null)[] {
  const trace = ('traceparent' in command ? command.traceparent : undefined) ?? null;
  if (trace === null) return [];
  const rows: readonly Decision<unknown>[] = !outcome.ok
    ? [outcome]
    : Array.isArray(outcome.result)
      ? (outcome.result as readonly Decision<unknown>[])
      : [];
  return rows.flatMap((row, at) => {
    if (row.ok) return [];
    const { reason } = row.reject;
    const about = { 'outcry.command': command.name, 'outcry.reason': reason, 'outcry.sequence': sequence };
    const span = spanOf(trace, `refusal ${sequence} ${at}`, `refused ${command.name}`, [timeMs, timeMs], about);
    return [span === null ? null : { ...span, status: { code: ERROR, message: reason } }];
  });
}

function spanOf(
  trace: string | null,
  seed: string,
  name: string,
  [startMs, endMs]: readonly [number, number],
  attributes: Attributes,
): OtlpSpan | null {
  const [, traceId = '', parentSpanId = '', flags = '0'] = trace?.split('-') ?? [];
  if (traceId === '' || (Number.parseInt(flags, 16) & SAMPLED) === 0) return null;
  return {
    traceId,
    spanId: createHash('sha256').update(`${traceId} ${seed}`).digest('hex').slice(0, 16),
    parentSpanId,
    name,
    kind: INTERNAL,
    startTimeUnixNano: `${startMs}000000`,
    endTimeUnixNano: `${endMs}000000`,
    attributes: attributesOf(attributes),
    status: {},
  };
}

function attributesOf(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}

function requestOf(spans: readonly OtlpSpan[], version: string): object {
  const resource = { attributes: attributesOf({ 'service.name': 'outcry', 'service.version': version }) };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'outcry', version }, spans }] }] };
}
