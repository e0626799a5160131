/** Administration of contests (CTST-001 to -003, -008): rule sets, phases, teams and outages. */
import type { CreateContest, MoveContest, SetTeam } from '../../core/language/commands.ts';
import { canonical } from '../../core/log/read-entry.ts';
import type { Contest } from '../../core/state/records.ts';
import type { AdminDeps } from './deps.ts';
import {
  AdminRefusal,
  type AdminRoute,
  type Body,
  actIn,
  get,
  laterIn,
  objectIn,
  open,
  post,
  textIn,
  timeIn,
} from './body.ts';
import { command } from './command.ts';
import { draftIn, faultOfRuleset } from './contest-draft.ts';

/**
 * A rule set that this program can judge by: with any other, that would only come out once the contest is over, when it
 * can no longer be changed.
 */
function rulesetIn(fields: Body): string {
  const text = textIn(fields, 'ruleset');
  const value = canonical(text);
  const fault = value === null ? 'it is no object in canonical JSON (RFC 8785)' : faultOfRuleset(value);
  if (fault !== null)
    throw new AdminRefusal(`ruleset can not be judged by: ${fault}; docs/evidence.md lists what it has to say`);
  return text;
}

export function contestRoutes(deps: AdminDeps): AdminRoute[] {
  const owned = (path: string, answer: AdminRoute['answer']): AdminRoute => open(['owner'], post(path, answer));
  return [
    open(
      ['owner', 'judge', 'auditor'],
      get('/admin/v1/contests', async () => ({
        list: [...deps.engine.state.contest.contests.values()].map(contestRow),
      })),
    ),
    owned('/admin/v1/rulesets', async (fields) => {
      const { result } = await command(deps, { name: 'putRuleset', ruleset: rulesetIn(fields) });
      return result;
    }),
    owned('/admin/v1/contests', async (fields) => {
      const draft = draftIn(deps, objectIn(fields, 'config'));
      const [first] = draft.faults;
      if (first !== undefined) throw new AdminRefusal(`${first.field} ${first.msg}`);
      const config = draft.config as unknown as CreateContest['config'];
      const { sequence, timeMs } = await command(deps, { name: 'createContest', config });
      return { contest: config.id, phase: 'draft', sequence, timeMs };
    }),
    owned('/admin/v1/contests/move', async (fields) => {
      const [contest, phase] = [textIn(fields, 'contest'), textIn(fields, 'phase') as MoveContest['phase']];
      const { sequence } = await command(deps, { name: 'moveContest', contest, phase });
      return { contest, phase, sequence };
    }),
    owned('/admin/v1/contests/extend', async (fields) => {
      const [contest, endMs] = [textIn(fields, 'contest'), laterIn(fields, 'endMs', deps.clock.nowMs())];
      const { sequence, timeMs } = await command(deps, { name: 'extendContest', contest, endMs });
      return { contest, endMs, sequence, timeMs };
    }),
    owned('/admin/v1/teams', async (fields, { name: actor }) => {
      const [contest, team] = [textIn(fields, 'contest'), textIn(fields, 'team')];
      const state = textIn(fields, 'state') as SetTeam['state'];
      const { sequence } = await command(deps, { name: 'setTeam', contest, team, state, ...actIn(fields, actor) });
      return { contest, team, state, sequence };
    }),
    owned('/admin/v1/outages', async (fields, { name }) => {
      const fromMs = timeIn(fields, 'fromMs');
      const toMs = (fields['toMs'] ?? null) === null ? deps.clock.nowMs() : timeIn(fields, 'toMs');
      const cause = textIn(fields, 'cause');
      const { sequence, timeMs } = await command(deps, { name: 'declareOutage', fromMs, toMs, cause });
      deps.log.info({ fromMs, toMs, sequence, person: name }, 'an outage was declared');
      return { fromMs, toMs, sequence, timeMs };
    }),
  ];
}

function contestRow({ id, phase, config, teams }: Contest) {
  return {
    id,
    phase,
    config,
    teams: teams.map(({ id: team, account, name, state, members, modelClass, models, publicKey, filled }) => ({
      team,
      uid: account.id,
      name,
      state,
      members,
      modelClass,
      models,
      publicKey,
      filled,
    })),
  };
}
