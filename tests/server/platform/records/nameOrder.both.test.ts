// Names are in the same order wherever they are listed, however the database sorts capitals and accents.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

const names = ['anbau', 'Ärmel', 'Zaun'];
const week = { monday: 480, tuesday: 480, wednesday: 480, thursday: 480, friday: 480, saturday: 0, sunday: 0 };

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let token: string;
  let company: number;
  const people: number[] = [];

  beforeAll(async () => {
    server = await startServer({ createDatabase: create, sample: { employeesPerCompany: 1, days: 0 } });
    token = await server.signIn(server.users.administrator);
    company = await added('/companies', { name: 'Seaport' });
    for (const name of names.toReversed()) {
      const door = await added('/access-controllers', { company_id: company, name, unique_identifier: name });
      people.push(await added('/employees', { company_id: company, name, employee_id: name }));
      await server.db.run(
        sql`insert into attendance (company_id, employee_code, access_controller_id, event_type, occurred_at, created_at)
          values (${company}, '7', ${door}, 'check-in', '2026-01-05 08:00:00', '2026-01-05 08:00:00')`,
      );
      await server.db.run(
        sql`insert into hr_people (company_id, id, number, name, email, is_active)
          values (${company}, ${String(names.length - people.length)}, '', ${name}, '', true)`,
      );
    }
  });
  afterAll(() => server.stop());

  const ask = async (key: string, body?: object) => (await server.ask(key, { token, ...(body && { body }) })).json.data;
  const added = async (path: string, body: object): Promise<number> => Object(await ask(`POST ${path}`, body)).id;

  test('the doors of a company, and those that sent a code', async () => {
    const summary = await ask(`GET /presence/summary?company_id=${company}`);
    expect(answerDecoder('GET /presence/summary')(summary).controllers.map(({ name }) => name)).toEqual(names);
    const codes = await ask(`GET /unknown-codes?company_id=${company}`);
    expect(answerDecoder('GET /unknown-codes')(codes).data).toMatchObject([{ controllers: names.join(', ') }]);
  });

  test('the people of a roll call, and those to match', async () => {
    const report = answerDecoder('POST /roll-calls')(await ask('POST /roll-calls', { company_id: company }));
    expect(report.people.map(({ employee }) => employee.name)).toEqual(names);
    await server.db.run(sql`insert into hr_connections (company_id, connector) values (${company}, 'odoo')`);
    const matching = answerDecoder('GET /companies/{id}/hr-people')(await ask(`GET /companies/${company}/hr-people`));
    for (const list of [matching.people, matching.employees]) expect(list.map(({ name }) => name)).toEqual(names);
  });

  test('codes and keys, byte by byte', async () => {
    const inOrder = ['B-1', 'a_2', 'a-1', 'ä'].toSorted();
    if (server.db.dialect === 'postgres')
      await server.db.exec(
        `alter table employee_codes alter column code type text collate "und-x-icu";
        alter table settings alter column setting_key type text collate "und-x-icu"`,
      );
    const [employee_id = 0] = people;
    const setting = { value: '1', type: 'string', description: '', is_public: true };
    for (const code of inOrder.toReversed()) {
      await added('/employee-codes', { company_id: company, employee_id, code, valid_from: '', valid_until: '' });
      await added('/settings', { ...setting, key: code });
    }
    const codes = answerDecoder('GET /employee-codes')(await ask(`GET /employee-codes?company_id=${company}`));
    expect(codes.data.map(({ code }) => code)).toEqual(inOrder);
    const settings = answerDecoder('GET /settings')(await ask('GET /settings'));
    expect(settings.map(({ key }) => key).filter((key) => inOrder.includes(key))).toEqual(inOrder);
  });

  test('the patterns of a company come before those of its people', async () => {
    const pattern = { company_id: company, valid_from: '2026-01-01', ...week };
    for (const employee_id of [...people, null]) await added('/week-patterns', { ...pattern, employee_id });
    const found = await ask(`GET /companies/${company}/week-patterns`);
    expect(answerDecoder('GET /companies/{id}/week-patterns')(found).map(({ employee }) => employee?.name)).toEqual([
      undefined,
      ...names,
    ]);
  });
});
