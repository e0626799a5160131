/**
 * The payloads that leaves name by their SHA-256: texts and files of cases, reports. Which ones are gone, and which are
 * no longer the bytes that were named.
 */
import { hash } from 'node:crypto';
import { headerOf, IN_KIND_INDEX, payloadOf } from '../schema/leaf-form.ts';
import type { LeafTable } from '../schema/log-tables.ts';
import type { Ask } from '../database/db.ts';

const HOLDERS = {
  text: { table: 'case_text', column: 'body' },
  file: { table: 'case_file', column: 'bytes' },
  report: { table: 'report', column: 'body' },
} as const;
type Kind = keyof typeof HOLDERS;

/** In words, such as `file 3f9c…, case k1 of c1`, by hash. */
type Named = Readonly<Record<Kind, Map<string, string>>>;

interface CaseHeader {
  readonly contest: string;
  readonly case: string;
  readonly textSha256: string | null;
  readonly files?: readonly { readonly sha256: string }[];
}

/** The payloads that are gone. */
export async function lostPayloads(ask: Ask): Promise<string[]> {
  const named = await namedIn(ask);
  const lost: string[] = [];
  for (const kind of Object.keys(HOLDERS) as Kind[]) {
    const { table } = HOLDERS[kind];
    const rows = named[kind].size > 0 ? await ask(`SELECT sha256 FROM ${table}`) : [];
    const there = new Set(rows.map(({ sha256 }) => String(sha256)));
    for (const [sha256, what] of named[kind]) if (!there.has(sha256)) lost.push(what);
  }
  return lost;
}

/** The payloads that are something else now. Reads them all, one at a time. */
export async function alteredPayloads(ask: Ask): Promise<string[]> {
  const altered: string[] = [];
  for (const [kind, { table, column }] of Object.entries(HOLDERS)) {
    const rows = await ask(`SELECT DISTINCT sha256 FROM ${table} ORDER BY sha256`);
    for (const { sha256 } of rows) {
      const name = String(sha256).replaceAll("'", "''");
      for (const row of await ask(`SELECT ${column} FROM ${table} WHERE sha256 = '${name}'`)) {
        const content = row[column] as string | Uint8Array;
        if (hash('sha256', content, 'hex') !== sha256) altered.push(`${kind} ${short(String(sha256))}`);
      }
    }
  }
  return altered;
}

async function leavesOf(ask: Ask, kind: 'case' | 'report') {
  const rows = await ask(`SELECT kind, t, header, entry FROM tlog_leaf
    WHERE kind = '${kind}' AND ${IN_KIND_INDEX} ORDER BY idx`);
  return rows.map((row) => ({ ...(row as unknown as LeafTable), t: Number(row['t']) }));
}

async function namedIn(ask: Ask): Promise<Named> {
  const named: Named = { text: new Map(), file: new Map(), report: new Map() };
  for (const leaf of await leavesOf(ask, 'case')) {
    const header = headerOf(leaf);
    if (header === null) continue;
    const { contest, case: id, textSha256, files = [] } = JSON.parse(header) as CaseHeader;
    const where = `case ${id} of ${contest}`;
    if (typeof textSha256 === 'string') named.text.set(textSha256, `text ${short(textSha256)}, ${where}`);
    for (const { sha256 } of files) named.file.set(sha256, `file ${short(sha256)}, ${where}`);
  }
  for (const leaf of await leavesOf(ask, 'report')) {
    const { contest, reportSha256 } = payloadOf<{ contest: string; reportSha256: string }>(leaf);
    named.report.set(reportSha256, `report ${short(reportSha256)} of ${contest}`);
  }
  return named;
}

function short(sha256: string): string {
  return `${sha256.slice(0, 12)}…`;
}
