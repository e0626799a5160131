/** The answer of an AI log's dry run: what the upload would answer, and the order it would be linked to. */
import type { Grade, LinkKind } from '../../core/verification/grade.ts';
import { boolean, list, nullableString, object, schema, string } from './schema.ts';
import { decision } from './ai-log.ts';
import { shape, type ViewOf } from './shape.ts';

/** Why the upload would be refused. */
export interface UploadRefusal {
  code: string;
  msg: string;
  hint: string | null;
  reason: string | null;
  path: string | null;
  offset: number | null;
}

/** The order it would be linked to, of those the exchange still knows, and how. */
export interface OrderLink {
  orderId: string;
  how: LinkKind;
}

const nullableObject = <Value>() => schema<Value | null>({ type: ['object', 'null'] });

/** `clientOid` is the client order id that would bind an order to this body. */
export const aiValidationShape = shape(
  object({
    ok: boolean(),
    error: nullableObject<UploadRefusal>(),
    warnings: list(string()),
    decisions: list(decision),
    bodySha256: string(),
    clientOid: string(),
    link: nullableObject<OrderLink>(),
    grade: nullableString<Grade>(),
  }),
  {
    ok: true,
    error: null,
    warnings: [],
    decisions: [{ action: 'HOLD', symbol: null, size: null, price: null }],
    bodySha256: 'e0b97b2b7bdff4e9b71e61a2ee3c7d9e2b3b6d0cf1a9a3b6a67f3a7d1d6fd1a4',
    clientOid: 'ai1-e0b97b2b7bdff4e9b71e61a2ee3c7d9e',
    link: null,
    grade: null,
  },
);

export type AiValidationView = ViewOf<typeof aiValidationShape>;
