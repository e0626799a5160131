/** Reads lines of prices: CSV with `,`, `;` or tabs, or JSON as a feed writes it, a line each. */
import { type Column, type Layout, layoutOf, layoutWithoutHeader } from './columns.ts';
import { type Cell, type Gathering, HistoryError, wrong } from './gather.ts';

const NO_CELL: Cell = undefined;

/** @throws HistoryError with line and column */
export function readText(file: string, text: string, symbol: string | null, into: Gathering): void {
  let layout: Layout | null = null;
  let separator = ',';
  let line = 0;
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const row = text.slice(from, end < 0 ? text.length : end).trimEnd();
    from = end < 0 ? text.length : end + 1;
    const place = { file, row: ++line, unit: 'line' } as const;
    if (row.trim() === '') continue;
    if (row.startsWith('{')) {
      into.take(cellsOfJson(row, place), symbol, place);
      continue;
    }
    if (layout === null) {
      separator = [';', '\t'].find((one) => row.includes(one)) ?? ',';
      const first = cellsOf(row, separator);
      const isHeader = !/^["\s]*[0-9]/.test(row);
      layout = inPlace(place, () => (isHeader ? layoutOf(first) : layoutWithoutHeader(first.length)));
      if (isHeader) continue;
    }
    into.take(cellsBy(layout, cellsOf(row, separator)), symbol, place);
  }
}

type Place = Parameters<typeof wrong>[0];

function inPlace(place: Place, read: () => Layout): Layout {
  try {
    return read();
  } catch (error) {
    throw error instanceof HistoryError ? error : wrong(place, 'header', (error as Error).message);
  }
}

/** Cells of prices have no separators in them, so quotes need no more than to go. */
function cellsOf(row: string, separator: string): string[] {
  return row.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}

export function cellsBy(layout: Layout, cells: readonly Cell[]): (column: Column) => Cell {
  return (column) => {
    const at = layout.get(column);
    return at === undefined ? NO_CELL : (cells[at] ?? null);
  };
}

function cellsOfJson(row: string, place: Place): (column: Column) => Cell {
  let value: unknown;
  try {
    value = JSON.parse(row);
  } catch {
    throw wrong(place, 'JSON', `'${row.slice(0, 60)}' is none`);
  }
  const entries = Object.entries(value as Record<string, Cell>);
  return cellsBy(
    inPlace(place, () => layoutOf(entries.map(([name]) => name))),
    entries.map(([, cell]) => cell),
  );
}
