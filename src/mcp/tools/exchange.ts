/** Refusals explained: by the tables of the exchange's own guide, and the last ones of the account. */
import { input, text } from '../schema.ts';
import { type Asking, type Given, iso, optional, type Tool, ToolRefusal } from '../tool.ts';

const GUIDE = '/guide/errors.md';
const REFUSALS_SHOWN = 5;

interface Row {
  readonly [column: string]: string;
}

/** Rows of the tables of a page in Markdown, by the names of their columns; links and code marks taken off. */
function rowsOf(markdown: string): readonly Row[] {
  let head: readonly string[] | null = null;
  return markdown.split('\n').flatMap((line) => {
    if (!line.startsWith('|')) {
      head = null;
      return [];
    }
    const cells = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => plain(cell.trim()));
    if (head === null) {
      head = cells;
      return [];
    }
    if (cells.every((cell) => /^:?-+:?$/.test(cell))) return [];
    return [Object.fromEntries(head.map((name, at) => [name, cells[at] ?? '']))];
  });
}

const plain = (cell: string): string => cell.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');

async function explain({ call, text: read }: Asking, given: Given): Promise<object> {
  const asked = optional(given, 'error');
  if (asked === undefined) {
    const rows = (await call('refusals')).slice(0, REFUSALS_SHOWN);
    return { last_refusals: rows.map(({ t, ...row }) => ({ at: iso(t), ...row })) };
  }
  const words = asked.match(/-?\d+|[A-Z][A-Z_]+[A-Z]/g) ?? [asked];
  const found = rowsOf(await read(GUIDE)).filter(({ Code, Token }) =>
    words.some((word) => word === Token || word === Code),
  );
  // A token says more than the code it came with.
  const best = found.filter(({ Token }) => Token !== undefined && words.includes(Token));
  const rows = best.length > 0 ? best : found.filter(({ Token }) => Token === undefined);
  if (rows.length === 0)
    throw new ToolRefusal(`nothing is known of ${asked.slice(0, 80)}`, 'give the code or the token of the refusal');
  return {
    explained: rows.map((row) => ({
      code: row['Code'],
      ...(row['Token'] === undefined ? {} : { token: row['Token'] }),
      means: row['English'] ?? row['English, an example'],
      when: row['When'] ?? '',
      do: row['What to do'],
    })),
  };
}

export const EXCHANGE_TOOLS: readonly Tool[] = [
  {
    name: 'exchange_explain_error',
    module: 'exchange',
    about: 'When a code or token of a refusal is given and what to do about it; without error your last refusals.',
    input: input({ error: text('code or token, such as 40015 or KEY_LIMIT_EXCEEDED') }),
    isRead: true,
    run: explain,
  },
];
