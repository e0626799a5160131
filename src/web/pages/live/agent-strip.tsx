/**
 * One line about the account that is signed in: is it alive, what does it hold, what does it owe.
 */
import { to } from '../../app/router.ts';
import { money, NONE, signOf } from '../../format/number.ts';
import { countdown, distance } from '../../format/time.ts';
import { assets, coverage, positions, refusals } from '../../live/account.ts';
import { nowSecond } from '../../live/clock.ts';
import { Signed } from '../../parts/figures.tsx';
import { words } from '../../words/words.ts';
import './agent-strip.css';

export function AgentStrip() {
  const { live } = words.value;
  const sum = assets.value;
  const covered = coverage.value;
  const due = covered?.open.toSorted((a, b) => a.deadline - b.deadline)[0];
  const refused = refusals.value[0];
  return (
    <a class="agent-strip" href={to('/me')}>
      <h2>{live.yourAgent}</h2>
      <span>
        {live.equity} <strong class="live-value">{sum === null ? NONE : money(sum.equity)}</strong>{' '}
        {sum === null || signOf(sum.unrealizePnl) === 0 ? null : (
          <Signed value={sum.unrealizePnl} text={money(sum.unrealizePnl, true)} />
        )}
      </span>
      <span>{live.positions(positions.value.length)}</span>
      <span>
        {live.coverage} {covered === null ? NONE : `${covered.covered}/${covered.counted}`}
        {due === undefined ? '' : ` · ${live.left(countdown(due.deadline - nowSecond.value))}`}
      </span>
      <span>
        {live.lastRefusal}{' '}
        {refused === undefined ? live.none : `${refused.code} ${live.ago(distance(nowSecond.value - refused.t))}`}
      </span>
    </a>
  );
}
