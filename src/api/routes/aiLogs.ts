/** GET /ai/logs (ailog 1.7): the caller's own AI logs without their bodies, newest first. */
import { Type } from 'typebox';
import type { Decision } from '../../core/ailog/decision.ts';
import type { AiLogItem, AiLogsArgs } from '../../store/queries/aiLogs.ts';
import { accountOf } from '../call.ts';
import { checkTimeRange, textOf, timeRange } from '../fields.ts';
import { answerPage, pageRequest } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { isIntegerText } from '../scalars.ts';
import {
  answer,
  boolean,
  cursorField,
  endTimeField,
  list,
  nullableString,
  number,
  pageField,
  startTimeField,
  string,
  text,
  whole,
} from '../schemas.ts';

export interface AiLogView {
  index: number;
  receivedAt: number;
  orderId: string | null;
  stage: string;
  model: string;
  size: number;
  bodySha256: string;
  decisions: readonly Decision[];
  links: readonly { readonly orderId: string; readonly how: string }[];
  warnings: readonly string[];
}

export interface AiLogsAnswer {
  list: AiLogView[];
  nextPage: boolean;
}

/** The schema of an AI log in lists. */
export const aiLogFields = {
  index: number('Leaf index, which is its id'),
  receivedAt: number('Epoch ms'),
  orderId: nullableString(),
  stage: string(),
  model: string(),
  size: number('Bytes of the body'),
  bodySha256: string(),
  decisions: list(Type.Object({ action: string(), symbol: nullableString(), size: nullableString(), price: nullableString() })),
  links: list(Type.Object({ orderId: string(), how: string('hash, named or orderId') })),
  warnings: list(string()),
};

export const sampleAiLog: AiLogView = {
  index: 5,
  receivedAt: 1767251702000,
  orderId: '700000000000010',
  stage: 'Decision Making',
  model: 'demo-model-1',
  size: 212,
  bodySha256: '2f0c4d1e9a7b8c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b9c8d7e6f5a4b3c2d',
  decisions: [{ action: 'OPEN_LONG', symbol: 'cmt_btcusdt', size: '0.01', price: null }],
  links: [{ orderId: '700000000000010', how: 'orderId' }],
  warnings: [],
};

export const aiLogs = defineRoute<Omit<AiLogsArgs, 'uid'>, AiLogsAnswer>({
  operation: 'aiLogs',
  summary: 'List your AI logs',
  method: 'GET',
  path: '/capi/v2/ai/logs',
  access: 'private',
  permission: 'read',
  weight: { ip: 2, uid: 5 },
  parameters: Type.Object({
    orderId: Type.Optional(text('Logs that carry or are linked to this order; ignored when it is no integer')),
    startTime: Type.Optional(startTimeField),
    endTime: Type.Optional(endTimeField),
    limit: Type.Optional(whole('Rows', 1, 100, 20)),
    page: Type.Optional(pageField),
    cursor: Type.Optional(cursorField),
  }),
  answer: answer({ list: list(Type.Object(aiLogFields)), nextPage: boolean() }),
  sample: { request: 'limit=1', answer: { list: [sampleAiLog], nextPage: false } },
  errors: ['40020', '40017'],
  parse: (fields) => {
    const orderId = textOf(fields, 'orderId');
    const range = timeRange(fields);
    const page = pageRequest(fields, 'limit', 20);
    checkTimeRange(range);
    return {
      orderId: orderId !== null && isIntegerText(orderId) ? orderId : null,
      startMs: range.startTime,
      endMs: range.endTime,
      ...page,
    };
  },
  handle: async (args, call) => {
    const { sequencer, store } = call.deps;
    const { items, nextCursor } = await answerPage(
      call,
      store.ask('aiLogs', { uid: accountOf(call), ...args }, sequencer.sequence),
    );
    return { list: items.map(aiLogView), nextPage: nextCursor !== null };
  },
});

export function aiLogView(item: AiLogItem): AiLogView {
  const { index, receivedAtMs, orderId, stage, model, size, bodySha256, decisions, links, warnings } = item;
  return { index, receivedAt: receivedAtMs, orderId, stage, model, size, bodySha256, decisions, links, warnings };
}
