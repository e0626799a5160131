/**
 * The content of an entry in a line. Its own page has all of it, and checks it.
 */
import { withoutSecrets } from '../../format/json-text.ts';
import { cut } from '../../format/raw-text.ts';
import type { ListedEntry } from '../../live/log-list.ts';
import type { OpenEntry } from '../../live/log-open.ts';
import { coinOf } from '../../live/market.ts';
import type { ActivityRow } from '../../live/threads.ts';
import { Time } from '../../parts/figures.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { noticeText } from '../../parts/notice.tsx';
import { saidOf, textOfJson } from '../../parts/said.ts';
import { words } from '../../words/words.ts';

const SHOWN = 120;
const DECISIONS_SAID = 3;

interface EntryContentProps {
  readonly entry: ListedEntry;
  /** Null: sealed to this visitor. */
  readonly opened: OpenEntry | null;
}

export function EntryContent({ entry: { kind, payload }, opened }: EntryContentProps) {
  const { log } = words.value;
  if (payload !== null) return <Public kind={kind} payload={payload} />;
  if (opened === null) return <span class="dim">▣ {log.sealed}</span>;
  const { isOwn, row } = opened;
  if (row.opensAt && !isOwn) return <Later ms={row.opensAt} />;
  return (
    <span data-open={isOwn ? 'own' : 'all'}>
      {isOwn ? <strong>{log.yours} · </strong> : null}
      <Short text={textOf(row, isOwn ? null : (row.name ?? row.team ?? null))} />
    </span>
  );
}

/** A leaf that everybody has to know, in words; any other as it is. */
function Public({ kind, payload }: { readonly kind: string; readonly payload: string }) {
  const says = JSON.parse(payload) as Readonly<Record<string, unknown>>;
  const said = noticeText(kind, payload, says);
  // The log is of all contests.
  if (said !== payload) return <Short text={kind === 'contest' ? `${String(says['id'])} · ${said}` : said} />;
  return (
    <code>
      <Short text={payload} />
    </code>
  );
}

function Later({ ms }: { readonly ms: number }) {
  const [before, after] = words.value.card.opensAt('\0').split('\0');
  return (
    <span class="dim">
      ▣ {before}
      <Time ms={ms} />
      {after}
    </span>
  );
}

function Short({ text }: { readonly text: string }) {
  return <RawText text={text.length > SHOWN ? `${cut(text, SHOWN)}…` : text} limit={SHOWN + 1} />;
}

/** Its deed first, as a narrow window shows little more. */
function textOf({ kind, ...row }: ActivityRow, name: string | null): string {
  const { type, size, symbol, price, decisions, explanation, stage, model } = row;
  const said = (decisions ?? []).slice(0, DECISIONS_SAID).map(saidOf).join(' / ');
  const ordered = [words.value.type[type ?? ''], size, coinOf(symbol ?? ''), price == null ? null : `@ ${price}`];
  const why = textOfJson(explanation);
  const parts =
    kind === 'order'
      ? [ordered.filter((part) => part != null).join(' '), name]
      : [said === '' ? stage : said, name, why === null ? model : withoutSecrets(why)];
  return parts.filter((part) => part != null && part !== '').join(' · ');
}
