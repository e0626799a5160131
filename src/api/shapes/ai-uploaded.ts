/** The answer to an AI log that is kept; its index, leaf hash and warnings travel in headers. */
import { number, object, string } from './schema.ts';
import { shape, type ViewOf } from './shape.ts';

export const aiUploadedShape = shape(
  object({
    code: string<'00000'>(),
    msg: string<'success'>(),
    requestTime: number('Epoch ms'),
    data: string<'upload success'>(),
  }),
  { code: '00000', msg: 'success', requestTime: 1767251702000, data: 'upload success' },
);

export type AiUploadedView = ViewOf<typeof aiUploadedShape>;

export function aiUploadedView(requestTimeMs: number): AiUploadedView {
  return { code: '00000', msg: 'success', requestTime: requestTimeMs, data: 'upload success' };
}
