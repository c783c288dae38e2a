// An exported reconciliation says what was shown, and Verify File tells whether it was changed.

import { beforeAll, expect, test } from 'vitest';
import { reconciliationWorkbook } from '../../../../../src/features/devices/reconcile/reconciliationFile.ts';
import { verify } from '../../../../../src/platform/export/verify/verify.ts';
import { readWorkbook } from '../../../../../src/platform/export/xlsx/readWorkbook.ts';
import { reconciliation as decode } from '../../../../../src/shared/contract/deviceEvents.ts';
import { partsOf, withPart, workbookOf } from '../../../../support/exports/signedFiles.ts';

const day = decode({
  controller: { id: 3, name: 'Main gate', location: 'Quay 1' },
  company: { id: 1, name: 'Seaport & Sons' },
  day: '2031-03-12',
  zone: 'Asia/Kolkata',
  stages: [
    { stage: 'on_device', count: 123, sentence: 'The device said so at 2031-03-12 18:00.' },
    { stage: 'received', count: 121 },
    { stage: 'taken', count: 120, adjustment: -1, sentence: '1 event named no person.' },
    { stage: 'planned', count: null, sentence: 'Only for those who may view the HR sync.' },
  ],
  losses: [
    { stage: 'received', reason: 'number_gap', sentence: 'The events 141 to 142 never came', count: 2 },
    {
      stage: 'attendance',
      reason: 'unknown_code',
      sentence: ' No employee\nhas the code\u0007 =00077',
      count: 1,
      event_id: 9,
      record_id: 7,
      code: '00077',
      local_time: '2031-03-12 08:00:00',
    },
  ],
  asked: 'answered',
});
const stageNames = { on_device: 'On the device', received: 'Received', taken: 'Taken', attendance: 'Attendance' };

let file: Blob;
beforeAll(async () => {
  file = await reconciliationWorkbook({ reconciliation: day, stageNames, author: 'Ada', exportedOn: 'now' });
});

async function cellsOf(sheet: string): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const row of (await readWorkbook(file))?.rows(sheet) ?? []) rows.push(row);
  return rows;
}

test('lists stages and losses as text, whatever is in it', async () => {
  expect(await cellsOf('Stages')).toEqual([
    ['Stage', 'Events', 'Lost Before It', 'Other Differences', 'Remarks'],
    ['On the device', '123', '0', '0', 'The device said so at 2031-03-12 18:00.'],
    ['Received', '121', '2', '0'],
    ['Taken', '120', '0', '-1', '1 event named no person.'],
    ['planned', 'Not known', '0', '0', 'Only for those who may view the HR sync.'],
  ]);
  expect((await cellsOf('Losses'))[2]).toEqual([
    'Attendance',
    'unknown_code',
    'No employee has the code =00077',
    '1',
    '00077',
    '',
    '',
    '2031-03-12 08:00:00',
    '9',
    '7',
  ]);
});

test('is unchanged as it was exported, and says what it is about', async () => {
  const result = await verify(file);
  expect(result).toMatchObject({ state: 'unchanged', format: 'excel', signature: { kind: 'none' } });
  const details = result.state === 'notExported' ? [] : result.details;
  expect(details).toContainEqual({ label: 'Controller', value: 'Main gate' });
  expect(details).toContainEqual({ label: 'Losses in this file', value: '2' });
});

test('has the same cells after it was packed again', async () => {
  expect(await verify(await workbookOf(await partsOf(file)))).toMatchObject({ state: 'sameCells', why: 'savedAgain' });
});

test.each([
  ['a count', 'xl/worksheets/sheet1.xml', '>121<', '>123<', 'The sheet ‘Stages’ was changed.'],
  ['a title', 'xl/worksheets/sheet2.xml', 'Device Time', 'Time', 'The sheet ‘Losses’ was changed.'],
  ['a loss', 'xl/worksheets/sheet2.xml', '=00077', '=00078', 'The sheet ‘Losses’ was changed.'],
  ['the controller', 'xl/sharedStrings.xml', 'Main gate', 'Side gate', 'The sheet ‘About this export’ was changed.'],
  ['a sheet’s name', 'xl/workbook.xml', '"Losses"', '"Other"', 'It has a sheet that was not exported: ‘Other’.'],
])('tells that %s was changed', async (_, part, from, to, difference) => {
  const edited = await withPart(file, part, (xml) => xml.replace(from, to));
  expect(await verify(edited)).toMatchObject({ state: 'changed', difference });
});
