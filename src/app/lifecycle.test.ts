import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

/** Lines of a process that logs a word at each level of two parts. */
function said(levels: object): readonly string[] {
  const program = `
    const { createLife } = await import(${JSON.stringify(new URL('./lifecycle.ts', import.meta.url).href)});
    const { logs } = createLife(${JSON.stringify(levels)}, new AbortController().signal);
    for (const part of ['disk', 'store']) for (const level of ['debug', 'info', 'warn']) logs[part][level](part + level);
  `;
  const words = ['--input-type=module', '-e', program];
  const printed = execFileSync('sh', ['-c', '"$0" "$@" 2>&1', process.execPath, ...words], { encoding: 'utf8' });
  return printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ part, msg }) => `${part} ${msg}`);
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
});
