// The ids of orders that this page places.

/** How the ids of orders that this page places begin. */
export const PAGE_OIDS = 'web-';

/** The prefix followed by 128 random bits: unique, and the same again when an order is resent after a lost answer. */
export function newClientOid(random: Uint8Array): string {
  const bits = random.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return PAGE_OIDS + bits.toString(36);
}
