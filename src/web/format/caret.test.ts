import { describe, expect, it } from 'vitest';
import { caretAt } from './caret.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a mark below a byte', () => {
  it('stands below the character that begins there', () => {
    expect(caretAt(bytes('{"a":1,"a":2}'), 7)).toEqual({ text: '{"a":1,"a":2}', column: 7 });
    expect(caretAt(bytes('{"名":1,}'), 9), 'two bytes more than characters').toEqual({ text: '{"名":1,}', column: 7 });
  });

  it('shows what is near, on one line, with hidden characters made visible', () => {
    expect(caretAt(bytes('a\n\tb'), 3)).toEqual({ text: 'a  b', column: 3 });
    expect(caretAt(bytes('\u202ex'), 3).column).toBe('⟨U+202E⟩'.length);
    expect(caretAt(bytes('x'.repeat(500)), 250)).toEqual({ text: 'x'.repeat(80), column: 40 });
  });
});
