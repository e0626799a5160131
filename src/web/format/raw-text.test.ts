import { describe, expect, it } from 'vitest';
import { cut, marked } from './raw-text.ts';

describe('text from callers', () => {
  it('shows what would hide or turn the text around', () => {
    expect(marked('pay\u202eevil')).toBe('pay⟨U+202E⟩evil');
    expect(marked('a\u200bb\u200dc\ufeff')).toBe('a⟨U+200B⟩b⟨U+200D⟩c⟨U+FEFF⟩');
    expect(marked('\u001b[31mred\u0000\u0085')).toBe('⟨U+001B⟩[31mred⟨U+0000⟩⟨U+0085⟩');
    expect(marked('\u061c\u2066x\u2069\u2028')).toBe('⟨U+061C⟩⟨U+2066⟩x⟨U+2069⟩⟨U+2028⟩');
  });

  it('marks halves of a pair and leaves whole ones', () => {
    expect(marked('a\ud83db\ude00c')).toBe('a⟨U+D83D⟩b⟨U+DE00⟩c');
    expect(marked('😀')).toBe('😀');
  });

  it('leaves lines, tabs and right-to-left letters as they are', () => {
    expect(marked('one\n\ttwo שלום')).toBe('one\n\ttwo שלום');
  });

  it('cuts without parting a pair', () => {
    expect([cut('abcd', 3), cut('ab😀', 3), cut('ab', 3)]).toEqual(['abc', 'ab', 'ab']);
  });
});
