// Every line of the compatibility checklist is a test by its number, docs/bring-your-bot.md names each, and the pages
// for a start print what is run.
import { describe, expect, it } from 'vitest';
import { filesUnder, read } from './source.ts';

const LINES = 45;
const all = Array.from({ length: LINES }, (_, at) => `C-${String(at + 1).padStart(2, '0')}`);

describe('the pages to start with', () => {
  const pages = filesUnder('docs/start', (path) => path.endsWith('.md'));

  it('show code that is run: every block is part of an example, word by word', () => {
    const programs = filesUnder('examples').map(read);
    const blocks = pages.flatMap((page) =>
      [...read(page).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, , block = '']) => ({ page, block })),
    );
    expect(pages.length).toBe(4);
    expect(blocks.length).toBeGreaterThan(10);
    const isCommand = (block: string): boolean =>
      block.split('\n').every((line) => /^(npm |node |python3 |go |sh |$)/.test(line));
    const own = blocks.filter(({ block }) => !isCommand(block) && !programs.some((text) => text.includes(block)));
    expect(own).toEqual([]);
  });
});

describe('the compatibility checklist', () => {
  it('has a test for each of its lines', () => {
    const titles = filesUnder('test/api', (path) => path.endsWith('.test.ts')).flatMap((path) => [
      ...read(path).matchAll(/\bit(?:\.\w+\([^)]*\))*\(\s*[`'"](?:\$\{[^}]*\? ')?(C-\d\d) /g),
    ]);
    const tested = new Set(titles.map(([, line = '']) => line));
    expect(all.filter((line) => !tested.has(line))).toEqual([]);
    expect([...tested].filter((line) => !all.includes(line))).toEqual([]);
  });

  it('is explained line by line to whoever brings a program', () => {
    const page = read('docs/bring-your-bot.md');
    expect(all.filter((line) => !new RegExp(`\\b${line}\\b`).test(page))).toEqual([]);
  });
});
