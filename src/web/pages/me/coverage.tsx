/**
 * How much of what is counted has a log, and how good each is: a letter and a number beside every colour.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { AiAllowlistAnswer } from '../../../client/index.ts';
import { session } from '../../app/session.ts';
import { to } from '../../app/router.ts';
import { ppm, whole } from '../../format/number.ts';
import { coverage } from '../../live/account.ts';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';

const GRADES = ['A', 'B', 'C', 'D', 'U', 'X'] as const;
const allowlist = signal<AiAllowlistAnswer | null>(null);

export function Coverage() {
  const { me } = words.value;
  const who = session.value;
  const covered = coverage.value;
  useEffect(() => {
    allowlist.value = null;
    who?.client.aiAllowlist().then(
      (answer) => (allowlist.value = answer),
      () => undefined,
    );
  }, [who]);
  const last = allowlist.value?.changes.at(-1);
  return (
    <Panel
      title={me.coverage}
      aside={
        allowlist.value === null ? undefined : (
          <span>
            {me.allowlist}: {allowlist.value.allowed ? me.allowed : me.notAllowed}{' '}
            {last === undefined ? null : (
              <a href={to(`/log/${last.index}`)}>
                {me.leaf} {whole(last.index)}
              </a>
            )}
          </span>
        )
      }
    >
      {covered === null ? null : (
        <>
          <div class="coverage-bar" aria-hidden="true">
            {GRADES.map((grade) => (
              <span key={grade} class={`coverage-${grade}`} style={{ flexGrow: covered.grades[grade] }} />
            ))}
          </div>
          <p class="me-line">
            <strong data-coverage="">{ppm(covered.coveredPpm)}</strong>
            <span>{me.of(whole(covered.covered), whole(covered.counted))}</span>
            {GRADES.map((grade) => (
              <span key={grade} data-grade={grade}>
                {grade} {covered.grades[grade]}
              </span>
            ))}
          </p>
        </>
      )}
    </Panel>
  );
}
