/** `outcry cluster recover`: an order that is lost goes on in an empty etcd, from what nodes' folders hold. */
import { resolve } from 'node:path';
import { ConfigError, readOrderPlace, readSharedStore } from '../app/settings/config.ts';
import { counted } from '../core/text/counted.ts';
import { givenOf, PLACE } from './cluster-place.ts';
import { failing, UsageError } from './told.ts';
import { type Call, defineVerb, type Verb, type VerbOption } from './verb.ts';

const STORE: Readonly<Record<string, VerbOption>> = {
  store: { value: 'ADDRESS', about: 'the PostgreSQL of the nodes (OUTCRY_STORE)' },
};

export const recoverVerb: Verb = defineVerb({
  name: 'cluster recover',
  about: 'begins the next generation of an order whose etcd is lost, or the first one of a single machine’s exchange',
  options: {
    ...PLACE,
    ...STORE,
    others: { value: 'DIR,…', about: 'data folders of the other nodes, or copies of them' },
    'accept-loss': { about: 'goes on although PostgreSQL has rows of commands that no folder has' },
  },
  more: 'Run it when no node runs, once, with the folder of one node as --data and those of all others that can be had as --others, and with an etcd that is empty. The longest journal completes the archive in PostgreSQL; the nodes then start as ever, with their folders or with empty ones.',
  async answer(call) {
    const { place, store } = placesOf(call);
    const others = (call.options['others'] ?? '').split(',').flatMap((path) => (path === '' ? [] : resolve(path)));
    const folders = [call.data, ...others];
    // A single machine loads nothing of it.
    const { recoverOrder } = await import('../app/node/recover.ts');
    const acceptsLoss = call.switches.has('accept-loss');
    const work = () => recoverOrder({ place, store, folders, acceptsLoss });
    const done = await failing(work, `recovering from ${call.data}: `);
    const { generation, archived, from, continues } = done;
    const had = archived === 0 ? 'nothing' : `all up to ${archived}`;
    const came = from === null ? '' : `, and ${counted(continues.sequence - archived, 'command')} came from ${from}`;
    const text =
      `Generation ${generation} of the order begins after sequence ${continues.sequence}. The archive had ${had}` +
      `${came}. Start the nodes.`;
    return { json: done, text };
  },
});

/** @throws UsageError */
function placesOf(call: Call) {
  try {
    const place = readOrderPlace(givenOf(call, Object.keys(PLACE)));
    return { place, store: readSharedStore(givenOf(call, ['store', 'config'])) };
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}
