/**
 * `outcry stop`: asks the running exchange to stop, as Ctrl-C would, and waits until it has. For anyone who has its
 * data folder at hand, but not its terminal or its process id.
 */
import { whoRunsOn } from '../folder/disk/running.ts';
import { askAdmin } from './admin.ts';
import { VerbFailed } from './told.ts';
import { defineVerb } from './verb.ts';
import { machine } from '../time/machine.ts';

/** Longer than the exchange and its launcher take when they end without having stopped everything. */
const STOPPED_WITHIN_MS = 8_000;
const LOOK_EVERY_MS = 20;

export const stopVerb = defineVerb({
  name: 'stop',
  about: 'stop the exchange that runs on the data folder',
  more: 'What is under way is answered and the journal is sealed; it returns when its process has ended. The next start goes on from there.',
  async answer({ data }) {
    const running = whoRunsOn(data);
    await askAdmin(data, 'POST', '/admin/stop', {});
    const started = machine.steadyMs();
    while (running.stillRuns()) {
      if (machine.steadyMs() - started > STOPPED_WITHIN_MS)
        throw new VerbFailed(`the exchange on ${data} was asked to stop, and still runs after ${STOPPED_WITHIN_MS} ms`);
      await machine.sleep(LOOK_EVERY_MS);
    }
    return { json: { data, stopped: true }, text: `the exchange on ${data} has stopped` };
  },
});
