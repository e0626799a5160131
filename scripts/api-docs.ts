// Writes the generated parts of docs/api.md, between `<!-- generated: NAME -->` and `<!-- end: NAME -->`, from the
// route table. The prose around them is written by hand and stays. With them, what else is made from the code: the
// clients' types (client-wire.ts, client-python.ts), a collection of requests (collection.ts), the pages of /capi/v3
// (v3-docs.ts), that of the errors (errors-guide.ts), and the schema of a checkup
// (checkup-schema.ts).
//
//   node scripts/node.mjs scripts/api-docs.ts          (test/api-docs.test.ts fails until it was run)
import { readFileSync, writeFileSync } from 'node:fs';
import { ROUTES } from '../src/api/v2/index.ts';
import { additionRows } from './additions.ts';
import { writeCheckupSchema } from './checkup-schema.ts';
import { writeClientPython } from './client-python.ts';
import { writeClientWire } from './client-wire.ts';
import { writeCollection } from './collection.ts';
import { operation, operations, table, withParts } from './doc-parts.ts';
import { writeErrors } from './errors-guide.ts';
import { writeV3Docs } from './v3-docs.ts';

const FILE = new URL('../docs/api.md', import.meta.url);

function count(): string {
  const additions = ROUTES.filter(({ isAddition }) => isAddition === true);
  const forLogs = additions.filter(({ path }) => path.startsWith('/capi/v2/ai/')).length;
  const family = ROUTES.length - additions.length;
  return `This version serves ${family} of the 41 operations its dialect knows, the six of the interface document among
them, and ${additions.length} of its own, ${forLogs} of them for AI logs. What it tells without being
asked, over WebSockets, has a page of its own: [push.md](push.md).`;
}

const additions = (): string => table(['Operation', 'Parameters', 'Fields of the answer'], additionRows());

const PARTS: Readonly<Record<string, () => string>> = {
  count,
  operations: () => operations(ROUTES),
  reference: () => ROUTES.map(operation).join('\n\n'),
  additions,
};

/** docs/api.md with every generated part made anew. Throws when a part has no place in it. */
export function withGenerated(text: string): string {
  return withParts(text, PARTS, 'docs/api.md');
}

if (import.meta.main) {
  writeFileSync(FILE, withGenerated(readFileSync(FILE, 'utf8')));
  writeClientWire();
  writeClientPython();
  writeCollection();
  writeV3Docs();
  writeErrors();
  writeCheckupSchema();
}
