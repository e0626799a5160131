/**
 * The dossier of one team: its line of the report, and the rows behind its numbers, one part at a time.
 */
import type { ComponentType } from 'preact';
import type { TeamDossier } from '../../live/judging.ts';
import { person } from '../../base/admin-session.ts';
import { useRead } from '../../parts/use-admin-read.ts';
import { path, query, to } from '../../base/router.ts';
import { whole } from '../../format/number.ts';
import { Time } from '../../parts/figures.tsx';
import { Empty, Fault, Panel } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { Verdict } from '../../parts/verdict.tsx';
import { adminWords } from '../../words/admin.ts';
import { startCaseWords } from '../../words/cases.ts';
import { words } from '../../words/words.ts';
import { CaseLink } from './case-link.tsx';
import { Counterparties } from './counterparties.tsx';
import { Delays } from './delays.tsx';
import { Findings } from './findings.tsx';
import { Grounding } from './grounding.tsx';
import { OpenCase } from './open-case.tsx';
import { Orders } from './orders.tsx';
import { Templates } from './templates.tsx';
import type { TabProps } from './tab-props.ts';
import { Twins } from './twins.tsx';
import './judge.css';

await startCaseWords();

const TABS: readonly (readonly [keyof typeof adminWords.value.judging.tabs, ComponentType<TabProps>])[] = [
  ['findings', Findings],
  ['orders', Orders],
  ['delays', Delays],
  ['templates', Templates],
  ['grounding', Grounding],
  ['counterparties', Counterparties],
  ['twins', Twins],
];

export function DossierPage() {
  const [, , contest = '', team = ''] = path.value.split('/').map(decodeURIComponent);
  const { value: answer, fault, again } = useRead<TeamDossier>('/admin/v1/dossier', { contest, team });
  const { judging } = adminWords.value;
  return (
    <div class="judge">
      <h1>
        {judging.dossier} {contest} · {team} {answer === null ? null : <RawText text={answer.name} limit={40} />}
      </h1>
      {fault === null ? null : <Fault error={fault} retry={again} />}
      <p>
        <a href={to(`/judge?contest=${encodeURIComponent(contest)}`)}>{judging.toQueue}</a>
      </p>
      {answer === null ? null : <Known found={answer} />}
    </div>
  );
}

function Known({ found }: { readonly found: TeamDossier }) {
  const { judging } = adminWords.value;
  const wanted = query.value.get('tab');
  const [tab, Shown] = TABS.find(([name]) => name === wanted) ?? TABS[0]!;
  const here = `/judge/${encodeURIComponent(found.contest)}/${encodeURIComponent(found.team)}`;
  return (
    <>
      <Head found={found} />
      <nav class="judge-tabs" aria-label={judging.dossier}>
        {TABS.map(([name]) => (
          <a key={name} href={to(`${here}?tab=${name}`)} aria-current={name === tab ? 'page' : undefined}>
            {judging.tabs[name]}
          </a>
        ))}
      </nav>
      <Panel title={judging.tabs[tab]}>
        {found.dossier === null ? <Empty text={judging.noDossier} /> : <Shown found={found} dossier={found.dossier} />}
      </Panel>
    </>
  );
}

function Head({ found }: { readonly found: TeamDossier }) {
  const { judging } = adminWords.value;
  const { verdict, notes, covered, counted, uid, modelClass, models, at, cases, state } = found;
  return (
    <Panel
      title={judging.team}
      aside={
        <span>
          {judging.reportOf} <Time ms={at} />
        </span>
      }
    >
      <p class="judge-line">
        <Verdict verdict={verdict} notes={notes} /> <span>{words.value.teamState[state] ?? state}</span>{' '}
        <span>{judging.covered(whole(covered), whole(counted))}</span>
        <span class="dim">
          {judging.account} {uid}
        </span>
      </p>
      <p class="dim">
        {modelClass} · {judging.models}: <RawText text={models.join(', ')} limit={200} />
      </p>
      <p class="judge-line">
        {judging.cases}: {cases.length === 0 ? judging.none : null}
        {cases.map((one) => (
          <CaseLink key={one.case} contest={found.contest} one={one} />
        ))}
      </p>
      <p class="dim">{person.value?.role === 'owner' ? judging.withoutBodies : judging.dossierRecorded}</p>
      <OpenCase contest={found.contest} team={found.team} />
    </Panel>
  );
}
