/** The texts of cases, by their SHA-256: durable before the step that names them. */
import { hash } from 'node:crypto';
import type { Database } from './db.ts';

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
