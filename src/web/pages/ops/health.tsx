/**
 * One line, green or red. Red has a sentence, what the exchange itself says, and the next step.
 */
import { whole } from '../../format/number.ts';
import { distance, momentText, took } from '../../format/time.ts';
import type { Finding, Overview } from '../../live/operation.ts';
import { adminWords } from '../../words/admin.ts';

const MARKS = { ok: '●', warn: '▲', bad: '■' } as const;

export function Health({ known }: { readonly known: Overview }) {
  const { ops } = adminWords.value;
  const { health, history, journalSync } = known;
  const level = !health.takesCommands ? 'bad' : (health.findings[0]?.level ?? 'ok');
  const line = !health.takesCommands ? ops.stopped : health.findings.length === 0 ? ops.well : ops.troubled;
  const facts = [
    journalSync === null ? ops.noSyncs : ops.syncs(took(journalSync.p99Ms)),
    history.behind === 0 ? ops.caughtUp : ops.behind(whole(history.behind)),
    ops.since(momentText(known.sinceMs)),
  ];
  return (
    <section class="panel ops-health" aria-label={ops.health} data-health={level}>
      <p class={`ops-line ${level}`} role="status">
        <span aria-hidden="true">{MARKS[level]}</span> {line}
      </p>
      <p class="dim">{facts.join(' · ')}</p>
      {health.findings.map((finding) => (
        <Trouble key={finding.what} finding={finding} />
      ))}
    </section>
  );
}

function Trouble({ finding }: { readonly finding: Finding }) {
  const { ops } = adminWords.value;
  const { what, level, text, facts } = finding;
  const words = ops.troubles[what];
  const { seconds, timeMs, count, behind, names } = facts;
  const shown = {
    count: whole(count ?? 0),
    behind: whole(behind ?? 0),
    names: String(names ?? ''),
    span: distance(Number(seconds ?? 0) * 1_000),
    time: momentText(Number(timeMs ?? 0)),
  };
  return (
    <div class="ops-trouble" data-trouble={what}>
      <p class={level}>
        <strong>{level === 'bad' ? ops.bad : ops.warn}</strong> {words?.says(shown) ?? what}
      </p>
      {text === null ? null : <p class="mono">{text}</p>}
      <p>
        <strong>{ops.next}</strong> {words?.next ?? ''}
      </p>
    </div>
  );
}
