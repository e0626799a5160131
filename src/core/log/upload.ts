// The fields of an uploaded AI log: what is required, what each may be, and what is worth a warning (docs/ai-log.md 8).
//
// It reads a scanned body and answers with the stored facts and the places of the committed values, or with the first
// failure: what is required first, in table order, then the rules in table order. It looks nothing up: what a warning
// needs beyond the body is handed to answerWarnings. It never refuses odd evidence: unknown fields are kept and warned
// about.
import type { Slice, UploadSlices } from './header.ts';
import type { JsonNode, JsonObject, JsonString, ScanReason } from '../text/scan.ts';
import { memberOf, type ObjectResult, objectIn, scanInSteps, scanObject, UPLOAD_LIMITS } from '../text/scan.ts';
import { hasSecret, hasSecretInSteps } from '../text/secret.ts';
import type { Steps } from '../text/steps.ts';
import { isShowable } from '../text/showable.ts';
import { hasMorePoints, type Texts } from '../text/utf8.ts';

/** Warnings of an accepted upload, named on the wire as here. */
export type UploadWarning =
  | 'EMPTY_INPUT'
  | 'EMPTY_OUTPUT'
  | 'LONG_EXPLANATION'
  | 'MODEL_NOT_REGISTERED'
  | 'NOT_SIGNED'
  | 'NO_DECISION'
  | 'ORDER_ID_EMPTY'
  | 'ORDER_NOT_FOUND'
  | 'SECRET'
  | 'SIGNATURE_UNCHECKED'
  | 'UNKNOWN_FIELD';

export type UploadField = 'orderId' | 'stage' | 'model' | 'input' | 'output' | 'explanation';

/** An acceptable upload. `orderId` is decimal text, 1 to 2^63−1, or null; `warnings` are sorted. */
export interface Upload {
  readonly ok: true;
  readonly orderId: string | null;
  /** Trimmed. */
  readonly stage: string;
  readonly model: string;
  readonly input: JsonObject;
  readonly output: JsonObject;
  readonly explanation: JsonString | null;
  readonly slices: UploadSlices;
  readonly warnings: readonly UploadWarning[];
}

/** Why an upload is refused. `path` and `offset` are those of the value (or of the byte) that does not fit. */
export type UploadFailure =
  | {
      readonly ok: false;
      readonly cause: 'malformed';
      readonly reason: ScanReason;
      readonly path: string;
      readonly offset: number;
    }
  | {
      readonly ok: false;
      readonly cause: 'missing';
      readonly parameter: UploadField;
      /** The value that was sent instead, for the hint. */
      readonly root: JsonObject;
    }
  | {
      readonly ok: false;
      readonly cause: 'invalid';
      readonly parameter: UploadField;
      /** The value that is needed there, for the hint. */
      readonly needed: string;
      readonly path: string;
      readonly offset: number;
    };

const MAX_ORDER_ID = '9223372036854775807';
const STAGE_LENGTH = 256;
const MODEL_LENGTH = 128;
const EXPLANATION_LENGTH = 10_000;
const LONG_EXPLANATION = 1_000;

const FIELDS: ReadonlySet<string> = new Set<UploadField>([
  'orderId',
  'stage',
  'model',
  'input',
  'output',
  'explanation',
]);
const REQUIRED = ['stage', 'model', 'input', 'output'] as const;

const ORDER_ID = /^[1-9][0-9]{0,18}$/;

const NEEDED: Readonly<Record<UploadField, string>> = {
  orderId: 'an integer or decimal string from 1 to 9223372036854775807, null, or nothing',
  stage: `a string of 1 to ${STAGE_LENGTH} characters after trimming, without control characters`,
  model: `a string of 1 to ${MODEL_LENGTH} characters after trimming, without control characters`,
  input: 'a JSON object (not a string holding JSON)',
  output: 'a JSON object (not a string holding JSON)',
  explanation: `a string of at most ${EXPLANATION_LENGTH} characters, null, or nothing`,
};

/** A raw body, scanned and read. A zero-length body is `{}`. */
export function parseUpload(bytes: Uint8Array, texts?: Texts): Upload | UploadFailure {
  return uploadIn(bytes, scanObject(bytes, UPLOAD_LIMITS, texts), () => hasSecret(bytes));
}

/** The same of a body of some size, a step at a time: what is yielded means nothing. */
export function* parseUploadInSteps(bytes: Uint8Array, texts: Texts): Steps<Upload | UploadFailure> {
  const scanned = objectIn(yield* scanInSteps(bytes, UPLOAD_LIMITS, texts));
  yield;
  const isSecret = scanned.ok && (yield* hasSecretInSteps(bytes));
  yield;
  return uploadIn(bytes, scanned, () => isSecret);
}

function uploadIn(bytes: Uint8Array, scanned: ObjectResult, hasOne: () => boolean): Upload | UploadFailure {
  if (scanned.ok) return readUpload(bytes, scanned.root, hasOne);
  const { reason, path, offset } = scanned;
  return { ok: false, cause: 'malformed', reason, path, offset };
}

/** The fields of a scanned body; `bytes` are those it was scanned from. */
export function readUpload(
  bytes: Uint8Array,
  root: JsonNode,
  hasOne: () => boolean = () => hasSecret(bytes),
): Upload | UploadFailure {
  if (root.kind !== 'object')
    return { ok: false, cause: 'malformed', reason: 'notObject', path: '$', offset: root.start };
  for (const parameter of REQUIRED) {
    if (isMissing(parameter, memberOf(root, parameter))) return { ok: false, cause: 'missing', parameter, root };
  }
  const orderId = readOrderId(memberOf(root, 'orderId'));
  if (orderId === undefined) return invalid(root, 'orderId');
  const stage = readName(memberOf(root, 'stage'), STAGE_LENGTH);
  if (stage === null) return invalid(root, 'stage');
  const model = readName(memberOf(root, 'model'), MODEL_LENGTH);
  if (model === null) return invalid(root, 'model');
  const input = memberOf(root, 'input');
  if (input?.kind !== 'object') return invalid(root, 'input');
  const output = memberOf(root, 'output');
  if (output?.kind !== 'object') return invalid(root, 'output');
  const explanation = given(memberOf(root, 'explanation'));
  if (explanation !== null && (explanation.kind !== 'string' || explanation.points > EXPLANATION_LENGTH))
    return invalid(root, 'explanation');

  const slices = {
    input: sliceOf(input),
    output: sliceOf(output),
    explanation: explanation === null ? null : sliceOf(explanation),
  };
  const warnings = warningsOf(root, input, output, explanation, hasOne());
  return { ok: true, orderId, stage, model, input, output, explanation, slices, warnings };
}

/** Facts of an upload beyond its body. */
export interface AnswerFacts {
  /** How many decisions its output holds. */
  readonly decisions: number;
  /** Whether the order it names exists and is the uploader's; irrelevant if it names none. */
  readonly orderFound: boolean;
  /** Whether the uploader's team has registered the model, or there is no contest to register for. */
  readonly modelRegistered: boolean;
}

/** Warnings of the answer: those of the body, and those that depend on its decisions and the state. */
export function answerWarnings(upload: Upload, facts: AnswerFacts): readonly UploadWarning[] {
  const warnings = [...upload.warnings];
  if (facts.decisions === 0) warnings.push('NO_DECISION');
  if (upload.orderId !== null && !facts.orderFound) warnings.push('ORDER_NOT_FOUND');
  if (!facts.modelRegistered) warnings.push('MODEL_NOT_REGISTERED');
  return sortedWarnings(warnings);
}

/** Warnings together, each once, sorted as the answer's header lists them. */
export function sortedWarnings(warnings: Iterable<UploadWarning>): readonly UploadWarning[] {
  return [...new Set(warnings)].sort((left, right) => (left < right ? -1 : 1));
}

function warningsOf(
  root: JsonObject,
  input: JsonObject,
  output: JsonObject,
  explanation: JsonString | null,
  isSecret: boolean,
): readonly UploadWarning[] {
  const warnings: UploadWarning[] = [];
  const orderId = memberOf(root, 'orderId');
  if (input.members.length === 0) warnings.push('EMPTY_INPUT');
  if (output.members.length === 0) warnings.push('EMPTY_OUTPUT');
  if (explanation !== null && explanation.points > LONG_EXPLANATION) warnings.push('LONG_EXPLANATION');
  if (orderId?.kind === 'string' && orderId.value === '') warnings.push('ORDER_ID_EMPTY');
  if (isSecret) warnings.push('SECRET');
  if (root.members.some((member) => !FIELDS.has(member.key))) warnings.push('UNKNOWN_FIELD');
  return sortedWarnings(warnings);
}

function invalid(root: JsonObject, parameter: UploadField): UploadFailure {
  const offset = memberOf(root, parameter)?.start ?? root.start;
  return { ok: false, cause: 'invalid', parameter, needed: NEEDED[parameter], path: `$.${parameter}`, offset };
}

/** Names may not be empty or null; of the objects, null is a wrong value and not a missing one. */
function isMissing(field: (typeof REQUIRED)[number], node: JsonNode | undefined): boolean {
  if (node === undefined) return true;
  if (field === 'input' || field === 'output') return false;
  return node.kind === 'null' || (node.kind === 'string' && node.value === '');
}

/** The id to the digit, null if absent, undefined if malformed. */
function readOrderId(node: JsonNode | undefined): string | null | undefined {
  const value = given(node);
  if (value === null) return null;
  const text = value.kind === 'string' ? value.value : value.kind === 'number' ? value.literal : undefined;
  if (text === undefined) return undefined;
  if (text === '' && value.kind === 'string') return null;
  if (!ORDER_ID.test(text)) return undefined;
  return text.length < MAX_ORDER_ID.length || text <= MAX_ORDER_ID ? text : undefined;
}

/** The trimmed text of a name, or null if it isn't one. */
function readName(node: JsonNode | undefined, longest: number): string | null {
  if (node?.kind !== 'string') return null;
  const name = node.value.trim();
  return name !== '' && !hasMorePoints(name, longest) && isShowable(name) ? name : null;
}

/** The node, or null if it is absent or JSON's null. */
function given(node: JsonNode | undefined): JsonNode | null {
  return node === undefined || node.kind === 'null' ? null : node;
}

function sliceOf(node: JsonNode): Slice {
  return [node.start, node.end];
}
