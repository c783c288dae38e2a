// A person's sheet from attendance records, with timestamps as servers write them.

import { expect, test } from 'vitest';
import { sheetFromRecords } from '../../../../src/features/timesheets/person/usePersonSheet.ts';
import type { AttendanceRecord } from '../../../../src/shared/contract/attendance.ts';

const whose = {
  employee: { id: 1, name: 'Zoë', employee_id: '7', department: '' },
  company: { id: 1, name: 'Alder' },
};
const period = { start_date: '2026-11-16', end_date: '2026-11-17' };
const now = Date.parse('2026-11-30T12:00:00Z');

/** Records that alternate, beginning with a check-in. */
const records = (...timestamps: string[]): AttendanceRecord[] =>
  timestamps.map((timestamp, index) => ({
    id: index + 1,
    employee: { name: 'Zoë', employee_id: '7' },
    employee_code: undefined,
    event_type: index % 2 === 0 ? 'check-in' : 'check-out',
    timestamp,
    access_controller: { name: 'Gate' },
    company: null,
    is_processed: false,
    created_at: '',
    hr_state: undefined,
    hr_sync: undefined,
  }));

const sheet = (...timestamps: string[]) => sheetFromRecords(records(...timestamps), whose, period, now);

test.each([
  ['with an offset', '2026-11-16T22:00:00+01:00', '2026-11-17T06:00:00+01:00'],
  ['without a zone', '2026-11-16 22:00:00', '2026-11-17 06:00:00'],
  ['with fractions', '2026-11-16T22:00:00.000', '2026-11-17T06:00:00,500'],
])('a shift past midnight, %s, belongs to the day on which it began', (_, start, end) => {
  const { days, worked_minutes, days_present } = sheet(start, end);
  expect(days.map(({ day, first_in, last_out }) => [day, first_in, last_out])).toEqual([['2026-11-16', start, end]]);
  expect([worked_minutes, days_present]).toEqual([480, 1]);
});

test('a time in UTC is on the day that the viewer sees', () => {
  const noon = new Date(2026, 10, 16, 12).toISOString();
  const evening = new Date(2026, 10, 16, 17, 30).toISOString();
  expect(sheet(noon, evening).days).toMatchObject([{ day: '2026-11-16', worked_minutes: 330 }]);
});

test.each([
  ['2026-10-25T00:30:00+02:00', '2026-10-25T06:30:00+01:00'],
  ['2026-10-25 00:30:00 +02:00', '2026-10-25 06:30:00 +01:00'],
])('an hour counts once although the clock shows it twice: %s', (start, end) => {
  const autumn = { start_date: '2026-10-25', end_date: '2026-10-25' };
  const shift = records(start, end);
  expect(sheetFromRecords(shift, whose, autumn, now).worked_minutes).toBe(7 * 60);
});

test('days around the period count for its shifts, and are not shown', () => {
  const { days } = sheet(
    '2026-11-15T22:00:00+00:00',
    '2026-11-16T05:00:00+00:00',
    '2026-11-17T22:30:00+01:00',
    '2026-11-18T04:00:00+01:00',
  );
  expect(days.map(({ day }) => day)).toEqual(['2026-11-17']);
  expect(days[0]?.worked_minutes).toBe(330);
});

test('missing events are explained, and invalid times are left out', () => {
  const { days } = sheet('2026-11-16T08:00:00', 'soon');
  expect(days[0]?.exceptions).toMatchObject([{ kind: 'no_check_out', record_id: 1, answered_by: null }]);
  expect(days[0]?.exceptions[0]?.sentence).toContain('08:00');
});
