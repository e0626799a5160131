/**
 * Words that so many teams of a contest send that they must be a public program's (docs/evidence.md, Copies): the
 * organiser looks at them, and freezes those that are with the rules, before the contest begins. Without the names of
 * teams; none of it is one team's own.
 */
import { hash } from 'node:crypto';
import { canonicalText } from '../../core/text/canonical.ts';
import type { AdminDeps } from './deps.ts';
import { AdminRefusal, type AdminRoute, type Body, get, open, post } from './body.ts';
import { command } from './command.ts';
import { contestIn } from './queue.ts';

/** Digits of a SHA-256 by which a text is named. */
const ID_DIGITS = 8;

export function templateRoutes(deps: AdminDeps): AdminRoute[] {
  return [
    open(
      ['owner', 'judge', 'auditor'],
      get('/admin/v1/templates', async (fields) => {
        const contest = contestIn(deps, fields);
        const { rules, found } = await deps.evidence.publicTexts(contest);
        const list = found.map((one) => ({ id: idOf(one.text), ...one }));
        return { contest: contest.id, phase: contest.phase, frozen: rules.commonTemplates, list };
      }),
    ),
    open(
      ['owner'],
      post('/admin/v1/templates', async (fields) => {
        const contest = contestIn(deps, fields);
        const { rules, found } = await deps.evidence.publicTexts(contest);
        const texts = chosen(
          fields,
          found.map(({ text }) => text),
        );
        const ruleset = canonicalText({ ...rules, commonTemplates: [...rules.commonTemplates, ...texts] });
        const before = rules.commonTemplates.length;
        const { result } = await command(deps, { name: 'freezeTemplates', contest: contest.id, ruleset, before });
        return { contest: contest.id, frozen: texts, rulesetSha256: result.sha256 };
      }),
    ),
  ];
}

function idOf(text: string): string {
  return hash('sha256', text).slice(0, ID_DIGITS);
}

/** Those of the texts that are meant: the organiser says which, and so has seen them. */
function chosen({ texts }: Body, found: readonly string[]): readonly string[] {
  if (found.length === 0) throw new AdminRefusal('no text is sent by so many teams that it must be public');
  if (texts === 'all') return found;
  const ids: readonly unknown[] = Array.isArray(texts) ? texts : [];
  const those = ids.map((id) => found.find((text) => idOf(text) === id));
  const known = those.filter((text) => text !== undefined);
  if (known.length === 0 || known.length < those.length)
    throw new AdminRefusal(`texts is ${JSON.stringify(texts)}, needs 'all' or a list of ${found.map(idOf).join(', ')}`);
  return [...new Set(known)];
}
