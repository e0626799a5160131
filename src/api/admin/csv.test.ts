// Tables as spreadsheets write them, and where they are wrong.
import { describe, expect, it } from 'vitest';
import { readCsv } from './csv.ts';

const cells = (text: string): readonly (readonly string[])[] => readCsv(text).rows.map((row) => row.cells);

describe('a table of a spreadsheet', () => {
  it.each([
    ['a,b\n1,2\n'],
    ['\uFEFFa,b\r\n1,2'],
    ['a;b\n1;2'],
    ['a\tb\n1\t2\n\n\n'],
    ['"a","b"\n"1","2"'],
    ['a,b\n , \n1 , 2'],
  ])('%j has two rows', (text) =>
    expect(cells(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]),
  );

  it('keeps what is quoted and counts its lines', () => {
    const { rows } = readCsv('name,models\n"A ""x"", b","m1\nm2"\nlast,\n');
    expect(rows).toEqual([
      { line: 1, cells: ['name', 'models'] },
      { line: 2, cells: ['A "x", b', 'm1\nm2'] },
      { line: 4, cells: ['last', ''] },
    ]);
  });

  it('says where it can not be read', () => {
    expect(readCsv('a,b\n1,"2').fault).toEqual({ line: 2, why: 'a " opens a cell that is never closed' });
    expect(readCsv('a,b\n"1"x,2').fault?.why).toContain("comes 'x'");
    expect(readCsv('').rows).toEqual([]);
  });
});
