// Asks the store again as long as it says "not now": a busy machine is behind for longer than a question waits.
import { StoreAway, StoreBehind } from '../../src/store/errors.ts';

export const isNotNow = (error: unknown): boolean => error instanceof StoreAway || error instanceof StoreBehind;

export async function untilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isNotNow(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
