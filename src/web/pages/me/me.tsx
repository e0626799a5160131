/**
 * Me: is my agent alive, what did it do last, what was refused, and what does it still owe.
 */
import { useEffect, useState } from 'preact/hooks';
import { dialog } from '../../base/open-dialog.ts';
import { type Session, session } from '../../base/session.ts';
import { whole } from '../../format/number.ts';
import { accountUsed } from '../../base/budget.ts';
import { coverage } from '../../live/account.ts';
import { ownThreads } from '../../live/own-activity.ts';
import { followLogs } from '../../live/own-logs.ts';
import { machine } from '../../../time/machine.ts';
import { GuideLink } from '../../parts/guide-link.tsx';
import { Empty } from '../../parts/panel.tsx';
import { useReading } from '../../parts/reading.tsx';
import { words } from '../../words/words.ts';
import { AgentStrip } from '../live/agent-strip.tsx';
import { lazy } from '../../parts/lazy.tsx';
import { Coverage } from './coverage.tsx';
import { AllowlistChanges, Facts } from './facts.tsx';
import { Owed } from './owed.tsx';
import { OwnThreads } from './own-threads.tsx';
import { Receipts } from './receipts.tsx';
import { Refusals } from './refusals.tsx';
import { Registration } from './registration.tsx';
import { Validator } from './validator.tsx';
import './me.css';

const Cases = lazy(() => import('./cases.tsx').then((part) => part.Cases));

export function MePage() {
  const { me, shell } = words.value;
  const who = session.value;
  if (who !== null) return <Own key={who.uid} who={who} />;
  return (
    <div class="lost">
      <h1>{me.title}</h1>
      <Empty text={me.signedOut}>
        <button type="button" onClick={() => (dialog.value = 'account')}>
          {shell.signIn}
        </button>{' '}
        <GuideLink name="bring-your-bot">{me.guide}</GuideLink>
      </Empty>
    </div>
  );
}

function Own({ who }: { readonly who: Session }) {
  const { me } = words.value;
  const { value: allowlist } = useReading(() => who.client.aiAllowlist(), [who]);
  const isLate = useLate();
  const isOwedKnown = isLate || coverage.value !== null;
  const isAllKnown = isLate || (isOwedKnown && ownThreads.value !== null);
  useEffect(followLogs, []);
  return (
    <div class="me">
      <h1>
        {me.account} {who.uid}
      </h1>
      <Facts allowlist={allowlist} />
      <AgentStrip />
      <Coverage />
      {isOwedKnown ? <Owed /> : null}
      {/* Under way from the first, and shown where nothing above it grows any more. */}
      <div class="me-two" style={{ display: isOwedKnown ? '' : 'none' }}>
        <OwnThreads />
        {isAllKnown ? (
          <>
            <Refusals />
            <Receipts />
            <Validator />
            <Cases />
          </>
        ) : null}
      </div>
      {isAllKnown ? (
        <>
          <Registration />
          <AllowlistChanges allowlist={allowlist} />
          <Used />
        </>
      ) : null}
    </div>
  );
}

/** So long the parts below wait for those above, whose length nobody knows before they are there. */
const SETTLED_AFTER_MS = 8_000;

function useLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = machine.after(SETTLED_AFTER_MS, () => setLate(true));
    return () => timer.cancel();
  }, []);
  return isLate;
}

function Used() {
  const { me } = words.value;
  const used = accountUsed.value;
  return (
    <p class="dim" data-used="">
      {me.requests}: {used === null ? '–' : me.used(whole(used.used), whole(used.limit))}
    </p>
  );
}
