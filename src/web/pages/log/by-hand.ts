/**
 * Lines for a shell that come to the same result without a line of this page: sha256sum for a leaf, openssl for the
 * signature under a checkpoint.
 */

/** Text as one word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Prints the hash of the leaf. */
export function leafByHand(entry: string): string {
  return `printf '\\0%s' ${quoted(entry)} | sha256sum`;
}

/** Says whether the log's key signed the checkpoint; leaves four small files where it runs. */
export function noteByHand(note: string, vkey: string): string {
  const key = vkey.split('+').slice(2).join('+');
  return [
    `printf %s ${quoted(note)} > note`,
    String.raw`(printf '\060\052\060\005\006\003\053\145\160\003\041\000'; printf %s ${quoted(key)} | openssl base64 -d -A | tail -c 32) > key.der`,
    `head -n 3 note > body`,
    `sed -n 's/^— [^ ]* //p' note | head -n 1 | openssl base64 -d -A | tail -c +5 > signature`,
    `openssl pkeyutl -verify -rawin -pubin -keyform DER -inkey key.der -in body -sigfile signature`,
  ].join('\n');
}
