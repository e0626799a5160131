/**
 * Evidence behind a team: the share of its orders with a timely log and the level that half of them reach, by the
 * report in force; and whether its rank may still change.
 */
import { timelyShare } from '../format/evidence.ts';
import { whole } from '../format/number.ts';
import type { BoardRow } from '../live/board.ts';
import { words } from '../words/words.ts';
import './badge.css';

type Backing = Pick<BoardRow, 'grades' | 'level' | 'signed' | 'provisional'>;

export function Badge({ row: { grades, level, signed, provisional } }: { readonly row: Backing }) {
  const { board, evidence } = words.value;
  const share = timelyShare(grades);
  return (
    <span class="evidence">
      {share === null ? (
        <span class="dim">{board.noReport}</span>
      ) : (
        <span title={board.badgeWhy}>{board.badge(String(share))}</span>
      )}
      {level === null ? null : (
        <span title={evidence.level(String(level), evidence.levels[level] ?? '')}>{` · L${level}`}</span>
      )}
      {signed === null ? null : (
        <span title={board.signedWhy(whole(signed))}>
          {' '}
          ✍<span class="hidden-text"> {board.signedWhy(whole(signed))}</span>
        </span>
      )}
      {provisional ? (
        <span class="warn" title={board.provisionalWhy}>
          {' '}
          ◔<span class="hidden-text"> {board.provisional}</span>
        </span>
      ) : null}
    </span>
  );
}
