/** The team, and its row of the board. */
import type { ContestLeaderboardAnswer, ContestTeamAnswer } from '../../../client/index.ts';
import { to } from '../../base/router.ts';
import { money, NONE, number, ppm, returnText, textOf, whole } from '../../format/number.ts';
import { contestInfo } from '../../live/board.ts';
import { accountValue } from '../../live/contest-page.ts';
import { AgentMark } from '../../parts/agent.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Signed } from '../../parts/figures.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { Decided, verdictText } from '../../parts/verdict.tsx';
import { reasonOf } from '../board/unranked.tsx';
import { words } from '../../words/words.ts';
import { DecisionText } from './team-cases.tsx';

interface HeadProps {
  readonly id: string;
  readonly team: string;
  readonly answer: ContestTeamAnswer | null;
  /** Its row when it is listed apart from the ranked teams. */
  readonly apart: ContestLeaderboardAnswer['unranked'][number] | null;
}

const MICRO = 6;

export function TeamHead({ id, team, answer, apart }: HeadProps) {
  const { team: text, board, teamState, live } = words.value;
  const info = contestInfo.value;
  const entered = info?.teams.find((one) => one.team === team);
  const title = info?.config['title'];
  return (
    <header class="team-head" data-team={team}>
      <p>
        <a href={to(`/board/${id}`)}>
          ← {text.toBoard} {typeof title === 'string' ? <RawText text={title} limit={80} /> : id}
        </a>
      </p>
      <h1>
        <AgentMark team={team} /> <RawText text={entered?.name ?? team} limit={60} />
      </h1>
      <p class="team-about">
        {entered === undefined ? null : (
          <span>
            {text.state}: {teamState[answer?.state ?? entered.state] ?? entered.state} ·{' '}
            {live.modelClass[entered.modelClass] ?? entered.modelClass}
          </span>
        )}
        {answer === null || answer.models.length === 0 ? null : (
          <span>
            {text.models}: <RawText text={answer.models.join(', ')} limit={200} />
          </span>
        )}
        {answer === null || answer.publicKey === null ? null : (
          <span>
            {text.publicKey}: <code>{answer.publicKey}</code>
          </span>
        )}
        {apart === null || apart.reason === 'disqualified' ? null : (
          <span class="warn">
            {board.unranked}: {reasonOf(apart)}
          </span>
        )}
        <Disqualified answer={answer} />
      </p>
      {answer?.standing ? <Figures standing={answer.standing} rank={answer.row?.rank ?? null} /> : null}
    </header>
  );
}

/** By how many judges, and where that is recorded; nothing when it was overturned. */
function Disqualified({ answer }: { readonly answer: ContestTeamAnswer | null }) {
  const found = answer?.cases.find(({ outcome }) => outcome === 'disqualified');
  const decision = found?.decisions.find(({ outcome }) => outcome === 'disqualified');
  return decision === undefined ? null : (
    <strong class="bad" data-disqualified="">
      <DecisionText decision={decision} />
    </strong>
  );
}

interface FiguresProps {
  readonly standing: NonNullable<ContestTeamAnswer['standing']>;
  readonly rank: number | null;
}

function Figures({ standing: row, rank }: FiguresProps) {
  const { board, team: text } = words.value;
  return (
    <dl class="team-figures">
      <Figure name={board.rank}>{rank ?? NONE}</Figure>
      <Figure name={board.return}>
        <Signed text={returnText(row.return8)} />
      </Figure>
      <Figure name={board.value}>{money(accountValue(row.pnl))} USDT</Figure>
      <Figure name={board.pnl}>
        <Signed text={`${money(row.pnl, true)} USDT`} />
      </Figure>
      <Figure name={text.drawdown}>{ppm(row.mddPpm, 2)}</Figure>
      <Figure name={board.sharpe}>
        {row.sharpe6 === null
          ? `${NONE} ${board.sharpeNone}`
          : number(textOf(BigInt(row.sharpe6), MICRO), { decimals: 2 })}
      </Figure>
      <Figure name={board.filled}>{whole(row.filled)}</Figure>
      <Figure name={board.evidence}>
        <Badge row={row} />
      </Figure>
      <Figure name={board.verdict}>
        {row.verdict === null ? NONE : verdictText({ verdict: row.verdict, notes: row.notes })}
        <Decided decided={row.decided} />
      </Figure>
    </dl>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
