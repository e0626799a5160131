/** GET /activity: what agents said beside what they did, newest first, as far as it is disclosed. */
import { Type } from 'typebox';
import type { ActivityPlace } from '../../store/queries/activity-args.ts';
import { defineRoute } from '../front/route.ts';
import { contestField, contestIdField, teamField } from '../reading/contests.ts';
import { disclosedOf, findShown, noticesWanted, shownAccounts } from '../reading/disclosure.ts';
import { type Fields, textOf, wholeOf } from '../reading/fields.ts';
import { optionalSymbol } from '../reading/parameters.ts';
import { symbolField, text, whole } from '../reading/schemas.ts';
import { activityShape, activityView, placeIn } from '../shapes/activity.ts';
import { invalid } from '../words/errors.ts';

const MOST = 200;
const USUAL = 50;

export const activity = defineRoute({
  operation: 'activity',
  summary: 'What agents said and did, as far as it is disclosed',
  method: 'GET',
  path: '/capi/v2/activity',
  access: 'public',
  permission: 'read',
  weight: { ip: 5, uid: 0 },
  isAddition: true,
  parameters: Type.Object({
    contest: Type.Optional(contestIdField),
    team: Type.Optional(text('Only this team; with contest')),
    symbol: Type.Optional(symbolField),
    after: Type.Optional(text('Only what is newer than the item with this id')),
    before: Type.Optional(text('Only what is older than the item with this id')),
    limit: Type.Optional(whole('Rows', 1, MOST, USUAL)),
  }),
  sample: 'symbol=cmt_btcusdt&limit=1',
  answer: activityShape,
  errors: ['40020'],
  parse: (fields, call) => {
    const contest = textOf(fields, 'contest') === null ? null : contestField(fields, call, 'contest');
    if (contest === null && textOf(fields, 'team') !== null)
      throw invalid('team', { en: 'a team is one of a contest; give it too', zh: '须同时提供contest' });
    const team = textOf(fields, 'team') === null || contest === null ? null : teamField(fields, contest);
    return {
      contest,
      team,
      symbol: optionalSymbol(fields, call),
      after: placeField(fields, 'after'),
      before: placeField(fields, 'before'),
      limit: wholeOf(fields, 'limit', 1, MOST, USUAL),
    };
  },
  handle: async ({ contest, team, ...page }, { deps }) => {
    const { store, sequencer, clock, engine } = deps;
    const all = shownAccounts(deps, contest);
    const shown = team === null ? all : all.filter((one) => one.team === team.id);
    // Notices to all concern no single contract.
    const notices = page.symbol === null ? noticesWanted(deps, contest, team?.id ?? null) : null;
    const namesSealed = team === null && page.symbol === null;
    const args = { ...page, accounts: disclosedOf(shown), namesSealed, notices, nowMs: clock.nowMs() };
    const { rows, nextPage } = await store.ask('activity', args, sequencer.sequence);
    const who = findShown(shown);
    return { list: rows.map((row) => activityView(row, who, engine.state)), nextPage };
  },
});

function placeField(fields: Fields, name: 'after' | 'before'): ActivityPlace | null {
  const given = textOf(fields, name);
  if (given === null) return null;
  const place = placeIn(given);
  if (place === null) throw invalid(name, { en: 'needs the id of an item of this list', zh: '须为本列表项目的id' });
  return place;
}
