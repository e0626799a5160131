/**
 * A table that scrolls inside itself where it is wider than its space; on a phone its rows are lists.
 */
import type { ComponentChildren } from 'preact';
import { namesOf } from '../../parts/row-lines.ts';

interface JudgeTableProps {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly children: ComponentChildren;
}

export function JudgeTable({ caption, heads, children }: JudgeTableProps) {
  return (
    <div class="row-lines judge-scroll" tabIndex={0} role="group" aria-label={caption}>
      <table style={namesOf(heads)}>
        <caption class="hidden-text">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
