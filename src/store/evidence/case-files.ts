/** The files of answers in cases, by their SHA-256: durable before the step that names them, and never changed. */
import type { Database } from '../database/db.ts';

export interface CaseFilesPut {
  readonly files: readonly { readonly sha256: string; readonly bytes: Uint8Array }[];
  readonly nowMs: number;
}

/** Answers when they are durable; the same bytes again are the same file. */
export async function caseFilesPut(database: Database, { files, nowMs }: CaseFilesPut): Promise<null> {
  await database.transaction('durable', async (on) => {
    for (const { sha256, bytes } of files)
      await on
        .insertInto('case_file')
        .values({ sha256, bytes, stored_at: nowMs })
        .onConflict((conflict) => conflict.column('sha256').doNothing())
        .execute();
  });
  return null;
}

export async function caseFileGet(
  { sql }: Database,
  { sha256 }: { readonly sha256: string },
): Promise<Uint8Array | null> {
  const query = sql.selectFrom('case_file').select('bytes').where('sha256', '=', sha256);
  return (await query.executeTakeFirst())?.bytes ?? null;
}
