/**
 * How many of the counted orders have a log, against what the contest needs, and how good each is: a letter and a
 * number beside every colour. It is as long before they are known.
 */
import { GRADES } from '../../format/evidence.ts';
import { NONE, ppm, whole } from '../../format/number.ts';
import { coverage } from '../../live/account.ts';
import { NEEDED_PPM } from '../../live/coverage-need.ts';
import { GuideLink } from '../../parts/guide-link.tsx';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';

export function Coverage() {
  const { me, evidence } = words.value;
  const covered = coverage.value;
  const counted = covered?.counted ?? 0;
  const passes = covered !== null && covered.coveredPpm >= NEEDED_PPM;
  return (
    <Panel title={me.coverage}>
      <div class="coverage-bar" aria-hidden="true">
        {GRADES.map((grade) => (
          <span key={grade} class={`coverage-${grade}`} style={{ flexGrow: covered?.grades[grade] ?? 0 }} />
        ))}
      </div>
      <p class="me-line">
        <strong data-coverage={covered === null ? undefined : ''}>
          {covered === null || counted === 0 ? NONE : ppm(covered.coveredPpm)}
        </strong>
        <span>{covered === null ? me.of(NONE, NONE) : me.of(whole(covered.covered), whole(counted))}</span>
        <span class={passes ? 'ok' : 'warn'} style={{ visibility: counted === 0 ? 'hidden' : 'visible' }}>
          {me.needs(ppm(NEEDED_PPM), passes)}
        </span>
      </p>
      <p class="me-line">
        {GRADES.map((grade) => (
          <span key={grade} class="coverage-letter" data-grade={grade} title={evidence.grades[grade]}>
            <span class={`coverage-sample coverage-${grade}`} aria-hidden="true" /> {grade}{' '}
            {covered === null ? NONE : covered.grades[grade]}
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
