// Searching and sorting lists: the index finds what the contract's matcher finds.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { type Company, textsOfCompany } from '../../../../src/shared/contract/companies.ts';
import { type AccessController, textsOfController } from '../../../../src/shared/contract/controllers.ts';
import type { Page } from '../../../../src/shared/contract/decode.ts';
import { type Employee, textsOfEmployee } from '../../../../src/shared/contract/employees.ts';
import { type Role, textsOfRole, textsOfUser } from '../../../../src/shared/contract/people.ts';
import { sortKey, textMatcher } from '../../../../src/shared/contract/searchText.ts';
import type { User } from '../../../../src/shared/contract/session.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

interface Listed {
  id: number;
  name: string;
  texts: readonly string[];
}
interface List {
  path: string;
  read: (data: unknown) => Page<Listed>;
}

function list<R extends { id: number; name: string }>(
  path: string,
  decode: (data: unknown) => Page<R>,
  texts: (row: R) => readonly string[],
  nameOf: (row: R) => string = ({ name }) => name,
): List {
  const read = (data: unknown) => {
    const answer = decode(data);
    return { ...answer, data: answer.data.map((row) => ({ id: row.id, name: nameOf(row), texts: texts(row) })) };
  };
  return { path, read };
}

const employees = list<Employee>('/employees', answerDecoder('GET /employees'), textsOfEmployee);
const controllers = list<AccessController>(
  '/access-controllers',
  answerDecoder('GET /access-controllers'),
  textsOfController,
);
const lists = [
  employees,
  controllers,
  list<Company>('/companies', answerDecoder('GET /companies'), textsOfCompany),
  list<User>('/users', answerDecoder('GET /users'), textsOfUser),
  list<Role>('/roles', answerDecoder('GET /roles'), textsOfRole, (role) => role.display_name),
];

const names = [
  ...['Jürgen Müller', 'Antonín Dvořák', 'Иван Ёлкин', 'محمد الأمين', '山田太郎', 'Groß Ågren', 'ŞEKER IŞIK'],
  ...["Siobhán O'Brien", 'Anna Anna-Maria', 'Group 10', 'Group 9', 'Group 9', 'x'.repeat(255)],
];
/** What people type, and input that must not break the search. */
const searches = [
  ...['m', 'mu', 'müller', 'MULLER ju', 'dvorak', 'ёлк', 'елкин иван', 'امين', '田太', '山', 'gross', 'isik', 'brien'],
  ...['anna', 'a ann anna', 'example', 'e e e', '0004', '42', '00042', 'office', 'main door', 'zzz', 'm zzz', '9'],
  ...['%', "'", '_', '---', '\\', '\u{10ffff}', '😀', 'x'.repeat(300), 'x'.repeat(10_000), 'a '.repeat(5_000)],
];

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let tokens: Record<'all' | 'some', string>;
  let company: number;

  beforeAll(async () => {
    server = await startServer({ createDatabase: create });
    const { administrator, manager } = server.users;
    tokens = { all: await server.signIn(administrator), some: await server.signIn(manager) };
    company =
      answerDecoder('GET /companies/all')((await ask('GET /companies/all', undefined, tokens.some)).json.data)[0]?.id ??
      0;
    for (const [index, name] of names.entries()) {
      const body = { company_id: company, name, employee_id: `000${42 + index}`, email: `e${index}@x.example` };
      expect((await ask('POST /employees', body)).status).toBe(201);
    }
  });
  afterAll(() => server.stop());

  const ask = (key: string, body?: object, token = tokens.all) => server.ask(key, { token, ...(body && { body }) });
  const query = (parameters: Record<string, string | number>) =>
    new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)])).toString();

  /** All pages of a list. */
  async function rowsOf({ path, read }: List, parameters: Record<string, string | number>, token?: string, size = 100) {
    const rows: Listed[] = [];
    for (let page = 1; ; page++) {
      const search = query({ ...parameters, per_page: size, page });
      const { status, json } = await ask(`GET ${path}?${search}`, undefined, token);
      expect(status, search).toBe(200);
      const { data, total, last_page } = read(json.data);
      rows.push(...data);
      if (page < last_page) continue;
      expect(rows, search).toHaveLength(total);
      return rows;
    }
  }

  test.each(lists)('$path finds what matches, and counts it', async (searched) => {
    const isOfCompanies = searched.path !== '/users' && searched.path !== '/roles';
    for (const token of isOfCompanies ? Object.values(tokens) : [tokens.all]) {
      const all = await rowsOf(searched, {}, token);
      expect(all.length).toBeGreaterThan(0);
      for (const q of searches) {
        const matches = textMatcher(q);
        expect([q, await rowsOf(searched, { q }, token)]).toEqual([q, all.filter(({ texts }) => matches(texts))]);
      }
    }
  });

  test.each(lists)('$path is sorted by name, or by when records were added', async (sorted) => {
    const ids = async (sort: string, size?: number) =>
      (await rowsOf(sorted, sort ? { sort } : {}, tokens.all, size)).map(({ id }) => id);
    const rows = await rowsOf(sorted, {});
    const byName = rows.toSorted((one, other) => compare(sortKey(one.name), sortKey(other.name)) || one.id - other.id);
    expect(rows).toEqual(byName);
    expect(await ids('name', 2)).toEqual(byName.map(({ id }) => id));
    expect(await ids('-name')).toEqual(byName.map(({ id }) => id).toReversed());
    expect(await ids('-created')).toEqual((await ids('created')).toReversed());
    const { status, json } = await ask(`GET ${sorted.path}?sort=age`);
    expect([status, json.errors]).toEqual([422, { sort: ['This must be one of name, -name, created, -created'] }]);
  });

  test('a new record is the first of -created, a changed one is found by its new words, a deleted one no more', async () => {
    const found = async (q: string) => (await rowsOf(employees, { q })).map(({ id }) => id);
    const body = { company_id: company, name: 'Quentin Quill', employee_id: 'Q-1' };
    const { json } = await ask('POST /employees', body);
    const id = answerDecoder('POST /employees')(json.data)?.id;
    expect((await rowsOf(employees, { sort: '-created' }))[0]?.id).toBe(id);
    expect(await found('quill')).toEqual([id]);
    await ask(`PUT /employees/${id}`, { ...body, name: 'Wanda Wren' });
    expect([await found('quill'), await found('wanda q')]).toEqual([[], [id]]);
    await ask(`DELETE /employees/${id}`);
    expect(await found('wanda')).toEqual([]);
  });

  test('controllers are found by the name of their company, also when it changes', async () => {
    const { json } = await ask('POST /companies', { name: 'Old Wharf' });
    const wharf = answerDecoder('POST /companies')(json.data)?.id;
    await ask('POST /access-controllers', { company_id: wharf, name: 'Pier' });
    const found = async (q: string) => (await rowsOf(controllers, { q })).length;
    expect(await found('pier wharf')).toBe(1);
    await ask(`PUT /companies/${wharf}`, { name: 'New Harbour' });
    expect([await found('pier wharf'), await found('pier harb')]).toEqual([0, 1]);
    expect(await rowsOf(controllers, { company_id: wharf ?? 0 })).toMatchObject([{ name: 'Pier' }]);
    await ask(`DELETE /companies/${wharf}`);
    expect(await found('pier harb')).toBe(0);
  });

  test('search, company and state are combined', async () => {
    const inCompany = await rowsOf(employees, { company_id: company });
    expect(inCompany.length).toBeLessThan((await rowsOf(employees, {})).length);
    const q = 'group';
    const matches = textMatcher(q);
    expect(await rowsOf(employees, { company_id: company, q, is_active: 'true' }, tokens.some, 2)).toEqual(
      inCompany.filter(({ texts }) => matches(texts)),
    );
    expect(await rowsOf(employees, { company_id: company, q, is_active: 'false' })).toEqual([]);
  });
});

const compare = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));
