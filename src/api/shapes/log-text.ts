/** The AI log's answers about itself: a checkpoint's name and a receipt as text, and its leaves. */
import { list, number, object, string } from './schema.ts';
import { shape } from './shape.ts';

export const beaconShape = shape(
  string('Size of the tree, a dot, and the hash of the checkpoint, base64'),
  '3.FZYUmeszFNpDmqF3yqnjHVEbw5/E1mBmVKzkrxQwNAA=',
);

export const receiptShape = shape(
  string('A C2SP tlog-proof, to be kept as a file'),
  'c2sp.org/tlog-proof@v1\nextra …\nindex 5\n…\n\noutcry.example/ailog\n8\n…\n\n— outcry.example/ailog …\n',
);

export const leafListShape = shape(list(object({ index: number(), k: string('Kind'), t: number('Epoch ms') })), [
  { index: 6, k: 'order', t: 1767252600000 },
]);
