// Interface for writing files of one format. The PDF writer is in its own module to keep it out of the Excel worker.

import type { Row } from './columns.ts';
import type { Origin, Part } from './proof/about.ts';
import type { Sign } from './proof/signature.ts';

export interface FileWriter {
  readonly rowsPerFile: number;
  clear(): void;
  /** Receives every row before the first file is written. */
  inspect(rows: readonly Row[]): void;
  /** Returns the characters that no font of this format has. */
  missingGlyphs(origin: Origin): Promise<readonly string[]>;
  write(rows: AsyncIterable<Row[]>, options: WriteOptions): Promise<Blob>;
}

interface WriteOptions {
  readonly origin: Origin;
  readonly part: Part;
  onProgress(rows: number): void;
  /** Undefined if the server does not sign exports. */
  readonly sign: Sign | undefined;
}
