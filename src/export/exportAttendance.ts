// Exports the attendance records that the filters select, as Excel or PDF: all of them, exactly, or none.

import type { Api } from '../api/client.ts';
import { formatTime } from '../format/time.ts';
import type { Origin } from './proof/about.ts';
import type { Builder, BuiltFile } from './worker/builder.ts';
import { collect } from './read/collect.ts';
import { aborted, asExportError, ExportError, type ExportFormat } from './errors.ts';
import type { Filters } from './read/readPages.ts';
import { createProgress, type ExportProgress } from './progress.ts';
import { startBuilder } from './worker/startBuilder.ts';

export interface ExportRequest {
  format: ExportFormat;
  /** The very query of the visible list, without its page. */
  filters: Filters;
  /** The filters in words, for what the file says about itself. */
  described: readonly { label: string; value: string }[];
  user: string;
  signal: AbortSignal;
  onProgress(progress: ExportProgress): void;
  /** Asked before a PDF is written that would lack these characters; if not given, there is no such PDF. */
  approveMissingGlyphs?(characters: readonly string[]): Promise<'continue' | 'excel' | 'cancel'>;
}

interface ExportedFile {
  name: string;
  blob: Blob;
  rows: number;
  part: number;
  parts: number;
}

export interface Exported {
  files: ExportedFile[];
  /** What precisely does not add up; empty where everything does. */
  notes: string[];
}

/** Throws an ExportError, or CodeLoadError, and leaves nothing behind then. */
export async function exportAttendance(api: Api, request: ExportRequest): Promise<Exported> {
  const { format, signal } = request;
  try {
    const builder = startBuilder(format, signal);
    try {
      return await exportWith(builder, api, request);
    } finally {
      builder.stop();
    }
  } catch (error) {
    throw asExportError(error, format, signal);
  }
}

/** The export itself, wherever the files are built. */
export async function exportWith(builder: Builder, api: Api, request: ExportRequest): Promise<Exported> {
  const { filters, signal } = request;
  const report = createProgress(request.onProgress);
  const {
    rows,
    total: serverTotal,
    notes,
  } = await collect(api, filters, {
    sink: builder,
    signal,
    onProgress: (phase, done, total) => report({ phase, done, total }),
  });
  if (rows === 0) throw new ExportError('nothing', 'No records found to export');

  const origin = originOf(request, serverTotal, notes);
  const format = request.format === 'pdf' ? await chooseFormat(builder, origin, request) : 'excel';
  const files = await builder.build({ format, origin }, (progress) => {
    report({ phase: 'building', total: rows, ...progress });
  });
  if (signal.aborted) throw aborted();
  return { files: files.map((file) => named(file, format, filters)), notes };
}

async function chooseFormat(builder: Builder, origin: Origin, request: ExportRequest): Promise<ExportFormat> {
  const missing = await builder.missingGlyphs(origin);
  if (missing.length === 0) return 'pdf';
  if (!request.approveMissingGlyphs) {
    throw new Error(`No font has these characters: ${missing.join(' ')}. Please export to Excel instead.`);
  }
  const choice = await unlessAborted(request.signal, request.approveMissingGlyphs(missing));
  if (choice === 'cancel') throw aborted();
  return choice === 'excel' ? 'excel' : 'pdf';
}

/** Whoever leaves the screen gives no answer any more. */
function unlessAborted<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(aborted());
    signal.addEventListener('abort', () => reject(aborted()));
    answer.then(resolve, reject);
  });
}

function originOf({ described, user }: ExportRequest, serverTotal: number, notes: string[]): Origin {
  return {
    filters: described,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    user,
    exportedOn: formatTime(new Date().toISOString()),
    serverTotal,
    notes,
  };
}

const endings = { excel: 'xlsx', pdf: 'pdf' };

function named({ blob, rows, part, parts }: BuiltFile, format: ExportFormat, filters: Filters): ExportedFile {
  const period = `${filters.start_date || 'beginning'}_to_${filters.end_date || 'now'}`;
  const which = part > 1 ? `_part_${part}` : '';
  return { name: `attendance_records_${period}${which}.${endings[format]}`, blob, rows, part, parts };
}
