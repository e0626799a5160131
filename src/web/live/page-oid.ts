// The ids of orders that this page places.

/** How the ids of orders begin that this page places. */
export const PAGE_OIDS = 'web-';

/** 128 random bits behind it: nobody else's, and the same one when a lost answer makes it be sent again. */
export function newClientOid(random: Uint8Array): string {
  const bits = random.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return PAGE_OIDS + bits.toString(36);
}
