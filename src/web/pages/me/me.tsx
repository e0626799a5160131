/**
 * Me: is my agent alive, what did it do last, what was refused, and what does it still owe.
 */
import { session } from '../../app/session.ts';
import { dialog } from '../../app/dialogs.tsx';
import { number } from '../../format/number.ts';
import { accountUsed } from '../../live/budget.ts';
import { Empty } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import { AgentStrip } from '../live/agent-strip.tsx';
import { Coverage } from './coverage.tsx';
import { Owed } from './owed.tsx';
import { Receipts } from './receipts.tsx';
import { Refusals } from './refusals.tsx';
import { Validator } from './validator.tsx';
import './me.css';

export function MePage() {
  const { me, shell } = words.value;
  const who = session.value;
  const used = accountUsed.value;
  if (who === null)
    return (
      <div>
        <h1>{me.title}</h1>
        <Empty text={me.signedOut}>
          <button type="button" onClick={() => (dialog.value = 'account')}>
            {shell.signIn}
          </button>
        </Empty>
      </div>
    );
  const plain = (value: number): string => number(String(value), { decimals: 0 });
  return (
    <div class="me">
      <h1>
        {me.title} <span class="dim">{who.uid}</span>
      </h1>
      <AgentStrip />
      <Coverage />
      <div class="me-two">
        <Owed />
        <Refusals />
        <Receipts />
        <Validator />
      </div>
      <p class="dim">
        {me.requests}: {used === null ? '–' : me.used(plain(used.used), plain(used.limit))}
      </p>
    </div>
  );
}
