// Takes the rows that are collected and makes the files of them. It runs in a worker, see startBuilder.ts.

import type { Origin, Part } from '../proof/about.ts';
import type { Row } from '../columns.ts';
import { buildExcel, createWidths, excelRowsPerFile } from '../xlsx/excel.ts';
import type { ExportFormat } from '../errors.ts';
import { createSpool } from './spool.ts';

export interface BuildOrder {
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
  /** Rows of all parts. */
  readonly done: number;
  readonly part: number;
  readonly parts: number;
}

export interface Builder {
  clear(): void;
  add(rows: readonly Row[], where: 'front' | 'end'): void;
  /** The characters that a PDF would have no glyphs for. */
  missingGlyphs(origin: Origin): Promise<readonly string[]>;
  build(order: BuildOrder, onProgress: (progress: BuildProgress) => void): Promise<BuiltFile[]>;
}

/** What makes PDFs is a module of its own, so that the worker for Excel need not carry it. */
export interface PdfMaker {
  readonly rowsPerFile: number;
  clear(): void;
  notice(rows: readonly Row[]): void;
  missingGlyphs(origin: Origin): Promise<readonly string[]>;
  build(rows: AsyncIterable<Row[]>, origin: Origin, part: Part, onProgress: (rows: number) => void): Promise<Blob>;
}

export function createBuilder(pdf?: PdfMaker): Builder {
  const spool = createSpool();
  let widths = createWidths();

  return {
    clear() {
      spool.clear();
      widths = createWidths();
      pdf?.clear();
    },
    add(rows, where) {
      spool.add(rows, where);
      widths.add(rows);
      pdf?.notice(rows);
    },
    missingGlyphs: async (origin) => (await pdf?.missingGlyphs(origin)) ?? [],
    async build({ format, origin }, onProgress) {
      const maker = format === 'pdf' ? pdf : undefined;
      const perFile = maker?.rowsPerFile ?? excelRowsPerFile;
      const parts = Math.ceil(spool.size / perFile);
      const files: BuiltFile[] = [];
      for (let number = 1; number <= parts; number += 1) {
        const from = (number - 1) * perFile;
        const to = Math.min(number * perFile, spool.size);
        const part = { number, of: parts, allRows: spool.size };
        const report = (rows: number) => onProgress({ done: from + rows, part: number, parts });
        const blob = maker
          ? await maker.build(spool.read(from, to), origin, part, report)
          : await buildExcel(spool.read(from, to), {
              origin,
              part,
              widths: widths.list(),
              onProgress: report,
            });
        files.push({ blob, rows: to - from, part: number, parts });
      }
      return files;
    },
  };
}
