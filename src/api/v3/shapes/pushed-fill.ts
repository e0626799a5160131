/** One side of a fill as the private socket sends it to the account it belongs to. */
import type { Id } from '../../../core/num/units.ts';
import type { FillMade } from '../../../core/turn/events.ts';
import { fillFields, pushedFill as pushedFillOfV2, pushedFillShape as shapeOfV2 } from '../../shapes/pushed-fill.ts';
import { object } from '../../shapes/schema.ts';
import { shape, type ViewOf } from '../../shapes/shape.ts';
import { headFields, inNamesOfV3 } from './pushed-names.ts';

const { id: _, coinId: _coin, contractId: _symbol, marginMode: _mode, ...others } = fillFields;

export const pushedFillShape = shape(object({ ...headFields, ...others }), inNamesOfV3(shapeOfV2.sample));

/** @param openOrderId the order that opened the separated position, 0 when combined */
export function pushedFill(
  fill: FillMade,
  role: 'taker' | 'maker',
  openOrderId: Id,
  timeMs: number,
): ViewOf<typeof pushedFillShape> {
  return inNamesOfV3(pushedFillOfV2(fill, role, openOrderId, timeMs));
}
