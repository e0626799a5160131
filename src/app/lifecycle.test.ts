import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

interface Line {
  readonly part: string;
  readonly msg: string;
  readonly time: string;
  readonly virtualMs?: number;
}

/** Lines of a process that logs a word at each level of two parts. */
function said(
  levels: object,
  virtualMs = 'undefined',
  shown = ({ part, msg }: Line) => `${part} ${msg}`,
): readonly string[] {
  const program = `
    const { createLife } = await import(${JSON.stringify(new URL('./lifecycle.ts', import.meta.url).href)});
    const { logs } = createLife(${JSON.stringify(levels)}, new AbortController().signal, ${virtualMs});
    for (const part of ['disk', 'store']) for (const level of ['debug', 'info', 'warn']) logs[part][level](part + level);
  `;
  const words = ['--input-type=module', '-e', program];
  const printed = execFileSync('sh', ['-c', '"$0" "$@" 2>&1', process.execPath, ...words], { encoding: 'utf8' });
  return printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(shown);
}

describe('the logs of the parts', () => {
  it('have the level of all, unless they have one of their own, and say which part they are', () => {
    expect(said({ all: 'warn', parts: {} })).toEqual(['disk diskwarn', 'store storewarn']);
    expect(said({ all: 'silent', parts: { disk: 'debug' } })).toEqual([
      'disk diskdebug',
      'disk diskinfo',
      'disk diskwarn',
    ]);
    expect(said({ all: 'info', parts: { disk: 'silent' } })).toEqual(['store storeinfo', 'store storewarn']);
  });

  it('a line of a rehearsal also says what time it is there', () => {
    const times = ({ time, virtualMs }: Line) => `${Math.abs(Date.parse(time) - Date.now()) < 60_000} ${virtualMs}`;
    expect(said({ all: 'warn', parts: { store: 'silent' } }, '() => 1767225600000', times)).toEqual([
      'true 1767225600000',
    ]);
  });
});
