/**
 * POST /ai/validate (ailog 1.7): a dry run of an upload. Says what the upload would answer and what it would be linked to; stores and
 * journals nothing, and needs no place on the allowlist.
 */
import { Type } from 'typebox';
import { fromHex, toHex } from '../../core/ailog/bytes.ts';
import { aiClientOid, bindingClientOids } from '../../core/ailog/client-oid.ts';
import { type Decision, decisionsOf } from '../../core/ailog/decision.ts';
import { answerWarnings, parseUpload, type Upload, type UploadFailure } from '../../core/ailog/upload.ts';
import type { AnyOrder } from '../../core/order.ts';
import { findRecord } from '../../core/orders/working.ts';
import { gradeByTime } from '../../store/grade.ts';
import type { Grade, LinkKind } from '../../store/tables.ts';
import type { Call } from '../call.ts';
import { accountOf } from '../call.ts';
import { messageOf } from '../errors.ts';
import { MAX_UPLOAD_BODY } from '../http-limits.ts';
import { defineRoute } from '../route.ts';
import { answer, boolean, list, nullableString, string } from '../schemas.ts';
import { sha256, uploadError, uploadFields } from './uploadAiLog.ts';

export interface AiValidateAnswer {
  ok: boolean;
  error: { code: string; msg: string; reason: string | null; path: string | null; offset: number | null } | null;
  warnings: readonly string[];
  decisions: readonly Decision[];
  bodySha256: string;
  /** The client order id that would bind an order to this body. */
  clientOid: string;
  /** The order it would be linked to, of those the exchange still knows, and how. */
  link: { orderId: string; how: LinkKind } | null;
  grade: Grade | null;
}

export const aiValidate = defineRoute<null, AiValidateAnswer>({
  operation: 'aiValidate',
  summary: 'Try an AI log without storing it',
  method: 'POST',
  path: '/capi/v2/ai/validate',
  access: 'private',
  permission: 'read',
  weight: { ip: 1, uid: 1 },
  bodyLimit: MAX_UPLOAD_BODY,
  ownScanner: true,
  parameters: uploadFields,
  answer: answer({
    ok: boolean(),
    error: Type.Unsafe({ type: ['object', 'null'] }),
    warnings: list(string()),
    decisions: list(Type.Object({ action: string(), symbol: nullableString(), size: nullableString(), price: nullableString() })),
    bodySha256: string(),
    clientOid: string(),
    link: Type.Unsafe({ type: ['object', 'null'] }),
    grade: nullableString(),
  }),
  sample: {
    request: '{"stage":"Decision Making","model":"m","input":{"a":1},"output":{"decision":"HOLD"}}',
    answer: {
      ok: true,
      error: null,
      warnings: [],
      decisions: [{ action: 'HOLD', symbol: null, size: null, price: null }],
      bodySha256: 'e0b97b2b7bdff4e9b71e61a2ee3c7d9e2b3b6d0cf1a9a3b6a67f3a7d1d6fd1a4',
      clientOid: 'ai1-e0b97b2b7bdff4e9b71e61a2ee3c7d9e',
      link: null,
      grade: null,
    },
  },
  errors: ['413'],
  parse: () => null,
  handle: (_, call) => {
    const digest = toHex(sha256(call.body));
    const clientOid = aiClientOid(fromHex(digest) as Uint8Array);
    const upload = parseUpload(call.body);
    if (!upload.ok) {
      return {
        ok: false,
        error: errorOf(call, upload),
        warnings: [],
        decisions: [],
        bodySha256: digest,
        clientOid,
        link: null,
        grade: null,
      };
    }
    const { decisions, clientOids } = decisionsOf(upload.output);
    const found = linkedOrder(call, upload, digest, clientOids);
    const warnings = answerWarnings(upload, {
      decisions: decisions.length,
      orderFound: namedOrder(call, upload) !== null,
      modelRegistered: true,
    });
    return { ok: true, error: null, warnings, decisions, bodySha256: digest, clientOid, ...found };
  },
});

function errorOf(call: Call, failure: UploadFailure): AiValidateAnswer['error'] {
  const error = uploadError(failure);
  const place = failure.code === '40019' ? { path: null, offset: null } : { path: failure.path, offset: failure.offset };
  return {
    code: failure.code,
    msg: messageOf(error, call.locale),
    reason: failure.code === '40017' ? failure.reason : null,
    ...place,
  };
}

/** The caller's order the log names by `orderId`; null when there is none. */
function namedOrder(call: Call, { orderId }: Upload): AnyOrder | null {
  const { state } = call.deps.engine;
  const account = state.accounts.get(accountOf(call));
  if (orderId === null || account === undefined) return null;
  const record = findRecord(state, account, Number(orderId));
  return record !== null && String(record.id) === orderId ? record : null;
}

/** The strongest link to an order with a leaf, and the grade its time would give it now. */
function linkedOrder(
  call: Call,
  upload: Upload,
  digest: string,
  clientOids: readonly string[],
): Pick<AiValidateAnswer, 'link' | 'grade'> {
  const { state } = call.deps.engine;
  const account = state.accounts.get(accountOf(call));
  const answering = (names: readonly string[]): AnyOrder | undefined =>
    account && names.map((name) => state.clientOrderIds.get(account, name)).find((one) => one !== undefined);
  const byHash = answering(bindingClientOids(digest));
  const byName = answering(clientOids);
  const candidates: [LinkKind, AnyOrder | null | undefined][] = [
    ['hash', byHash],
    ['named', byName],
    ['orderId', namedOrder(call, upload)],
  ];
  for (const [how, record] of candidates) {
    if (!record || record.leafIndex < 0) continue;
    const place = { leafIndex: record.leafIndex, placedAt: record.createdMs };
    const log = { how, logIndex: state.ailog.nextIndex, receivedAt: call.deps.clock.nowMs() };
    return { link: { orderId: String(record.id), how }, grade: gradeByTime(place, log) };
  }
  return { link: null, grade: null };
}
