/**
 * Tables as spreadsheets write them (RFC 4180): cells with their lines, whichever of comma, semicolon and tab stands
 * between them, quoted or not, with or without a byte order mark.
 */

export interface CsvRow {
  /** The line it begins at, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A file that can't be read as a table. */
export interface CsvFault {
  readonly line: number;
  readonly why: string;
}

type Reading = { readonly rows: readonly CsvRow[]; readonly fault: CsvFault | null };

const SEPARATORS = [',', ';', '\t'];

/** Rows without a single filled cell are left out. Stops at the first fault. */
export function readCsv(given: string): Reading {
  const text = given.startsWith('\uFEFF') ? given.slice(1) : given;
  const first = text.split(/\r?\n/, 1)[0] ?? '';
  const counts = SEPARATORS.map((one) => first.split(one).length);
  const separator = SEPARATORS[counts.indexOf(Math.max(...counts))] as string;
  const rows: CsvRow[] = [];
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const begin = line;
    const cells: string[] = [];
    for (;;) {
      const cell = text[at] === '"' ? quoted(text, at) : plain(text, at, separator);
      if (typeof cell === 'string') return { rows, fault: { line, why: cell } };
      line += linesIn(text.slice(at, cell.end));
      cells.push(cell.value.trim());
      at = cell.end;
      if (text[at] !== separator) break;
      at++;
    }
    if (at < text.length && text[at] !== '\n' && text[at] !== '\r')
      return {
        rows,
        fault: { line, why: `after the closing " comes '${text[at]}', needs '${separator}' or a new line` },
      };
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line++;
    if (cells.some((one) => one !== '')) rows.push({ line: begin, cells });
  }
  return { rows, fault: null };
}

interface Cell {
  readonly value: string;
  readonly end: number;
}

function quoted(text: string, from: number): Cell | string {
  let value = '';
  for (let at = from + 1; at < text.length; ) {
    const end = text.indexOf('"', at);
    if (end < 0) break;
    value += text.slice(at, end);
    if (text[end + 1] !== '"') return { value, end: end + 1 };
    value += '"';
    at = end + 2;
  }
  return 'a " opens a cell that is never closed';
}

function plain(text: string, from: number, separator: string): Cell {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
  return { value: text.slice(from, end), end };
}

function linesIn(text: string): number {
  return text.split(/\r\n|\r|\n/).length - 1;
}
