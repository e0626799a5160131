/**
 * Reads Parquet, as data frames are written: by hyparquet, which is loaded for such a file alone. Snappy is its own;
 * gzip, Brotli and Zstandard are the runtime's.
 */
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { layoutOf } from './columns.ts';
import { type Cell, type Gathering, HistoryError } from './gather.ts';
import { cellsBy } from './read-text.ts';

/** @throws HistoryError with row and column */
export async function readParquet(
  file: string,
  bytes: Uint8Array,
  symbol: string | null,
  into: Gathering,
): Promise<void> {
  const { parquetMetadata, parquetRead, parquetSchema } = await import('hyparquet');
  const whole = new Uint8Array(bytes).buffer;
  const failed = (error: unknown): HistoryError => new HistoryError(`${file} is no Parquet file: ${String(error)}`);
  try {
    const metadata = parquetMetadata(whole);
    const names = parquetSchema(metadata).children.map(({ element }) => element.name);
    const layout = layoutOf(names);
    await parquetRead({
      file: whole,
      metadata,
      compressors: {
        GZIP: unpackedBy(gunzipSync),
        BROTLI: unpackedBy(brotliDecompressSync),
        ZSTD: unpackedBy(zstdDecompressSync),
      },
      onComplete(rows: readonly (readonly Cell[])[]) {
        for (const [at, row] of rows.entries())
          into.take(cellsBy(layout, row), symbol, { file, row: at + 1, unit: 'row' });
      },
    });
  } catch (error) {
    throw error instanceof HistoryError ? error : failed(error instanceof Error ? error.message : error);
  }
}

function unpackedBy(unpack: (bytes: Uint8Array) => Uint8Array): (bytes: Uint8Array) => Uint8Array {
  return (bytes) => new Uint8Array(unpack(bytes));
}
