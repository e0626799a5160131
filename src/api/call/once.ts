/**
 * Sees to it that a signed request is carried out once (FLOW-010): the same one again gets the first one's outcome,
 * also while that is under way. Equal means signed equally: method, path, query, timestamp and body.
 */
import { hash } from 'node:crypto';
import type { AnsweredRequests } from '../../live/answered-requests.ts';
import type { Decision } from '../../core/turn/outcome.ts';

/** Bytes of the signature that tell requests of one account apart. */
const DIGEST_BYTES = 8;

/**
 * The part of its request's signature that a command carries: 11 characters. Useless without the rest of it. Of a
 * request that becomes several commands each has its own: `nth` counts them from 0, and any after the first carries
 * part of a hash of the signature and its number.
 */
export function digestOf(signature: Buffer, nth = 0): string {
  const bytes = nth === 0 ? signature : hash('sha256', Buffer.concat([signature, Buffer.from(`#${nth}`)]), 'buffer');
  return bytes.toString('base64url', 0, DIGEST_BYTES);
}

export interface Once {
  /** The decision on an equal request, made or under way; null when there was none. */
  earlier(account: number, digest: string): Decision<unknown> | Promise<Decision<unknown>> | null;
  /** Notes what is under way from now on; its outcome is to be set at once. */
  begin(account: number, digest: string): UnderWay;
  end(underWay: UnderWay): void;
}

/** A request that is being carried out. Digests of different accounts may be equal, as seldom as that is. */
export interface UnderWay {
  readonly account: number;
  readonly digest: string;
  outcome: Promise<Decision<unknown>> | null;
}

export function createOnce(answered: Pick<AnsweredRequests, 'find'>, nowMs: () => number): Once {
  const all = new Map<string, UnderWay>();
  return {
    earlier(account, digest) {
      const found = answered.find(account, digest, nowMs());
      if (found !== undefined) return found;
      const same = all.get(digest);
      return same?.account === account ? same.outcome : null;
    },
    begin(account, digest) {
      const underWay = { account, digest, outcome: null };
      all.set(digest, underWay);
      return underWay;
    },
    end(underWay) {
      if (all.get(underWay.digest) === underWay) all.delete(underWay.digest);
      // A map that has been outgrown still points at what was in it (deadline.ts): the events of a command are not to
      // live longer for it.
      underWay.outcome = null;
    },
  };
}
