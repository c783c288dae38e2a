// Writes the files of one format. The PDF writer is a module of its own, so that the worker for Excel does not carry
// it.

import type { Row } from './columns.ts';
import type { Origin, Part } from './proof/about.ts';
import type { Sign } from './proof/signature.ts';

export interface FileWriter {
  readonly rowsPerFile: number;
  clear(): void;
  /** Every row is inspected before the first file is written. */
  inspect(rows: readonly Row[]): void;
  /** The characters that no font of this format has. */
  missingGlyphs(origin: Origin): Promise<readonly string[]>;
  write(rows: AsyncIterable<Row[]>, options: WriteOptions): Promise<Blob>;
}

interface WriteOptions {
  readonly origin: Origin;
  readonly part: Part;
  onProgress(rows: number): void;
  /** Undefined where the server signs no exports. */
  readonly sign: Sign | undefined;
}
