/** `outcry admin …`: the persons of the administration's roles, and the way into its page. */
import { askAdmin, type Asking, askingAs, asOperator } from './admin.ts';
import { readFile } from './files.ts';
import { span } from './times.ts';
import { UsageError } from './told.ts';
import { type Call, defineVerb, operand, type Verb } from './verb.ts';

interface CredentialRow {
  readonly name: string;
  readonly role: string;
  readonly revokedMs: number | null;
}

const ROLES = ['owner', 'judge', 'auditor'];

const link = defineVerb({
  name: 'admin link',
  about: 'print a link into the page of the administration, good once and for a minute',
  options: {
    credential: { value: 'FILE', about: 'a file with the token of a person; without it you come as the operator' },
  },
  more: 'The page keeps what it is given in memory, for twelve hours at most. Open the link on this machine.',
  async answer(call) {
    const asking = askerOf(call);
    const made = await askAdmin<{ code: string; expiresInMs: number }>(asking, 'POST', '/admin/v1/codes');
    const url = `${asking.adminUrl}/#code=${made.code}`;
    const note = `Good once, for ${span(made.expiresInMs)}.`;
    return { json: { url, expiresInMs: made.expiresInMs }, text: url, note };
  },
});

/** The caller: the person whose token `--credential` names, else the operator. */
export function askerOf({ data, options }: Call): Asking {
  const path = options['credential'];
  if (path === undefined) return asOperator(data);
  return askingAs(data, tokenIn(path));
}

/** A token of `admin add`, or of the operator: what a header can hold. */
const TOKEN = /^[!-~]{16,256}$/;

/** The first line: whatever else a person keeps in the file stands below it. */
function tokenIn(path: string): string {
  const line = (readFile(path).split('\n', 1)[0] ?? '').trim();
  if (TOKEN.test(line)) return line;
  // Not shown: it may be somebody's secret all the same.
  const found = line === '' ? 'is empty' : `has ${line.length} characters that are none`;
  throw new UsageError(
    `${path} holds no token: its first line ${found}; \`outcry admin add NAME --role ROLE\` prints one`,
  );
}

const add = defineVerb({
  name: 'admin add',
  about: 'give a person a role in the administration; prints their token, once',
  operands: ['NAME'],
  options: { role: { value: ROLES.join('|'), about: 'what they may do' } },
  more: 'A name is 1 to 32 characters of a-z 0-9 _ - and is never given out again: cases tell judges apart by it.',
  async answer(call) {
    const role = call.options['role'] ?? '';
    if (!ROLES.includes(role)) throw new UsageError(`--role is '${role}', needs ${ROLES.join(', ')}`);
    const name = operand(call, 'NAME');
    const made = await askAdmin<{ token: string }>(call.data, 'POST', '/admin/v1/credentials', { name, role });
    return {
      json: { name, role, ...made },
      text: made.token,
      note: `The token of ${name} (${role}). It is not shown again; keep it in a file for --credential.`,
    };
  },
});

const list = defineVerb({
  name: 'admin list',
  about: 'the persons of the administration',
  async answer({ data }) {
    const { list: rows } = await askAdmin<{ list: readonly CredentialRow[] }>(data, 'GET', '/admin/v1/credentials');
    const persons = rows.map(({ name, role, revokedMs }) => [name, role, revokedMs === null ? 'active' : 'revoked']);
    return { json: rows, text: { head: ['name', 'role', 'state'], rows: persons } };
  },
});

const revoke = defineVerb({
  name: 'admin revoke',
  about: "end a person's token and sessions for ever",
  operands: ['NAME'],
  async answer(call) {
    const name = operand(call, 'NAME');
    const answer = await askAdmin<unknown>(call.data, 'POST', '/admin/v1/credentials/revoke', { name });
    return { json: answer, text: `${name} is revoked` };
  },
});

export const adminVerbs: readonly Verb[] = [link, add, list, revoke];
