/**
 * Fingerprints of the words of an order that has ended (ORDR-004, ORDR-005): 64 bits of its account and client order
 * id, by which it is found, and 64 bits of its request, by which a repeat is recognised.
 *
 * Both are hashed under a key that follows from the AI log's secret: a replay makes the same ones, and no caller can
 * choose two texts with one hash. By accident two names of one account meet once in 10^5 years of a million orders a
 * day; the later one is then refused as already used, and nothing is traded. Rows of orders that ended before the log
 * was opened are hashed without a secret, and say so.
 */
import { rulesOf } from '../language/execution.ts';
import type { PlanRequest } from '../language/vocabulary.ts';
import type { AccountId } from '../num/units.ts';
import { encodeUtf8 } from '../text/utf8.ts';
import { KeyedHash } from './keyed-hash.ts';
import { type OrderContent, planContent } from './order.ts';

const MARGIN_MODES = [null, 'cross', 'isolated'] as const;
const POSITION_MODES = [null, 'combined', 'separated'] as const;

/** Each is given as high word and low word, to be taken before the next is asked for. */
export class Fingerprints {
  readonly #plain = new KeyedHash(new Uint8Array(8));
  #keyed: KeyedHash | null = null;
  readonly #content = new Int32Array(2);
  /** The name hashed last: an order's name is looked up, and entered soon after. */
  readonly #name = new Int32Array(2);
  #lastName = '';
  #lastAccount: AccountId = 0;
  #lastKeyed = false;

  /** Whether there is a secret yet. */
  get isKeyed(): boolean {
    return this.#keyed !== null;
  }

  seed(secret: Uint8Array): void {
    this.#keyed = new KeyedHash(secret);
    this.#lastName = '';
  }

  /** The fingerprint of an account's client order id; its characters must be of the alphabet of such ids. */
  ofName(account: AccountId, name: string, isKeyed: boolean): Int32Array {
    // The account first: texts are compared character by character.
    if (account === this.#lastAccount && isKeyed === this.#lastKeyed && name === this.#lastName) return this.#name;
    this.#lastName = name;
    this.#lastAccount = account;
    this.#lastKeyed = isKeyed;
    const hash = this.#begin(isKeyed);
    hash.addNumber(account);
    hash.addAscii(name);
    return hash.finish(this.#name);
  }

  /** The fingerprint of an order's request; what the order ignores does not count. */
  ofOrder(content: OrderContent, isKeyed: boolean): Int32Array {
    const hash = this.#begin(isKeyed);
    const closes = content.effect === 'close';
    hash.add((content.side === 'long' ? 1 : 0) | (closes ? 2 : 0) | (rulesOf(content.execution).place << 2));
    hash.add(content.instrument.index);
    hash.addNumber(content.size);
    hash.addNumber(content.price);
    hash.addNumber(content.takeProfit);
    hash.addNumber(content.stopLoss);
    if (closes) hash.addNumber(content.positionId);
    else {
      hash.add(placeIn(MARGIN_MODES, content.askedMarginMode));
      hash.add(placeIn(POSITION_MODES, content.askedPositionMode));
    }
    return hash.finish(this.#content);
  }

  ofPlan(request: PlanRequest | null, isKeyed: boolean): Int32Array {
    const hash = this.#begin(isKeyed);
    if (request !== null) for (const byte of encodeUtf8(planContent(request))) hash.add(byte);
    return hash.finish(this.#content);
  }

  #begin(isKeyed: boolean): KeyedHash {
    const hash = isKeyed ? this.#keyed! : this.#plain;
    hash.begin();
    return hash;
  }
}

/** Like `indexOf`, which is a call: hardly anybody names the modes, so the first is tried first. */
function placeIn<T>(choices: readonly T[], choice: T): number {
  return choices[0] === choice ? 0 : choices.indexOf(choice);
}
