// Every field in a record's table is stored, answered, changed, found, reported and erased: on the server, a new field
// needs only its column.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { companyFields } from '../../../../src/shared/contract/companies.ts';
import { controllerFields } from '../../../../src/shared/contract/controllers.ts';
import { isObject } from '../../../../src/shared/contract/decode.ts';
import { employeeFields } from '../../../../src/shared/contract/employees.ts';
import { type Fields, fieldsWith, identifying, mapFields } from '../../../../src/shared/contract/fields.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

const kinds: readonly { path: string; fields: Fields; secret?: string }[] = [
  { path: '/companies', fields: companyFields },
  { path: '/access-controllers', fields: controllerFields, secret: 'webhook_secret' },
  { path: '/employees', fields: employeeFields },
];

type Word = 'zqone' | 'zqtwo';

/** A value for each field, in the first form that it accepts. The words in texts occur in no other record. */
const entered = (fields: Fields, word: Word): Readonly<Record<string, unknown>> =>
  mapFields(fields, (name, field) => {
    const number = word === 'zqone' ? 1 : 2;
    const text = `${word}${name.replaceAll('_', '')}`;
    const forms = [
      text,
      `${text}@x.example`,
      `https://x.example/${text}`,
      `202${number}-01-31`,
      number / 4,
      number === 2,
    ];
    return forms.find((form) => takes(field, form));
  });

function takes(field: Fields[string], value: unknown): boolean {
  try {
    return field(value) === value && field.checks.every((check) => check(value, {}) === undefined);
  } catch {
    return false;
  }
}

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let token: string;
  let company_id: number;

  beforeAll(async () => {
    server = await startServer({ createDatabase: create });
    token = await server.signIn(server.users.administrator);
    company_id = (await one<{ id: number }>(server.db, sql`select min(id) as id from companies`)).id;
  });
  afterAll(() => server.stop());

  async function ask(key: string, body?: object): Promise<Record<string, unknown>> {
    const { json } = await server.ask(key, { token, ...(body && { body }) });
    expect(json.errors).toBeUndefined();
    return isObject(json.data) ? json.data : {};
  }

  test.each(kinds)('$path: stores, answers and changes every field', async ({ path, fields, secret = '' }) => {
    const [before, after] = [entered(fields, 'zqone'), entered(fields, 'zqtwo')];
    const { [secret]: _, ...readBefore } = before;
    const { [secret]: __, ...readAfter } = after;
    const { id } = await ask(`POST ${path}`, { company_id, ...before });
    expect(await ask(`GET ${path}/${id}`)).toMatchObject(readBefore);
    expect(await ask(`PUT ${path}/${id}`, { company_id, ...after })).toMatchObject(readAfter);
    expect(await ask(`GET ${path}/${id}`)).toMatchObject(readAfter);

    // A console of the specification does not send the other fields.
    const specified = entered(fieldsWith(fields, []), 'zqone');
    const { [secret]: ___, ...readSpecified } = specified;
    expect(await ask(`PUT ${path}/${id}`, { company_id, ...specified })).toMatchObject({
      ...readAfter,
      ...readSpecified,
    });
    await ask(`DELETE ${path}/${id}`);
  });

  test.each(kinds)('$path: stores texts without the white space around them', async ({ path, fields, secret = '' }) => {
    const { [secret]: _, ...values } = entered(fields, 'zqone');
    const typed = Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        const padded = `\u00a0 ${value}\t `;
        return [name, fields[name] && takes(fields[name], padded) ? padded : value];
      }),
    );
    const { id } = await ask(`POST ${path}`, { company_id, ...typed });
    expect(await ask(`GET ${path}/${id}`)).toMatchObject(values);
    expect(await ask(`PUT ${path}/${id}`, { company_id, ...typed })).toMatchObject(values);
    await ask(`DELETE ${path}/${id}`);
  });

  test.each(kinds)('$path: finds a record by every field that identifies it', async ({ path, fields }) => {
    const values = entered(fields, 'zqone');
    const { id } = await ask(`POST ${path}`, { company_id, ...values });
    for (const name of identifying(fields)) {
      const { data } = await ask(`GET ${path}?q=${encodeURIComponent(String(values[name]))}`);
      expect(data, name).toMatchObject([{ id }]);
    }
    await ask(`DELETE ${path}/${id}`);
  });

  test('a report has every field of an employee, and after an erasure none is left', async () => {
    const values = entered(employeeFields, 'zqtwo');
    const { id } = await ask('POST /employees', { company_id, ...values });
    expect((await ask(`GET /employees/${id}/personal-data/record`)).rows).toMatchObject([values]);

    const row = () => one<Record<string, unknown>>(server.db, sql`select * from employees where id = ${Number(id)}`);
    expect(await row()).toMatchObject(values);
    await ask('POST /privacy/erasures', { kind: 'employees', id, reason: 'Asked for it' });
    const left = Object.values(await row());
    expect(Object.values(values).filter((value) => left.includes(value))).toEqual([]);
  });
});
