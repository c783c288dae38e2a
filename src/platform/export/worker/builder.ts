// Stores the rows as they arrive and builds the files from them.

import type { Row } from '../columns.ts';
import type { ExportFormat } from '../errors.ts';
import type { FileWriter } from '../fileWriter.ts';
import type { Origin } from '../proof/about.ts';
import type { Sign } from '../proof/signature.ts';

export interface BuildRequest {
  readonly format: ExportFormat;
  readonly origin: Origin;
}

export interface BuiltFile {
  readonly blob: Blob;
  readonly rows: number;
  readonly part: number;
  readonly parts: number;
}

export interface BuildProgress {
  /** Rows written in all parts. */
  readonly done: number;
  readonly part: number;
  readonly parts: number;
}

export interface Builder {
  clear(): void;
  add(rows: readonly Row[], where: 'front' | 'end'): void;
  /** Returns the characters that no font has, for a PDF. */
  missingGlyphs(origin: Origin): Promise<readonly string[]>;
  build(request: BuildRequest, onProgress: (progress: BuildProgress) => void, sign?: Sign): Promise<BuiltFile[]>;
}

export function createBuilder(writers: { excel: FileWriter; pdf?: FileWriter }): Builder {
  const spool = createSpool();
  const all = Object.values(writers);

  return {
    clear() {
      spool.clear();
      for (const writer of all) writer.clear();
    },
    add(rows, where) {
      spool.add(rows, where);
      for (const writer of all) writer.inspect(rows);
    },
    missingGlyphs: async (origin) => (await writers.pdf?.missingGlyphs(origin)) ?? [],
    async build({ format, origin }, onProgress, sign) {
      const writer = writers[format];
      if (!writer) throw new Error(`There is no writer for ${format}`);
      const parts = Math.ceil(spool.size / writer.rowsPerFile);
      const files: BuiltFile[] = [];
      for (let number = 1; number <= parts; number += 1) {
        const from = (number - 1) * writer.rowsPerFile;
        const to = Math.min(from + writer.rowsPerFile, spool.size);
        const blob = await writer.write(spool.read(from, to), {
          origin,
          part: { number, skip: from, of: parts, allRows: spool.size },
          onProgress: (rows) => onProgress({ done: from + rows, part: number, parts }),
          sign,
        });
        files.push({ blob, rows: to - from, part: number, parts });
      }
      return files;
    },
  };
}

// Rows waiting to be written, kept as blobs, which a browser may put on disk. This way, even a million rows do not fill
// the page's memory.

const batchSize = 2_000;

interface Spool {
  readonly size: number;
  clear(): void;
  add(rows: readonly Row[], where: 'front' | 'end'): void;
  /** Reads rows from one index up to another, in batches. */
  read(from: number, to: number): AsyncGenerator<Row[]>;
}

function createSpool(): Spool {
  let stored: { blob: Blob; size: number }[] = [];
  let pending: Row[] = [];
  let size = 0;

  const batchOf = (rows: readonly Row[]) => ({ blob: new Blob([JSON.stringify(rows)]), size: rows.length });

  return {
    get size() {
      return size;
    },
    clear() {
      stored = [];
      pending = [];
      size = 0;
    },
    add(rows, where) {
      size += rows.length;
      if (where === 'front') {
        stored.unshift(batchOf(rows));
        return;
      }
      pending.push(...rows);
      if (pending.length < batchSize) return;
      stored.push(batchOf(pending));
      pending = [];
    },
    async *read(from, to) {
      let start = 0;
      for (const { blob, size } of [...stored, batchOf(pending)]) {
        if (start < to && start + size > from) {
          const rows: Row[] = JSON.parse(await blob.text());
          yield rows.slice(Math.max(0, from - start), to - start);
        }
        start += size;
      }
    },
  };
}
