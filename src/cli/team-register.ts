/** `outcry team register`: teams from an organiser's list, and one file for each with its key. */
import { join } from 'node:path';
import { askAdmin } from './admin.ts';
import { keyFolder, readFile, writeSecret } from './files.ts';
import { shownText } from './table.ts';
import { EXIT, UsageError, VerbFailed } from './told.ts';
import { defineVerb, operand } from './verb.ts';

interface Key {
  readonly id: string;
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

interface Row {
  readonly line: number;
  readonly name: string;
  readonly uid: number | null;
  readonly team: string | null;
  readonly acts: readonly string[];
  readonly key?: Key | null;
  readonly failed?: string | null;
}

interface Registered {
  readonly faults: readonly { readonly line: number; readonly column: string; readonly msg: string }[];
  readonly teams: readonly Row[];
}

const ACTS: Readonly<Record<string, string>> = {
  account: 'a new account',
  enter: 'entered',
  approve: 'approved',
  key: 'a key',
  waits: 'its team applies itself, with the key it has',
};
const LIST_MS = 600_000;

export const teamRegister = defineVerb({
  name: 'team register',
  about: 'register teams from a list: accounts, entries, approvals, and a file with the key of each',
  operands: ['CONTEST', 'FILE'],
  options: {
    keys: { value: 'DIR', about: 'folder for the key files, one for each team; made when it is not there' },
    check: { about: 'only say what would be done' },
  },
  more:
    'FILE is a table of a spreadsheet (CSV) whose first line names its columns: uid (empty: a new account), name, ' +
    'contact, class (llm, ml or hybrid), models and members (with ; between), publicKey (of `ailog key`, for teams ' +
    'that sign their logs). Only name must be there. With a fault ' +
    'in it nothing is done. It may be given again: what is done already is not done twice.',
  async answer(call) {
    const [contest, file] = [operand(call, 'CONTEST'), operand(call, 'FILE')];
    const act = !call.switches.has('check');
    const { keys } = call.options;
    if (act && keys === undefined)
      throw new UsageError('--keys is missing: the folder for the keys, which are shown once; or --check');
    const folder = act && keys !== undefined ? keyFolder(call.data, keys) : '';
    const body = { contest, csv: readFile(file), act };
    const path = '/admin/v1/teams/register';
    const answer = await askAdmin<Registered>(call.data, 'POST', path, body, LIST_MS);
    const { faults, teams } = answer;
    if (faults.length > 0) {
      const lines = faults.map(({ line, column, msg }) => shownText(`${file}:${line}: ${column} ${msg}`));
      throw new VerbFailed(`nothing was done:\n${lines.join('\n')}`);
    }
    const files = teams.map((row) =>
      row.key ? writeKey(folder, contest, row, row.key) : { path: '-', isLost: false },
    );
    const isWhole = teams.every(({ failed }) => !failed) && !files.some(({ isLost }) => isLost);
    const rows = teams.map((row, at) => {
      const did = row.acts.map((one) => ACTS[one] ?? one).join(', ') || 'nothing: it is done';
      const said = row.failed ? `${did}; then: ${row.failed}` : did;
      return [row.line, row.team, row.uid, row.name, said, files[at]?.path];
    });
    const shown = teams.map(({ key, ...row }, at) => ({ ...row, keyId: key?.id ?? null, keyFile: files[at]?.path }));
    const head = ['line', 'team', 'account', 'name', act ? 'done' : 'would be done', 'key file'];
    const note = 'Some rows were not done; when their cause is gone give the list again.';
    return {
      json: { ...answer, teams: shown },
      text: { head, rows },
      ...(isWhole ? {} : { exitCode: EXIT.refused, note }),
    };
  },
});

/** Path of the key; a secret that can't be kept is lost, and the row says how to get another. */
function writeKey(
  folder: string,
  contest: string,
  row: Row,
  key: Key,
): { readonly path: string; readonly isLost: boolean } {
  const { team, uid, name } = row;
  const path = join(folder, `${contest}-${team}-${uid}-${key.id}.key`);
  try {
    writeSecret(path, `${JSON.stringify({ uid, contest, team, name, ...key }, null, 2)}\n`);
    return { path, isLost: false };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { path: `${why}: outcry key revoke ${key.id}, then this list again`, isLost: true };
  }
}
