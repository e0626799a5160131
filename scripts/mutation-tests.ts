// Which tests judge a mutant (scripts/mutation.ts): those that look at money, positions and risk, are quick, and do the
// same every time. The random walks are left out: a mutant must die by a stated figure, not by luck.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'src/core/{ledger,positions,risk,liquidation}/**/*.test.ts',
      'test/scenarios/*.test.ts',
      'test/risk-vectors.test.ts',
      'test/vectors.test.ts',
    ],
    setupFiles: ['test/setup.ts'],
    testTimeout: 30_000,
  },
});
