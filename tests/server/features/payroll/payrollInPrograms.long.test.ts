// The sample's payroll file opens in LibreOffice, and each cell equals what an oracle computes from people's sheets by
// walking through every minute of their pairs.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { payrollPresets } from '../../../../src/shared/contract/payrollPresets.ts';
import { readXlsx } from '../../../support/exports/readers.ts';
import { startServer } from '../../../support/server/server.ts';
import { createSqlite } from '../../../support/server/testDatabase.ts';

const month = '2026-10';
const template = { ...payrollPresets.lug?.template, mail_day: 0, mail_to: '' };

test('the file of the sample opens in LibreOffice, and equals the oracle cell by cell', async () => {
  const server = await startServer({
    createDatabase: createSqlite,
    sample: { employeesPerCompany: 6, days: 60, corrections: true, timeZone: 'Europe/Berlin' },
    clock: () => new Date('2026-11-20T12:00:00Z'),
  });
  const token = await server.signIn(server.users.administrator);
  const ask = (key: string, body?: object) => server.ask(key, { token, ...(body && { body }) });
  const [company] = await server.db.all<{ id: number }>(sql`select id from companies where name = 'Bäckerei Krüger'`);
  const id = company?.id ?? 0;
  await ask(`PUT /companies/${id}/payroll`, template);
  await ask('POST /closed-months', { company_id: id, month });
  const made = await ask(`POST /companies/${id}/payroll/files`, { month });
  const { content } = answerDecoder('POST /companies/{id}/payroll/files')(made.json.data);

  const folder = mkdtempSync(path.join(tmpdir(), 'payroll-'));
  const csv = path.join(folder, 'payroll.csv');
  writeFileSync(csv, Buffer.from(content, 'base64'));
  // Options: semicolons, quotes, Windows-1252, from the first line, all columns as text.
  const columns = Array.from({ length: 11 }, (_, index) => `${index + 1}/2`).join('/');
  execFileSync('soffice', [
    ...[`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', 'xlsx', '--outdir', folder],
    ...[`--infilter=CSV:59,34,ANSI,1,${columns}`, csv],
  ]);
  const sheets = await readXlsx(new Blob([readFileSync(path.join(folder, 'payroll.xlsx'))]));
  const rows = Object.values(sheets)[0]?.rows ?? [];

  const expected: string[][] = [];
  const query = `start_date=${month}-01&end_date=${month}-31`;
  const list = await ask(`GET /timesheets?company_id=${id}&per_page=500&${query}`);
  for (const { employee } of answerDecoder('GET /timesheets')(list.json.data).data) {
    const { json } = await ask(`GET /timesheets/${employee.id}?${query}`);
    const { days } = answerDecoder('GET /timesheets/{id}')(json.data);
    const minutes = { '100': 0, '200': 0, '210': 0 };
    for (const { pairs } of days)
      for (const { from, until } of pairs)
        for (let at = cut(from); at < cut(until); at += 60_000) {
          const wall = new Date(at).toLocaleString('sv', { timeZone: 'Europe/Berlin' });
          const hour = Number(wall.slice(11, 13));
          minutes['100']++;
          if (hour >= 23 || hour < 6) minutes['200']++;
          if (new Date(wall.slice(0, 10)).getUTCDay() === 0) minutes['210']++;
        }
    for (const [code, total] of Object.entries(minutes)) {
      const hours = (Math.round((total * 100) / 60) / 100).toFixed(2).replace('.', ',');
      if (total > 0) expected.push([employee.employee_id, '', '', code, hours]);
    }
  }
  expect(expected.length).toBeGreaterThan(9);
  expect(rows.map((row) => row.slice(0, 5))).toEqual(expected);
  expect(rows.flatMap((row) => row.slice(5)).join('')).toBe('');
  await server.stop();
});

const cut = (timestamp: string): number => Math.floor(Date.parse(timestamp) / 60_000) * 60_000;
