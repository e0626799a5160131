/**
 * A table of rows of one kind: a caption for those who do not see it, a heading for each column, a row for each item,
 * marked with its id. Cells carry their heading for windows too narrow for columns.
 */
import type { ComponentChildren } from 'preact';

export interface Column<Item> {
  /** Empty: a column of buttons. */
  readonly head: string;
  readonly cell: (item: Item) => ComponentChildren;
  readonly look?: (item: Item) => string;
}

interface DataTableProps<Item> {
  readonly caption: string;
  /** Rows carry it as `data-NAME`, with their id. */
  readonly name: string;
  readonly columns: readonly Column<Item>[];
  readonly items: readonly Item[];
  readonly idOf: (item: Item) => string;
}

export function DataTable<Item>({ caption, name, columns, items, idOf }: DataTableProps<Item>) {
  return (
    <table>
      <caption class="hidden-text">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ head }, place) =>
            head === '' ? (
              <td key={place} />
            ) : (
              <th key={place} scope="col">
                {head}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={idOf(item)} {...{ [`data-${name}`]: idOf(item) }}>
            {columns.map(({ head, cell, look }, place) => (
              <td key={place} class={look?.(item)} data-head={head}>
                {cell(item)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
