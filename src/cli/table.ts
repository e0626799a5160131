/** Lists as people and programs read them: a row of names above them always, columns in line on a terminal. */

type Cell = string | number | null | undefined;

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

const GAP = '  ';

/** Characters that make a terminal do things, or show text in another order; names come from anybody. */
const UNSHOWN = /(?!\n)[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** Text of others as it may be shown on a terminal. */
export function shownText(text: string): string {
  return text.replace(UNSHOWN, '\uFFFD');
}

/** With tabs between cells, or padded when they are to stand below each other. */
export function tableText({ head, rows }: Table, isAligned = process.stdout.isTTY): string {
  const lines = [head, ...rows].map((cells) =>
    cells.map((cell) => shownText(String(cell ?? '-')).replaceAll('\n', ' ')),
  );
  if (!isAligned) return lines.map((cells) => cells.join('\t')).join('\n');
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => widthOf(cells[column] ?? ''))));
  const padded = (cell: string, column: number): string =>
    cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell)));
  return lines.map((cells) => cells.map(padded).join(GAP).trimEnd()).join('\n');
}

/** East Asian wide characters take two cells of a terminal. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/g;

function widthOf(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0);
}
