// A person's sheet: as the server computes it, or from the attendance records if it does not.

import { useCallback, useEffect, useState } from 'react';
import { failedMessage } from '../../../platform/api/calls.ts';
import type { Api } from '../../../platform/api/client.ts';
import { type ApiError, asApiError } from '../../../platform/api/errors.ts';
import { withLargestPages } from '../../../platform/export/read/readPages.ts';
import { readRecords } from '../../../platform/export/read/readWhole.ts';
import { type Resource, useResource } from '../../../platform/hooks/useResource.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { useConnection } from '../../../platform/session/session.tsx';
import type { AttendanceRecord } from '../../../shared/contract/attendance.ts';
import type { PersonSheet, SheetDay } from '../../../shared/contract/timesheets.ts';
import type { SheetEvent } from '../../../shared/contract/workday.ts';
import type { DayEvent, DayException, DayRules, WorkedDay } from '../../../shared/day/types.ts';
import { figuresOf, spansOf, totalsOf, workedDays } from '../../../shared/day/workedDays.ts';
import { exceptionSentence } from '../../../shared/words/exceptionWords.ts';
import { type Period, widened } from '../../../shared/words/periods.ts';
import { formatDay } from '../../../shared/words/time.ts';
import { clockOn } from '../../../shared/words/workedTime.ts';

interface ShownSheet extends Resource<PersonSheet> {
  /** The reasons why records may be missing from it. */
  notes: readonly string[];
}

interface SheetResource extends ShownSheet {
  /** Reads the sheet again for a file, since the one on the screen may be hours old. */
  readAgain(signal: AbortSignal): Promise<ReadSheet>;
}

export function usePersonSheet(id: number, period: Period): SheetResource {
  const { api } = useConnection();
  const canCall = useCanCall();
  const isComputed = canCall('GET /timesheets');
  const mayName = canCall('GET /employees/{id}');
  const computed = useResource('GET /timesheets/{id}', isComputed ? { id, query: period } : null);
  const own = useOwnSheet(id, period, mayName, !isComputed);
  if (!isComputed) return { ...own, readAgain: (signal) => readSheet(api, id, period, mayName, signal) };
  return {
    ...computed,
    notes: [],
    async readAgain(signal) {
      const { data } = await api('GET /timesheets/{id}', { id, query: period }, { signal });
      return { sheet: data, notes: [] };
    },
  };
}

interface Result {
  /** The load that ended with this. */
  load: string;
  read?: ReadSheet;
  /** The person and the period that were read. */
  of?: string;
  error?: ApiError;
}

function useOwnSheet(id: number, period: Period, mayName: boolean, isWanted: boolean): ShownSheet {
  const { start_date, end_date } = period;
  const { api, queries } = useConnection();
  const [generation, setGeneration] = useState(0);
  const [result, setResult] = useState<Result>({ load: '' });
  const of = `${id} ${start_date} ${end_date}`;
  const load = `${of} ${generation}`;
  const reload = useCallback(() => setGeneration((count) => count + 1), []);

  useEffect(() => {
    if (!isWanted) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    readSheet(api, id, { start_date, end_date }, mayName, signal).then(
      (read) => signal.aborted || setResult({ load, read, of }),
      (error: unknown) => signal.aborted || setResult((before) => ({ ...before, load, error: asApiError(error) })),
    );
    return () => leaving.abort();
  }, [api, id, start_date, end_date, mayName, isWanted, of, load]);
  useEffect(() => (isWanted ? queries.watch('GET /attendance', reload) : undefined), [queries, isWanted, reload]);

  const loading = result.load !== load;
  // Shows neither another person's sheet nor another period's days.
  const read = result.of === of ? result.read : undefined;
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
async function readSheet(
  api: Api,
  id: number,
  period: Period,
  mayName: boolean,
  signal: AbortSignal,
): Promise<ReadSheet> {
  const [{ records, notes }, employee] = await Promise.all([
    readAttendance(api, id, widened(period, daysAround), signal),
    mayName ? readEmployee(api, id, signal) : undefined,
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

/** A shift may begin before the period or end after it, and servers differ in when their days begin. */
const daysAround = 2;

function readAttendance(api: Api, employee_id: number, days: Period, signal: AbortSignal) {
  const ask = withLargestPages<AttendanceRecord>((page, per_page, stop) =>
    api('GET /attendance', { query: { employee_id, ...days, page, per_page } }, { signal: stop }),
  );
  return readRecords({ ask, many: 'records', leadIn: 'The sheet shows' }, { signal, trustsOneReading: true });
}

/**
 * Undefined if the server has no call for one employee, or the user may not see them: the records then name the person.
 */
async function readEmployee(api: Api, id: number, signal: AbortSignal) {
  try {
    return (await api('GET /employees/{id}', { id }, { signal })).data;
  } catch (error) {
    const { kind } = asApiError(error);
    if (kind === 'notFound' || kind === 'forbidden') return undefined;
    throw error;
  }
}

// A person's sheet from attendance records, for servers that compute none.

interface RecordedEvent extends DayEvent {
  readonly record: AttendanceRecord;
}

type Whose = Pick<PersonSheet, 'employee' | 'company'>;

/** Leaves `today` empty: it matters for guessed directions only, and these events have none. */
const rulesAt = (now: number): DayRules => ({ repeatSeconds: 60, hours: 'pairs', now, today: '' });

export function sheetFromRecords(
  records: readonly AttendanceRecord[],
  whose: Whose,
  { start_date, end_date }: Period,
  now: number,
): PersonSheet {
  const days = workedDays(records.flatMap(eventOf), rulesAt(now)).filter(
    ({ day }) => start_date <= day && day <= end_date,
  );
  return {
    ...whose,
    time_zone: '',
    day_starts_at: '00:00',
    ...totalsOf(days),
    days: days.map(sheetDayOf),
    closed_months: [],
  };
}

const directions: Readonly<Record<string, RecordedEvent['direction']>> = { 'check-in': 'in', 'check-out': 'out' };
const hasZone = (timestamp: string) => /(?:Z|[+-]\d{2}:?\d{2})$/i.test(timestamp.trim());

/** Reads a time without a zone in the viewer's, so that it can be compared with now. */
function instantOf(timestamp: string): number {
  const [day = '', clock = '00:00:00', zone = ''] = timestamp.trim().replace(',', '.').split(/[T ]+/);
  return Date.parse(`${day}T${clock}${zone}`);
}

function eventOf(record: AttendanceRecord): RecordedEvent[] {
  const { id, timestamp, created_at, event_type } = record;
  const at = instantOf(timestamp);
  if (Number.isNaN(at)) return [];
  // Two clocks can be compared only if both say their zone.
  const arrivedAt = hasZone(timestamp) && hasZone(created_at) ? instantOf(created_at) : Number.NaN;
  const direction = directions[event_type] ?? 'unknown';
  const event = { id, at, day: formatDay(timestamp), direction, record };
  return [Number.isNaN(arrivedAt) ? event : { ...event, arrivedAt }];
}

const timeOf = ({ record }: RecordedEvent) => record.timestamp;

function sheetDayOf(day: WorkedDay<RecordedEvent>): SheetDay {
  return {
    ...figuresOf(day, timeOf),
    ...spansOf(day, timeOf),
    events: day.events.map(({ record }) => sheetEventOf(record)),
    exceptions: day.exceptions.map((exception) => sheetExceptionOf(exception, day.day)),
    hr_difference: '',
    last_correction_id: 0,
    approvals: 0,
  };
}

const sheetEventOf = ({ id, event_type, timestamp, access_controller }: AttendanceRecord): SheetEvent => ({
  id,
  event_type,
  timestamp,
  controller: access_controller?.name ?? '',
  is_manual: false,
  is_set_aside: false,
  hr_state: undefined,
});

const sheetExceptionOf = ({ kind, event, other }: DayException<RecordedEvent>, day: string) => ({
  kind,
  record_id: event.id,
  sentence: exceptionSentence(kind, {
    at: clockOn(day, timeOf(event)),
    otherAt: clockOn(day, other ? timeOf(other) : ''),
    employeeCode: event.record.employee_code ?? '',
  }),
  answered_by: null,
});
