// Reads what a person's sheet is computed from, with the calls of the specification.

import type { Api } from '../../../platform/api/client.ts';
import { asApiError } from '../../../platform/api/errors.ts';
import type { AttendanceRecord } from '../../../shared/contract/attendance.ts';
import type { PersonSheet } from '../../../shared/contract/timesheets.ts';
import { readWhole } from '../../../platform/export/read/readWhole.ts';
import { recordsInOrder } from '../../../platform/export/read/recordsInOrder.ts';
import { asWideAsPossible } from '../../../platform/export/read/wide.ts';
import { widened, type Days } from '../../../shared/words/periodSteps.ts';
import { sheetFromRecords } from './sheetFromRecords.ts';

export interface ReadSheet {
  sheet: PersonSheet;
  /** Why it may lack records. */
  notes: readonly string[];
}

export async function readSheet(api: Api, id: number, period: Days, signal: AbortSignal): Promise<ReadSheet> {
  const [{ records, notes }, employee] = await Promise.all([
    readRecords(api, id, widened(period, daysAround), signal),
    readEmployee(api, id, signal),
  ]);
  const known = records.find((record) => record.employee);
  const whose = {
    employee: {
      id,
      name: employee?.name || known?.employee?.name || 'Unknown Employee',
      employee_id: employee?.employee_id || known?.employee?.employee_id || '',
      department: employee?.department ?? '',
    },
    company: { id: employee?.company_id ?? 0, name: employee?.company?.name || known?.company?.name || '' },
  };
  return { sheet: sheetFromRecords(records, whose, period, Date.now()), notes };
}

/** A shift may begin before the period or end after it, and servers differ in where their days begin. */
const daysAround = 2;

async function readRecords(api: Api, employee_id: number, days: Days, signal: AbortSignal) {
  const sink = recordsInOrder<AttendanceRecord>();
  const source = {
    ask: asWideAsPossible<AttendanceRecord>((page, per_page, stop) =>
      api('GET /attendance', { query: { employee_id, ...days, page, per_page } }, { signal: stop }),
    ),
    contentOf: (record: AttendanceRecord) => [JSON.stringify(record)],
    many: 'records',
    holds: 'The sheet shows',
  };
  const { notes } = await readWhole(source, { sink, signal, trustsOneReading: true, onProgress: () => undefined });
  return { records: sink.records, notes };
}

/** Some servers have no call for one employee, and not everybody may see it: the records say whose they are. */
async function readEmployee(api: Api, id: number, signal: AbortSignal) {
  try {
    return (await api('GET /employees/{id}', { id }, { signal })).data;
  } catch (error) {
    const { kind } = asApiError(error);
    if (kind === 'notFound' || kind === 'forbidden') return undefined;
    throw error;
  }
}
