/**
 * One line about the account that is signed in: is it alive, what does it hold, what does it owe. Its space is there
 * before anybody signs in, so that nothing moves when somebody does.
 */
import { dialog } from '../../base/open-dialog.ts';
import { to } from '../../base/router.ts';
import { isDemo, isSigningIn, session } from '../../base/session.ts';
import { money, NONE, signShown } from '../../format/number.ts';
import { countdown, distance } from '../../format/time.ts';
import { assets, coverage, positions, refusals } from '../../live/account.ts';
import { nowSecond } from '../../base/clock.ts';
import { Signed } from '../../parts/figures.tsx';
import { words } from '../../words/words.ts';
import './agent-strip.css';

export function AgentStrip() {
  const { live } = words.value;
  const who = session.value;
  if (who === null && !isSigningIn.value) return <Nobody />;
  const demo = who !== null && isDemo(who.uid) ? who.uid : null;
  const sum = assets.value;
  const won = money(sum?.unrealizePnl, true);
  const covered = coverage.value;
  const due = covered?.open.toSorted((a, b) => a.deadline - b.deadline)[0];
  const refused = refusals.value[0];
  return (
    <a class="agent-strip" href={to('/me')}>
      <h2 title={demo === null ? undefined : live.demoWhy}>{demo === null ? live.yourAgent : live.demoAgent(demo)}</h2>
      <span>
        {live.equity} <b class="live-value">{sum === null ? NONE : money(sum.equity)}</b>{' '}
        {signShown(won) === 0 ? null : <Signed text={won} />}
      </span>
      <span>
        <b style={{ visibility: sum === null ? 'hidden' : 'visible' }}>{live.positions(positions.value.length)}</b>
      </span>
      <span>
        {live.coverage} <b>{covered === null ? NONE : `${covered.covered}/${covered.counted}`}</b>
        {due === undefined ? '' : ` · ${live.left(countdown(due.deadline - nowSecond.value))}`}
      </span>
      <span>
        {live.lastRefusal}{' '}
        <b>
          {refused === undefined ? live.none : `${refused.code} ${live.ago(distance(nowSecond.value - refused.t))}`}
        </b>
      </span>
    </a>
  );
}

function Nobody() {
  const { live, shell } = words.value;
  return (
    <div class="agent-strip agent-strip-nobody">
      <h2>{live.yourAgent}</h2>
      <span class="dim">{live.signedOut}</span>
      <button type="button" class="link" onClick={() => (dialog.value = 'account')}>
        {shell.signIn}
      </button>
    </div>
  );
}
