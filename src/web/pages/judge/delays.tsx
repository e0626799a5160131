/**
 * How long before or after their orders the deciding logs came.
 */
import type { Delay } from '../../../core/verification/judges-dossier.ts';
import { whole } from '../../format/number.ts';
import { distance } from '../../format/time.ts';
import { adminWords } from '../../words/admin.ts';
import type { TabProps } from './tab-props.ts';
import { JudgeTable } from './judge-table.tsx';

export function Delays({ dossier }: TabProps) {
  const { judging } = adminWords.value;
  const most = Math.max(1, ...dossier.delays.map(({ count }) => count));
  return (
    <>
      <p class="dim">{judging.delaysWhat}</p>
      <JudgeTable caption={judging.tabs.delays} heads={[judging.delta, judging.orders]}>
        {dossier.delays.map((delay) => (
          <tr key={String(delay.from)}>
            <th scope="row">{rangeOf(delay)}</th>
            <td>
              <meter class="judge-meter" min={0} max={most} value={delay.count} aria-label={rangeOf(delay)} />{' '}
              {whole(delay.count)}
            </td>
          </tr>
        ))}
      </JudgeTable>
    </>
  );
}

function rangeOf({ from, to }: Delay): string {
  const { judging } = adminWords.value;
  if (from === null) return judging.until(borderOf(to ?? 0));
  return to === null ? judging.from(borderOf(from)) : judging.range(borderOf(from), borderOf(to));
}

function borderOf(ms: number): string {
  const { judging } = adminWords.value;
  if (ms === 0) return judging.atOrder;
  return (ms < 0 ? judging.before : judging.after)(distance(ms));
}
