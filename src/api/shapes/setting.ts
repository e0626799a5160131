/** The envelope of calls that set something and have nothing to show. */
import { number, object, string } from './schema.ts';
import { shape, type ViewOf } from './shape.ts';

export const settingShape = shape(
  object({ msg: string<'success'>(), requestTime: number('Epoch ms'), code: string<'200'>() }),
  { msg: 'success', requestTime: 1767258000000, code: '200' },
);

export type SettingView = ViewOf<typeof settingShape>;

export function settingView(requestTimeMs: number): SettingView {
  return { msg: 'success', requestTime: requestTimeMs, code: '200' };
}
