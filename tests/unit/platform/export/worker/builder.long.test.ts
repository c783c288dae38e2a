// A file holds at most 200,000 rows; the rest go into further files.

import { expect, test } from 'vitest';
import { createBuilder } from '../../../../../src/platform/export/worker/builder.ts';
import { createExcelWriter } from '../../../../../src/platform/export/xlsx/writer.ts';
import { readXlsx } from '../../../../support/exports/readers.ts';

test('splits an Excel export of more than 200,000 rows into two exact files', async () => {
  const builder = createBuilder({ excel: createExcelWriter() });
  const all = 200_030;
  for (let from = 0; from < all; from += 10_000) {
    const count = Math.min(10_000, all - from);
    const rows = Array.from({ length: count }, (_, index) => {
      const id = from + index + 1;
      return {
        id,
        cells: [`Employee ${id}`, `${id}`, 'Check In', '2026-03-02 08:00:00', 'Door', 'Acme', 'Pending', ''],
      };
    });
    builder.add(rows, 'end');
  }
  const origin = { filters: [], zone: 'UTC', user: 'Ada', exportedOn: '2026-03-03', serverTotal: all, notes: [] };
  const files = await builder.build({ format: 'excel', origin }, () => undefined);
  expect(files.map(({ rows, part, parts }) => ({ rows, part, parts }))).toEqual([
    { rows: 200_000, part: 1, parts: 2 },
    { rows: 30, part: 2, parts: 2 },
  ]);

  const [, second] = files;
  if (!second) throw new Error('There is no second file');
  const sheets = await readXlsx(second.blob);
  const ids = sheets['Attendance Records']?.rows.slice(1).map((row) => row[1]);
  expect(ids).toEqual(Array.from({ length: 30 }, (_, index) => String(200_001 + index)));
  expect(sheets['About this export']?.rows).toContainEqual(expect.arrayContaining(['Part', '2 of 2']));
});
