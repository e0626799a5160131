/**
 * `outcry log …`: the published AI log, read and checked from its address or from files, by anyone who wants to. Exit
 * code 2: it is broken; 3: nobody could be asked, which says nothing of the log.
 */
import { existsSync } from 'node:fs';
import { rehearsed } from '../core/log/checkpoint.ts';
import { LogBroken, LogUnreachable, type OpenedLog } from '../publish/log/log-reader.ts';
import { askAdmin, publicUrl } from './admin.ts';
import { readFile } from './files.ts';
import { folderAt, outsideData } from './folders.ts';
import { EXIT, failing, Unreachable, UsageError } from './told.ts';
import { type Answer, type Call, defineVerb, operand, type Verb } from './verb.ts';

const SOURCE = {
  policy: {
    value: 'FILE',
    about: "whom to believe; without it the log's own policy, which shows that it agrees with itself",
  },
  known: {
    value: 'DIR',
    about: 'where the last checkpoint of each log is kept, which a new one must continue (~/.outcry/checkpoints)',
  },
};

/** Answers from the opened log; what is broken is said, with exit code 2. */
async function ofLog(
  call: Call,
  place: string | undefined,
  answer: (log: OpenedLog) => Promise<Answer>,
): Promise<Answer> {
  const { openLog, openLogSource } = await import('../publish/log/log-reader.ts');
  const { mustContinue, usualPlace } = await import('../publish/log/known-checkpoint.ts');
  const { policy, known } = call.options;
  const address = place ?? `${publicUrl(call)}/ailog`;
  if (known !== undefined) outsideData(call.data, folderAt(known), '--known');
  return orBroken(async () => {
    const log = await openLog(openLogSource(address), policy === undefined ? null : readFile(policy, UsageError));
    await mustContinue(log, known ?? usualPlace());
    return answer(log);
  });
}

export async function orBroken(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LogUnreachable) throw new Unreachable(error.message, { cause: error });
    if (!(error instanceof LogBroken || error instanceof TypeError)) throw error;
    const why = error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
    return { json: { ok: false, why }, text: `BROKEN: ${why}`, exitCode: EXIT.misused };
  }
}

function countIn(call: Call, name: string): number {
  const text = operand(call, name);
  const count = /^(0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(count)) throw new UsageError(`${name} is '${text}', needs a whole number`);
  return count;
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const checkpoint = defineVerb({
  name: 'log checkpoint',
  data: 'address',
  about: 'the newest checkpoint of the AI log, verified',
  options: SOURCE,
  answer: (call) =>
    ofLog(call, undefined, async ({ head, checkpoint: note }) => ({
      json: { ...head, root: base64(head.root) },
      text: note.trimEnd(),
    })),
});

const entry = defineVerb({
  name: 'log entry',
  data: 'address',
  about: 'an entry of the AI log, proven to be in it',
  operands: ['INDEX'],
  options: SOURCE,
  answer: (call) =>
    ofLog(call, undefined, async (log) => {
      const { readEntryAt } = await import('../publish/log/log-reader.ts');
      const text = await readEntryAt(log, countIn(call, 'INDEX'));
      return { json: JSON.parse(text) as unknown, text };
    }),
});

const consistency = defineVerb({
  name: 'log consistency',
  data: 'address',
  about: 'prove that the log of one size is a beginning of that of another',
  operands: ['OLD', 'NEW'],
  options: SOURCE,
  answer: (call) =>
    ofLog(call, undefined, async (log) => {
      const { proveConsistency } = await import('../publish/log/log-reader.ts');
      const [from, to] = [countIn(call, 'OLD'), countIn(call, 'NEW')];
      const [fromRoot, toRoot] = (await proveConsistency(log, from, to)).map(base64);
      return { json: { ok: true, from, to, fromRoot, toRoot }, text: `ok ${from} ${fromRoot}\nok ${to} ${toRoot}` };
    }),
});

/** The folder of an exported log: then no exchange is asked. */
function exportedIn({ operands, options }: Call): string | undefined {
  const folder = operands['DIR'];
  if (folder === undefined) return undefined;
  if (/^https?:\/\//.test(folder))
    throw new UsageError(`DIR is '${folder}', needs a folder; an exchange is named by --url, without /ailog`);
  if (options['url'] !== undefined || options['data'] !== undefined)
    throw new UsageError(`'${folder}' holds the log; leave --url and --data out`);
  if (existsSync(folderAt(folder))) return folder;
  throw new UsageError(`there is no folder ${folder}`);
}

const fsck = defineVerb({
  name: 'log fsck',
  about: 'check the whole AI log: entries, tiles, root, signature',
  data: 'address',
  operands: ['[DIR]'],
  options: SOURCE,
  more: [
    'The log of the exchange, or the files in DIR that one was exported to. Whether its leaves are those of the journal,',
    'and every AI log has its body, `outcry doctor` says on the machine it runs on.',
  ].join('\n'),
  answer: (call) =>
    ofLog(call, exportedIn(call), async (log) => {
      const { checkWholeLog } = await import('../publish/log/log-reader.ts');
      await checkWholeLog(log);
      const { origin, size } = log.head;
      return { json: { ok: true, origin, size }, text: `${rehearsed(origin)}ok ${size} leaves of ${origin}` };
    }),
});

const exporting = defineVerb({
  name: 'log export',
  data: 'address',
  about: 'write the AI log as files that can be served as they are',
  operands: ['DIR'],
  options: SOURCE,
  answer: (call) => {
    const folder = outsideData(call.data, folderAt(operand(call, 'DIR')), 'DIR');
    return ofLog(call, undefined, async (log) => {
      const { exportLog } = await import('../publish/log/log-reader.ts');
      const files = await failing(() => exportLog(log, folder));
      return { json: { files, size: log.head.size }, text: `${files} files, ${log.head.size} leaves` };
    });
  },
});

const rotate = defineVerb({
  name: 'log rotate',
  about: 'announce another key for the AI log; the old one signs for a week more',
  async answer({ data }) {
    const answer = await askAdmin<{ readonly vkey: string }>(data, 'POST', '/admin/log/rotate', {});
    return { json: answer, text: answer.vkey };
  },
});

export const logVerbs: readonly Verb[] = [checkpoint, entry, consistency, fsck, exporting, rotate];
