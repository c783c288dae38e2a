// A person's sheet from attendance records, for servers that compute none.

import type { AttendanceRecord } from '../../../shared/contract/attendance.ts';
import type { PersonSheet, SheetDay } from '../../../shared/contract/timesheets.ts';
import type { SheetEvent } from '../../../shared/contract/workday.ts';
import type { DayEvent, DayException, DayRules, WorkedDay } from '../../../shared/day/types.ts';
import { figuresOf, spansOf, totalsOf, workedDays } from '../../../shared/day/workedDays.ts';
import { exceptionSentence } from '../../../shared/words/exceptionWords.ts';
import type { Period } from '../../../shared/words/periods.ts';
import { formatDay } from '../../../shared/words/time.ts';
import { clockOn } from '../../../shared/words/workedTime.ts';

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
  const [day = '', clock = '00:00:00'] = timestamp.trim().replace(',', '.').split(/[T ]+/);
  return Date.parse(`${day}T${clock}`);
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
