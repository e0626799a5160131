/** A position as the private socket sends it; one that has ended is sent once more, with size 0. */
import type { Position } from '../../../core/state/records.ts';
import {
  positionFields,
  pushedPosition as pushedPositionOfV2,
  pushedPositionShape as shapeOfV2,
} from '../../shapes/pushed-position.ts';
import { object } from '../../shapes/schema.ts';
import { shape, type ViewOf } from '../../shapes/shape.ts';
import { headFields, inNamesOfV3 } from './pushed-names.ts';

const { id: _, coinId: _coin, contractId: _symbol, marginMode: _mode, ...others } = positionFields;

export const pushedPositionShape = shape(object({ ...headFields, ...others }), inNamesOfV3(shapeOfV2.sample));

export function pushedPosition(position: Position): ViewOf<typeof pushedPositionShape> {
  return inNamesOfV3(pushedPositionOfV2(position));
}
