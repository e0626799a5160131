// The README's tour, against an exchange that a clone starts for it; test/install.test.ts takes it on an installed
// package. Skipped, and said so, where the shell lacks curl or openssl.
import { afterAll, describe, it } from 'vitest';
import { cleanUp, newFolder, startExchange } from './cli/process.ts';
import { canTour, takeTour, TOUR_FLAGS } from './newcomer.ts';

afterAll(cleanUp);

describe.skipIf(!canTour)('the tour of the README', () => {
  it('does what it says', async () => {
    const { ready, stop } = await startExchange('start', newFolder(), ...TOUR_FLAGS);
    takeTour(ready.url);
    await stop();
  });
});
