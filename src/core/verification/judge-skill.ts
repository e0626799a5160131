/**
 * The figures of skill in a bundle, computed again from its leaves (docs/contest.md, Skill or luck). They are of the
 * report in force: of the leaves it covers, seeded by the beacon at its size.
 */
import { canonicalText } from '../text/canonical.ts';
import type { BoardContest } from './board.ts';
import { Broken, type BundleCase, textOf } from './bundle-files.ts';
import type { Report } from './report.ts';
import { skillOf, startSkill, stepSkill } from './skill.ts';

export const SKILL = 'skill.json';

/** @throws Broken when all they follow from is shown, and they don't */
export function judgeSkill(
  { sha256, files, entries, leaves, roots }: BundleCase,
  contest: BoardContest,
  { logSize }: Report,
): { readonly checked: readonly string[]; readonly unchecked: readonly string[] } {
  if (!files.has(SKILL)) return { checked: [], unchecked: [] };
  const fold = startSkill(contest);
  let isWhole = true;
  for (const leaf of leaves.slice(0, logSize)) {
    stepSkill(fold, leaf);
    const { kind } = entries[leaf.index]!;
    if (kind === 'minute') isWhole &&= leaf.kind === 'minute' && (leaf.contest !== contest.id || leaf.records !== null);
    if (kind === 'order') isWhole &&= leaf.kind === 'order';
    if (leaf.kind === 'team') isWhole &&= leaf.payload.contest !== contest.id || leaf.uid !== null;
  }
  const found = skillOf(sha256, fold, roots.rootAt);
  if (found !== null && canonicalText(found) === textOf(files, SKILL))
    return { checked: [`how sure the returns are (${SKILL}) follows from the leaves, to the bit`], unchecked: [] };
  if (isWhole) throw new Broken(`${SKILL} does not follow from the leaves`);
  return { checked: [], unchecked: [`how sure the returns are (${SKILL}), for lack of the leaves it follows from`] };
}
