/**
 * Sees to it that a signed request is carried out once (FLOW-010): the same one again gets the first one's outcome,
 * also while that is under way. Equal means signed equally: method, path, query, timestamp and body.
 */
import type { AnsweredRequests } from '../../live/answered-requests.ts';
import type { Decision } from '../../core/turn/outcome.ts';

/** Bytes of the signature that tell requests of one account apart. */
const DIGEST_BYTES = 8;

/** The part of its request's signature that a command carries: 11 characters. Useless without the rest of it. */
export function digestOf(signature: Buffer): string {
  return signature.toString('base64url', 0, DIGEST_BYTES);
}

export interface Once {
  /** The decision on an equal request, made or under way; null when there was none. */
  earlier(account: number, digest: string): Decision<unknown> | Promise<Decision<unknown>> | null;
  /** Notes what is under way. */
  begin(account: number, digest: string, outcome: Promise<Decision<unknown>>): void;
}

/** A request that is being carried out. Digests of different accounts may be equal, as seldom as that is. */
interface UnderWay {
  readonly account: number;
  readonly outcome: Promise<Decision<unknown>>;
}

export function createOnce(answered: Pick<AnsweredRequests, 'find'>, nowMs: () => number): Once {
  const underWay = new Map<string, UnderWay>();
  return {
    earlier(account, digest) {
      const found = answered.find(account, digest, nowMs());
      if (found !== undefined) return found;
      const same = underWay.get(digest);
      return same?.account === account ? same.outcome : null;
    },
    begin(account, digest, outcome) {
      const entry = { account, outcome };
      underWay.set(digest, entry);
      const end = (): void => {
        if (underWay.get(digest) === entry) underWay.delete(digest);
      };
      outcome.then(end, end);
    },
  };
}
