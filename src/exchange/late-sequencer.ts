/**
 * The sequencer for parts that are built before the journal is read: until the real one is there it takes nothing
 * ("busy"), and keeps what wants to listen. After `begin` it is the real one.
 */
import { NotExecuted } from '../sequencer/refusals.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';

export interface LateSequencer extends Sequencer {
  /** Once. */
  begin(sequencer: Sequencer): void;
}

export function createLateSequencer(): LateSequencer {
  let real: Sequencer | null = null;
  const waiting: ((sequencer: Sequencer) => void)[] = [];
  const whenReal = (listen: (sequencer: Sequencer) => void): void => {
    if (real === null) waiting.push(listen);
    else listen(real);
  };
  return {
    get sequence() {
      return real?.sequence ?? 0;
    },
    get waiting() {
      return real?.waiting ?? 0;
    },
    get mostWaiting() {
      return real?.mostWaiting ?? 0;
    },
    submit: (command) => (real === null ? Promise.reject(new NotExecuted('busy')) : real.submit(command)),
    onDurable: (listener) => whenReal((sequencer) => sequencer.onDurable(listener)),
    onFault: (listener) => whenReal((sequencer) => sequencer.onFault(listener)),
    onJournalFailure: (listener) => whenReal((sequencer) => sequencer.onJournalFailure(listener)),
    healthy: () => real?.healthy() ?? true,
    stop: () => real?.stop() ?? Promise.resolve(),
    begin(sequencer) {
      real = sequencer;
      for (const listen of waiting.splice(0)) listen(sequencer);
    },
  };
}
