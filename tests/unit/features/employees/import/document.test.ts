// Proves what docs/import.md says: the recognized columns, the results and the limits.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fields, labels, matchColumns } from '../../../../../src/features/employees/import/columns.ts';
import { outcomes } from '../../../../../src/features/employees/import/plan.ts';
import { statusNames } from '../../../../../src/features/employees/import/rowStatus.ts';
import { limits } from '../../../../../src/platform/csv/readCsv.ts';

const text = readFileSync(path.resolve(import.meta.dirname, '../../../../../docs/import.md'), 'utf8');

const rowsUnder = (heading: string) =>
  (text.split(/^## /m).find((section) => section.startsWith(heading)) ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()));

test('every column name that it lists is recognised', () => {
  const rows = rowsUnder('Columns');
  expect(rows.map(([, label]) => label)).toEqual(fields.map((field) => labels[field]));
  rows.forEach(([, , names = ''], index) => {
    const field = fields[index];
    for (const [, name = ''] of names.matchAll(/`([^`]+)`/g)) {
      expect(field && matchColumns([name])[field], name).toBe(0);
    }
  });
});

test('the results and the limits are those of the console', () => {
  expect(rowsUnder('What happens').map(([, result]) => result)).toEqual(
    outcomes.map((outcome) => statusNames[outcome].label),
  );
  const { bytes, rows, columns, characters } = limits;
  const [rowLimit, columnLimit, characterLimit] = [rows, columns, characters].map((count) =>
    count.toLocaleString('en'),
  );
  expect(text).toContain(
    `at most ${bytes / 1_000_000} MB, ${rowLimit} rows, ${columnLimit} columns, ${characterLimit} characters in a cell`,
  );
});
