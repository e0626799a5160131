/** `outcry hash`: the state hash of a data folder's journal, for comparing two of them. */
import { replayOrFail } from './replay.ts';
import { defineVerb } from './verb.ts';

export const hashVerb = defineVerb({
  name: 'hash',
  about: 'print the hash of the state the journal leads to',
  more: 'Prints `SEQUENCE HASH`. Reads the journal only, and may run beside the exchange.',
  async answer({ data }) {
    const { sequence, hash } = await replayOrFail(data);
    return { json: { sequence, hash }, text: `${sequence} ${hash}` };
  },
});
