import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { logText } from './log-text.ts';

function said(write: (log: ReturnType<typeof pino>) => void): string {
  let text = '';
  const to = { write: (line: string) => void (text += logText(line)) };
  write(pino({ level: 'debug', base: null, timestamp: pino.stdTimeFunctions.isoTime }, to));
  return text.replace(/^\d\d:\d\d:\d\d /, 'HH:MM:SS ');
}

describe('the log on a terminal', () => {
  it('is words with their figures behind them', () => {
    expect(said((log) => log.info({ sequence: 7, from: 0 }, 'journal replayed'))).toBe(
      'HH:MM:SS journal replayed (sequence 7, from 0)\n',
    );
    expect(said((log) => log.info('the read store is back'))).toBe('HH:MM:SS the read store is back\n');
    expect(said((log) => log.warn({ host: '0.0.0.0', list: [1] }, 'open'))).toBe(
      'HH:MM:SS warning: open (host 0.0.0.0, list [1])\n',
    );
  });

  it('keeps where a fault came from', () => {
    expect(said((log) => log.fatal({ err: new Error('broken') }, 'it can not go on'))).toMatch(
      /^HH:MM:SS fatal: it can not go on\nError: broken\n {4}at /,
    );
  });
});
