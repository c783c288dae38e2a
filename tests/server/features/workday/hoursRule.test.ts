// How a company counts hours: timesheets, exceptions, Who Is In and the HR sync follow one rule.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import type { HoursRule } from '../../../../src/shared/contract/timesheets.ts';
import { startWorkforce, type Workforce } from '../../../support/people/workforce.ts';
import { databases } from '../../../support/server/databases.ts';

const day = '2031-03-12';

describe.each(databases)('on $name', ({ create }) => {
  let workforce: Workforce;

  beforeAll(async () => {
    workforce = await startWorkforce(create, new Date(`${day}T19:00:00Z`));
    const { employ, punch, server, company } = workforce;
    await employ('Anna');
    await punch('Anna', day, 'in 08:00', 'out 12:00', 'in 12:40', 'out 17:00');
    await employ('Berta');
    await punch('Berta', day, 'in 08:00', 'in 12:45', 'out 17:00', 'out 17:20');
    await employ('Carl');
    await punch('Carl', day, 'in 07:00', 'out 11:00', 'in 18:00');
    await server.db.run(
      sql`insert into company_urls (company_id, url_type, url, created_at)
        values (${company}, 'hr_system', 'https://hr.example/attendance', '2031-01-01 00:00:00')`,
    );
  });
  afterAll(() => workforce.server.stop());

  const ask = async (key: string, body?: object) => {
    const { json } = await workforce.server.ask(key, { token: workforce.token, ...(body && { body }) });
    expect(json).toMatchObject({ success: true });
    return json.data;
  };
  const count = (hours: HoursRule) =>
    ask(`PUT /companies/${workforce.company}/day-rules`, {
      starts_at: '00:00',
      repeat_seconds: 60,
      hours,
      needs_second_person: false,
    });

  async function timesheets(): Promise<string[]> {
    const query = `company_id=${workforce.company}&start_date=${day}&end_date=${day}`;
    const { data } = answerDecoder('GET /timesheets')(await ask(`GET /timesheets?${query}`));
    return data
      .filter(({ days }) => days.length > 0)
      .map(({ employee, worked_minutes, break_minutes }) => `${employee.name} ${worked_minutes} ${break_minutes}`);
  }
  async function exceptions(): Promise<string[]> {
    const query = `company_id=${workforce.company}&start_date=${day}&end_date=${day}`;
    const { data } = answerDecoder('GET /exceptions')(await ask(`GET /exceptions?${query}`));
    return data.map(({ employee, kind, record }) => `${employee?.name} ${kind} ${record.timestamp.slice(11, 16)}`);
  }
  async function present(): Promise<string[]> {
    const { data } = answerDecoder('GET /presence')(await ask(`GET /presence?company_id=${workforce.company}`));
    return data.map(({ employee, state, since }) => `${employee.name} ${state} ${since.slice(11, 16)}`);
  }
  async function planned(): Promise<string[]> {
    const { sync_details: details } = answerDecoder('POST /companies/{id}/hr-sync/test')(
      await ask(`POST /companies/${workforce.company}/hr-sync/test`, { dry_run: true, date: day }),
    ).results;
    return details.map(({ employee_name, held_back = [] }) =>
      [employee_name, ...held_back.map(({ timestamp, reason }) => `${reason} ${timestamp.slice(11, 16)}`)].join(', '),
    );
  }

  test('each pair counts by itself', async () => {
    await count('pairs');
    expect(await timesheets()).toEqual(['Anna 500 40', 'Berta 255 0', 'Carl 240 420']);
    expect(await exceptions()).toEqual(['Berta no_check_out 08:00', 'Berta no_check_in 17:20']);
    expect(await present()).toEqual(['Carl in 18:00', 'Anna out 17:00', 'Berta out 17:20']);
    expect(await planned()).toEqual([
      'Anna, lunch_break 12:00, lunch_break 12:40',
      'Berta, not_first 12:45, not_last 17:00',
      'Carl, not_first 18:00',
    ]);
  });

  test('from first to last, all of them see one pair', async () => {
    await count('first_last');
    expect(await timesheets()).toEqual(['Anna 540 0', 'Berta 560 0', 'Carl 240 0']);
    expect(await exceptions()).toEqual([]);
    expect(await present()).toEqual(['Carl in 18:00', 'Anna out 17:00', 'Berta out 17:20']);
    expect(await planned()).toEqual([
      'Anna, not_last 12:00, not_first 12:40',
      'Berta, not_first 12:45, not_last 17:00',
      'Carl, not_first 18:00',
    ]);
  });
});
