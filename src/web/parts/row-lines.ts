/**
 * A table whose rows, in a window too narrow for its columns, are lists of lines, each with the heading of its column:
 * what surrounds it has the class `row-lines`, and it has these as its style. Up to seven columns.
 */
import './row-lines.css';

/** The headings as texts of CSS, by column. */
export function namesOf(heads: readonly string[]): Record<string, string> {
  return Object.fromEntries(heads.map((head, at) => [`--head-${at + 1}`, JSON.stringify(head)]));
}
