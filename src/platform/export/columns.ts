// Rows and columns of exported files. Corrections of the records have their own sheet, or the last pages of a PDF.

import type { AttendanceRecord } from '../../shared/contract/attendance.ts';
import type { Correction } from '../../shared/contract/corrections.ts';
import { correctionText } from '../../shared/words/correctionText.ts';
import { cellsOf, titles, wellFormed, zonedTitles } from '../../shared/words/exportedRow.ts';
import { formatTime } from '../../shared/words/time.ts';

/** Title of the sheet. */
export const recordsTitle = 'Attendance Records';

interface Zones {
  /** Whether companies are in several time zones, so that each row names its own. */
  readonly hasZones?: boolean;
}

export const titlesOf = ({ hasZones }: Zones): readonly string[] => (hasZones ? zonedTitles : titles);

/** Omits the last column, Created At. */
export const inPdf = (cells: readonly string[]): readonly string[] => cells.slice(0, -1);

export interface Row {
  readonly id: number;
  readonly cells: readonly string[];
  /** ID that the controller sent, if no employee has it. */
  readonly unknownId?: string;
  /** Time zone of the company, if the server sends it. */
  readonly zone?: string;
  /** Change that a person made to the record. */
  readonly mark?: 'manual' | 'setAside';
}

export function rowOf(record: AttendanceRecord, { hasZones = false }: Zones = {}): Row {
  const { id, timezone } = record;
  const row: Row = { id, cells: cellsOf(record, hasZones), ...(timezone && { zone: timezone }), ...markOf(record) };
  return record.employee || !record.employee_code ? row : { ...row, unknownId: record.employee_code };
}

/** Being set aside takes precedence: a record that was added and then set aside does not count. */
function markOf({ is_manual, is_set_aside }: AttendanceRecord): Pick<Row, 'mark'> {
  if (is_set_aside) return { mark: 'setAside' };
  return is_manual ? { mark: 'manual' } : {};
}

export const correctionsTitle = 'Corrections';

const correctionColumns: readonly { title: string; text(correction: Correction): string }[] = [
  { title: 'No.', text: ({ id }) => String(id) },
  { title: 'Employee Name', text: correctionText.person },
  { title: 'Working Day', text: ({ day }) => day },
  { title: 'Correction', text: correctionText.action },
  { title: 'Reason', text: ({ reason }) => reason },
  { title: 'State', text: correctionText.state },
  { title: 'Author', text: ({ author }) => author },
  { title: 'Corrected At', text: ({ created_at }) => formatTime(created_at) },
  { title: 'Decision', text: correctionText.decision },
];

export const correctionTitles: readonly string[] = correctionColumns.map(({ title }) => title);

export interface CorrectionRow {
  readonly id: number;
  /** The attendance record that it added or is about. */
  readonly recordId: number | null;
  readonly cells: readonly string[];
}

export const correctionRowOf = (correction: Correction): CorrectionRow => ({
  id: correction.id,
  recordId: correction.record_id,
  cells: correctionColumns.map(({ text }) => wellFormed(text(correction))),
});
