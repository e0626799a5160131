/** The messages of the channel headlines: rows of GET /headlines. */
import { headlineItem, headlineShape } from './headline.ts';
import { list, nullableString, object } from './schema.ts';
import { shape } from './shape.ts';

export const pushedHeadlinesShape = shape(
  object({
    startId: nullableString('Of the oldest row; null when there is none'),
    list: list(headlineItem),
  }),
  { startId: headlineShape.sample.id, list: [headlineShape.sample] },
);
