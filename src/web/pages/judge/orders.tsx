/**
 * A team's counted orders, one grade at a time: the leaf of the order, of its log, and the time between.
 */
import { useState } from 'preact/hooks';
import { GRADES } from '../../format/evidence.ts';
import type { OrderRow } from '../../live/judging.ts';
import type { Grade } from '../../../core/verification/grade.ts';
import { whole } from '../../format/number.ts';
import { distance } from '../../format/time.ts';
import { Empty } from '../../parts/panel.tsx';
import { adminWords } from '../../words/admin.ts';
import { words } from '../../words/words.ts';
import type { TabProps } from './tab-props.ts';
import { JudgeTable } from './judge-table.tsx';
import { Leaf } from './leaves.tsx';

export function Orders({ found, dossier }: TabProps) {
  const { judging } = adminWords.value;
  const { evidence } = words.value;
  const [chosen, choose] = useState<Grade | null>(null);
  const grade = chosen ?? GRADES.findLast((one) => dossier.grades[one] > 0) ?? 'A';
  const rows = dossier.orders[grade];
  const all = dossier.grades[grade];
  const heads = [judging.order, judging.symbol, judging.log, judging.delta, judging.link, judging.level];
  return (
    <>
      <div class="judge-line" role="group" aria-label={judging.grade}>
        {GRADES.map((one) => (
          <button key={one} type="button" aria-pressed={one === grade} onClick={() => choose(one)}>
            {one} {whole(dossier.grades[one])}
          </button>
        ))}
      </div>
      <p class="dim">{evidence.grades[grade]}</p>
      {rows.length === 0 ? <Empty text={judging.noOrders} /> : null}
      {rows.length < all ? <p class="dim">{judging.firstOf(whole(rows.length), whole(all))}</p> : null}
      {rows.length === 0 ? null : (
        <JudgeTable caption={`${found.team} ${judging.tabs.orders} ${grade}`} heads={heads}>
          {rows.map((row) => (
            <Row key={row.order} row={row} />
          ))}
        </JudgeTable>
      )}
    </>
  );
}

function Row({ row }: { readonly row: OrderRow }) {
  const { judging } = adminWords.value;
  const { card, evidence } = words.value;
  const { order, symbol, type, size, price, log, delta, link, level, near = null } = row;
  return (
    <tr>
      <th scope="row">
        <Leaf index={order} />
      </th>
      <td>
        {symbol} {words.value.type[type] ?? type} {size}
        {price === null ? '' : ` @ ${price}`}
      </td>
      <td>
        {log === null ? '–' : <Leaf index={log} />}{' '}
        {near === null ? null : (
          <span class="dim">
            {judging.near}: <Leaf index={near} />
          </span>
        )}
      </td>
      <td>{delta === null ? '–' : (delta < 0 ? judging.before : judging.after)(distance(delta))}</td>
      <td>{link === null ? '–' : (card.byHow[link] ?? link)}</td>
      <td>{level === null ? '–' : `L${level}: ${evidence.levels[level] ?? ''}`}</td>
    </tr>
  );
}
