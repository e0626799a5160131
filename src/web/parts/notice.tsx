/**
 * One thing everybody has to know, with its leaf: a phase, a team, an outage with how long it was, a report, a verdict,
 * or what an organiser says. What the leaf says is put into the visitor's words; names and sentences stay as they are.
 */
import { to } from '../base/router.ts';
import { whole } from '../format/number.ts';
import { distance } from '../format/time.ts';
import { words } from '../words/words.ts';
import { Time } from './figures.tsx';
import { RawText } from './raw-text.tsx';

export interface NoticeRow {
  readonly t: number;
  readonly kind: string;
  readonly index: number;
  readonly text: string;
  readonly says?: Says;
  readonly pinned?: boolean;
  /** Index of the leaf that took it back. */
  readonly withdrawn?: number;
}

type Says = Readonly<Record<string, unknown>>;

const LONGEST = 200;
const LONGEST_OWN = 1_000;

export function Notice({ notice }: { readonly notice: NoticeRow }) {
  const { kind: kinds, live } = words.value;
  const { t, kind, index, text, says, pinned, withdrawn } = notice;
  const said = <RawText text={noticeText(kind, text, says)} limit={kind === 'notice' ? LONGEST_OWN : LONGEST} />;
  return (
    <>
      <Time ms={t} />{' '}
      <strong data-pinned={pinned === true ? '' : undefined}>
        {pinned === true ? live.pinned : (kinds[kind] ?? kind)}
      </strong>{' '}
      {withdrawn === undefined ? (
        said
      ) : (
        <>
          <del class="dim">{said}</del>{' '}
          <a href={to(`/log/${withdrawn}`)} data-withdrawn="">
            {live.withdrawn}
          </a>
        </>
      )}{' '}
      <a href={to(`/log/${index}`)}>
        {live.leaf} {whole(index)}
      </a>
    </>
  );
}

/** Those that stand first: what is pinned, then the newest. */
export function pinnedFirst<Row extends NoticeRow>(rows: readonly Row[]): readonly Row[] {
  const isFirst = ({ pinned }: Row): boolean => pinned === true;
  return [...rows.filter(isFirst), ...rows.filter((row) => !isFirst(row))];
}

/** A leaf of this kind in the visitor's words; `text` where there are none for it. */
export function noticeText(kind: string, text: string, says: Says = {}): string {
  const { phase, board, teamState } = words.value;
  const textOf = (name: string): string => (typeof says[name] === 'string' ? says[name] : '');
  if (kind === 'contest' || kind === 'phase') return phase[textOf('phase')] ?? phase[text] ?? text;
  if (kind === 'notice') return textOf('text');
  if (kind === 'outage') {
    const [from, to] = [Number(says['from']), Number(says['to'])];
    return Number.isNaN(to - from) ? text : `${textOf('cause')} ${board.lasted(distance(to - from))}`;
  }
  if (kind === 'report') return board.reportOver(whole(Number(says['logSize'])));
  const team = textOf('team');
  if (kind === 'team') {
    const { frozen } = says;
    const act = typeof frozen === 'boolean' ? (frozen ? board.accountFrozen : board.accountUnfrozen) : undefined;
    const parts = [team, textOf('name'), act ?? teamState[textOf('state')] ?? textOf('state'), textOf('reason')];
    return parts.filter((part) => part !== '').join(' · ');
  }
  const rules = Array.isArray(says['rules']) ? says['rules'].map(String).join(', ') : '';
  const parts = [team, board.outcomes[textOf('outcome')] ?? textOf('outcome'), rules, textOf('text')];
  return kind === 'verdict' ? parts.filter((part) => part !== '').join(' · ') : text;
}
