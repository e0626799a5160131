/**
 * `outcry ailog …`: what a team does with its AI logs: try, upload, list, show, get receipts, and check a receipt
 * without any service. Exit codes: 0 fine, 1 findings or a refusal, 2 broken evidence.
 */
import { generateKeyPairSync } from 'node:crypto';
import { readCaller } from '../app/settings/config.ts';
import { publicUrl } from './admin.ts';
import { readBody, readBytes, readFile, writeFile } from './files.ts';
import { orBroken } from './log.ts';
import { type Client, createClient } from '../client/client.ts';
import { NoAnswer } from '../client/errors.ts';
import { tableText } from './table.ts';
import { iso, isoAndAway } from './times.ts';
import { failing, Unanswered, Unreachable, UsageError } from './told.ts';
import { type Call, defineVerb, operand, type Verb } from './verb.ts';
import { rehearsed } from '../core/log/checkpoint.ts';
import { counted } from '../core/text/counted.ts';
import { percent } from './words.ts';

const CALLER = {
  key: {
    value: 'KEY',
    about: 'API key; its secret and passphrase are in OUTCRY_SECRET and OUTCRY_PASSPHRASE (OUTCRY_KEY)',
  },
};

/** The caller's client. Secrets come from the environment, where no list of processes shows them. */
function clientOf(call: Call): Client {
  const { secret, passphrase, logKey, ...given } = readCaller();
  const apiKey = call.options['key'] ?? given.apiKey;
  if (apiKey === undefined || secret === undefined || passphrase === undefined)
    throw new UsageError('needs OUTCRY_KEY (or --key), OUTCRY_SECRET and OUTCRY_PASSPHRASE in the environment');
  return createClient({
    url: publicUrl(call),
    apiKey,
    secret,
    passphrase,
    ...(logKey === undefined ? {} : { logKey }),
  });
}

/** A refusal is told as it came; who was not reached was not asked, and a lost answer is another matter again. */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  return failing(async () => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      throw error.mayHaveHappened
        ? new Unanswered(error.message, { cause: error })
        : new Unreachable(error.message, { cause: error });
    }
  });
}

const shown = (answer: unknown): { json: unknown; text: string } => ({
  json: answer,
  text: typeof answer === 'string' ? answer.trimEnd() : JSON.stringify(answer, null, 2),
});

const upload = defineVerb({
  name: 'ailog upload',
  data: 'address',
  about: 'upload an AI log, its file as it is',
  operands: ['FILE'],
  options: CALLER,
  async answer(call) {
    const body = readBody(operand(call, 'FILE'));
    const { headers } = await asked(() => clientOf(call).call('uploadAiLog', body));
    const of = (name: string): string | null => headers.get(name);
    const facts = {
      index: Number(of('ai-log-index')),
      leaf: of('ai-log-leaf'),
      duplicate: of('ai-log-duplicate') === '1',
      warnings: of('ai-log-warnings')?.split(',') ?? [],
    };
    return { json: facts, text: [`index ${facts.index}, leaf ${facts.leaf}`, ...facts.warnings].join('\n') };
  },
});

const validate = defineVerb({
  name: 'ailog validate',
  data: 'address',
  about: 'say what an upload of the file would answer; stores nothing',
  operands: ['FILE'],
  options: CALLER,
  async answer(call) {
    const body = readBody(operand(call, 'FILE'));
    const answer = await asked(() => clientOf(call).aiValidate(body));
    const isClean = answer.ok && answer.warnings.length === 0;
    return { ...shown(answer), exitCode: isClean ? 0 : 1 };
  },
});

const list = defineVerb({
  name: 'ailog list',
  data: 'address',
  about: 'your AI logs, newest first',
  options: CALLER,
  async answer(call) {
    const answer = await asked(() => clientOf(call).aiLogs());
    const rows = answer.list.map(({ index, receivedAt, stage, model, orderId }) => [
      index,
      iso(receivedAt),
      stage,
      model,
      orderId,
    ]);
    return { json: answer, text: { head: ['index', 'received', 'stage', 'model', 'order'], rows } };
  },
});

const show = defineVerb({
  name: 'ailog show',
  data: 'address',
  about: 'one of your AI logs, with what opens it',
  operands: ['INDEX'],
  options: CALLER,
  answer: async (call) => shown(await asked(() => clientOf(call).aiLog({ index: Number(operand(call, 'INDEX')) }))),
});

const proof = defineVerb({
  name: 'ailog proof',
  data: 'address',
  about: 'the receipt for one of your leaves, to be kept as a file',
  operands: ['INDEX'],
  options: { ...CALLER, out: { value: 'FILE', about: 'write it there, as .tlog-proof' } },
  async answer(call) {
    const receipt = await asked(() => clientOf(call).aiProof({ index: Number(operand(call, 'INDEX')) }));
    const { out } = call.options;
    if (out === undefined) return { json: { receipt }, text: receipt.trimEnd() };
    writeFile(call.data, out, receipt);
    return { json: { file: out }, text: out };
  },
});

const coverage = defineVerb({
  name: 'ailog coverage',
  data: 'address',
  about: 'how many of your counted orders have a log',
  options: CALLER,
  async answer(call) {
    const client = clientOf(call);
    const [answer, { timestamp }] = await asked(() => Promise.all([client.aiCoverage(), client.marketTime()]));
    const { counted: orders, covered, coveredPpm, grades, open, uncovered } = answer;
    const given = Object.entries(grades).filter(([, count]) => count > 0);
    const rows = [
      ...open.map((one) => [one.orderId, one.symbol, iso(one.placedAt), isoAndAway(one.deadline, timestamp)]),
      ...uncovered.map((one) => [one.orderId, one.symbol, iso(one.placedAt), 'too late']),
    ];
    const text = [
      orders === 0
        ? 'no order is counted yet'
        : `${covered} of ${counted(orders, 'counted order')} have a log (${percent(coveredPpm, 6)})`,
      ...(given.length === 0 ? [] : [`grades: ${given.map(([grade, count]) => `${count} ${grade}`).join(', ')}`]),
      ...(rows.length === 0 ? [] : ['', tableText({ head: ['without a log', 'symbol', 'placed', 'until'], rows })]),
    ];
    return { json: answer, text: text.join('\n') };
  },
});

const check = defineVerb({
  name: 'ailog check',
  data: 'none',
  about: 'check a receipt, without any service',
  operands: ['FILE'],
  options: {
    body: { value: 'FILE', about: 'the request body that was logged, as it was sent' },
    policy: { value: 'FILE', about: 'whom to believe: /ailog/policy of the log, from somebody you trust' },
  },
  async answer(call) {
    const { body, policy } = call.options;
    if (policy === undefined) throw new UsageError('--policy is missing: whom to believe, as /ailog/policy says it');
    return orBroken(async () => {
      const { checkReceiptFile, LogBroken } = await import('../publish/log/log-reader.ts');
      const checked = checkReceiptFile({
        receipt: readFile(operand(call, 'FILE'), UsageError),
        policy: readFile(policy, UsageError),
        body: body === undefined ? null : readBytes(body, UsageError),
      });
      if (!checked.ok) throw new LogBroken(checked.why);
      const { index, kind, timeMs, head, witnesses, notChecked } = checked;
      const facts = { index, kind, timeMs, origin: head.origin, size: head.size, witnesses, notChecked };
      const lines = [
        `${rehearsed(head.origin)}valid: leaf ${index} (${kind}) of ${head.origin}, recorded ${iso(timeMs)}, in a tree of ${head.size}`,
        `witnesses: ${witnesses.join(', ') || 'none'}`,
        ...notChecked.map((one) => `not checked: ${one}`),
      ];
      return { json: { ok: true, ...facts }, text: lines.join('\n') };
    });
  },
});

const key = defineVerb({
  name: 'ailog key',
  data: 'none',
  about: 'make a key that signs the AI logs of a team, and show it once',
  more:
    'The private half goes into OUTCRY_LOG_KEY of the bot, whose client then signs every log; the public half is ' +
    'registered with the team. Nothing is written anywhere: keep the private half where only the bot reads it.',
  answer() {
    const { privateKey } = generateKeyPairSync('ed25519');
    const { d = '', x = '' } = privateKey.export({ format: 'jwk' });
    const of = (base64url: string): string => Buffer.from(base64url, 'base64url').toString('base64');
    const facts = { logKey: of(d), publicKey: of(x) };
    return Promise.resolve({ json: facts, text: `OUTCRY_LOG_KEY=${facts.logKey}\npublicKey ${facts.publicKey}` });
  },
});

export const aiLogVerbs: readonly Verb[] = [key, upload, validate, list, show, proof, coverage, check];
