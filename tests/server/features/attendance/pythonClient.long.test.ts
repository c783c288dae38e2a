// The documented client, run by Python against a real server: its copy equals the list after each change.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { addApiToken, someoneErasable } from '../../../support/people/users.ts';
import { listen } from '../../../support/server/ports.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

const run = promisify(execFile);
const folder = mkdtempSync(path.join(tmpdir(), 'copy-'));
const file = path.join(folder, 'attendance.db');

let server: TestServer;
let front: Server;
let address: string;
let administrator: string;
let token: string;
/** Answers given instead of the server's, as by a proxy or a network. */
let faults: { status: number; headers?: Record<string, string> }[] = [];
let cursors: (string | null)[] = [];

beforeAll(async () => {
  server = await startServer();
  administrator = await server.signIn(server.users.administrator);
  token = await tokenFor(null);
  front = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', server.url);
    cursors.push(url.searchParams.get('after'));
    const fault = faults.shift();
    if (fault?.status === 0) return void response.destroy();
    if (fault) return void response.writeHead(fault.status, fault.headers).end('<html>Not now</html>');
    const { authorization = '' } = request.headers;
    const answer = await fetch(url, { headers: { authorization } });
    response.writeHead(answer.status).end(await answer.text());
  });
  address = `http://127.0.0.1:${await listen(front)}`;
});
afterAll(async () => {
  front.closeAllConnections();
  front.close();
  await server.stop();
  rmSync(folder, { recursive: true });
});

async function tokenFor(companies: readonly number[] | null) {
  const { email } = server.users.administrator;
  const { id } = await one<{ id: number }>(server.db, sql`select id from users where email = ${email}`);
  const permissions = ['attendance.view', 'hr_sync.view'];
  return addApiToken(server.db, { userId: id, name: 'Copy', permissions, companies });
}

const catchUp = (as = token) =>
  run('python3', ['docs/clients/rollcall.py', address, file], { env: { ...process.env, ROLLCALL_TOKEN: as } });

function copied() {
  const copy = new DatabaseSync(file, { readOnly: true });
  const rows = copy
    .prepare(
      `select attendance.id, employees.name, employees.employee_id, employee_code, event_type, timestamp,
          access_controllers.name as door, companies.name as company, is_processed, is_manual, is_set_aside, hr_state
        from attendance join companies on companies.id = company
          join access_controllers on access_controllers.id = access_controller
          left join employees on employees.id = employee
        order by attendance.id`,
    )
    .all();
  const names = copy.prepare('select name from employees order by name').all();
  copy.close();
  return { rows: rows.map((row) => ({ ...row })), names: names.map(({ name }) => name) };
}

async function listed(as = token) {
  const rows: Record<string, unknown>[] = [];
  for (let page = 1; ; page++) {
    const { json } = await server.ask(`GET /attendance?per_page=200&page=${page}`, { token: as });
    const { data, last_page } = answerDecoder('GET /attendance')(json.data);
    for (const record of data)
      rows.push({
        id: record.id,
        name: record.employee?.name ?? null,
        employee_id: record.employee?.employee_id ?? null,
        employee_code: record.employee_code,
        event_type: record.event_type,
        timestamp: record.timestamp,
        door: record.access_controller?.name,
        company: record.company?.name,
        is_processed: Number(record.is_processed),
        is_manual: Number(record.is_manual),
        is_set_aside: Number(record.is_set_aside),
        hr_state: record.hr_state,
      });
    if (page >= last_page) return rows.toSorted((first, other) => Number(first.id) - Number(other.id));
  }
}

const write = async (key: string, body: object) => {
  const { status, json } = await server.ask(key, { token: administrator, body });
  expect([status, json.errors]).toEqual([expect.toSatisfy((code: number) => code < 300), undefined]);
};

test('reads all once, then follows what is added, corrected, set aside, renamed and erased', async () => {
  await catchUp();
  expect(copied().rows.length).toBeGreaterThan(20);
  expect(copied().rows).toEqual(await listed());

  const recordsOf = async (query: string) =>
    answerDecoder('GET /attendance')((await server.ask(`GET /attendance?${query}`, { token })).json.data).data;
  const { id: person } = await someoneErasable(server.db);
  const [record] = await recordsOf(`employee_id=${person}`);
  const correct = (correction: object) =>
    write('POST /corrections', { corrections: [correction], reason: 'Seen at the door' });
  await correct({ kind: 'add', employee_id: person, timestamp: '2026-01-05T08:00', event_type: 'check-in' });
  await correct({ kind: 'set_aside', record_id: record?.id });
  await write('POST /attendance/mark-processed', { record_ids: (await recordsOf('per_page=50')).map(({ id }) => id) });
  await server.db.run(sql`update employees set name = 'Renamed Person' where id = ${person}`);
  cursors = [];
  await catchUp();
  expect(cursors).toEqual([expect.any(String)]);
  expect(copied().rows).toEqual(await listed());
  expect(copied().names).toContain('Renamed Person');

  await server.db.run(sql`update employees set deleted_at = '2026-01-01 00:00:00' where id = ${person}`);
  await write('POST /privacy/erasures', {
    kind: 'employees',
    id: person,
    reason: 'Asked for it',
    last_day: '2026-01-01',
  });
  await catchUp();
  expect(copied().rows).toEqual(await listed());
  expect(copied().names).not.toContain('Renamed Person');

  // Removes records as retention does.
  await server.db.run(sql`delete from attendance where id not in (select attendance_id from hr_deliveries
    where attendance_id is not null union select attendance_id from corrections where attendance_id is not null
    union select attendance_id from device_events where attendance_id is not null)`);
  const before = copied().rows.length;
  await catchUp();
  expect(copied().rows).toEqual(await listed());
  expect(copied().rows.length).toBeLessThan(before);
});

test('waits as long as the server asks for, and goes on where it was cut off', async () => {
  await catchUp();
  faults = [
    { status: 503, headers: { 'retry-after': '1' } },
    { status: 429, headers: { 'retry-after': '0' } },
  ];
  const { stderr } = await catchUp();
  expect(stderr).toContain('503: Service Unavailable. Trying again in 1 s');
  expect(stderr).toContain('Trying again in 0 s');
  faults = [{ status: 0 }];
  expect((await catchUp()).stderr).toContain('Trying again in 2 s');
  expect(copied().rows).toEqual(await listed());
});

test('reads all again where the server says so, and ends where its token does not work', async () => {
  const { id } = await one<{ id: number }>(server.db, sql`select max(company_id) as id from attendance`);
  const ofOne = await tokenFor([id]);
  const { stderr } = await catchUp(ofOne);
  expect(stderr).toContain('410: What this caller may see, or the time zone, has changed');
  expect(copied().rows).toEqual(await listed(ofOne));
  expect(copied().rows.length).toBeGreaterThan(0);
  await expect(catchUp('rc_wrong')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('401: ') });
  expect(copied().rows).toEqual(await listed(ofOne));
});
