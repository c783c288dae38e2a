import { expect, test } from 'vitest';
import { clockDoubt } from '../../../../src/features/attendance/clockDoubt.ts';

test('marks a doubtful clock: in the future, ahead of arrival, or long before it', () => {
  const doubt = (timestamp: string, created_at: string) =>
    clockDoubt({ timestamp, created_at }, Date.parse('2026-03-08T12:00:00Z'));
  expect(doubt('2026-03-08T13:00:00+00:00', '2026-03-08T12:00:00+00:00')).toBe('Dated in the future');
  expect(doubt('2026-03-08T12:04:00Z', '2026-03-08T12:00:00Z')).toBeUndefined();
  expect(doubt('2026-03-08 10:00:00', '2026-03-08 08:00:00')).toBe('Dated 2 hours after it arrived');
  expect(doubt('2026-03-05 08:00:00', '2026-03-08 08:00:00')).toBe('Arrived 3 days late');
  expect(doubt('2026-03-08 08:00:00', '2026-03-08 09:59:00')).toBeUndefined();
  expect(doubt('2026-03-08 08:00:00', '2026-03-08T12:00:00Z')).toBeUndefined();
  expect(doubt('', '')).toBeUndefined();
});

test('a record added by hand has none', () => {
  const record = { timestamp: '2026-03-01T08:00:00Z', created_at: '2026-03-08T08:00:00Z' };
  const now = Date.parse('2026-03-08T12:00:00Z');
  expect(clockDoubt(record, now)).toBe('Arrived 7 days late');
  expect(clockDoubt({ ...record, is_manual: true }, now)).toBeUndefined();
});
