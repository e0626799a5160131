/**
 * Teams registered from a list (CTST-003): accounts opened, teams entered and approved, keys made, each as far as it is
 * not done already. So a list may be sent again: after a fault it goes on where it stopped, and whole it does nothing.
 *
 * An account whose key somebody has is theirs: its team applies itself, and the list approves it once it has. Any other
 * is entered by the organiser, which the team's leaf says.
 */
import { FIRST_USER, LAST_DEMO } from '../../core/language/accounts.ts';
import { isSeated } from '../../core/state/contest-lists.ts';
import type { Contest, Team } from '../../core/state/records.ts';
import { plainTeamName } from '../../core/text/team-name.ts';
import type { AccountItem } from '../../store/keys/accounts.ts';
import { AdminRefusal, type AdminRoute, type Body, open, post, textIn } from './body.ts';
import { command } from './command.ts';
import type { AdminDeps } from './deps.ts';
import { makeKey } from './keys.ts';
import { amountIn } from './money.ts';
import { contestIn, teamIn } from './queue.ts';
import { refusalOf } from './refusal.ts';
import { type ListedTeam, type ListFault, readTeamList } from './team-list.ts';

/** A thousand teams with all there is to say of each. */
const LIST_BYTES = 1024 * 1024;

/** Steps of a row, in this order; `waits`: for the team's own application. */
export type TeamAct = 'account' | 'enter' | 'approve' | 'key' | 'waits';

interface Planned extends ListedTeam {
  readonly team: Team | null;
  readonly label: string;
  readonly acts: readonly TeamAct[];
}

interface Key {
  readonly id: string;
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

const REASON = 'entered from the list of the organiser';

export function registerRoutes(deps: AdminDeps): AdminRoute[] {
  // One list at a time: two of the same would open two accounts for one team.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<object>): Promise<object> => {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  };
  return [
    {
      ...open(
        ['owner'],
        post('/admin/v1/teams/register', (fields, { name }) => inTurn(() => register(deps, fields, name))),
      ),
      bodyBytes: LIST_BYTES,
    },
    open(
      ['owner'],
      post('/admin/v1/teams/deposit', async (fields) => {
        const { id, account } = teamIn(contestIn(deps, fields), fields);
        const amount = amountIn(fields);
        const { sequence } = await command(deps, { name: 'deposit', account: account.id, amount });
        return { team: id, uid: account.id, amount, sequence };
      }),
    ),
  ];
}

async function register(deps: AdminDeps, fields: Body, actor: string): Promise<object> {
  const contest = contestIn(deps, fields);
  const { teams, faults } = readTeamList(textIn(fields, 'csv'));
  const accounts = await deps.store.ask('accountList', null, 0);
  const keyed = await keyedAccounts(deps);
  const planned = teams.map((row) => planOf(contest, row, accounts, keyed, faults));
  const isPreview = fields['act'] !== true;
  const head = { contest: contest.id, phase: contest.phase, done: false, faults };
  if (isPreview || faults.length > 0) return { ...head, teams: planned.map(shown) };
  if (contest.phase !== 'registration')
    throw new AdminRefusal(
      `contest ${contest.id} is in ${contest.phase}; teams are registered in registration, which the organiser opens`,
    );
  const done: object[] = [];
  for (const row of planned) done.push(await carryOut(deps, contest, row, actor));
  return { ...head, done: true, teams: done };
}

/** The accounts that have a key which isn't revoked, whoever holds it. */
async function keyedAccounts({ store }: AdminDeps): Promise<ReadonlySet<number>> {
  const keys = await store.ask('keyList', { uid: null }, 0);
  return new Set(keys.flatMap(({ uid, revokedMs }) => (revokedMs === null ? uid : [])));
}

function shown({ line, uid, name, team, acts }: Planned): object {
  return { line, uid: team?.account.id ?? uid, team: team?.id ?? null, name, acts };
}

function planOf(
  contest: Contest,
  row: ListedTeam,
  accounts: readonly AccountItem[],
  keyed: ReadonlySet<number>,
  faults: ListFault[],
): Planned {
  const label = labelOf(contest, row);
  const named = contest.teams.find(({ name }) => plainTeamName(name) === plainTeamName(row.name)) ?? null;
  // Of a list that was not carried out to its end.
  const left = named === null ? accounts.find((one) => one.label === label)?.uid : undefined;
  const uid = row.uid ?? named?.account.id ?? left ?? null;
  const wrong = whatIsWrong(contest, { ...row, uid }, named, accounts);
  if (wrong !== null) faults.push({ line: row.line, ...wrong });
  return { ...row, uid, team: named, label, acts: actsOf(uid, named, keyed) };
}

/** The account's label: the contact is for the organiser alone, and in no log. */
function labelOf({ id }: Contest, { name, contact }: ListedTeam): string {
  return `${id}: ${name}${contact === '' ? '' : ` (${contact})`}`;
}

function actsOf(uid: number | null, team: Team | null, keyed: ReadonlySet<number>): readonly TeamAct[] {
  const isKeyed = uid !== null && keyed.has(uid);
  if (team === null && isKeyed) return ['waits'];
  return [
    ...(uid === null ? (['account'] as const) : []),
    ...(team === null ? (['enter'] as const) : []),
    ...(team === null || team.state === 'applied' ? (['approve'] as const) : []),
    ...(isKeyed ? [] : (['key'] as const)),
  ];
}

function whatIsWrong(
  contest: Contest,
  { uid, name }: ListedTeam,
  named: Team | null,
  accounts: readonly AccountItem[],
): Omit<ListFault, 'line'> | null {
  if (named !== null && named.account.id !== uid)
    return {
      column: 'name',
      msg: `'${name}' is taken: team ${named.id} has it, or one like it, with account ${named.account.id}`,
    };
  if (named?.state === 'withdrawn' || named?.state === 'disqualified')
    return { column: 'name', msg: `team ${named.id} is ${named.state}, and stays so` };
  if (uid === null) return null;
  if (uid >= FIRST_USER && uid <= LAST_DEMO)
    return { column: 'uid', msg: `${uid} is kept for the demo, whose keys everybody knows` };
  if (!accounts.some((one) => one.uid === uid))
    return { column: 'uid', msg: `there is no account ${uid}; leave it empty for a new one` };
  const other = contest.teams.find((one) => one.account.id === uid && isSeated(one));
  if (other !== undefined && other !== named)
    return { column: 'uid', msg: `account ${uid} is team ${other.id}, '${other.name}', already` };
  return null;
}

/** One row; what of it failed is said in it, and the others go on. */
async function carryOut(deps: AdminDeps, contest: Contest, row: Planned, actor: string): Promise<object> {
  const { line, name, label, acts } = row;
  const did: TeamAct[] = [];
  let { uid } = row;
  let team = row.team?.id ?? null;
  let key: Key | null = null;
  const state = (): string | null => contest.teams.find(({ id }) => id === team)?.state ?? null;
  try {
    for (const act of acts) {
      if (act === 'account')
        uid = (await deps.store.ask('accountCreate', { uid, label, nowMs: deps.clock.nowMs() }, 0)).uid;
      else if (act === 'enter') team = await enter(deps, contest.id, { ...row, uid }, actor);
      else if (act === 'approve' && team !== null)
        await command(deps, { name: 'setTeam', contest: contest.id, team, state: 'approved', actor });
      else if (act === 'key' && uid !== null) key = await makeKey(deps, { uid, label: `contest ${contest.id}` });
      did.push(act);
    }
    return { line, name, uid, team, state: state(), acts: did, key, failed: null };
  } catch (error) {
    const { status, msg } = refusalOf(error);
    if (status === 500) throw error;
    return { line, name, uid, team, state: state(), acts: did, key, failed: msg };
  }
}

async function enter(deps: AdminDeps, contest: string, row: ListedTeam, actor: string): Promise<string> {
  const uid = row.uid as number;
  const { modelClass, models, name: teamName } = row;
  const members = row.members.length === 0 ? [`account-${uid}`] : row.members;
  const key = row.publicKey === null ? {} : { publicKey: row.publicKey };
  const wanted = { contest, teamName, modelClass, models, members, ...key, membersFrom: 'approval' } as const;
  const by = { account: uid, keyId: '', channel: 'api', actor, reason: REASON } as const;
  return (await command(deps, { name: 'registerTeam', ...by, ...wanted })).result.team;
}
