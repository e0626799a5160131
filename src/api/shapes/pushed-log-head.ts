/** The messages of `log.head`: the newest checkpoint of the AI log, and leaves that are in its tree. */
import { number, object, string } from './schema.ts';
import { leafListShape } from './log-text.ts';
import { shape } from './shape.ts';

export const pushedLogHeadShape = shape(
  object({
    size: number('Leaves of the tree'),
    note: string('The checkpoint as it is served'),
    leaves: leafListShape.schema,
    skipped: number('Leaves since the message before, of a snapshot all before, that are not among these'),
  }),
  {
    size: 7,
    note: 'outcry.example/ailog\n7\n…\n\n— outcry.example/ailog …\n',
    leaves: leafListShape.sample,
    skipped: 6,
  },
);
