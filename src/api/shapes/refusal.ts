/** A refused request of an account: what it was for, and how it was answered. Nothing of its content. */
import { nullableString, number, object, string } from './schema.ts';
import { shape } from './shape.ts';

export const refusalShape = shape(
  object({
    t: number('Epoch ms at which it was received'),
    operation: string(),
    code: string(),
    token: nullableString(),
    msg: string('In the language of its answer'),
    hint: nullableString(),
    requestId: string('The X-Request-Id of its answer'),
  }),
  {
    t: 1767258000000,
    operation: 'placeOrder',
    code: '40015',
    token: 'SIZE_NOT_MULTIPLE_OF_STEP',
    msg: "SIZE_NOT_MULTIPLE_OF_STEP: INVALID_ARGUMENT: The order size must be greater than 0 and matches the stepSize '0.0001' requirement. Current size is '0.000114'",
    hint: 'Nearest valid sizes: 0.0001 and 0.0002',
    requestId: '5f3a9c0b7d21-4k',
  },
);
