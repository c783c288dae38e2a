// Proves that 50,000 rows are read and planned with progress and pauses, and that reading can be cancelled.

import { expect, test } from 'vitest';
import { companyFinder } from '../../../../../src/features/employees/import/candidate.ts';
import { matchColumns } from '../../../../../src/features/employees/import/columns.ts';
import { readCsvFile } from '../../../../../src/features/employees/import/csvFile.ts';
import { makePlan, type PlanProgress } from '../../../../../src/features/employees/import/plan.ts';
import { createClient } from '../../../../../src/platform/api/client.ts';
import { limits } from '../../../../../src/platform/csv/readCsv.ts';
import { json, startScriptedServer } from '../../../../support/console/scriptedServer.ts';
import { companyOf } from './company.ts';

const people = Array.from({ length: limits.rows }, (_, index) => `${index};"Person ${index}";;p${index}@example.com`);
const content = { name: 'all.csv', bytes: new TextEncoder().encode(['ID;Name;Phone;Email', ...people].join('\r\n')) };

test('50,000 rows are planned in slices', async () => {
  const parts: number[] = [];
  const file = await readCsvFile(content, {}, { onProgress: (part) => void parts.push(part) });
  expect(file.rows).toHaveLength(limits.rows);
  expect(parts).toEqual([...parts].sort((a, b) => a - b));
  expect(parts[0]).toBeLessThan(1);
  // A slice may happen to end with the last row.
  expect(parts.at(-1)).toBeLessThanOrEqual(1);

  const server = await startScriptedServer();
  server.answer = json(200, { data: [{ id: 1, company_id: 5, employee_id: '49999', name: 'Old Name' }] });
  const api = createClient({ base: server.base, token: () => null });
  const seen: PlanProgress[] = [];
  const plan = await makePlan(api, file.rows, {
    source: {
      columns: matchColumns(file.header?.cells ?? []),
      width: 4,
      companies: companyFinder([]),
      company: companyOf(5, 'Fjord'),
    },
    mayCreate: true,
    mayChange: true,
    signal: new AbortController().signal,
    onProgress: (progress) => void seen.push(progress),
  });
  await server.stop();
  expect(plan.rows.filter(({ outcome }) => outcome === 'create')).toHaveLength(limits.rows - 1);
  expect(plan.rows.at(-1)).toMatchObject({
    outcome: 'change',
    changes: [
      { field: 'name', from: 'Old Name', to: 'Person 49999' },
      { field: 'email', from: '', to: 'p49999@example.com' },
    ],
  });
  expect(seen.some(({ what, done }) => what === 'rows' && done < limits.rows)).toBe(true);
  expect(server.seen.map(({ path }) => path)).toEqual(['/companies/5/employees']);
});

test('reading can be cancelled', async () => {
  const controller = new AbortController();
  const reading = readCsvFile(content, {}, { signal: controller.signal, onProgress: () => controller.abort() });
  await expect(reading).rejects.toThrow('aborted');
});
