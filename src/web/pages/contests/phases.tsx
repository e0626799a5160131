/**
 * Phase of a contest, and what comes by itself; and what an organiser begins, each after a question that says what will
 * happen and when.
 */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { momentOf } from '../../base/clock.ts';
import { settings } from '../../base/settings.ts';
import { momentText } from '../../format/time.ts';
import { type ContestRow, extend, move, runReport } from '../../live/organising.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Fault, Panel } from '../../parts/panel.tsx';
import { adminWords } from '../../words/admin.ts';
import { words } from '../../words/words.ts';
import { Sure } from '../ops/sure.tsx';
import { awayText } from './fields.tsx';

interface OfContest {
  readonly contest: ContestRow;
  readonly done: () => void;
}

type Act = 'open' | 'extend' | 'report' | 'final' | 'cancel';

const ACTS: Readonly<Record<string, readonly Act[]>> = {
  draft: ['open', 'cancel'],
  registration: ['cancel'],
  live: ['extend', 'report', 'cancel'],
  review: ['report', 'final', 'cancel'],
};

export function Phases({ contest, done }: OfContest) {
  const { phases } = adminWords.value.contests;
  const [asked, ask] = useState<Act | null>(null);
  const { phase } = contest;
  return (
    <Panel title={phases.title}>
      <p data-phase={phase}>
        {phases.now(words.value.phase[phase] ?? phase)} {whatComes(contest)}
      </p>
      <div class="contest-acts">
        {(ACTS[phase] ?? []).map((act) => (
          <button key={act} type="button" data-act={act} onClick={() => ask(act)}>
            {phases[act]}
          </button>
        ))}
      </div>
      {asked === null ? null : <Question act={asked} contest={contest} done={done} onClose={() => ask(null)} />}
    </Panel>
  );
}

const shownTime = (ms: number): string => momentText(ms).slice(0, -4);

function whatComes({ phase, config }: ContestRow): string {
  const { phases, form } = adminWords.value.contests;
  const { startMs, endMs, evidenceUntilMs } = config;
  if (phase === 'draft' || phase === 'registration')
    return phases.startsAt(shownTime(startMs), awayText(startMs, form));
  if (phase === 'live') return phases.endsAt(shownTime(endMs), awayText(endMs, form));
  return phase === 'review' ? phases.evidenceAt(shownTime(evidenceUntilMs), awayText(evidenceUntilMs, form)) : '';
}

interface QuestionProps extends OfContest {
  readonly act: Act;
  readonly onClose: () => void;
}

function Question({ act, contest, done, onClose }: QuestionProps) {
  const { phases, form } = adminWords.value.contests;
  const { startMs, endMs, evidenceUntilMs } = contest.config;
  const [error, setError] = useState<unknown>(null);
  const [end, setEnd] = useState('');
  const doIt: Readonly<Record<Act, () => Promise<unknown>>> = {
    open: () => move(contest.id, 'registration'),
    final: () => move(contest.id, 'final'),
    cancel: () => move(contest.id, 'cancelled'),
    report: () => runReport(contest.id),
    extend: () => extend(contest.id, momentOf(end, settings.value.utc) ?? endMs),
  };
  const what: Readonly<Record<Act, string>> = {
    open: phases.openWhat(shownTime(startMs), awayText(startMs, form)),
    final: phases.finalWhat,
    cancel: phases.cancelWhat,
    report: phases.reportWhat,
    extend: phases.extendWhat(shownTime(evidenceUntilMs)),
  };
  return (
    <Asked
      title={`${phases[act]}: ${contest.id}`}
      yes={phases[act]}
      act={() => doIt[act]().then(done)}
      onClose={onClose}
      error={error}
      failed={setError}
    >
      <p>{what[act]}</p>
      {act === 'extend' ? (
        <label>
          {phases.newEnd}
          <input
            type="datetime-local"
            step="1"
            value={end}
            onInput={({ currentTarget }) => setEnd(currentTarget.value)}
          />
        </label>
      ) : null}
    </Asked>
  );
}

interface AskedProps {
  readonly title: string;
  readonly yes: string;
  readonly act: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly error: unknown;
  readonly failed: (error: unknown) => void;
  readonly children: ComponentChildren;
}

/** A question with its refusal, which stays until it is answered. */
export function Asked({ title, yes, act, onClose, error, failed, children }: AskedProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {(close) => (
        <div class="form">
          {children}
          {error === null ? null : <Fault error={error} />}
          <Sure yes={yes} close={close} act={act} failed={failed} />
        </div>
      )}
    </Dialog>
  );
}
