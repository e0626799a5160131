/** `outcry checkpoint …` and `outcry branch …`: one past of a rehearsal, many futures. */
import type { BranchInfo, CheckpointInfo, RehearsalClock } from '../api/call/rehearsal.ts';
import { machine } from '../time/machine.ts';
import { askAdmin } from './admin.ts';
import { drivenText } from './clock.ts';
import { tableText } from './table.ts';
import { Unanswered, Unreachable, VerbFailed } from './told.ts';
import { type Call, defineVerb, type Verb } from './verb.ts';

const PATH = '/admin/v1/rehearsal';
/** A checkpoint of long runs has a read store of gigabytes. */
const PATIENCE_MS = 600_000;
/** Within which another branch answers. */
const SERVED_MS = 120_000;
const POLL_MS = 100;

const textOf = (ms: number): string => new Date(ms).toISOString();

const create = defineVerb({
  name: 'checkpoint create',
  about: 'keep a rehearsal as it is now, to go on from later',
  operands: ['NAME'],
  more: 'Time has to stand. NAME is 1 to 40 of a-z, 0-9, - and _.',
  async answer({ data, operands }) {
    const body = { name: operands['NAME'] };
    const made = await askAdmin<CheckpointInfo>(data, 'POST', `${PATH}/checkpoints`, body, PATIENCE_MS);
    return { json: made, text: `${made.name}: ${textOf(made.virtualMs)}, command ${made.sequence}` };
  },
});

const list = defineVerb({
  name: 'checkpoint list',
  about: 'list the checkpoints of a rehearsal',
  answer: async ({ data }) => checkpointsShown(await askAdmin<Checkpoints>(data, 'GET', `${PATH}/checkpoints`)),
});

const remove = defineVerb({
  name: 'checkpoint delete',
  about: 'remove a checkpoint; branches made from it stay',
  operands: ['NAME'],
  answer: async ({ data, operands }) =>
    checkpointsShown(
      await askAdmin<Checkpoints>(data, 'POST', `${PATH}/checkpoints/delete`, { name: operands['NAME'] }),
    ),
});

const FORK_OPTIONS = {
  as: { value: 'BRANCH', about: 'name of the new branch; one is found when not given' },
  'seed-after': { value: 'TEXT', about: 'draw the market anew from there: one past, another future' },
};

const fork = defineVerb({
  name: 'checkpoint fork',
  about: 'make a branch that goes on from a checkpoint, beside the one that runs',
  operands: ['NAME'],
  options: FORK_OPTIONS,
  async answer(call) {
    const made = await forked(call, 'fork');
    return { json: made, text: `branch ${made.name} goes on from ${made.from}; outcry rehearse --branch runs it` };
  },
});

const restore = defineVerb({
  name: 'checkpoint restore',
  about: 'go back to a checkpoint: a branch goes on from it in place of the one that runs',
  operands: ['NAME'],
  options: FORK_OPTIONS,
  more: 'The branch that ran stays as it is. Accounts and keys stay; WebSockets end with 4010.',
  async answer(call) {
    const { name } = await forked(call, 'restore');
    const clock = await served(call.data, name);
    return { json: clock, text: `branch ${name}\n${drivenText(clock)}` };
  },
});

function forked({ data, operands, options }: Call, how: 'fork' | 'restore'): Promise<BranchInfo> {
  const { as, 'seed-after': seedAfter } = options;
  const body = { name: operands['NAME'], ...(as && { as }), ...(seedAfter && { seedAfter }) };
  return askAdmin<BranchInfo>(data, 'POST', `${PATH}/checkpoints/${how}`, body, PATIENCE_MS);
}

/** Resolves when a branch is served. */
async function served(data: string, branch: string): Promise<RehearsalClock> {
  for (const untilMs = machine.steadyMs() + SERVED_MS; ; await machine.sleep(POLL_MS)) {
    try {
      const clock = await askAdmin<RehearsalClock>(data, 'GET', '/admin/clock');
      if (clock.branch === branch && clock.state !== 'advancing') return clock;
    } catch (error) {
      // For a moment nobody is there.
      const isAway = error instanceof Unreachable || error instanceof Unanswered || error instanceof VerbFailed;
      if (!isAway || machine.steadyMs() > untilMs) throw error;
    }
  }
}

const branchList = defineVerb({
  name: 'branch list',
  about: 'list the branches of a rehearsal',
  answer: async ({ data }) => branchesShown(await askAdmin<AllBranches>(data, 'GET', `${PATH}/branches`)),
});

const branchDelete = defineVerb({
  name: 'branch delete',
  about: 'remove a branch that does not run, with all it holds',
  operands: ['NAME'],
  answer: async ({ data, operands }) =>
    branchesShown(await askAdmin<AllBranches>(data, 'POST', `${PATH}/branches/delete`, { name: operands['NAME'] })),
});

interface Checkpoints {
  readonly checkpoints: readonly CheckpointInfo[];
}

interface AllBranches {
  readonly branches: readonly BranchInfo[];
}

function checkpointsShown(all: Checkpoints) {
  const rows = all.checkpoints.map(({ name, branch, virtualMs, sequence }) => [
    name,
    branch,
    textOf(virtualMs),
    sequence,
  ]);
  return { json: all, text: tableText({ head: ['CHECKPOINT', 'BRANCH', 'TIME', 'COMMAND'], rows }) };
}

function branchesShown(all: AllBranches) {
  const rows = all.branches.map(({ name, from, seedAfter, served }) => [name, from, seedAfter, served ? 'yes' : 'no']);
  return { json: all, text: tableText({ head: ['BRANCH', 'CHECKPOINT', 'SEED AFTER', 'RUNS'], rows }) };
}

export const branchVerbs: readonly Verb[] = [create, list, restore, fork, remove, branchList, branchDelete];
