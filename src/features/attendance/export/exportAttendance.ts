// Exports the attendance records that the filters select to Excel or PDF files: all of them, exactly, or none.

import type { Api } from '../../../platform/api/client.ts';
import { asApiError, describeFailure } from '../../../platform/api/errors.ts';
import { type CorrectionRow, correctionRowOf, type Row } from '../../../platform/export/columns.ts';
import { aborted, asExportError, ExportError, type ExportFormat } from '../../../platform/export/errors.ts';
import { createProgress, type ExportProgress } from '../../../platform/export/progress.ts';
import type { Origin } from '../../../platform/export/proof/about.ts';
import type { Sign } from '../../../platform/export/proof/signature.ts';
import { collect, type Filters } from '../../../platform/export/read/collect.ts';
import { type AskPage, pageSize } from '../../../platform/export/read/readPages.ts';
import { readRecords, type Sink } from '../../../platform/export/read/readWhole.ts';
import type { Builder, BuildProgress, BuiltFile } from '../../../platform/export/worker/builder.ts';
import { startBuilder } from '../../../platform/export/worker/startWorker.ts';
import type { Query } from '../../../shared/contract/calls.ts';
import { calendarZone, dayAfter } from '../../../shared/words/days.ts';
import { formatTime } from '../../../shared/words/time.ts';

export interface ExportRequest {
  format: ExportFormat;
  /** The query of the visible list, without its page. */
  filters: Filters;
  /** The filters as the screen shows them; the file lists them. */
  shownFilters: readonly { label: string; value: string }[];
  user: string;
  /** Whether the server signs exports. */
  canSign: boolean;
  /** Whether the server has corrections; the file then lists its records' corrections. */
  hasCorrections: boolean;
  /** Whether the server says when the list changes. */
  hasRevision: boolean;
  /** Whether the listed companies are in several time zones. */
  hasZones?: boolean;
  signal: AbortSignal;
  onProgress(progress: ExportProgress): void;
  /** Called before writing a PDF that would lack these characters. Without it, the export fails. */
  approveMissingGlyphs?(characters: readonly string[]): Promise<'continue' | 'excel' | 'cancel'>;
}

interface ExportedFile extends BuiltFile {
  name: string;
}

export interface Exported {
  files: ExportedFile[];
  /** Why the files may not match the server's list exactly; empty if they do. */
  notes: string[];
}

/** Throws an ExportError or a CodeLoadError. */
export async function exportAttendance(api: Api, request: ExportRequest): Promise<Exported> {
  const { format, signal } = request;
  try {
    const builder = startBuilder(format);
    try {
      return await exportWith(builder, api, request);
    } finally {
      builder.stop();
    }
  } catch (error) {
    throw asExportError(error, format, signal);
  }
}

/** Runs without the worker, for unit tests. */
export async function exportWith(builder: Builder, api: Api, request: ExportRequest): Promise<Exported> {
  const { filters, signal } = request;
  const report = createProgress(request.onProgress);
  const recordIds = new Set<number>();
  const sink: Sink<Row> = {
    clear() {
      recordIds.clear();
      builder.clear();
    },
    add(added, where) {
      for (const { id } of added) recordIds.add(id);
      builder.add(added, where);
    },
  };
  const onRead = (done: number, total: number, phase: 'fetching' | 'checking') => report({ phase, done, total });
  const { hasRevision, hasZones = false } = request;
  const collected = await collect(api, filters, { sink, signal, onProgress: onRead, hasRevision, hasZones });
  const { rows, isOfOneRevision } = collected;
  const corrected = request.hasCorrections ? await readCorrections(api, filters, recordIds, signal) : undefined;
  const notes = [...collected.notes, ...(corrected?.notes ?? [])];
  if (rows === 0 && notes.length > 0) throw new Error(notes.join(' '));
  if (rows === 0) throw new ExportError('nothing', 'No records found to export');

  const origin: Origin = {
    filters: request.shownFilters,
    zone: calendarZone(),
    user: request.user,
    exportedOn: formatTime(new Date().toISOString()),
    serverTotal: collected.total,
    hasZones,
    isOfOneRevision,
    notes,
    corrections: corrected?.corrections,
  };
  const format = request.format === 'pdf' ? await chooseFormat(builder, origin, request) : 'excel';
  const onProgress = (progress: BuildProgress) => report({ phase: 'building', total: rows, ...progress });
  const refusals = new Set<string>();
  const sign = request.canSign ? signWith(api, request, collected.highestId, refusals) : undefined;
  const building = builder.build({ format, origin }, onProgress, sign);
  const files = await rejectOnAbort(signal, building);
  return { files: files.map((file) => withName(file, format, filters)), notes: [...notes, ...refusals] };
}

async function chooseFormat(builder: Builder, origin: Origin, request: ExportRequest): Promise<ExportFormat> {
  const missing = await rejectOnAbort(request.signal, builder.missingGlyphs(origin));
  if (missing.length === 0) return 'pdf';
  if (!request.approveMissingGlyphs) {
    throw new Error(`No font has these characters: ${missing.join(' ')}. Please export to Excel instead.`);
  }
  const choice = await rejectOnAbort(request.signal, request.approveMissingGlyphs(missing));
  if (choice === 'cancel') throw aborted();
  return choice === 'excel' ? 'excel' : 'pdf';
}

/** A file that cannot be signed is still offered, with a note. */
function signWith(
  api: Api,
  { filters, hasZones, signal }: ExportRequest,
  highestId: number,
  refusals: Set<string>,
): Sign {
  return async (claim) => {
    try {
      const body = { ...claim, filters: filters ?? {}, up_to_id: highestId, ...(hasZones && { has_zones: true }) };
      return (await api('POST /attendance/sign-export', { body }, { signal })).data;
    } catch (error) {
      refusals.add(`The file is not signed. ${describeFailure(asApiError(error), 'The server refused to sign it')}`);
      return undefined;
    }
  };
}

/** Rejects on abort, even if the promise would then never settle. */
function rejectOnAbort<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(aborted());
    signal.addEventListener('abort', () => reject(aborted()));
    promise.then(resolve, reject);
  });
}

const endings = { excel: 'xlsx', pdf: 'pdf' };

function withName(file: BuiltFile, format: ExportFormat, filters: Filters): ExportedFile {
  const period = `${filters.start_date || 'beginning'}_to_${filters.end_date || 'now'}`;
  const suffix = file.part > 1 ? `_part_${file.part}` : '';
  return { ...file, name: `attendance_records_${period}${suffix}.${endings[format]}` };
}

// Reads the corrections of exported records, as the server had them at one moment.

interface Corrected {
  corrections: CorrectionRow[];
  /** Why they may not match the list exactly; empty if they do. */
  notes: string[];
}

async function readCorrections(
  api: Api,
  filters: Filters,
  recordIds: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<Corrected> {
  const query = queryFor(filters);
  const ask: AskPage<CorrectionRow> = async (page, stop) => {
    const { data, ...rest } = await api(
      'GET /corrections',
      { query: { ...query, page, per_page: pageSize } },
      { signal: stop },
    );
    return { ...rest, data: { ...data, data: data.data.map(correctionRowOf) } };
  };
  const source = { ask, many: 'corrections', leadIn: 'The file lists those among' };
  const { records, notes } = await readRecords(source, { signal });
  return { corrections: records.filter(({ recordId }) => recordId !== null && recordIds.has(recordId)), notes };
}

/** Widens the period: a record's working day begins at most two days before it, and ends at most one day later. */
function queryFor({ company_id, start_date, end_date }: Filters): Query<'GET /corrections'> {
  return {
    company_id,
    ...(start_date && { start_date: dayAfter(start_date, -2) }),
    ...(end_date && { end_date: dayAfter(end_date, 1) }),
  };
}
