/**
 * `outcry ailog …`: what a team does with its AI logs: try, upload, list, show, get receipts, and check a receipt
 * without any service. Exit codes: 0 fine, 1 findings or a refusal, 2 broken evidence.
 */
import { readCaller } from '../app/settings/config.ts';
import { readBytes, readFile, writeFile } from './files.ts';
import { orBroken } from './log.ts';
import { type Client, createClient } from '../client/client.ts';
import { type Call, defineVerb, operand, UsageError, type Verb, VerbFailed } from './verb.ts';

const CALLER = {
  url: { value: 'URL', about: 'address of the exchange (OUTCRY_URL, else http://127.0.0.1:8080)' },
  key: {
    value: 'KEY',
    about: 'API key; its secret and passphrase are in OUTCRY_SECRET and OUTCRY_PASSPHRASE (OUTCRY_KEY)',
  },
};

/** The caller's client. Secrets come from the environment, where no list of processes shows them. */
function clientOf({ options }: Call): Client {
  const { url, secret, passphrase, ...given } = readCaller();
  const apiKey = options['key'] ?? given.apiKey;
  if (apiKey === undefined || secret === undefined || passphrase === undefined)
    throw new UsageError('needs OUTCRY_KEY (or --key), OUTCRY_SECRET and OUTCRY_PASSPHRASE in the environment');
  return createClient({
    url: options['url'] ?? url,
    apiKey,
    secret,
    passphrase,
  });
}

async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Error ? new VerbFailed(error.message) : error;
  }
}

const shown = (answer: unknown): { json: unknown; text: string } => ({
  json: answer,
  text: typeof answer === 'string' ? answer.trimEnd() : JSON.stringify(answer, null, 2),
});

const upload = defineVerb({
  name: 'ailog upload',
  about: 'upload an AI log, its file as it is',
  operands: ['FILE'],
  options: CALLER,
  async answer(call) {
    const body = readBytes(operand(call, 'FILE'));
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
  about: 'say what an upload of the file would answer; stores nothing',
  operands: ['FILE'],
  options: CALLER,
  async answer(call) {
    const body = readBytes(operand(call, 'FILE'));
    const answer = await asked(() => clientOf(call).aiValidate(body));
    const isClean = answer.ok && answer.warnings.length === 0;
    return { ...shown(answer), exitCode: isClean ? 0 : 1 };
  },
});

const list = defineVerb({
  name: 'ailog list',
  about: 'your AI logs, newest first',
  options: CALLER,
  async answer(call) {
    const answer = await asked(() => clientOf(call).aiLogs());
    const rows = answer.list.map(({ index, receivedAt, stage, model, orderId }) =>
      [index, new Date(receivedAt).toISOString(), stage, model, orderId ?? ''].join('\t'),
    );
    return { json: answer, text: ['index\treceived\tstage\tmodel\torder', ...rows].join('\n') };
  },
});

const show = defineVerb({
  name: 'ailog show',
  about: 'one of your AI logs, with what opens it',
  operands: ['INDEX'],
  options: CALLER,
  answer: async (call) => shown(await asked(() => clientOf(call).aiLog({ index: Number(operand(call, 'INDEX')) }))),
});

const proof = defineVerb({
  name: 'ailog proof',
  about: 'the receipt for one of your leaves, to be kept as a file',
  operands: ['INDEX'],
  options: { ...CALLER, out: { value: 'FILE', about: 'write it there, as .tlog-proof' } },
  async answer(call) {
    const receipt = await asked(() => clientOf(call).aiProof({ index: Number(operand(call, 'INDEX')) }));
    const { out } = call.options;
    if (out === undefined) return { json: { receipt }, text: receipt.trimEnd() };
    writeFile(out, receipt);
    return { json: { file: out }, text: out };
  },
});

const coverage = defineVerb({
  name: 'ailog coverage',
  about: 'how many of your counted orders have a log',
  options: CALLER,
  answer: async (call) => shown(await asked(() => clientOf(call).aiCoverage())),
});

const check = defineVerb({
  name: 'ailog check',
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
      const { checkReceiptFile, LogBroken } = await import('../app/log/log-reader.ts');
      const checked = checkReceiptFile({
        receipt: readFile(operand(call, 'FILE'), UsageError),
        policy: readFile(policy, UsageError),
        body: body === undefined ? null : readBytes(body, UsageError),
      });
      if (!checked.ok) throw new LogBroken(checked.why);
      const { index, kind, timeMs, head, witnesses, notChecked } = checked;
      const facts = { index, kind, timeMs, origin: head.origin, size: head.size, witnesses, notChecked };
      const lines = [
        `valid: leaf ${index} (${kind}) of ${head.origin}, recorded ${new Date(timeMs).toISOString()}, in a tree of ${head.size}`,
        `witnesses: ${witnesses.join(', ') || 'none'}`,
        ...notChecked.map((one) => `not checked: ${one}`),
      ];
      return { json: { ok: true, ...facts }, text: lines.join('\n') };
    });
  },
});

export const aiLogVerbs: readonly Verb[] = [upload, validate, list, show, proof, coverage, check];
