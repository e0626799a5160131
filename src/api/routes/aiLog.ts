/**
 * GET /ai/log (ailog 0.5, 1.7): one AI log with all its owner may have to open its commitments: header, field keys, body, entry and
 * leaf. The body is exact, unmasked: it is the owner's own, and any change to it would no longer verify. The salt stays here.
 */
import { Type } from 'typebox';
import type { UploadKeys } from '../../core/ailog/header.ts';
import { accountOf } from '../call.ts';
import { invalid } from '../errors.ts';
import { require, wholeOf } from '../fields.ts';
import { defineRoute } from '../route.ts';
import { answer, nullableString, string, whole } from '../schemas.ts';
import { aiLogFields, type AiLogView, aiLogView, sampleAiLog } from './aiLogs.ts';

export interface AiLogAnswer extends AiLogView {
  header: string | null;
  keys: UploadKeys | null;
  body: string | null;
  entry: string;
  leaf: string;
}

export const aiLog = defineRoute<number, AiLogAnswer>({
  operation: 'aiLog',
  summary: 'Get one of your AI logs',
  method: 'GET',
  path: '/capi/v2/ai/log',
  access: 'private',
  permission: 'read',
  weight: { ip: 1, uid: 1 },
  parameters: Type.Object({ index: whole('Leaf index of the log', 0, Number.MAX_SAFE_INTEGER) }),
  answer: answer({
    ...aiLogFields,
    header: nullableString('JCS text'),
    keys: Type.Unsafe({ type: ['object', 'null'], description: 'The five field keys, base64' }),
    body: nullableString('The request body as received'),
    entry: string('JCS text of the leaf'),
    leaf: string('Leaf hash, hex'),
  }),
  sample: {
    request: 'index=5',
    answer: {
      ...sampleAiLog,
      header: '{"body":"…"}',
      keys: { body: '…', explanation: '…', header: '…', input: '…', output: '…' },
      body: '{"orderId":…}',
      entry: '{"h":"…"}',
      leaf: '4271a26be0d8a84f0bd54c8c302e7cb3a3b5d1fa6780a40bcce2873477dab658',
    },
  },
  errors: ['40019', '40020'],
  parse: (fields) => {
    require(fields, ['index']);
    return wholeOf(fields, 'index', 0, Number.MAX_SAFE_INTEGER, 0);
  },
  handle: async (index, call) => {
    const { sequencer, store } = call.deps;
    const log = await store.ask('aiLog', { uid: accountOf(call), index }, sequencer.sequence);
    if (log === null) throw invalid('index', { en: `you have no AI log with index ${index}`, zh: `没有编号为${index}的AI日志` });
    const { header, keys, body, entry, leaf } = log;
    return { ...aiLogView(log), header, keys, body: body === null ? null : Buffer.from(body).toString('utf8'), entry, leaf };
  },
});
