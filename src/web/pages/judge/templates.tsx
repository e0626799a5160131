/**
 * Texts that came again, most frequent first, and two of them side by side.
 */
import { useState } from 'preact/hooks';
import type { Cluster } from '../../../core/verification/judges-dossier.ts';
import { person } from '../../base/admin-session.ts';
import { whole } from '../../format/number.ts';
import { Empty } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { adminWords } from '../../words/admin.ts';
import { Compare } from './compare.tsx';
import type { TabProps } from './tab-props.ts';
import { JudgeTable } from './judge-table.tsx';
import { Leaves } from './leaves.tsx';

const NAMED = 10;

export function Templates({ found, dossier }: TabProps) {
  const { judging } = adminWords.value;
  const [two, compare] = useState<readonly [number, number] | null>(null);
  const { logs, distinct, clusters } = dossier.templates;
  const heads = [judging.count, judging.template, judging.logs, judging.alsoOf, judging.compare];
  const mayRead = person.value?.role !== 'owner';
  return (
    <>
      <p class="dim">{judging.templatesWhat(whole(distinct), whole(logs))}</p>
      {clusters.length === 0 ? <Empty text={judging.noTemplates} /> : null}
      {clusters.length === 0 ? null : (
        <JudgeTable caption={judging.tabs.templates} heads={heads}>
          {clusters.map((one) => (
            <tr key={one.logs[0]}>
              <td>{whole(one.count)}</td>
              <td class="judge-text">{one.text === null ? '–' : <RawText text={one.text} limit={160} />}</td>
              <td>
                <Leaves indices={one.logs.slice(0, NAMED)} />
              </td>
              <td>{one.alsoOf.join(' ') || judging.none}</td>
              <td>{mayRead ? <CompareButton one={one} compare={compare} /> : judging.notYours}</td>
            </tr>
          ))}
        </JudgeTable>
      )}
      {two === null ? null : <Compare uid={found.uid} indices={two} close={() => compare(null)} />}
    </>
  );
}

interface CompareButtonProps {
  readonly one: Cluster;
  readonly compare: (two: readonly [number, number]) => void;
}

/** Compares the first and the last of the logs that are named. */
function CompareButton({ one, compare }: CompareButtonProps) {
  const { judging } = adminWords.value;
  const [first, last] = [one.logs[0], one.logs.at(-1)];
  if (first === undefined || last === undefined || first === last) return <span>–</span>;
  return (
    <button type="button" onClick={() => compare([first, last])}>
      {judging.compare}
    </button>
  );
}
