/** The texts of cases, by their SHA-256: durable before the step that names them; and who said what when. */
import { hash } from 'node:crypto';
import type { CaseFile } from '../../core/language/contest-config.ts';
import type { Database } from '../database/db.ts';
import { headerOf, ofKind } from '../schema/leaf-form.ts';

export async function caseTextPut(
  database: Database,
  { text, nowMs }: { readonly text: string; readonly nowMs: number },
): Promise<{ readonly sha256: string }> {
  const sha256 = hash('sha256', text, 'hex');
  await database.transaction('durable', async (on) => {
    await on
      .insertInto('case_text')
      .values({ sha256, body: text, stored_at: nowMs })
      .onConflict((conflict) => conflict.column('sha256').doNothing())
      .execute();
  });
  return { sha256 };
}

export async function caseTextGet(
  database: Database,
  { sha256 }: { readonly sha256: string },
): Promise<{ readonly text: string } | null> {
  const row = await database.sql.selectFrom('case_text').select('body').where('sha256', '=', sha256).executeTakeFirst();
  return row === undefined ? null : { text: row.body };
}

/** A step of a case, with the text it names. */
export interface CaseSaid {
  readonly case: string;
  readonly step: string;
  readonly actor: string;
  readonly atMs: number;
  readonly sha256: string | null;
  readonly text: string | null;
  readonly files: readonly CaseFile[];
}

export interface CaseSaidArgs {
  readonly contest: string;
  /** Account of the team it is about; null: of every team. */
  readonly uid: number | null;
}

/** The steps of a contest's cases in order, according to their leaves. */
export async function caseSaid({ sql }: Database, { contest, uid }: CaseSaidArgs): Promise<CaseSaid[]> {
  let query = sql.selectFrom('tlog_leaf').select(['t', 'header']).where(ofKind('case'));
  if (uid !== null) query = query.where('uid', '=', uid);
  const rows = await query.orderBy('idx').execute();
  const steps = rows
    .map((leaf) => ({ ...(JSON.parse(headerOf(leaf) ?? '{}') as CaseHeader), atMs: leaf.t }))
    .filter((one) => one.contest === contest);
  const named = steps.flatMap(({ textSha256 }) => textSha256 ?? []);
  const found =
    named.length === 0
      ? []
      : await sql.selectFrom('case_text').select(['sha256', 'body']).where('sha256', 'in', named).execute();
  const texts = new Map(found.map(({ sha256, body }) => [sha256, body]));
  return steps.map(({ case: id, step, actor, atMs, textSha256: sha256, files = [] }) => ({
    case: id,
    step,
    actor,
    atMs,
    sha256,
    text: texts.get(sha256 ?? '') ?? null,
    files,
  }));
}

/** The part of a step's leaf that is read here. */
interface CaseHeader {
  readonly contest: string;
  readonly case: string;
  readonly step: string;
  readonly actor: string;
  readonly textSha256: string | null;
  readonly files?: readonly CaseFile[];
}
