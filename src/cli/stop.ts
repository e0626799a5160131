/**
 * `outcry stop`: asks the running exchange to stop, as Ctrl-C would, and waits until it has. For anyone who has its
 * data folder at hand, but not its terminal or its process id.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { askAdmin } from './admin.ts';
import { VerbFailed } from './told.ts';
import { defineVerb } from './verb.ts';

const STOPPED_WITHIN_MS = 8_000;
const LOOK_EVERY_MS = 20;

export const stopVerb = defineVerb({
  name: 'stop',
  about: 'stop the exchange that runs on the data folder',
  more: 'What is under way is answered and the journal is sealed; it returns when the folder is free. The next start goes on from there.',
  async answer({ data }) {
    await askAdmin(data, 'POST', '/admin/stop', {});
    const started = performance.now();
    // The last thing a stopping exchange does.
    while (existsSync(join(data, 'lock.pid'))) {
      if (performance.now() - started > STOPPED_WITHIN_MS)
        throw new VerbFailed(`the exchange on ${data} was asked to stop, and still runs after ${STOPPED_WITHIN_MS} ms`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    return { json: { data, stopped: true }, text: `the exchange on ${data} has stopped` };
  },
});
