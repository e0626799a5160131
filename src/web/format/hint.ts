// The proposal of a refusal, taken out of its hint.

/** Values a hint proposes, as they are written in it: "nearest 0.0001 and 0.0002". */
export function valuesIn(hint: string | null): string[] {
  const found = [...(hint ?? '').matchAll(/(?<![\w.])\d+(?:\.\d+)?(?![\w.]*\w)/g)].map(([value]) => value);
  return [...new Set(found)].slice(0, 4);
}
