/** `outcry snapshot`: has the running exchange write down its state now, for the next start to resume from. */
import { askProof } from './prove.ts';
import { defineVerb } from './verb.ts';

interface Made {
  readonly name: string;
  readonly sequence: number;
  readonly hash: string;
  readonly bytes: number;
  readonly lines: number;
  readonly milliseconds: number;
}

export const snapshotVerb = defineVerb({
  name: 'snapshot',
  about: 'write down the state of the running exchange, for the next start',
  more: [
    'The exchange does this by itself, after so many commands, after so long and when it is stopped; ask for one before an upgrade or a copy of',
    'the folder. Trading goes on meanwhile. The last three are kept, in the folder `snapshots` of the data folder. The hash is what',
    '`outcry replay --until SEQUENCE` must find.',
  ].join('\n'),
  options: {},
  async answer({ data }) {
    const made = await askProof<Made>(data, '/admin/snapshot', 'POST');
    const { name, sequence, hash, bytes, lines, milliseconds } = made;
    const text = [
      `sequence ${sequence}`,
      `hash ${hash}`,
      `file snapshots/${name}: ${bytes} bytes, ${lines} lines`,
      `written in ${milliseconds} ms`,
    ].join('\n');
    return { json: made, text };
  },
});
