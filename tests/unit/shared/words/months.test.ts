import { expect, test } from 'vitest';
import { monthsBefore, monthTitle } from '../../../../src/shared/words/months.ts';

test('are those that were over on a day, also across a new year', () => {
  expect(monthsBefore('2026-02-28', 3)).toEqual(['2026-01', '2025-12', '2025-11']);
  expect(monthsBefore('2026-01-01', 1)).toEqual(['2025-12']);
});

test('have a name, and what is no month stays as it is', () => {
  expect(monthTitle('2026-11')).toBe('November 2026');
  expect(monthTitle('soon')).toBe('soon');
});
