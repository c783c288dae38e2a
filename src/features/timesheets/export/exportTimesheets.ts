// Exports timesheets to Excel, or to a PDF for signatures: of all people that the filters select, or none.

import excelWorker from 'worker:./timesheetExcel.worker.ts';
import pdfWorker from 'worker:./timesheetPdf.worker.ts';
import type { Api } from '../../../platform/api/client.ts';
import { ExportError, type ExportFormat } from '../../../platform/export/errors.ts';
import type { ExportedList } from '../../../platform/export/list/exportList.ts';
import { exportedNow, zoneInWords } from '../../../platform/export/proof/about.ts';
import { readRecords } from '../../../platform/export/read/readWhole.ts';
import { lostCharacters, type Written, writeInWorker } from '../../../platform/export/worker/startWorker.ts';
import type { Query } from '../../../shared/contract/calls.ts';
import type { TimesheetRow } from '../../../shared/contract/timesheets.ts';
import { calendarZone } from '../../../shared/words/days.ts';
import { daysIn, type Period } from '../../../shared/words/periods.ts';
import { periodTitle } from '../../../shared/words/periodTitle.ts';
import type { TimesheetFile } from './timesheetWorkbook.ts';

export interface TimesheetExport {
  format: ExportFormat;
  period: Period;
  /** The filters in words, for the file. */
  filters: readonly { label: string; value: string }[];
  author: string;
  signal: AbortSignal;
  onProgress(done: number, total: number): void;
}

export interface Sheets {
  rows: readonly TimesheetRow[];
  /** People as the server counts them. */
  people: number | undefined;
  notes: readonly string[];
}

/** The largest page that our server allows, since it computes each page from scratch. */
const perPage = 500;

/** `shown` is the query of the list on the screen, whichever page it shows. */
export async function readTimesheets(
  api: Api,
  shown: Query<'GET /timesheets'> | undefined,
  { signal, onProgress }: Pick<TimesheetExport, 'signal' | 'onProgress'>,
): Promise<Sheets> {
  const { records, total, notes } = await readRecords<TimesheetRow & { id: number }>(
    {
      async ask(page, stop) {
        const query = { ...shown, page, per_page: perPage };
        const { data, ...rest } = await api('GET /timesheets', { query }, { signal: stop });
        return { ...rest, data: { ...data, data: data.data.map((row) => ({ ...row, id: row.employee.id })) } };
      },
      many: 'people',
      leadIn: 'The file contains',
    },
    { signal, onProgress },
  );
  return { rows: records, people: total, notes };
}

export async function exportTimesheets(sheets: Sheets, request: TimesheetExport): Promise<ExportedList> {
  if (sheets.rows.length === 0) throw new ExportError('nothing', 'No timesheets found to export');
  const script = request.format === 'excel' ? excelWorker : pdfWorker;
  const file = fileOf(sheets, request);
  const written = await writeInWorker<TimesheetFile, Written>(script, file, request.signal);
  const notes = [...sheets.notes, ...lostCharacters(written)];
  return { blob: written.blob, name: nameOf(sheets, request), rows: sheets.rows.length, notes };
}

const fileOf = ({ rows, people, notes }: Sheets, { period, filters, author }: TimesheetExport): TimesheetFile => ({
  period: periodTitle(period),
  days: daysIn(period),
  rows,
  origin: {
    filters,
    zone: zoneOf(rows),
    user: author,
    exportedOn: exportedNow(),
    people,
    notes,
  },
});

const zoneOf = (rows: Sheets['rows']) =>
  zoneInWords(new Set(rows.flatMap(({ timezone }) => timezone || [])), calendarZone());

/** Puts the ID into the name of one person's file, which may end up among other people's. */
function nameOf({ rows: [row], people }: Sheets, { format, period }: TimesheetExport): string {
  const id = people === undefined ? row?.employee.employee_id.replace(/[^\p{L}\p{N}.-]+/gu, '-') : '';
  const whose = id ? `timesheet_${id}` : 'timesheets';
  return `${whose}_${period.start_date}_to_${period.end_date}.${format === 'excel' ? 'xlsx' : 'pdf'}`;
}
