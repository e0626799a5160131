/** The messages of the activity channels: rows of GET /activity. */
import { list, nullableString, object } from './schema.ts';
import { activityItem, activityShape } from './activity.ts';
import { shape } from './shape.ts';

const { list: rows } = activityShape.sample;

export const pushedActivityShape = shape(
  object({
    startId: nullableString('Of a change: endId of the message before; of a snapshot: of its oldest row'),
    endId: nullableString('Of the newest row that was told; null before the first'),
    list: list(activityItem),
  }),
  { startId: rows[0]?.id ?? null, endId: rows[0]?.id ?? null, list: rows },
);
