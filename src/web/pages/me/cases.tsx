/**
 * The cases about the account's team: what it was told, what it answered, and how long it has.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ContestMeAnswer } from '../../../client/index.ts';
import { type Session, session } from '../../base/session.ts';
import { Empty, Fault, Panel } from '../../parts/panel.tsx';
import { caseWords, startCaseWords } from '../../words/cases.ts';
import { CaseItem } from './case-item.tsx';
import './cases.css';
import { machine } from '../../../time/machine.ts';

await startCaseWords();

const EVERY_MS = 60_000;

const found = signal<ContestMeAnswer | null>(null);
const fault = signal<unknown>(null);

async function load(who: Session): Promise<void> {
  try {
    const answer = await who.client.contestMe();
    if (session.value === who) [found.value, fault.value] = [answer, null];
  } catch (error) {
    if (session.value === who) fault.value = error;
  }
}

export function Cases() {
  const who = session.value;
  useEffect(() => {
    [found.value, fault.value] = [null, null];
    if (who === null) return undefined;
    void load(who);
    const timer = machine.every(EVERY_MS, () => void load(who));
    return () => timer.cancel();
  }, [who]);
  const text = caseWords.value;
  const { contest = null, cases = [] } = found.value ?? {};
  return (
    <Panel title={text.title} aside={contest === null ? undefined : <span>{contest}</span>}>
      {fault.value === null ? null : <Fault error={fault.value} retry={() => void (who === null ? null : load(who))} />}
      {found.value !== null && cases.length === 0 ? <Empty text={text.none} /> : null}
      {contest === null || who === null || cases.length === 0 ? null : (
        <ul class="me-list">
          {cases.map((one) => (
            <CaseItem key={one.case} who={who} contest={contest} one={one} changed={() => void load(who)} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
