/**
 * The evidence of a contest (CTST-009): reports made and recorded, and bundles of the evidence. Anyone who takes bodies
 * along is recorded.
 */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { AdminDeps } from './deps.ts';
import type { SentFile } from '../shapes/bundle.ts';
import { AdminRefusal, type AdminRoute, get, open, type Person, post, textIn } from './body.ts';
import { contestIn, reportIn, teamIn } from './queue.ts';
import { runReport } from './run-report.ts';

const READERS = ['owner', 'judge', 'auditor'] as const;

export function evidenceRoutes(deps: AdminDeps): AdminRoute[] {
  const { store, clock, evidence } = deps;
  return [
    open(
      ['owner'],
      post('/admin/v1/reports/run', (fields) => runReport(deps, contestIn(deps, fields))),
    ),
    open(
      READERS,
      get('/admin/v1/reports', async (fields) => {
        const contest = contestIn(deps, fields);
        return { report: contest.report, list: await store.ask('reportList', { contest: contest.id }, 0) };
      }),
    ),
    open(
      READERS,
      get('/admin/v1/report', async (fields) => {
        const contest = contestIn(deps, fields);
        const body = await store.ask('reportBody', { contest: contest.id, sha256: reportIn(contest, fields) }, 0);
        if (body === null) throw new AdminRefusal(`there is no such report of contest ${contest.id}`);
        // As stored, not serialised again: its bytes are what is hashed.
        return Readable.from([Buffer.from(body)]);
      }),
    ),
    open(
      READERS,
      get('/admin/v1/bundle', async (fields, person) => {
        const contest = contestIn(deps, fields);
        const variant = textIn(fields, 'variant', 'public');
        if (variant === 'public') {
          // Until then nobody but a judge gets what it may hold: whose the leaves are, and perhaps bodies.
          if (contest.phase !== 'final')
            throw new AdminRefusal(
              `contest ${contest.id} is in ${contest.phase}; what is for everybody needs it final`,
            );
          return sent(await evidence.bundle({ contest, variant }));
        }
        mustRead(person);
        const team = variant === 'team' ? teamIn(contest, fields) : null;
        if (team === null && variant !== 'full')
          throw new AdminRefusal(`variant is '${variant}', needs public, full or team`);
        const what = `bundle of contest ${contest.id}, ${team === null ? 'in full' : `of team ${team.id}`}`;
        await store.ask('bodyReadNote', { atMs: clock.nowMs(), name: person.name, role: person.role, what }, 0);
        const wanted =
          team === null
            ? ({ contest, variant: 'full' } as const)
            : ({ contest, variant: 'team', uid: team.account.id } as const);
        return sent(await evidence.bundle(wanted));
      }),
    ),
  ];
}

/** Bodies are for judges and auditors; whoever runs the contest has no part in judging it. */
function mustRead({ name, role }: Person): void {
  if (role === 'owner') throw new AdminRefusal(`${name} is owner; bodies are for a judge or an auditor`);
}

function sent({ path, remove }: SentFile): Readable {
  return createReadStream(path).once('close', remove);
}
