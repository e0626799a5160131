/** How much is written to the log, in all and by part of the exchange; which parts there are. */

/** Values of `part` in a line of the log. */
export const LOG_PARTS = [
  'start',
  'api',
  'journal',
  'snapshots',
  'store',
  'disk',
  'clock',
  'node',
  'risk',
  'ailog',
  'market',
  'demo',
  'page',
] as const;
export type LogPart = (typeof LOG_PARTS)[number];

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
type Level = (typeof LOG_LEVELS)[number];

export interface LogLevels {
  readonly all: Level;
  /** Of parts that have one of their own. */
  readonly parts: Readonly<Partial<Record<LogPart, Level>>>;
}

const isLevel = (word: string): word is Level => LOG_LEVELS.some((one) => one === word);
const isPart = (word: string): word is LogPart => LOG_PARTS.some((one) => one === word);

/**
 * Reads `warn`, `disk=debug`, or several with commas between: a level for all, and others for parts. Null for any other
 * text.
 * @param initial the level of all when none is named
 */
export function logLevelsIn(text: string, initial: Level): LogLevels | null {
  let all = initial;
  const parts: Partial<Record<LogPart, Level>> = {};
  for (const word of text.split(',')) {
    const [first = '', level = ''] = word.split('=').map((side) => side.trim());
    if (word.includes('=') && isPart(first) && isLevel(level)) parts[first] = level;
    else if (!word.includes('=') && isLevel(first)) all = first;
    else return null;
  }
  return { all, parts };
}
