// A person's sheet: as the server computes it, or from the attendance records where it does not.

import { useCallback, useEffect, useState } from 'react';
import { failedMessage } from '../../../platform/api/calls.ts';
import type { Api } from '../../../platform/api/client.ts';
import { type ApiError, asApiError } from '../../../platform/api/errors.ts';
import { readWhole } from '../../../platform/export/read/readWhole.ts';
import { recordsInOrder } from '../../../platform/export/read/recordsInOrder.ts';
import { asWideAsPossible } from '../../../platform/export/read/wide.ts';
import { type Resource, useResource } from '../../../platform/hooks/useResource.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { useConnection } from '../../../platform/session/session.tsx';
import type { AttendanceRecord } from '../../../shared/contract/attendance.ts';
import type { PersonSheet } from '../../../shared/contract/timesheets.ts';
import { widened } from '../../../shared/words/periodSteps.ts';
import type { Period } from '../../../shared/words/periods.ts';
import { sheetFromRecords } from './sheetFromRecords.ts';

interface SheetResource extends Resource<PersonSheet> {
  /** The reasons why records may be missing from it. */
  notes: readonly string[];
}

export function usePersonSheet(id: number, period: Period): SheetResource {
  const isComputed = useCanCall()('GET /timesheets');
  const computed = useResource('GET /timesheets/{id}', isComputed ? { id, query: period } : null);
  const own = useOwnSheet(id, period, !isComputed);
  return isComputed ? { ...computed, notes: [] } : own;
}

interface Result {
  /** The load that ended with this. */
  load: string;
  read?: ReadSheet;
  error?: ApiError;
}

function useOwnSheet(id: number, { start_date, end_date }: Period, isWanted: boolean): SheetResource {
  const { api, queries } = useConnection();
  const [generation, setGeneration] = useState(0);
  const [result, setResult] = useState<Result>({ load: '' });
  const load = `${id} ${start_date} ${end_date} ${generation}`;
  const reload = useCallback(() => setGeneration((count) => count + 1), []);

  useEffect(() => {
    if (!isWanted) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    readSheet(api, id, { start_date, end_date }, signal).then(
      (read) => signal.aborted || setResult({ load, read }),
      (error: unknown) => signal.aborted || setResult(({ read }) => ({ load, read, error: asApiError(error) })),
    );
    return () => leaving.abort();
  }, [api, id, start_date, end_date, isWanted, load]);
  useEffect(() => (isWanted ? queries.watch('GET /attendance', reload) : undefined), [queries, isWanted, reload]);

  const loading = result.load !== load;
  // The sheet of somebody else must not be shown under another name.
  const read = result.read?.sheet.employee.id === id ? result.read : undefined;
  return {
    data: read?.sheet,
    notes: read?.notes ?? [],
    unread: [],
    error: loading ? undefined : result.error,
    failed: failedMessage('GET /attendance'),
    loading,
    reload,
  };
}

interface ReadSheet {
  sheet: PersonSheet;
  /** The reasons why it may lack records. */
  notes: readonly string[];
}

/** Reads what the sheet is computed from, with the calls of the specification. */
async function readSheet(api: Api, id: number, period: Period, signal: AbortSignal): Promise<ReadSheet> {
  const [{ records, notes }, employee] = await Promise.all([
    readRecords(api, id, widened(period, daysAround), signal),
    readEmployee(api, id, signal),
  ]);
  const named = records.find((record) => record.employee);
  const whose = {
    employee: {
      id,
      name: employee?.name || named?.employee?.name || 'Unknown Employee',
      employee_id: employee?.employee_id || named?.employee?.employee_id || '',
      department: employee?.department ?? '',
    },
    company: { id: employee?.company_id ?? 0, name: employee?.company?.name || named?.company?.name || '' },
  };
  return { sheet: sheetFromRecords(records, whose, period, Date.now()), notes };
}

/** A shift may begin before the period or end after it, and servers differ in where their days begin. */
const daysAround = 2;

async function readRecords(api: Api, employee_id: number, days: Period, signal: AbortSignal) {
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
