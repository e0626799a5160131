/** Checkups of a rehearsal's bots as the HTTP surface sees them. Absent from every other exchange. */
import type { SentBytes } from '../shapes/bundle.ts';
import type { CheckupView } from '../shapes/checkup.ts';
import { ApiError } from '../words/errors.ts';

export type { CheckupView };

/** Tables of an account's run, for a notebook; and their forms. */
export const RUN_TABLES = ['orders', 'fills', 'bills', 'equity'] as const;
export const RUN_FORMS = ['csv', 'parquet'] as const;
export type RunTable = (typeof RUN_TABLES)[number];
export type RunForm = (typeof RUN_FORMS)[number];

export interface Checkups {
  /** Accounts that signed a request, the least first. */
  accounts(): Promise<readonly number[]>;
  /** @param sinceMs null: everything that is known */
  report(uid: number, sinceMs: number | null, language: 'en' | 'zh'): Promise<CheckupView>;
  table(uid: number, sinceMs: number | null, table: RunTable, form: RunForm): Promise<SentBytes>;
}

/** @throws ApiError 60001 of any other exchange */
export function checkupsIn({ checkups }: { readonly checkups?: Checkups }): Checkups {
  if (checkups === undefined) throw new ApiError(60001, { hint: { en: 'only in rehearsal', zh: '仅限演练' } });
  return checkups;
}
