/** GET /activity: what agents said beside what they did, newest first, as far as it is disclosed. */
import type { ActivityPlace } from '../../store/read/activity-args.ts';
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { contest, teamIn } from '../reading/contests.ts';
import { disclosedOf, findShown, noticesWanted, shownAccounts } from '../reading/disclosure.ts';
import { rowsParameter } from '../reading/paging.ts';
import { optional, type Parameter, refined, text } from '../call/parameter.ts';
import { symbol } from '../reading/parameters.ts';
import { activityShape, activityView, placeIn } from '../shapes/activity.ts';
import { invalid } from '../words/errors.ts';

const MOST = 200;

export const activity = defineRoute({
  operation: 'activity',
  summary: 'What agents said and did, as far as it is disclosed',
  ...PUBLIC_READ,
  path: '/capi/v2/activity',
  weight: { ip: 5, uid: 0 },
  isAddition: true,
  parameters: {
    contest: optional(contest),
    team: optional(text('Only this team; with contest')),
    symbol: optional(symbol),
    after: place('Only what is newer than the item with this id'),
    before: place('Only what is older than the item with this id'),
    limit: rowsParameter(50, MOST),
  },
  sample: 'symbol=cmt_btcusdt&limit=1',
  answer: activityShape,
  errors: ['40020'],
  parse: ({ team: id, ...values }) => {
    if (values.contest === null && id !== null)
      throw invalid('team', { en: 'a team is one of a contest; give it too', zh: '须同时提供contest' });
    return { ...values, team: id === null || values.contest === null ? null : teamIn(values.contest, id) };
  },
  handle: async ({ contest: only, team, ...page }, { deps }) => {
    const { store, sequencer, clock, engine } = deps;
    const all = shownAccounts(deps, only);
    const shown = team === null ? all : all.filter((one) => one.team === team.id);
    // Notices to all concern no single contract.
    const notices = page.symbol === null ? noticesWanted(deps, only, team?.id ?? null) : null;
    const namesSealed = team === null && page.symbol === null;
    const args = { ...page, accounts: disclosedOf(shown), namesSealed, notices, nowMs: clock.nowMs() };
    const { rows, nextPage } = await store.ask('activity', args, sequencer.sequence);
    const who = findShown(shown);
    return { list: rows.map((row) => activityView(row, who, engine.state)), nextPage };
  },
});

function place(description: string): Parameter<ActivityPlace | null> {
  return optional(
    refined(text(description), (given, name) => {
      const found = placeIn(given);
      if (found === null) throw invalid(name, { en: 'needs the id of an item of this list', zh: '须为本列表项目的id' });
      return found;
    }),
  );
}
