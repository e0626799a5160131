/**
 * A line of the log as a person at a terminal reads it: when, how bad if it is, what, and the figures that go with it.
 * Programs and files get the lines of JSON.
 */
const LEVELS: Readonly<Record<number, string>> = { 20: 'debug: ', 40: 'warning: ', 50: 'error: ', 60: 'fatal: ' };
/** `2026-11-27T03:34:43.505Z` → `03:34:43` */
const CLOCK = [11, 19] as const;

/** @param line of JSON, as the logger makes it */
export function logText(line: string): string {
  const { level, time, msg, err, part: _, ...fields } = JSON.parse(line) as Readonly<Record<string, unknown>>;
  const when = String(time).slice(...CLOCK);
  const figures = Object.entries(fields).map(([name, value]) => `${name} ${valueText(value)}`);
  const behind = figures.length === 0 ? '' : ` (${figures.join(', ')})`;
  const stack = isRecord(err) ? `\n${String(err['stack'] ?? err['message'])}` : '';
  return `${when} ${LEVELS[Number(level)] ?? ''}${String(msg)}${behind}${stack}\n`;
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
