/**
 * The newest checkpoint of the log, whether it is signed, and whether it extends the one of the last visit.
 */
import { rehearsed } from '../../../core/log/checkpoint.ts';
import { whole } from '../../format/number.ts';
import { distance } from '../../format/time.ts';
import { nowSecond } from '../../base/clock.ts';
import { exchangeUrl } from '../../base/rest.ts';
import { head, headFault, headSeenAtMs } from '../../live/log-head.ts';
import { fork, history } from '../../live/log-fork.ts';
import { Time } from '../../parts/figures.tsx';
import { Panel } from '../../parts/panel.tsx';
import { save } from '../../parts/save.ts';
import { Skeleton } from '../../parts/skeleton.tsx';
import { words } from '../../words/words.ts';

export function LogHead() {
  const { log } = words.value;
  const known = head.value;
  if (known === null) return headFault.value === null ? <Skeleton rows={4} /> : <p class="bad">{headFault.value}</p>;
  const { origin, size, root } = known.head;
  return (
    <Panel
      title={rehearsed(origin) + origin}
      aside={
        <a href={`${exchangeUrl}/ailog/policy`} data-reload="">
          {log.policy}
        </a>
      }
    >
      <dl class="log-head">
        <dt>{log.size}</dt>
        <dd data-size={size}>{whole(size)}</dd>
        <dt>{log.root}</dt>
        <dd>
          <code>{[...root].map((byte) => byte.toString(16).padStart(2, '0')).join('')}</code>
        </dd>
        <dt>{log.seen}</dt>
        <dd>
          <Time ms={headSeenAtMs.value} />
        </dd>
      </dl>
      <p>
        {known.signature.is === 'right' ? (
          <strong class="ok">{log.signedHere}</strong>
        ) : (
          <span class="dim">{log.signatureUnknown}</span>
        )}{' '}
        <span class="dim">· {log.witnesses}</span>
      </p>
      <Past />
      {headFault.value === null ? null : <p class="bad">{headFault.value}</p>}
    </Panel>
  );
}

function Past() {
  const { log } = words.value;
  const past = history.value;
  if (past === null) return <p class="dim">{log.first}</p>;
  const { olderSize, atMs, verdict, older, newer } = past;
  const ago = atMs === null ? '' : `, ${log.ago(distance(Math.max(0, nowSecond.value - atMs)))}`;
  if (verdict.is === 'unknown') return <p class="warn">{log.otherKey}</p>;
  const isFine = verdict.is === 'right' && fork.value === null;
  return (
    <p data-history={isFine ? 'right' : 'wrong'}>
      {log.since(`${whole(olderSize)}${ago}`)}{' '}
      <strong class={isFine ? 'ok' : 'bad'}>{isFine ? log.appendOnly : log.other}</strong>{' '}
      <button type="button" class="link" onClick={() => save('checkpoint-before.txt', older)}>
        {log.noteBefore}
      </button>{' '}
      <button type="button" class="link" onClick={() => save('checkpoint-now.txt', head.peek()?.head.note ?? newer)}>
        {log.noteNow}
      </button>
    </p>
  );
}
