/**
 * The findings of the report about a team, each with the leaves that prove it, and each as it is told: who was first,
 * which leaves stand side by side, what speaks for the team, and what it looks like with nothing behind it.
 */
import type { Story as Told } from '../../../core/verification/story.ts';
import { whole } from '../../format/number.ts';
import { Findings as Found } from '../../parts/findings.tsx';
import { adminWords } from '../../words/admin.ts';
import { words } from '../../words/words.ts';
import { JudgeTable } from './judge-table.tsx';
import { Leaf, Leaves } from './leaves.tsx';
import type { TabProps } from './tab-props.ts';

export function Findings({ found, dossier }: TabProps) {
  return (
    <>
      <Found findings={found.findings} leaves={(indices) => <Leaves indices={indices} />} />
      {(dossier.stories ?? []).map((story) => (
        <Story key={story.rule} story={story} />
      ))}
    </>
  );
}

function Story({ story }: { readonly story: Told }) {
  const { judging } = adminWords.value;
  const { rule, first, others, pairs, speaksFor } = story;
  const title = `${rule} ${words.value.evidence.rules[rule] ?? ''}`;
  return (
    <section class="judge-story" data-story={rule}>
      <h3>{title}</h3>
      <p>
        {first === null ? '' : judging.first(first)} {others.length === 0 ? '' : judging.others(others.join(', '))}
      </p>
      <dl>
        <dt>{judging.speaksFor}</dt>
        {speaksFor.length === 0 ? <dd>{judging.none}</dd> : null}
        {speaksFor.map(({ fact, count, of }) => (
          <dd key={fact}>
            {judging.ofAll(whole(count), whole(of))}: {judging.facts[fact] ?? fact}
          </dd>
        ))}
        <dt>{judging.falseAlarm}</dt>
        <dd>{judging.falseAlarms[rule] ?? ''}</dd>
      </dl>
      {pairs.length === 0 ? null : (
        <details>
          <summary>
            {judging.beside} ({whole(pairs.length)})
          </summary>
          <JudgeTable caption={`${title}: ${judging.beside}`} heads={[judging.own, judging.other]}>
            {pairs.map(({ own, other, team }) => (
              <tr key={`${own} ${other}`}>
                <th scope="row">
                  <Leaf index={own} />
                </th>
                <td>
                  {other === null ? '–' : <Leaf index={other} />} {team ?? ''}
                </td>
              </tr>
            ))}
          </JudgeTable>
        </details>
      )}
    </section>
  );
}
