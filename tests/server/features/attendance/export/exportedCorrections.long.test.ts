// Exports show what people added and set aside, and list exactly their records' corrections.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../../../src/platform/api/client.ts';
import { correctionTitles } from '../../../../../src/platform/export/columns.ts';
import { verify } from '../../../../../src/platform/export/verify/verify.ts';
import type { Answer, Body } from '../../../../../src/shared/contract/calls.ts';
import { titles } from '../../../../../src/shared/words/exportedRow.ts';
import { exportRecords } from '../../../../support/exports/exportRecords.ts';
import { readPdf, readXlsx } from '../../../../support/exports/readers.ts';
import { startWorkforce, type Workforce } from '../../../../support/people/workforce.ts';
import { databases } from '../../../../support/server/databases.ts';

const now = new Date('2031-03-12T18:00:00Z');
const day = '2031-03-05';
const filters = { start_date: day, end_date: day };

describe.each(databases)('on $name', ({ create }) => {
  let workforce: Workforce;
  let api: ReturnType<typeof createClient>;
  let added: number;

  beforeAll(async () => {
    workforce = await startWorkforce(create, now);
    const { server, token, employ, punch, idOf } = workforce;
    api = createClient({ base: server.api, token: () => token });
    await employ('Anna');
    await employ('Boris');
    const [, wrong = 0] = await punch('Anna', day, 'in 08:00', 'out 08:01', 'out 16:00');
    const [other = 0] = await punch('Boris', '2031-03-06', 'in 08:00', 'out 16:00');
    await correct('=Pressed the wrong key', { kind: 'set_aside', record_id: wrong });
    await correct('Another day', { kind: 'set_aside', record_id: other });
    const arrival = {
      kind: 'add',
      employee_id: idOf('Boris'),
      timestamp: `${day}T09:00`,
      event_type: 'check-in',
    } as const;
    const { corrections } = await correct('Forgot the card', arrival);
    added = corrections[0]?.record_id ?? 0;
  });
  afterAll(() => workforce.server.stop());

  async function correct(
    reason: string,
    ...corrections: Body<'POST /corrections'>['corrections']
  ): Promise<Answer<'POST /corrections'>> {
    return (await api('POST /corrections', { body: { corrections, reason } })).data;
  }

  async function fileOf(format: 'excel' | 'pdf', more: Parameters<typeof exportRecords>[1] = {}): Promise<Blob> {
    const { files, notes } = await exportRecords(
      { api },
      { format, filters, canSign: true, hasCorrections: true, hasRevision: true, ...more },
    );
    expect(notes).toEqual([]);
    return files[0]?.blob ?? new Blob();
  }

  test('a record says that it was added by hand, or set aside', async () => {
    const { data } = await api('GET /attendance', { query: filters });
    const marked = data.data.map(({ employee, is_manual, is_set_aside }) => [employee?.name, is_manual, is_set_aside]);
    expect(marked).toEqual([
      ['Anna', false, false],
      ['Boris', true, false],
      ['Anna', false, true],
      ['Anna', false, false],
    ]);
  });

  test('a single record names its working day, and the newest correction of that day', async () => {
    const { data } = await api('GET /attendance/{id}', { id: added });
    const { data: list } = await api('GET /corrections', { query: { record_id: added } });
    expect(data.working_day).toEqual({ day, last_correction_id: list.data[0]?.id, approvals: 0 });
    const { employee } = data;
    expect(employee?.id).toBe(workforce.idOf('Boris'));
  });

  test('a workbook keeps its columns, counts them and lists the corrections of its records', async () => {
    const file = await fileOf('excel');
    const sheets = await readXlsx(file);
    expect(Object.keys(sheets)).toEqual(['Attendance Records', 'Corrections', 'About this export']);
    expect(sheets['Attendance Records']?.rows[0]).toEqual(titles);
    expect(sheets['About this export']?.rows).toEqual(
      expect.arrayContaining([
        ['Records added by hand', '1'],
        ['Records set aside', '1'],
        ['Corrections of the records', '2'],
      ]),
    );
    const author = expect.stringContaining(' ');
    expect(sheets.Corrections?.rows.map((cells) => cells.slice(1))).toEqual([
      correctionTitles.slice(1),
      [
        'Boris',
        day,
        `Added by hand: Check In at ${day} 09:00:00`,
        'Forgot the card',
        'Applied',
        author,
        '2031-03-12 19:00:00',
        '',
      ],
      [
        'Anna',
        day,
        `Set aside: Check Out at ${day} 08:01:00`,
        '=Pressed the wrong key',
        'Applied',
        author,
        '2031-03-12 19:00:00',
        '',
      ],
    ]);
    expect(sheets.Corrections?.formulas).toBe(0);
    const key = (await api('GET /attendance/signing-key')).data;
    expect(await verify(file, key)).toMatchObject({ state: 'unchanged', signature: { kind: 'valid' } });
  });

  test('a PDF lists them on its last page, and is signed as before', async () => {
    const file = await fileOf('pdf');
    const pages = await readPdf(file);
    expect(pages.at(-1)).toMatch(/^Corrections\n[\s\S]*Forgot the card[\s\S]*=Pressed the wrong key/);
    expect(pages.join()).not.toContain('Another day');
    const key = (await api('GET /attendance/signing-key')).data;
    expect(await verify(file, key)).toMatchObject({ state: 'unchanged', signature: { kind: 'valid' } });
  });

  test('an export of one person lists only that person’s', async () => {
    const sheets = await readXlsx(
      await fileOf('excel', { filters: { ...filters, employee_id: workforce.idOf('Anna') } }),
    );
    expect(sheets.Corrections?.rows.map(([, name]) => name)).toEqual(['Employee Name', 'Anna']);
  });
});
