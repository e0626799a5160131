/** A table of a run as Parquet, by hyparquet-writer, which is loaded for such a file alone. */
import type { Column, RunColumns } from './tables.ts';

export const PARQUET_TYPE = 'application/vnd.apache.parquet';

const TYPES = { text: 'STRING', number: 'DOUBLE', moment: 'TIMESTAMP' } as const;

export async function parquetOf({ columns }: RunColumns): Promise<Buffer> {
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  return Buffer.from(parquetWriteBuffer({ columnData: columns.map(columnOf) }));
}

function columnOf({ name, type, values }: Column) {
  // A column of the same type even where every value is missing.
  const data = type === 'moment' ? values.map((ms) => (ms === null ? undefined : new Date(ms))) : [...values];
  return { name, type: TYPES[type], data, nullable: true };
}
