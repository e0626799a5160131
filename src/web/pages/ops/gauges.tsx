/**
 * The figures, each with its unit; four of them with their last quarter of an hour.
 */
import { bytes, money, NONE, whole } from '../../format/number.ts';
import { distance, timeText, took } from '../../format/time.ts';
import { type GaugePoint, type Lately, type Overview, points } from '../../live/operation.ts';
import { Panel } from '../../parts/panel.tsx';
import { Trail } from '../../parts/trail.tsx';
import { adminWords } from '../../words/admin.ts';
import type { OpsWords } from '../../words/en-ops.ts';

interface GaugeProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly details?: readonly string[];
  /** The figure whose past is drawn. */
  readonly line?: Exclude<keyof GaugePoint, 'timeMs'>;
}

function Gauge({ name, label, value, details = [], line }: GaugeProps) {
  return (
    <div class="ops-gauge" data-gauge={name}>
      <dt>{label}</dt>
      <dd class="ops-value live-value">{value}</dd>
      {details.map((detail) => (
        <dd key={detail} class="dim">
          {detail}
        </dd>
      ))}
      {line === undefined ? null : (
        <dd>
          <Trail points={points.value.map((point) => point[line])} width={200} height={28} />
        </dd>
      )}
    </div>
  );
}

type Counts = Readonly<Record<string, number>>;

const sumOf = (counts: Counts): number => Object.values(counts).reduce((sum, one) => sum + one, 0);
const partsOf = (counts: Counts): string[] =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${whole(count)}`);

type Text = OpsWords['gauges'];

/** Load of the trading thread. */
function tradingOf(known: Overview, text: Text): readonly GaugeProps[] {
  const { queue, history, point } = known;
  const rate = point === null ? NONE : `${point.commandsPerSecond}/s`;
  const most = text.of(whole(queue.most));
  const behind = text.commandsBehind(whole(history.behind));
  return [
    { name: 'sequence', label: text.sequence, value: whole(known.sequence) },
    { name: 'commands', label: text.commands, value: rate, line: 'commandsPerSecond' },
    { name: 'queue', label: text.queue, value: whole(queue.waiting), details: [most], line: 'waiting' },
    { name: 'lag', label: text.lag, value: behind, line: 'lag' },
    { name: 'fund', label: text.fund, value: `${money(known.fund)} USDT`, line: 'fund' },
    { name: 'command', label: text.command, ...timesOf(known.command, text) },
    { name: 'sync', label: text.sync, ...timesOf(known.journalSync, text) },
  ];
}

function timesOf(lately: Lately | null, text: Text): Pick<GaugeProps, 'value' | 'details'> {
  if (lately === null) return { value: NONE, details: [text.noneLately] };
  const { p50Ms, p99Ms, longestMs, count } = lately;
  const details = [`p99 ${took(p99Ms)}`, text.longest(took(longestMs)), text.lately(whole(count))];
  return { value: `p50 ${took(p50Ms)}`, details };
}

/** Disk, folder, connections, and what was refused. */
function aroundOf(known: Overview, text: Text): readonly GaugeProps[] {
  const { disk, folder, connections, answers, journalBytes } = known;
  const { http, sockets, refused, dropped } = connections;
  const left = disk.secondsLeft === null ? text.notFilling : text.fullIn(distance(disk.secondsLeft * 1_000));
  const free = disk.freeBytes === null ? NONE : bytes(disk.freeBytes);
  const files = Object.entries(folder).map(([kind, size]) => `${text.kinds[kind] ?? kind} ${bytes(size)}`);
  const written = journalBytes === null ? [] : [text.journal(bytes(journalBytes))];
  const open = Object.entries(sockets).map(([kind, count]) => `WebSocket ${kind} ${whole(count)}`);
  const { tooMany, failed } = answers;
  return [
    { name: 'disk', label: text.disk, value: free, details: [left] },
    { name: 'folder', label: text.folder, value: bytes(sumOf(folder)), details: [...written, ...files] },
    {
      name: 'connections',
      label: text.connections,
      value: `HTTP ${http === null ? NONE : whole(http)}`,
      details: [...open, text.refused(whole(sumOf(refused)))],
    },
    { name: 'dropped', label: text.dropped, value: whole(sumOf(dropped)), details: partsOf(dropped) },
    {
      name: 'answers',
      label: '429 · 5xx',
      value: `${whole(sumOf(tooMany))} · ${whole(sumOf(failed))}`,
      details: [...partsOf(tooMany), ...partsOf(failed)],
    },
  ];
}

export function Gauges({ known }: { readonly known: Overview }) {
  const { ops } = adminWords.value;
  return (
    <Panel title={ops.gauges.title} aside={ops.asOf(timeText(known.nowMs))}>
      <dl class="ops-gauges">
        {[...tradingOf(known, ops.gauges), ...aroundOf(known, ops.gauges)].map((one) => (
          <Gauge key={one.name} {...one} />
        ))}
      </dl>
    </Panel>
  );
}
