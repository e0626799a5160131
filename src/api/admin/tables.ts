/** A contest's tables as CSV for whoever runs it: the board and the grades that everybody sees, all trades, prizes. */
import { allTrades, boardTable, gradesTable, prizeTable, TABLES } from '../reading/contest-tables.ts';
import { readPrizes } from '../reading/prize-list.ts';
import { csvStream } from '../words/csv.ts';
import type { AdminDeps } from './deps.ts';
import { AdminRefusal, type AdminRoute, get, open, post, textIn } from './body.ts';
import { contestIn } from './queue.ts';

export function tableRoutes(deps: AdminDeps): AdminRoute[] {
  return [
    open(
      ['owner'],
      get('/admin/v1/tables', async (fields) => {
        const contest = contestIn(deps, fields);
        const table = textIn(fields, 'table');
        if (table === 'board') return csvStream(await boardTable(contest, deps));
        if (table === 'trades') return csvStream(allTrades(contest, deps));
        if (table !== 'grades') throw new AdminRefusal(`table is '${table}', needs ${TABLES.join(', ')}`);
        const grades = await gradesTable(contest, deps);
        if (grades === null)
          throw new AdminRefusal(
            `contest ${contest.id} has no report yet; \`outcry report run ${contest.id}\` makes one`,
          );
        return csvStream(grades);
      }),
    ),
    open(
      ['owner'],
      post('/admin/v1/tables/prizes', async (fields) => {
        const prizes = readPrizes(textIn(fields, 'prizes'));
        if (typeof prizes === 'string') throw new AdminRefusal(prizes);
        return csvStream(await prizeTable(contestIn(deps, fields), deps, prizes));
      }),
    ),
  ];
}
