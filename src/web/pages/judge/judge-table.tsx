/**
 * A table that scrolls inside itself where it is wider than its space.
 */
import type { ComponentChildren } from 'preact';

interface JudgeTableProps {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly children: ComponentChildren;
}

export function JudgeTable({ caption, heads, children }: JudgeTableProps) {
  return (
    <div class="judge-scroll" tabIndex={0} role="group" aria-label={caption}>
      <table>
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
