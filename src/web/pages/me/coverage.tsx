/**
 * How many of the counted orders have a log, against what the contest needs, and how good each is: a letter and a
 * number beside every colour.
 */
import { GRADES } from '../../format/evidence.ts';
import { NONE, ppm, whole } from '../../format/number.ts';
import { coverage } from '../../live/account.ts';
import { NEEDED_PPM } from '../../live/coverage-need.ts';
import { GuideLink } from '../../parts/guide-link.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { words } from '../../words/words.ts';

export function Coverage() {
  const { me, evidence } = words.value;
  const covered = coverage.value;
  if (covered === null)
    return (
      <Panel title={me.coverage}>
        <Skeleton rows={2} />
      </Panel>
    );
  const { grades, coveredPpm, counted } = covered;
  const passes = coveredPpm >= NEEDED_PPM;
  return (
    <Panel title={me.coverage}>
      <div class="coverage-bar" aria-hidden="true">
        {GRADES.map((grade) => (
          <span key={grade} class={`coverage-${grade}`} style={{ flexGrow: grades[grade] }} />
        ))}
      </div>
      <p class="me-line">
        <strong data-coverage="">{counted === 0 ? NONE : ppm(coveredPpm)}</strong>
        <span>{me.of(whole(covered.covered), whole(counted))}</span>
        {counted === 0 ? null : <span class={passes ? 'ok' : 'warn'}>{me.needs(ppm(NEEDED_PPM), passes)}</span>}
        {GRADES.map((grade) => (
          <span key={grade} class="coverage-letter" data-grade={grade} title={evidence.grades[grade]}>
            <span class={`coverage-sample coverage-${grade}`} aria-hidden="true" /> {grade} {grades[grade]}
          </span>
        ))}
      </p>
      <p class="me-line">
        <GuideLink name="evidence#how-to-reach-grade-a-and-level-3">{me.toGradeA}</GuideLink>
        <GuideLink name="bring-your-bot">{me.guide}</GuideLink>
        <GuideLink name="errors">{me.errors}</GuideLink>
      </p>
    </Panel>
  );
}
