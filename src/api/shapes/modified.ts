/** The envelope of modifyTpSlOrder, which has nothing to show. */
import { number, object, schema, string } from './schema.ts';
import { shape, type ViewOf } from './shape.ts';

export const modifiedShape = shape(
  object({
    code: string<'00000'>(),
    msg: string<'success'>(),
    requestTime: number('Epoch ms'),
    data: schema<null>({ type: 'null' }),
  }),
  { code: '00000', msg: 'success', requestTime: 1767258000000, data: null },
);

export type ModifiedView = ViewOf<typeof modifiedShape>;

export function modifiedView(requestTimeMs: number): ModifiedView {
  return { code: '00000', msg: 'success', requestTime: requestTimeMs, data: null };
}
