/**
 * Prices that logs claimed, beside what our bars say.
 */
import { useState } from 'preact/hooks';
import { person } from '../../base/admin-session.ts';
import { whole } from '../../format/number.ts';
import { Empty } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { adminWords } from '../../words/admin.ts';
import { Compare } from './compare.tsx';
import type { TabProps } from './tab-props.ts';
import { JudgeTable } from './judge-table.tsx';
import { Leaf } from './leaves.tsx';

export function Grounding({ found, dossier }: TabProps) {
  const { judging } = adminWords.value;
  const [open, setOpen] = useState<number | null>(null);
  const { wrong, claims, misses } = dossier.grounding;
  const mayRead = person.value?.role !== 'owner';
  return (
    <>
      <p class="dim">{judging.groundingWhat(whole(wrong), whole(claims))}</p>
      {misses.length === 0 ? <Empty text={judging.noMisses} /> : null}
      {misses.length === 0 ? null : (
        <JudgeTable
          caption={judging.tabs.grounding}
          heads={[judging.log, judging.symbol, judging.claimed, judging.ourBar, judging.readIt]}
        >
          {misses.map(({ log, symbol, claimed, low, high }, at) => (
            <tr key={at}>
              <th scope="row">
                <Leaf index={log} />
              </th>
              <td>{symbol}</td>
              <td>{claimed === null ? '–' : <RawText text={claimed} limit={60} />}</td>
              <td>
                {low} – {high}
              </td>
              <td>
                {mayRead ? (
                  <button type="button" onClick={() => setOpen(log)}>
                    {judging.openBody(whole(log))}
                  </button>
                ) : (
                  judging.notYours
                )}
              </td>
            </tr>
          ))}
        </JudgeTable>
      )}
      {open === null ? null : <Compare uid={found.uid} indices={[open]} close={() => setOpen(null)} />}
    </>
  );
}
