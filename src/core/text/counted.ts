/** A number and what it counts, in English: `1 order`, `2 orders`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
