/**
 * Grounds of a verdict: grades and their number, what the rules found and by which limits, the rules this contest
 * froze, and what all of it does and doesn't prove.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ContestTeamAnswer } from '../../../client/index.ts';
import { to } from '../../base/router.ts';
import type { BoardRow } from '../../live/board.ts';
import { publicClient } from '../../base/rest.ts';
import { ruleset } from '../../live/contest-page.ts';
import { Claims } from '../../parts/claims.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Findings } from '../../parts/findings.tsx';
import { GradesBar } from '../../parts/grades-bar.tsx';
import { leafLinks } from '../../parts/leaf-links.tsx';
import { Fault } from '../../parts/panel.tsx';
import { Decided, Verdict } from '../../parts/verdict.tsx';
import { words } from '../../words/words.ts';
import { RulesetTable } from './ruleset-table.tsx';

/** The row whose verdict is looked at. */
export const judged = signal<BoardRow | null>(null);
const team = signal<ContestTeamAnswer | null>(null);
const fault = signal<unknown>(null);

export function VerdictDialog({ id }: { readonly id: string }) {
  const row = judged.value;
  useEffect(() => () => void (judged.value = null), [id]);
  return row === null ? null : <Opened key={row.team} id={id} row={row} />;
}

function Opened({ id, row }: { readonly id: string; readonly row: BoardRow }) {
  const { board: text } = words.value;
  useEffect(() => {
    [team.value, fault.value] = [null, null];
    publicClient.contestTeam({ id, team: row.team }).then(
      (answer) => (team.value = answer),
      (error: unknown) => (fault.value = error),
    );
  }, [id, row.team]);
  return (
    <Dialog title={text.verdictOf(row.name)} onClose={() => (judged.value = null)}>
      {() => (
        <div class="verdict" data-verdict-of={row.team}>
          <p>
            {row.verdict === null ? null : <Verdict verdict={row.verdict} notes={row.notes} />}
            <Decided decided={row.decided} />
            {row.provisional ? <span class="warn"> ◔ {text.provisionalWhy}</span> : null}
          </p>
          <p class="dim">{text.verdictReport}</p>
          {row.grades === null ? null : <GradesBar grades={row.grades} />}
          {fault.value === null ? null : <Fault error={fault.value} />}
          {team.value === null ? null : <Findings findings={team.value.findings} leaves={leafLinks} />}
          {ruleset.value === null ? null : (
            <details>
              <summary>
                {text.ruleset} (
                <a href={to(`/log/${ruleset.value.index}`)}>
                  {words.value.live.leaf} {ruleset.value.index}
                </a>
                )
              </summary>
              <RulesetTable rules={ruleset.value.ruleset} />
            </details>
          )}
          <Claims />
          <p>
            <a href={to(`/team/${id}/${row.team}`)}>{text.toTeam}</a>
          </p>
        </div>
      )}
    </Dialog>
  );
}
