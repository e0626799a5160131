/**
 * A rehearsal's report on the bot of whoever is signed in: what it did wrong, how its run went in figures and pictures,
 * and the run as files.
 */
import { dialog } from '../../base/open-dialog.ts';
import { language } from '../../base/language.ts';
import { session } from '../../base/session.ts';
import { momentText } from '../../format/time.ts';
import { readCheckup } from '../../live/checkup.ts';
import { GuideLink } from '../../parts/guide-link.tsx';
import { Empty } from '../../parts/panel.tsx';
import { Read, useReading } from '../../parts/reading.tsx';
import { words } from '../../words/words.ts';
import { Figures } from './figures.tsx';
import { Files } from './files.tsx';
import { CheckupFindings } from './findings.tsx';
import { ByContract, Pictures } from './pictures.tsx';
import './rehearsal.css';

export function RehearsalPage() {
  const { rehearsal: text, shell } = words.value;
  const who = session.value;
  const reading = useReading(who === null ? null : () => readCheckup(who), [who?.uid, language.value]);
  if (who === null)
    return (
      <div class="lost">
        <h1>{text.title}</h1>
        <Empty text={text.signedOut}>
          <button type="button" onClick={() => (dialog.value = 'account')}>
            {shell.signIn}
          </button>{' '}
          <GuideLink name="rehearsal">{text.guide}</GuideLink>
        </Empty>
      </div>
    );
  return (
    <div class="rehearsal">
      <header class="rehearsal-head">
        <h1>
          {text.checkup} {who.uid}
        </h1>
        <button type="button" onClick={reading.again}>
          {text.again}
        </button>
        <p class="warn">{text.invented}</p>
      </header>
      <Read of={reading} rows={16}>
        {(found) => (
          <>
            <p class="dim" data-period="">
              {found.run} · {text.period(shortened(found.period.fromMs), shortened(found.period.toMs))}
              {found.period.isComplete ? null : <span class="warn"> {text.notAll}</span>}
              {found.unrepeatable === null ? null : <span> {text.unrepeatable(found.unrepeatable)}</span>}
            </p>
            <Figures of={found} />
            <CheckupFindings findings={found.findings} />
            <Pictures figures={found.figures} />
            <ByContract figures={found.figures} />
            <Files of={found} who={who} />
          </>
        )}
      </Read>
    </div>
  );
}

/** A moment to the second. */
const shortened = (ms: number): string => momentText(ms).slice(0, -4);
