// The Odoo connector with both of its protocols: its requests, how it reads each answer, and what it asks. Answers are
// from Odoo's documentation and source.

import { describe, expect, test } from 'vitest';
import type { Connection, Conversation, PairItem } from '../../../../../server/features/hr/connectors/connector.ts';
import { odoo } from '../../../../../server/features/hr/connectors/odoo/odoo.ts';
import { createHrSystem } from '../../../../../server/features/hr/delivery/hrSystem.ts';
import type { OutboundAnswer } from '../../../../../server/platform/http/outbound.ts';
import { connectionTo } from '../../../../support/hr/hrCompany.ts';
import { createOdooFake, type OdooFake } from '../../../../support/hr/odooFake.ts';

const now = new Date('2026-05-12T18:00:00Z');
const key = 'a-long-key-of-odoo';
const connectionOf = (values: Record<string, string>): Connection =>
  connectionTo(
    'https://odoo.example',
    { version: '19', database: 'acme', user: '', api_key: key, number_field: 'barcode', company: '', ...values },
    { now, zone: 'Europe/Berlin', session: values.version === '16' ? '7' : '' },
  );
const by2 = connectionOf({});
const byRpc = connectionOf({ version: '16', user: 'rollcall@acme.example' });

const item: PairItem = {
  kind: 'pair',
  purpose: 'work',
  key: 'key of 1',
  employeeNumber: '00042',
  crmEmployeeId: '',
  personId: '7',
  controller: 'ACU-1',
  from: '2026-05-12 06:59:12',
  until: '2026-05-12 15:31:00',
  remoteId: '',
};
const other: PairItem = { ...item, key: 'key of 2', personId: '9' };
const changed: PairItem = { ...item, remoteId: '42' };

describe('sends by JSON-2', () => {
  const sent = (items: readonly PairItem[], connection = by2) => {
    const { method, path, headers, body } = odoo.request(items, connection);
    expect(headers).toEqual({
      'Content-Type': 'application/json',
      Authorization: `bearer ${key}`,
      'X-Odoo-Database': 'acme',
    });
    return `${method} ${path} ${body}`;
  };

  test('attendances, in UTC', () => {
    expect(sent([item, other])).toBe(
      'POST /json/2/hr.attendance/create {"vals_list":[' +
        '{"employee_id":7,"check_in":"2026-05-12 06:59:12","check_out":"2026-05-12 15:31:00"},' +
        '{"employee_id":9,"check_in":"2026-05-12 06:59:12","check_out":"2026-05-12 15:31:00"}],' +
        '"context":{"lang":"en_US"}}',
    );
  });

  test('another check-out of one that Odoo has', () => {
    expect(sent([changed])).toBe(
      'POST /json/2/hr.attendance/write ' +
        '{"ids":[42],"vals":{"check_out":"2026-05-12 15:31:00"},"context":{"lang":"en_US"}}',
    );
  });

  test('only for its company', () => {
    expect(sent([changed], connectionOf({ company: '3' }))).toContain(
      '"context":{"lang":"en_US","allowed_company_ids":[3]}',
    );
  });
});

describe('sends by JSON-RPC', () => {
  const sent = (items: readonly PairItem[]) => {
    const { method, path, headers, body } = odoo.request(items, byRpc);
    expect(headers).toEqual({ 'Content-Type': 'application/json' });
    return `${method} ${path} ${body}`;
  };

  test('attendances, the list of them by position', () => {
    expect(sent([item])).toBe(
      'POST /jsonrpc {"jsonrpc":"2.0","method":"call","params":{"service":"object","method":"execute_kw","args":' +
        `["acme",7,"${key}","hr.attendance","create",` +
        '[[{"employee_id":7,"check_in":"2026-05-12 06:59:12","check_out":"2026-05-12 15:31:00"}]],' +
        '{"context":{"lang":"en_US"}}]},"id":1}',
    );
  });

  test('another check-out of one that Odoo has', () => {
    expect(sent([changed])).toContain(
      '"hr.attendance","write",[[42]],{"vals":{"check_out":"2026-05-12 15:31:00"},"context":{"lang":"en_US"}}]',
    );
  });
});

const answered = (body: string, status = 200, headers = {}): OutboundAnswer => ({ status, headers, body });
const fault2 = (status: number, name: string, message: string) =>
  answered(JSON.stringify({ name, message, arguments: [message], context: {}, debug: 'Traceback …' }), status);
const faultRpc = (_status: number, name: string, message: string) => {
  const data = { name, message, arguments: [message], context: {}, debug: 'Traceback …' };
  return answered(JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: 200, message: 'Odoo Server Error', data } }));
};
const resultRpc = (result: unknown) => answered(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));

describe.each([
  { protocol: 'JSON-2', connection: by2, fault: fault2, result: (value: unknown) => answered(JSON.stringify(value)) },
  { protocol: 'JSON-RPC', connection: byRpc, fault: faultRpc, result: resultRpc },
])('takes as, by $protocol,', ({ connection, fault, result }) => {
  const outcomeOf = (answer: OutboundAnswer, items = [item]) => odoo.outcome(items, answer, connection);
  const firstOf = (answer: OutboundAnswer, items = [item]) => {
    const outcome = outcomeOf(answer, items);
    return outcome.kind === 'answered' ? outcome.outcomes.get('key of 1') : outcome;
  };

  test('accepted: the ids of the attendances, in their order', () => {
    expect(outcomeOf(result([42, 43]), [item, other])).toEqual({
      kind: 'answered',
      outcomes: new Map([
        ['key of 1', { kind: 'accepted', remoteId: '42' }],
        ['key of 2', { kind: 'accepted', remoteId: '43' }],
      ]),
    });
  });

  test('accepted: a change', () => {
    expect(firstOf(result(true), [changed])).toEqual({ kind: 'accepted', remoteId: '42' });
  });

  test.each([
    [
      'ValidationError',
      422,
      'Cannot create new attendance record for Ada Lovelace, the employee was already checked in on 05/12/2026 06:59:12',
    ],
    [
      'ValidationError',
      422,
      "Cannot create new attendance record for Ada Lovelace, the employee hasn't checked out since 05/11/2026 07:00:00",
    ],
    ['ValidationError', 422, '"Check Out" time cannot be earlier than "Check In" time.'],
    ['MissingError', 404, 'Record does not exist or has been deleted.'],
    [
      'AccessError',
      403,
      "Due to security restrictions, you are not allowed to create 'Attendance' (hr.attendance) records.",
    ],
  ])('rejected, in its words: %s %i %s', (name, status, message) => {
    expect(outcomeOf(fault(status, `odoo.exceptions.${name}`, message))).toEqual({ kind: 'rejected', reason: message });
  });

  test('rejected: a change of one that somebody deleted there', () => {
    const answer = fault(404, 'odoo.exceptions.MissingError', 'Record does not exist or has been deleted.');
    const reason = 'Somebody deleted attendance 42 in Odoo, so its check-out cannot be changed. Enter it there';
    expect(outcomeOf(answer, [changed])).toEqual({ kind: 'rejected', reason });
  });

  test.each([
    [
      'odoo.exceptions.AccessError',
      403,
      "You are not allowed to create 'Attendance' (hr.attendance) records.",
      "The user lacks rights: You are not allowed to create 'Attendance' (hr.attendance) records.",
    ],
    [
      'odoo.exceptions.AccessError',
      403,
      'Access to unauthorized or invalid companies.',
      'The user does not belong to the company of this connection',
    ],
    [
      'odoo.exceptions.AccessDenied',
      403,
      'Access Denied',
      "Odoo does not accept the API key: it may have expired, or belong to another user or database. Enter another one in the company's HR connection",
    ],
    [
      'odoo.exceptions.UserError',
      422,
      "Object hr.attendance doesn't exist",
      'Odoo lacks the app Attendances: install it',
    ],
    [
      'werkzeug.exceptions.NotFound',
      404,
      "the model 'hr.attendance' does not exist",
      'Odoo lacks the app Attendances: install it',
    ],
    [
      'builtins.ValueError',
      422,
      "Invalid field 'barcode' on 'hr.employee'",
      "Odoo has no such field, choose another for the employee number: Invalid field 'barcode' on 'hr.employee'",
    ],
  ])('for later, all of them: %s %i %s', (name, status, message, reason) => {
    expect(outcomeOf(fault(status, name, message))).toEqual({ kind: 'later', reason });
  });

  test.each([
    ['odoo.exceptions.LockError', 409, 'Record could not be locked'],
    ['psycopg2.errors.SerializationFailure', 500, 'could not serialize access due to concurrent update'],
  ])('for later: %s %i %s', (name, status, message) => {
    const outcome = outcomeOf(fault(status, name, message));
    expect(outcome).toMatchObject({ kind: 'later', reason: expect.stringContaining(message) });
  });

  test.each([
    ['null', 'The answer is not what Odoo answers'],
    ['{}', 'The answer is not what Odoo answers'],
    ['{"id":1}', 'The answer is not what Odoo answers'],
    ['<h1>Welcome</h1>', 'The answer is not what Odoo answers'],
  ])('for later: %s', (body, reason) => {
    expect(firstOf(answered(body))).toEqual({ kind: 'later', reason });
  });

  test('for later: an answer that lacks ids', () => {
    expect(firstOf(result([42]), [item, other])).toEqual({
      kind: 'later',
      reason: 'Odoo did not say which attendances it made',
    });
    expect(firstOf(result(false), [changed])).toEqual({
      kind: 'later',
      reason: 'Odoo did not say that it changed the attendance',
    });
  });

  test('for later: what comes from before Odoo', () => {
    expect(firstOf(answered('', 302))).toMatchObject({ reason: expect.stringContaining('redirects') });
    expect(firstOf(answered('<h1>Bad Gateway</h1>', 502))).toMatchObject({
      kind: 'later',
      reason: 'HTTP 502 Bad Gateway',
    });
    expect(firstOf(answered('<h1>Not Found</h1>', 404))).toMatchObject({ reason: expect.stringContaining('version') });
    expect(firstOf(answered('', 429, { 'retry-after': '120' }))).toEqual({
      kind: 'later',
      reason: 'HTTP 429 Too Many Requests',
      resumeAt: new Date('2026-05-12T18:02:00Z'),
    });
  });
});

test('takes a key that JSON-2 does not accept for a reason to wait', () => {
  const answer = fault2(401, 'werkzeug.exceptions.Unauthorized', 'Invalid apikey');
  expect(odoo.outcome([item], answer, by2)).toMatchObject({
    kind: 'later',
    reason: expect.stringContaining('API key'),
  });
});

/** The requests of a conversation that gets these results one after another. */
function requestsOf(conversation: Conversation<unknown>, results: readonly unknown[]): string[] {
  const requests: string[] = [];
  let step = conversation.next();
  for (const result of results) {
    if (step.done) break;
    requests.push(`${step.value.path} ${step.value.body ?? ''}`);
    step = conversation.next(answered(JSON.stringify(result)));
  }
  return requests;
}

describe('asks by JSON-2', () => {
  test('for attendances, with those that Odoo has archived', () => {
    expect(requestsOf(odoo.find([item, other], by2), [[]])).toEqual([
      '/json/2/hr.attendance/search_read {"domain":[["employee_id","in",[7,9]],["check_in","in",["2026-05-12 06:59:12"]]],' +
        '"fields":["employee_id","check_in","check_out"],"order":"id desc","context":{"lang":"en_US","active_test":false}}',
    ]);
  });

  test('for the oldest of several attendances', () => {
    const attendance = { employee_id: [7, 'Ada'], check_in: item.from, check_out: item.until };
    const conversation = odoo.find([item], by2);
    conversation.next();
    const answer = answered(JSON.stringify([43, 42].map((id) => ({ id, ...attendance }))));
    expect(conversation.next(answer).value).toEqual(new Map([['key of 1', '42']]));
  });

  test('for the people of one company, by the field that holds their numbers', () => {
    const connection = connectionOf({ company: '3', number_field: 'identification_id' });
    expect(requestsOf(odoo.people(connection), [[]])).toEqual([
      '/json/2/hr.employee/search_read {"domain":[["company_id","=",3],["id",">",0]],' +
        '"fields":["name","work_email","active","identification_id"],"limit":2500,"order":"id",' +
        '"context":{"lang":"en_US","allowed_company_ids":[3],"active_test":false}}',
    ]);
  });

  test('for leave, by the fields that it has', () => {
    const days = { from: '2026-05-01', until: '2026-05-31' };
    const answers = [{ uid: 7 }, [{ id: 7, name: 'Rollcall' }], { version: '20.0' }, true];
    const known = ['work_entry_type_request_unit', 'employee_id', 'request_date_from', 'request_date_to'];
    const fields = Object.fromEntries(known.map((name) => [name, { type: 'char' }]));
    expect(requestsOf(odoo.leave(by2, days), [...answers, fields, []]).slice(answers.length)).toEqual([
      '/json/2/hr.leave/fields_get {"allfields":["holiday_status_id","employee_id","request_date_from",' +
        '"request_date_to","date_from","date_to","request_hour_from","request_hour_to","request_unit_hours",' +
        '"request_unit_half","leave_type_request_unit","work_entry_type_request_unit","request_date_from_period",' +
        '"request_date_to_period"],"attributes":["type"],"context":{"lang":"en_US"}}',
      '/json/2/hr.leave/search_read {"domain":[["state","=","validate"],["employee_id","!=",false],' +
        '["work_entry_type_id.count_as","=","absence"],["request_date_from","<=","2026-05-31"],' +
        '["request_date_to",">=","2026-05-01"],["id",">",0]],"fields":["employee_id","request_date_from",' +
        '"request_date_to","work_entry_type_request_unit"],"limit":2500,"order":"id","context":{"lang":"en_US"}}',
    ]);
  });

  const companies = [
    { id: 1, name: 'Acme' },
    { id: 3, name: 'Beta' },
  ];
  const answers = [{ version: '19.0' }, { uid: 7 }, [{ id: 7, name: 'Rollcall' }], companies, true, true, true, true];

  test('for the facts that a test needs', () => {
    const connection = connectionOf({ company: '3' });
    const [one, three] = ['"context":{"lang":"en_US"}', '"context":{"lang":"en_US","allowed_company_ids":[3]}'];
    expect(requestsOf(odoo.probe(connection), [...answers, 12, 10])).toEqual([
      '/web/version ',
      `/json/2/res.users/context_get {${one}}`,
      `/json/2/res.users/search_read {"domain":[["id","=",7]],"fields":["name"],${one}}`,
      `/json/2/res.company/search_read {"domain":[],"fields":["name"],"order":"id",${one}}`,
      `/json/2/hr.attendance/has_access {"operation":"create",${three}}`,
      `/json/2/hr.attendance/has_access {"operation":"write",${three}}`,
      `/json/2/hr.employee/has_access {"operation":"read",${three}}`,
      `/json/2/res.users/has_group {"ids":[7],"group_ext_id":"hr_attendance.group_hr_attendance_manager",${three}}`,
      `/json/2/hr.employee/search_count {"domain":[["company_id","=",3]],${three}}`,
      `/json/2/hr.employee/search_count {"domain":[["company_id","=",3],["barcode","!=",false]],${three}}`,
    ]);
  });

  test('which company is meant, if there are several', () => {
    const conversation = odoo.probe(by2);
    let step = conversation.next();
    for (const result of [...answers, 12, 0]) step = conversation.next(answered(JSON.stringify(result)));
    expect(step.value).toEqual(
      expect.arrayContaining([
        {
          what: 'Company',
          says: 'All of them: 1 is Acme, 3 is Beta. Enter the number of one, unless this company is all of them',
          state: 'warning',
        },
        { what: 'Employees', says: '12, 0 of them with a Badge ID', state: 'warning' },
      ]),
    );
  });
});

test.each([
  ['17.0', '"has_group",["hr_attendance.group_hr_attendance_manager"],{"context"'],
  ['18.0', '"has_group",[[7]],{"group_ext_id":"hr_attendance.group_hr_attendance_manager","context"'],
])('asks Odoo %s by JSON-RPC who administers Attendances', (server_version, expected) => {
  const results = [
    { server_version },
    [{ id: 7, name: 'Rollcall' }],
    [{ id: 1, name: 'Acme' }],
    true,
    true,
    true,
    true,
  ];
  const requests = requestsOf(
    odoo.probe(byRpc),
    results.map((result) => ({ jsonrpc: '2.0', id: 1, result })),
  );
  expect(requests.at(-1)).toContain(expected);
});

describe.each(['19', '16'] as const)('asks version %s', (version) => {
  const people = ['7', '9'].map((id) => ({
    id,
    number: id === '7' ? '00042' : '',
    name: `Name of ${id}`,
    email: id === '7' ? 'seven@acme.example' : '',
    is_active: id === '7',
  }));
  const options = { people, timeZone: 'Europe/Berlin', clock: () => now };
  const systemOf = (fake: OdooFake, values: Record<string, string> = {}) =>
    createHrSystem(
      { clock: () => now, safeRequest: fake.request, wait: async () => {} },
      {
        connector: odoo,
        connection: { ...connectionOf({}), session: '', values: { ...fake.settings, ...fake.secrets, ...values } },
        expiresOn: '',
      },
    );
  const found = async (values: Record<string, string> = {}, fake = createOdooFake(options, version)) => {
    const findings = await systemOf(fake, values).converse((opened) => odoo.probe(opened));
    return findings.map(({ what, says, state }) => `${state} ${what}: ${says}`);
  };

  test('which attendances are there, by person and both times', async () => {
    const hr = systemOf(createOdooFake(options, version));
    const later = { ...item, key: 'key of 3', until: '2026-05-12 16:00:00' };
    const search = () => hr.converse((opened) => odoo.find([item, other, later], opened));
    expect(await search()).toEqual(new Map());
    await hr.send([item]);
    expect(await search()).toEqual(new Map([['key of 1', '42']]));
  });

  test('to change a check-out', async () => {
    const fake = createOdooFake(options, version);
    const hr = systemOf(fake);
    await hr.send([item]);
    await hr.send([{ ...changed, until: '2026-05-12 16:00:00' }]);
    expect(fake.entries()).toEqual(['7 work 2026-05-12 06:59:12 to 2026-05-12 16:00:00']);
    fake.remove(42);
    expect(await hr.send([changed])).toMatchObject({
      kind: 'rejected',
      reason: expect.stringContaining('Somebody deleted'),
    });
  });

  test('in vain to create all of a request, if one overlaps with what somebody entered', async () => {
    const fake = createOdooFake(options, version);
    fake.enter(9, '2026-05-12 07:00:00', '2026-05-12 09:00:00');
    const outcome = await systemOf(fake).send([item, other]);
    expect(outcome).toEqual({
      kind: 'rejected',
      reason:
        'Cannot create new attendance record for Name of 9, the employee was already checked in on 05/12/2026 07:00:00',
    });
    expect(fake.entries()).toHaveLength(1);
  });

  test('who is there, archived ones too', async () => {
    const all = await systemOf(createOdooFake(options, version)).converse((opened) => odoo.people(opened));
    expect(all).toEqual(people);
  });

  test('everybody, page by page', async () => {
    const many = Array.from({ length: 5001 }, (_, index) => ({
      id: String(index + 1),
      number: `P-${index}`,
      name: `Name ${index}`,
      email: '',
      is_active: true,
    }));
    const fake = createOdooFake({ ...options, people: many }, version);
    expect(await systemOf(fake).converse((opened) => odoo.people(opened))).toEqual(many);
  });

  test('what there is to know before anything is sent', async () => {
    expect(await found()).toEqual([
      `good Version: ${version === '19' ? '19.0' : '17.0'}`,
      'good Clock: As here',
      'good User: Rollcall',
      'good Company: Acme',
      'good Rights: Administers Attendances, and may read employees',
      'good Employees: 1, 1 of them with a Badge ID',
    ]);
  });

  test('about a company that is not the user’s', async () => {
    expect(await found({ company: '3' })).toContain('bad Company: The user belongs to no company 3: 1 is Acme');
    expect(await found({ company: '1' })).toContain('good Company: Acme');
  });

  test('about rights that are missing', async () => {
    const fake = createOdooFake(options, version);
    fake.missingRights.add('administer');
    expect(await found({}, fake)).toContain(
      'warning Rights: The user does not administer Attendances: Odoo may refuse some',
    );
    fake.missingRights.add('hr.attendance write').add('hr.employee read');
    expect((await found({}, fake)).at(-1)).toBe('bad Rights: The user may not change attendances, read employees');
  });

  test('nothing more with a wrong key or database', async () => {
    await expect(found({ api_key: 'wrong' })).rejects.toThrow('Odoo does not accept the API key');
    await expect(found({ database: 'nowhere' })).rejects.toThrow(/database/);
  });

  test('nothing more once the key expires', async () => {
    const fake = createOdooFake(options, version);
    const hr = systemOf(fake);
    await hr.send([item]);
    fake.expireKey();
    expect(await hr.send([other])).toMatchObject({ kind: 'later', reason: expect.stringContaining('API key') });
    fake.renewKey();
    expect(await hr.send([other])).toMatchObject({ kind: 'answered' });
  });
});

describe('says which version to choose', () => {
  const found = (fake: OdooFake, values: Record<string, string>) => {
    const opened = { ...connectionOf({}), values: { ...fake.settings, ...fake.secrets, ...values } };
    const tools = { clock: () => now, safeRequest: fake.request, wait: async () => {} };
    return createHrSystem(tools, { connector: odoo, connection: opened, expiresOn: '' }).converse((connection) =>
      odoo.probe(connection),
    );
  };
  const options = { people: [], timeZone: 'Europe/Berlin', clock: () => now };

  test('of an older one', async () => {
    await expect(found(createOdooFake(options, '16'), { version: '19' })).rejects.toThrow('choose 16 to 18');
  });

  test('of a newer one', async () => {
    await expect(found(createOdooFake(options, '19'), { version: '16' })).rejects.toThrow('choose the version 19');
  });

  test('and asks for the login that only older ones need', async () => {
    await expect(found(createOdooFake(options, '16'), { user: '' })).rejects.toThrow('Enter the login of the user');
  });
});
