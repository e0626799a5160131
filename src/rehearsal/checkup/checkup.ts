/** The checkup of an account, as it is asked for: facts gathered, then judged. */
import { type CheckupSources, gatherFacts } from './facts/gather.ts';
import { type Language, type Report, reportOf } from './report.ts';

/**
 * @param sinceMs null: of everything that is known
 * @throws Error when there is no such account; what the store throws
 */
export async function checkup(
  sources: CheckupSources,
  uid: number,
  sinceMs: number | null,
  language: Language,
): Promise<Report> {
  return reportOf(await gatherFacts(sources, uid, sinceMs), language);
}
