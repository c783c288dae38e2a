import { expect, test } from 'vitest';
import { attendanceQuery, readQuery } from '../../../../src/shared/contract/queries.ts';

test('reads the values of an address as the call takes them', () => {
  const given = { company_id: '3', event_type: 'check-in', is_processed: '0', start_date: '2026-11-22', page: 2 };
  expect(readQuery(attendanceQuery, given)).toEqual({
    company_id: 3,
    event_type: 'check-in',
    is_processed: false,
    start_date: '2026-11-22',
    page: 2,
  });
});

test('leaves out empty values, values that are not understood, and names of no parameter', () => {
  const given = { company_id: 'x', employee_id: '', event_type: 'left', is_processed: 'maybe', panel: 'open', page: 1 };
  expect(readQuery(attendanceQuery, given)).toEqual({ page: 1 });
});
