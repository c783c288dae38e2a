// Exports from a test's server to files. The builder runs without its worker, which tests/browser covers.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type Exported,
  type ExportRequest,
  exportWith,
} from '../../../src/features/attendance/export/exportAttendance.ts';
import type { FontFiles } from '../../../src/platform/export/pdf/fonts.ts';
import { createPdfWriter } from '../../../src/platform/export/pdf/writer.ts';
import { createBuilder } from '../../../src/platform/export/worker/builder.ts';
import { createExcelWriter } from '../../../src/platform/export/xlsx/writer.ts';
import type { AttendanceServer, Entry } from './attendanceServer.ts';

/** `fontsRead` gets the names of the fonts that a PDF needed. */
export function exportRecords(
  server: Pick<AttendanceServer, 'api'>,
  more: Partial<ExportRequest> = {},
  fontsRead: string[] = [],
): Promise<Exported> {
  const builder = createBuilder({ excel: createExcelWriter(), pdf: createPdfWriter(testFonts(fontsRead)) });
  return exportWith(builder, server.api, {
    format: 'excel',
    filters: { start_date: '2026-03-01', end_date: '2026-03-31' },
    shownFilters: [{ label: 'Company', value: 'Acme Ltd' }],
    user: 'Ada Admin',
    canSign: false,
    hasCorrections: false,
    hasRevision: false,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...more,
  });
}

export async function exportOneFile(...args: Parameters<typeof exportRecords>): Promise<Blob> {
  const { files } = await exportRecords(...args);
  const [file] = files;
  if (!file || files.length !== 1) throw new Error(`Expected one file, got ${files.length}`);
  return file.blob;
}

export const named = (name: string): Partial<Entry> => ({ employee: { name, employee_id: '1' } });

// The site's fonts, for PDFs written outside a browser.
const folder = path.resolve(import.meta.dirname, '../../../node_modules/dejavu-fonts-ttf/ttf');

/** `fontsRead` gets the names of the fonts that a PDF needed. */
export const testFonts = (fontsRead: string[] = []): FontFiles => ({
  names: async () => ['DejaVuSans.ttf'],
  async read(name) {
    fontsRead.push(name);
    const { buffer, byteOffset, length } = readFileSync(path.join(folder, name));
    return new Uint8Array(buffer, byteOffset, length).slice().buffer;
  },
});
