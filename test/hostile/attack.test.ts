// The attack of `npm run attack`, as short as it gets: each part once, with a fixed seed, and nothing found. That is a
// minute of two cores, so that `npm run thorough` has it and `npm test` has not.
import { afterAll, expect, it } from 'vitest';
import { cleanUp } from '../cli/process.ts';
import { PATIENCE_MS } from '../patience.ts';
import { THOROUGH } from '../thorough.ts';
import { attack } from './attack.ts';

const SEED = 6;
const MINUTES = 0.02;

afterAll(cleanUp);

it.runIf(THOROUGH)(
  `an attack of ${MINUTES} minutes with seed ${SEED} finds nothing, and did what it says`,
  async () => {
    const { counts, findings } = await attack(SEED, MINUTES);
    expect(findings).toEqual([]);
    const tried = ['hostile requests', 'copies of signed requests', 'idle and slow connections', 'damaged folders'];
    tried.push(
      'orders of dust against a mark',
      'hostile WebSocket messages',
      'WebSockets opened and dropped',
      'hostile requests, many on a connection',
      'recorded handshakes sent',
      'heavy requests beside a quiet account',
      'ways to take a team off a board',
      'own bundles looked through',
      'folders with a damaged past',
      'files taken from under an exchange',
    );
    for (const kind of [...tried, 'clock jumps', 'kills under load']) expect(counts.get(kind), kind).toBeGreaterThan(0);
  },
  PATIENCE_MS * 5,
);
