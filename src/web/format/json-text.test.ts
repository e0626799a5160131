import { describe, expect, it } from 'vitest';
import { jsonText, withoutSecrets } from './json-text.ts';

describe('JSON that is shown', () => {
  it('keeps numbers, keys and escapes as they were sent', () => {
    expect(jsonText('{"id":9223372036854775807,"__proto__":{"a":1.10},"s":"\\u202e","e":[],"o":{}}')).toBe(
      '{\n  "id": 9223372036854775807,\n  "__proto__": {\n    "a": 1.10\n  },\n  "s": "\\u202e",\n  "e": [],\n  "o": {}\n}',
    );
  });

  it('shows a key given twice, and what is no JSON, as the bytes they are', () => {
    for (const text of ['{"a":1,"a":2}', '{"a":', 'no JSON']) expect(jsonText(text)).toBe(text);
  });

  it('puts stars over credentials of others, and nothing else', () => {
    const key = `sk-${'a'.repeat(30)}`;
    expect(jsonText(`{"k":"${key}"}`, true)).toBe(`{\n  "k": "${'*'.repeat(key.length)}"\n}`);
    expect(withoutSecrets(`use ${key}!`)).toBe(`use ${'*'.repeat(key.length)}!`);
    expect(jsonText(`{"k":"${key}"}`)).toContain(key);
  });
});
