import { describe, expect, it } from 'vitest';
import { readPrizes } from '../reading/prize-list.ts';
import { csvLine, csvStream } from './csv.ts';

describe('a table as CSV', () => {
  it('is of RFC 4180, with a byte order mark, and keeps every digit', async () => {
    const rows = [['队伍一', 'a "b", c', '-0.00000001', 12345678901234567890n.toString(), null, true]];
    const pieces: Buffer[] = [];
    for await (const piece of await csvStream({ head: ['a', 'b'], rows })) pieces.push(Buffer.from(piece as string));
    expect(Buffer.concat(pieces).toString()).toBe(
      '\uFEFFa,b\r\n队伍一,"a ""b"", c",-0.00000001,12345678901234567890,,true\r\n',
    );
  });

  it('holds nothing that a spreadsheet computes, whatever a team is called', () => {
    const hostile = ['=HYPERLINK("http://x","y")', '+1+1', '-2+3', '@SUM(A1)', ' =1', '＝1', 'a;=1', '\t=1', 'a\r\n=1'];
    for (const name of hostile) {
      // As a reader takes it apart, at commas and in other locales at semicolons or tabs.
      const cells = csvLine([name])
        .trimEnd()
        .replace(/^"|"$/g, '')
        .replaceAll('""', '"')
        .split(/[;\t\r\n]/);
      for (const cell of cells.filter((one) => one.trim() !== '')) expect(cell.trim()).not.toMatch(/^[=+\-@＝＋－＠]/);
    }
    expect(csvLine(['-5', 'Alpha - Beta', 'x=1'])).toBe('-5,Alpha - Beta,x=1\r\n');
  });

  it('fails before it has begun where its rows can not be read', async () => {
    // oxlint-disable-next-line require-yield
    const rows = (async function* (): AsyncGenerator<string[]> {
      throw new Error('behind');
    })();
    await expect(csvStream({ head: ['a'], rows })).rejects.toThrow('behind');
  });
});

describe('a list of prizes', () => {
  it('is lines of ranks, in any script, and says which line is wrong', () => {
    expect(readPrizes('2–3： 1000 USDT\r\n\n1: 一等奖')).toEqual([
      { first: 1, last: 1, prize: '一等奖' },
      { first: 2, last: 3, prize: '1000 USDT' },
    ]);
    expect(readPrizes('1: a\nfirst: b')).toContain("line 2 of the prizes is 'first: b', needs a rank");
    expect(readPrizes('1-3: a\n3: b')).toContain('line 2 of the prizes: rank 3 has a prize already');
    expect(readPrizes('3-1: a')).toContain('needs the lower first');
    expect(readPrizes(' \n')).toContain('no prize');
  });
});
