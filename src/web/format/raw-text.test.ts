import { describe, expect, it } from 'vitest';
import { cut, endOf, marked, middleCut } from './raw-text.ts';

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

describe('a name that has no room', () => {
  it('keeps its end, which is where names of a kind differ', () => {
    const fits = (text: string): boolean => text.length <= 14;
    expect(middleCut('scripted-momentum-1', fits)).toBe('scripte…ntum-1');
    expect(middleCut('scripted-reversion-1', fits)).toBe('scripte…sion-1');
    expect(middleCut('Meerkat', fits)).toBe('Meerkat');
    expect(endOf('scripted-book-1')).toEqual(['scripted-', 'book-1']);
    expect(endOf('demo 1000002')).toEqual(['demo 1', '000002']);
    expect(endOf('Meerkat')).toEqual(['Meerkat', '']);
    expect(endOf('😀'.repeat(14))[1]).toBe('😀'.repeat(6));
  });
});
