/** Notices of an organiser (CTST-014): said to everybody, pinned, withdrawn. Their leaves are what stays of them. */
import { noticesOf } from '../reading/notices.ts';
import type { AdminDeps } from './deps.ts';
import { AdminRefusal, type AdminRoute, booleanIn, get, open, post, textIn } from './body.ts';
import { command } from './command.ts';
import { contestIn } from './queue.ts';

const CHANGES = ['pinned', 'unpinned', 'withdrawn'] as const;

export function noticeRoutes(deps: AdminDeps): AdminRoute[] {
  const own = async (contest: string) => (await noticesOf(contest, deps)).filter(({ kind }) => kind === 'notice');
  return [
    open(
      ['owner'],
      get('/admin/v1/notices', async (fields) => {
        const { id } = contestIn(deps, fields);
        return { contest: id, list: await own(id) };
      }),
    ),
    open(
      ['owner'],
      post('/admin/v1/notices', async (fields, { name: actor }) => {
        const contest = textIn(fields, 'contest');
        const [text, pinned] = [textIn(fields, 'text').trim().normalize(), booleanIn(fields, 'pinned')];
        const { result, sequence } = await command(deps, { name: 'postNotice', contest, text, pinned, actor });
        return { contest, index: result.index, pinned, sequence };
      }),
    ),
    open(
      ['owner'],
      post('/admin/v1/notices/change', async (fields, { name: actor }) => {
        const { id: contest } = contestIn(deps, fields);
        const given = textIn(fields, 'change');
        const change = CHANGES.find((one) => one === given);
        if (change === undefined) throw new AdminRefusal(`change is '${given}', needs ${CHANGES.join(', ')}`);
        const notice = fields['notice'];
        const found = (await own(contest)).find(({ index }) => index === notice);
        if (found === undefined)
          throw new AdminRefusal(
            `notice is ${JSON.stringify(notice)}, which is the leaf of none of contest ${contest}`,
          );
        if (found.withdrawn !== undefined)
          throw new AdminRefusal(`notice ${found.index} was withdrawn already, by leaf ${found.withdrawn}`);
        const { index } = found;
        const { sequence } = await command(deps, { name: 'changeNotice', contest, notice: index, change, actor });
        return { contest, index, change, sequence };
      }),
    ),
  ];
}
