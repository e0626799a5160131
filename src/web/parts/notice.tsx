/** One thing everybody has to know, with its leaf: a phase, a team, an outage with how long it was, a verdict. */
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
}

const LONGEST = 200;

export function Notice({ notice: { t, kind, index, text } }: { readonly notice: NoticeRow }) {
  const { kind: kinds, live } = words.value;
  return (
    <>
      <Time ms={t} /> {kinds[kind] ?? kind} <RawText text={said(kind, text)} limit={LONGEST} />{' '}
      <a href={to(`/log/${index}`)}>
        {live.leaf} {whole(index)}
      </a>
    </>
  );
}

/** Phases in the visitor's language, outages with how long they were; all else as the leaf says it. */
function said(kind: string, text: string): string {
  const { phase, board } = words.value;
  if (kind === 'contest' || kind === 'phase') return phase[text] ?? text;
  if (kind !== 'outage') return text;
  const parts = text.split(' · ');
  const [from, to] = parts.slice(-2).map(Number);
  if (from === undefined || to === undefined || Number.isNaN(to - from)) return text;
  return `${parts.slice(0, -2).join(' · ')} ${board.lasted(distance(to - from))}`;
}
