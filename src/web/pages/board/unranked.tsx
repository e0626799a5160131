/** Teams that are listed apart, each with its reason. */
import type { ContestLeaderboardAnswer } from '../../../client/index.ts';
import { to } from '../../base/router.ts';
import { NONE, whole } from '../../format/number.ts';
import { configNumber, verdictLeaf } from '../../live/contest-page.ts';
import { RawText } from '../../parts/raw-text.tsx';
import { words } from '../../words/words.ts';

type Apart = ContestLeaderboardAnswer['unranked'][number];

export function Unranked({ board: { contest, unranked } }: { readonly board: ContestLeaderboardAnswer }) {
  return (
    <div class="board-unranked">
      <h3>{words.value.board.unranked}</h3>
      <ul>
        {unranked.map((one) => (
          <li key={one.team} data-unranked={one.team}>
            <a href={to(`/team/${contest}/${one.team}`)}>
              <RawText text={one.name} limit={40} />
            </a>{' '}
            – {reasonOf(one)}
            <Leaf one={one} />
          </li>
        ))}
      </ul>
    </div>
  );
}

export function reasonOf({ reason, filled }: Apart): string {
  const { reasons } = words.value.board;
  if (reason === 'minFilledOrders') {
    const least = configNumber('minFilledOrders');
    return reasons.minFilledOrders(whole(filled), least === null ? NONE : whole(least));
  }
  return reason === 'withdrawn' || reason === 'disqualified' ? reasons[reason] : reason;
}

function Leaf({ one: { team, reason } }: { readonly one: Apart }) {
  const leaf = reason === 'disqualified' ? verdictLeaf(team) : null;
  if (leaf === null) return null;
  return (
    <>
      , <a href={to(`/log/${leaf}`)}>{words.value.board.notice(whole(leaf))}</a>
    </>
  );
}
