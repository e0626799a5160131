/**
 * The characters of `fc.string({ unit: 'binary' })`, drawn the same way: every code point that is not a surrogate. That
 * one puts all 1.1 million of them into a map once a process, which takes seconds and holds up each collection after.
 */
import fc from 'fast-check';

const CODE_POINTS = 0x110000;
const [FIRST_SURROGATE, SURROGATES] = [0xd800, 0x800];

export const anyCharacter = fc.nat(CODE_POINTS - SURROGATES - 1).map(characterAt, indexOf);

function characterAt(index: number): string {
  return String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES);
}

/** For fast-check's own dangerous strings, which it takes apart. @throws Error when it is not one of the characters */
function indexOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
  const index = code === undefined || code < FIRST_SURROGATE ? code : code - SURROGATES;
  if (index === undefined || characterAt(index) !== character) throw new Error('not one character');
  return index;
}
