/**
 * A team's bundle of its own evidence, one at a time for an account: making it goes through the whole log, so a team
 * that asks again and again would leave no time to the others. A second one is refused with when to ask again.
 */
import type { BundleWanted, Evidence } from './evidence.ts';
import type { Limits } from '../front/limits/limits.ts';
import type { SentFile } from '../shapes/bundle.ts';

export interface OwnBundles {
  /** Throws 429 while one of the account waits or is made. Rejects with EvidenceBroken. */
  make(wanted: Extract<BundleWanted, { readonly variant: 'team' }>): Promise<SentFile>;
}

/** Before any was made. */
const FIRST_GUESS_MS = 5_000;

/** @param monotonicMs a clock that never falls */
export function createOwnBundles(
  evidence: Pick<Evidence, 'bundle'>,
  limits: Pick<Limits, 'refuse'>,
  monotonicMs: () => number,
): OwnBundles {
  /** When each account asked for the one that is on its way. */
  const askedMs = new Map<number, number>();
  let lastTookMs = FIRST_GUESS_MS;

  return {
    async make(wanted) {
      const { uid } = wanted;
      const startMs = monotonicMs();
      const beforeMs = askedMs.get(uid);
      if (beforeMs !== undefined) {
        const seconds = Math.max(1, Math.ceil((lastTookMs - (startMs - beforeMs)) / 1000));
        throw limits.refuse('bundles', seconds, {
          en: `a bundle of yours is being made, one at a time; retry after ${seconds} s`,
          zh: `您的证据包正在生成，每次只能生成一个，请在${seconds}秒后重试`,
        });
      }
      askedMs.set(uid, startMs);
      try {
        return await evidence.bundle(wanted);
      } finally {
        askedMs.delete(uid);
        lastTookMs = monotonicMs() - startMs;
      }
    },
  };
}
