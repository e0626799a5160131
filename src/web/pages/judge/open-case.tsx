/**
 * Opens a case about a team, if whoever is looking is a judge.
 */
import { useState } from 'preact/hooks';
import { person } from '../../base/admin-session.ts';
import { go } from '../../base/router.ts';
import { adminWords } from '../../words/admin.ts';
import { TextDialog } from './text-dialog.tsx';

interface OpenCaseProps {
  readonly contest: string;
  readonly team: string;
}

export function OpenCase({ contest, team }: OpenCaseProps) {
  const { judging } = adminWords.value;
  const [isOpen, setOpen] = useState(false);
  if (person.value?.role !== 'judge') return <p class="dim">{judging.onlyJudge}</p>;
  return (
    <p>
      <button type="button" onClick={() => setOpen(true)}>
        {judging.openCase}
      </button>
      {isOpen ? (
        <TextDialog
          title={judging.openCase}
          why={judging.openCaseWhy}
          step={{ contest, team, step: 'open' }}
          onClose={() => setOpen(false)}
          done={(one) => go(`/case/${encodeURIComponent(one)}?contest=${encodeURIComponent(contest)}`)}
        />
      ) : null}
    </p>
  );
}
