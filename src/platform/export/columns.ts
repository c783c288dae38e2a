// The rows and columns of exported files.

import type { AttendanceRecord } from '../../shared/contract/attendance.ts';
import { cellsOf, titles, zonedTitles } from '../../shared/words/exportedRow.ts';

/** Title of the sheet. */
export const recordsTitle = 'Attendance Records';

interface Zones {
  /** The companies are in several time zones, so that each row names its own. */
  readonly hasZones?: boolean;
}

export const titlesOf = ({ hasZones }: Zones): readonly string[] => (hasZones ? zonedTitles : titles);

/** The PDF has all columns but the last, Created At. */
export const inPdf = (cells: readonly string[]): readonly string[] => cells.slice(0, -1);

export interface Row {
  readonly id: number;
  readonly cells: readonly string[];
  /** The ID that the controller sent, where no employee has it. */
  readonly unknownId?: string;
  /** Time zone of the company, where the server says it. */
  readonly zone?: string;
  /** Change that a person made to the record. */
  readonly mark?: 'manual' | 'setAside';
}

export function rowOf(record: AttendanceRecord, { hasZones = false }: Zones = {}): Row {
  const { id, timezone } = record;
  const row: Row = { id, cells: cellsOf(record, hasZones), ...(timezone && { zone: timezone }), ...markOf(record) };
  return record.employee || !record.employee_code ? row : { ...row, unknownId: record.employee_code };
}

/** Set aside comes first: a record that was added and then set aside does not count. */
function markOf({ is_manual, is_set_aside }: AttendanceRecord): Pick<Row, 'mark'> {
  if (is_set_aside) return { mark: 'setAside' };
  return is_manual ? { mark: 'manual' } : {};
}
