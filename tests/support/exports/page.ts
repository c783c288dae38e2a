// A page with nothing but exports, for tests and measurements in a real browser.

import {
  type Exported,
  type ExportRequest,
  exportAttendance,
} from '../../../src/features/attendance/export/exportAttendance.ts';
import { createClient } from '../../../src/platform/api/client.ts';
import type { ExportProgress } from '../../../src/platform/export/progress.ts';
import { verifyFile } from '../../../src/platform/export/verify/verifyFile.ts';

const api = createClient({ base: `${location.origin}/web/api/v1`, token: () => null });

export interface Outcome {
  error?: { kind: string; message: string };
  notes: string[];
  files: { name: string; rows: number; size: number }[];
  missing: readonly string[];
}

let last: Exported = { files: [], notes: [] };

const page = {
  /** Whether the server reports changes of the list. */
  hasRevision: false,
  progress: [] as ExportProgress[],
  /** Runs an export. Cancels at the first progress of the phase `cancelAt`, and when glyphs are missing. */
  async run(format: ExportRequest['format'], cancelAt?: ExportProgress['phase']): Promise<Outcome> {
    const controller = new AbortController();
    last = { files: [], notes: [] };
    page.progress = [];
    let missing: readonly string[] = [];
    try {
      last = await exportAttendance(api, {
        format,
        filters: { start_date: '2026-03-01', end_date: '2026-03-31' },
        shownFilters: [{ label: 'Company', value: 'Acme Ltd' }],
        user: 'Ada Admin',
        canSign: false,
        hasCorrections: false,
        hasRevision: page.hasRevision,
        signal: controller.signal,
        onProgress(progress) {
          page.progress.push(progress);
          if (progress.phase === cancelAt) controller.abort();
        },
        async approveMissingGlyphs(characters) {
          missing = characters;
          return 'cancel';
        },
      });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return {
        error: { kind: 'kind' in error ? String(error.kind) : '', message: error.message },
        notes: [],
        files: [],
        missing,
      };
    }
    const files = last.files.map(({ name, rows, blob }) => ({ name, rows, size: blob.size }));
    return { notes: last.notes, files, missing };
  },
  /** Saves the file through a link, as the console does. */
  download() {
    const [file] = last.files;
    if (!file) throw new Error('There is no file');
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file.blob);
    link.download = file.name;
    link.click();
  },
  async verify() {
    const [file] = last.files;
    return file && verifyFile(new File([file.blob], file.name), undefined);
  },
};

declare global {
  interface Window {
    exporting: typeof page;
  }
}

window.exporting = page;
