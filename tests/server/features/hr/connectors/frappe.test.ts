// The Frappe HR connector: its requests, how it reads each answer, what it asks, and what its test finds. The sentences
// are from the sources of versions 14 to 16.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Connection, EventItem } from '../../../../../server/features/hr/connectors/connector.ts';
import { frappe } from '../../../../../server/features/hr/connectors/frappe/frappe.ts';
import { createHrSystem } from '../../../../../server/features/hr/delivery/hrSystem.ts';
import type { OutboundAnswer, SafeRequest } from '../../../../../server/platform/http/outbound.ts';
import { createFrappeFake, type FrappeFake } from '../../../../support/hr/frappeFake.ts';
import { connectionTo } from '../../../../support/hr/hrCompany.ts';

const now = new Date('2026-10-26T08:00:00Z');
const connection = connectionTo(
  'https://frappe.example',
  {
    api_key: '4f1c',
    api_secret: 'a-long-secret-9',
    company: '',
    number_field: 'employee_number',
    shift_types: 'Day Shift',
    time_zone: '',
  },
  { now, zone: 'Europe/Berlin' },
);
const item: EventItem = {
  kind: 'event',
  key: 'key of 1',
  employeeNumber: '00101',
  crmEmployeeId: '',
  personId: 'HR-EMP-00007',
  controller: 'ACU-1',
  eventType: 'check-in',
  at: '2026-08-20 07:15:32',
  place: null,
};
const checkOut: EventItem = { ...item, key: 'key of 2', eventType: 'check-out' };
/** Both are 02:30 in Berlin. */
const beforeChange: EventItem = { ...item, key: 'summer', at: '2026-10-25 00:30:00' };
const afterChange: EventItem = { ...item, key: 'winter', at: '2026-10-25 01:30:00' };

const headers = {
  Accept: 'application/json',
  'Accept-Language': 'en',
  Authorization: 'token 4f1c:a-long-secret-9',
  'Content-Type': 'application/json',
};

describe('sends', () => {
  test('one record, with the local time of the site', () => {
    expect(frappe.request([item], connection)).toEqual({
      method: 'POST',
      path: '/api/method/hrms.hr.doctype.employee_checkin.employee_checkin.add_log_based_on_employee_field',
      headers,
      body:
        '{"employee_fieldname":"name","employee_field_value":"HR-EMP-00007","timestamp":"2026-08-20 09:15:32.000000",' +
        '"device_id":"ACU-1","log_type":"IN","_lang":"en"}',
    });
  });

  test('the place of the controller, if it is known', () => {
    const placed = { ...item, place: { latitude: 52.52, longitude: 13.405 } };
    expect(JSON.parse(frappe.request([placed], connection).body ?? '')).toMatchObject(placed.place);
  });

  test('the local time of the zone that the connection names', () => {
    const values = { ...connection.values, time_zone: 'Asia/Kolkata' };
    expect(frappe.request([checkOut], { ...connection, values }).body).toContain(
      '"timestamp":"2026-08-20 12:45:32.000000","device_id":"ACU-1","log_type":"OUT"',
    );
  });

  test('the offset with a local time that occurs twice', () => {
    const bodies = [beforeChange, afterChange].map((each) => frappe.request([each], connection).body);
    expect(bodies).toEqual([
      expect.stringContaining('"2026-10-25 02:30:00.000000","device_id":"ACU-1 +02:00"'),
      expect.stringContaining('"2026-10-25 02:30:00.000000","device_id":"ACU-1 +01:00"'),
    ]);
  });

  test('no longer device id than Frappe stores', () => {
    const controller = 'A'.repeat(200);
    const deviceIds = [item, beforeChange].map((each) => {
      const { device_id } = JSON.parse(frappe.request([{ ...each, controller }], connection).body ?? '');
      return device_id;
    });
    expect(deviceIds).toEqual(['A'.repeat(140), `${'A'.repeat(133)} +02:00`]);
  });
});

const answered = (status: number, body: string, given = {}): OutboundAnswer => ({ status, headers: given, body });
const refusal = (message: string, type = 'ValidationError', status = 417) =>
  answered(
    status,
    JSON.stringify({
      exception: `frappe.exceptions.${type}: ${message}`,
      exc_type: type,
      _server_messages: JSON.stringify([JSON.stringify({ message, indicator: 'red', raise_exception: 1 })]),
    }),
  );
const sameTime =
  'This employee already has a log with the same timestamp.<Br><a href="/app/employee-checkin/1">Employee Checkin 1</a>';

function outcomeOf(answer: OutboundAnswer, of = item) {
  const outcome = frappe.outcome([of], answer, connection);
  return outcome.kind === 'answered' ? outcome.outcomes.get(of.key) : outcome;
}

describe('takes as', () => {
  test('accepted: the name of the log', () => {
    const body =
      '{"message":{"name":"EMP-CKIN-08-2026-000001","employee":"HR-EMP-00007","doctype":"Employee Checkin"}}';
    expect(outcomeOf(answered(200, body))).toEqual({ kind: 'accepted', remoteId: 'EMP-CKIN-08-2026-000001' });
  });

  test.each([
    [
      refusal("No Employee found for the given employee field value. 'name': HR-EMP-00007"),
      "No Employee found for the given employee field value. 'name': HR-EMP-00007",
    ],
    [
      refusal(
        'Transactions cannot be created for an Inactive Employee <a href="/app/employee/HR-EMP-00007">Ada &amp; Co</a>.',
        'InactiveEmployeeStatusError',
      ),
      'Transactions cannot be created for an Inactive Employee Ada & Co',
    ],
    [answered(417, '{"exc_type":"ValidationError"}'), 'ValidationError'],
    [
      answered(417, '{"exc_type":"ValidationError","exception":"frappe.exceptions.ValidationError: No shift."}'),
      'No shift',
    ],
    [answered(417, '{"exc_type":"ValidationError","_server_messages":"nonsense"}'), 'ValidationError'],
  ])('rejected: %j', (answer, reason) => {
    expect(outcomeOf(answer)).toEqual({ kind: 'rejected', reason });
  });

  test('rejected: a reason of a million characters, in linear time', () => {
    expect(outcomeOf(refusal('<'.repeat(1_000_000)))).toEqual({ kind: 'rejected', reason: '<'.repeat(200) });
  });

  test('rejected: a second log of a local time that occurs twice', () => {
    expect(outcomeOf(refusal(sameTime), afterChange)).toEqual({
      kind: 'rejected',
      reason: 'Clocks were set back: Frappe HR keeps only one log of a local time that occurs twice',
    });
  });

  test.each([
    [refusal(sameTime), 'Frappe HR has another log of this person at this second, or has only just received this one'],
    [
      answered(401, '{"exc_type":"AuthenticationError"}'),
      "Frappe does not accept the API key and its secret. Enter another one in the company's HR connection",
    ],
    [
      refusal('No permission for Employee Checkin', 'PermissionError', 403),
      'Frappe does not let the user of the API key do this: No permission for Employee Checkin',
    ],
    [answered(403, '<h1>Forbidden</h1>'), 'Frappe does not let the user of the API key do this'],
    [
      refusal("Failed to get method for command hrms.hr with No module named 'hrms'"),
      "The app Frappe HR is not installed on this site: Failed to get method for command hrms.hr with No module named 'hrms'",
    ],
    [
      refusal('Latitude and longitude values are required for checking in.'),
      'Give the controller ACU-1 its latitude and longitude, or switch off Allow Geolocation Tracking in the HR Settings of Frappe: Latitude and longitude values are required for checking in',
    ],
    [refusal('Deadlock occurred', 'QueryDeadlockError'), 'HTTP 417: Deadlock occurred'],
    [refusal('User HR not found', 'DoesNotExistError', 404), 'User HR not found'],
    [answered(404, '<h1>hr.example does not exist</h1>'), 'HTTP 404 Not Found'],
    [answered(417, '<h1>Expectation failed</h1>'), 'HTTP 417 Expectation Failed'],
    [answered(200, '<!doctype html><title>Login</title>'), 'The answer is not what Frappe answers'],
    [answered(200, '{"message":{}}'), 'The answer is not what Frappe answers'],
    [answered(200, '{"message":"Logged In"}'), 'The answer is not what Frappe answers'],
    [answered(200, '[]'), 'The answer is not what Frappe answers'],
    [answered(302, ''), 'The HR system redirects (HTTP 302); redirects are not followed'],
    [refusal('Site is being updated', 'SessionStopped', 503), 'HTTP 503: Site is being updated'],
  ])('for later: %j', (answer, reason) => {
    expect(outcomeOf(answer)).toMatchObject({ kind: 'later', reason });
  });

  test('for later, and not before the site wants it: a used up rate limit', () => {
    expect(outcomeOf(answered(429, '{"exc_type":"TooManyRequestsError"}', { 'retry-after': '90' }))).toMatchObject({
      kind: 'later',
      resumeAt: new Date('2026-10-26T08:01:30Z'),
    });
  });
});

const person = (id: string, is_active = true) => ({
  id,
  number: `0010${id}`,
  name: `Name of ${id}`,
  email: `${id}@example.com`,
  is_active,
});

function systemOf(fake: FrappeFake, values: Connection['values'] = {}, safeRequest = fake.request) {
  const opened = { ...connection, values: { ...connection.values, ...fake.settings, ...fake.secrets, ...values } };
  return createHrSystem(
    { clock: () => now, safeRequest, wait: async () => {} },
    { connector: frappe, connection: opened, expiresOn: '' },
  );
}

const fakeWith = (people = [person('HR-EMP-00007')], timeZone = 'Europe/Berlin') =>
  createFrappeFake({ people, timeZone, clock: () => now });

describe('asks which logs are there', () => {
  const found = (fake: FrappeFake, items: readonly EventItem[]) =>
    systemOf(fake).converse((opened) => frappe.find(items, opened));

  test('by person, second and direction', async () => {
    const fake = fakeWith();
    expect(await found(fake, [item, checkOut])).toEqual(new Map());
    await systemOf(fake).send([item]);
    expect(await found(fake, [item, checkOut])).toEqual(new Map([['key of 1', 'EMP-CKIN-000001']]));
  });

  test('and never takes one instant for another with the same local time', async () => {
    const fake = fakeWith();
    await systemOf(fake).send([beforeChange]);
    expect(await found(fake, [beforeChange, afterChange])).toEqual(new Map([['summer', 'EMP-CKIN-000001']]));
    expect(await systemOf(fake).send([afterChange])).toMatchObject({ kind: 'rejected' });
    expect(fake.entries()).toEqual(['HR-EMP-00007 in 2026-10-25 00:30:00']);
  });

  test('so that a version before 14.6.2, which keeps one direction a second, loses none silently', async () => {
    const fake = fakeWith();
    fake.versions.set('hrms', '14.5.0');
    await systemOf(fake).send([item]);
    expect(await found(fake, [checkOut])).toEqual(new Map());
    const outcome = await systemOf(fake).send([checkOut]);
    expect(outcome.kind === 'answered' && outcome.outcomes.get(checkOut.key)?.kind).toBe('later');
  });

  test('in one request, whatever fractions of a second it stores', async () => {
    let sent = '';
    const answer: SafeRequest = async (_, options) => {
      sent = options?.body ?? '';
      const log = { employee: item.personId, time: '2026-08-20 09:15:32.000000', log_type: 'IN', device_id: null };
      return answered(200, JSON.stringify({ message: [{ name: 'EMP-CKIN-1', ...log }] }));
    };
    const result = await systemOf(fakeWith(), {}, answer).converse((opened) => frappe.find([item], opened));
    expect(result).toEqual(new Map([['key of 1', 'EMP-CKIN-1']]));
    expect(JSON.parse(sent)).toEqual({
      doctype: 'Employee Checkin',
      fields: '["name","employee","time","log_type","device_id"]',
      filters: '[["employee","in",["HR-EMP-00007"]],["time","in",["2026-08-20 09:15:32"]]]',
      order_by: 'name asc',
      limit_page_length: 5000,
      _lang: 'en',
    });
  });

  test.each(['{}', '{"message":null}', '{"message":{}}'])('and takes %s for no answer', async (body) => {
    const system = systemOf(fakeWith(), {}, async () => answered(200, body));
    await expect(system.converse((opened) => frappe.find([item], opened))).rejects.toThrow(
      'The answer is not what Frappe answers',
    );
  });
});

describe('asks who is there', () => {
  const all = (fake: FrappeFake, values?: Connection['values']) =>
    systemOf(fake, values).converse((opened) => frappe.people(opened));

  test('through all pages, with those who left', async () => {
    const people = Array.from({ length: 1_001 }, (_, index) => person(`HR-EMP-${10_000 + index}`, index !== 7));
    expect(await all(fakeWith(people))).toEqual(people);
  });

  test('of one company', async () => {
    expect(await all(fakeWith(), { company: 'Acme' })).toHaveLength(1);
    expect(await all(fakeWith(), { company: 'Other' })).toEqual([]);
  });

  test.each([
    ['name', 'HR-EMP-1'],
    ['employee_number', '00101'],
    ['attendance_device_id', '77'],
  ])('with %s as our number, and some e-mail', async (number_field, number) => {
    const rows = [
      {
        name: 'HR-EMP-1',
        employee_name: 'Ada',
        employee_number: '00101',
        attendance_device_id: '77',
        company_email: null,
        user_id: 'ada@example.com',
        personal_email: 'ada@home.example',
        status: 'Left',
      },
    ];
    const system = systemOf(fakeWith(), { number_field }, async () => answered(200, JSON.stringify({ message: rows })));
    expect(await system.converse((opened) => frappe.people(opened))).toEqual([
      { id: 'HR-EMP-1', number, name: 'Ada', email: 'ada@example.com', is_active: false },
    ]);
  });

  test('and gives up on a site that answers the same page for ever', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => ({ name: `E${1000 + index}` }));
    const system = systemOf(fakeWith(), {}, async () => answered(200, JSON.stringify({ message: rows })));
    await expect(system.converse((opened) => frappe.people(opened))).rejects.toThrow('the same employees again');
  });
});

describe('tells Shift Types up to when everything is there', () => {
  const tell = (fake: FrappeFake, until: string, values?: Connection['values']) =>
    systemOf(fake, values).converse((opened) => frappe.finish(until, opened));
  const lastSync = (fake: FrappeFake) => fake.shiftTypes.get('Day Shift')?.last_sync_of_checkin;

  test('in local time, and only forward', async () => {
    const fake = fakeWith();
    await tell(fake, '2026-08-20 16:00:00');
    expect(lastSync(fake)).toBe('2026-08-20 18:00:00');
    await tell(fake, '2026-08-20 15:00:00');
    expect(lastSync(fake)).toBe('2026-08-20 18:00:00');
  });

  test('not in the hour that occurs twice', async () => {
    const fake = fakeWith();
    await tell(fake, beforeChange.at);
    expect(lastSync(fake)).toBeNull();
    await tell(fake, '2026-10-25 02:00:00');
    expect(lastSync(fake)).toBe('2026-10-25 03:00:00');
  });

  test('each of them', async () => {
    const fake = fakeWith();
    fake.shiftTypes.set('Night, late', { ...shift });
    fake.shiftTypes.set('Night/2', { ...shift });
    await tell(fake, '2026-08-20 16:00:00', { shift_types: ' Day Shift ,Night/2,' });
    expect(fake.shiftTypes.get('Night/2')?.last_sync_of_checkin).toBe('2026-08-20 18:00:00');
    expect(fake.shiftTypes.get('Night, late')?.last_sync_of_checkin).toBeNull();
  });

  test('and knows from when on each of them is open', async () => {
    const fake = fakeWith();
    const open = (shift_types: string) =>
      systemOf(fake, { shift_types }).converse((opened) => frappe.openSince(opened));
    fake.shiftTypes.set('Early', { ...shift, process_attendance_after: '2026-08-01', last_sync_of_checkin: null });
    fake.shiftTypes.set('Late', { ...shift, last_sync_of_checkin: '2026-08-20 18:00:00' });
    fake.shiftTypes.set('Off', { ...shift, enable_auto_attendance: 0 });
    expect(await open('Late')).toBe('2026-08-20 16:00:00');
    expect(await open('Late, Early, Gone')).toBe('2026-07-31 22:00:00');
    expect(await open('Off')).toBeUndefined();
  });

  test('or says why it cannot', async () => {
    const fake = fakeWith();
    await expect(tell(fake, '2026-08-20 16:00:00', { shift_types: 'Late, Day Shift' })).rejects.toThrow(
      'It has no Shift Type Late',
    );
    expect(lastSync(fake)).toBe('2026-08-20 18:00:00');
    fake.forbidden.add('write Shift Type');
    await expect(tell(fake, '2026-08-20 17:00:00')).rejects.toThrow('No permission for Shift Type');
  });
});

const inTurns = 'Alternating entries as IN and OUT during the same shift';
const byLogType = 'Strictly based on Log Type in Employee Checkin';

const shift = {
  enable_auto_attendance: 1,
  process_attendance_after: '2026-01-01',
  last_sync_of_checkin: null,
} as const;

describe('the test of a connection finds', () => {
  const found = async (fake: FrappeFake, values: Connection['values'] = {}) => {
    const findings = await systemOf(fake, values).converse((opened) => frappe.probe(opened));
    return findings.map(({ what, says, state }) => `${state} ${what}: ${says}`);
  };

  test('nothing wrong with a complete setup', async () => {
    expect(await found(fakeWith())).toEqual([
      'good User: rollcall@example.com',
      'good Clock: As here',
      'good Version of Frappe HR: 15.28.1',
      'good Time zone: Europe/Berlin',
      'good Company: All: Acme',
      'good Rights: May create Employee Checkins',
      'good Shift Type Day Shift: It is told when all records have arrived. Hours are from the first check-in to the last check-out, with breaks',
    ]);
  });

  /** The rows of the table in docs/hr/frappe.md, with each of the settings they allow. */
  const documented = [
    ...readFileSync('docs/hr/frappe.md', 'utf8').matchAll(/^\| \*\*(\w+)\*\* \| (.+) \| (.+) \| (.+) \|$/gm),
  ]
    .map(([, mode = '', based = '', determined = '', hours = '']) => ({ mode, based, determined, hours }))
    .flatMap((row) =>
      row.determined === 'either' ? [byLogType, inTurns].map((determined) => ({ ...row, determined })) : [row],
    );

  test.each(documented)(
    'which hours come out: $mode, $based, $determined',
    async ({ mode, based, determined, hours }) => {
      const fake = fakeWith();
      const settings = { determine_check_in_and_check_out: determined, working_hours_calculation_based_on: based };
      fake.shiftTypes.set('Day Shift', { ...shift, ...settings });
      const probe = (opened: Connection) =>
        frappe.probe({ ...opened, mode: mode === 'first_last' ? 'first_last' : 'all_records' });
      expect((await systemOf(fake).converse(probe)).at(-1)).toMatchObject({
        what: 'Shift Type Day Shift',
        says: expect.stringContaining(hours.split(':')[0] ?? ''),
        state: /with breaks$|without breaks$/.test(hours) ? 'good' : 'warning',
      });
    },
  );

  test('every combination is documented', () => {
    expect(new Set(documented.map(({ mode, based, determined }) => `${mode} ${based} ${determined}`)).size).toBe(8);
  });

  test('a clock that is an hour off, and takes everything all the same', async () => {
    const fake = createFrappeFake({
      people: [person('HR-EMP-00007')],
      timeZone: 'Europe/Berlin',
      clock: () => new Date(now.getTime() - 3_600_000),
    });
    expect(await found(fake)).toContain(
      'warning Clock: 1 hour behind this server. Set the clock that is wrong: records keep the times of their controllers',
    );
    expect(await systemOf(fake).send([item])).toMatchObject({ kind: 'answered' });
    expect(fake.entries()).toEqual(['HR-EMP-00007 in 2026-08-20 07:15:32']);
  });

  test('a time zone under another name, and a wrong one', async () => {
    const calcutta = fakeWith([person('1')], 'Asia/Calcutta');
    expect(await found(calcutta, { time_zone: 'Asia/Kolkata' })).toContain('good Time zone: Asia/Calcutta');
    expect(await found(calcutta, { time_zone: '' })).toContain(
      'bad Time zone: Asia/Calcutta, but this connection uses Europe/Berlin',
    );
  });

  test('what is missing', async () => {
    const fake = fakeWith();
    fake.versions.delete('hrms');
    fake.forbidden.add('create Employee Checkin');
    fake.shiftTypes.set('Night', { ...shift, enable_auto_attendance: 0 });
    fake.shiftTypes.set('Late', { ...shift, process_attendance_after: null });
    expect(await found(fake, { company: 'Other', shift_types: 'Night, Late, None' })).toEqual(
      expect.arrayContaining([
        'bad Version of Frappe HR: The app Frappe HR is not installed on this site',
        'bad Company: No employee belongs to Other, only to Acme',
        'bad Rights: The user may not create Employee Checkins: give it the role HR User',
        'warning Shift Type Night: Auto Attendance is not enabled',
        'warning Shift Type Late: Process Attendance After is empty',
        'bad Shift Type None: No Shift Type has this name',
      ]),
    );
    expect(await found(fake, { shift_types: '' })).toContain(
      'warning Shift Types: None is named, so automatic attendance waits',
    );
    fake.versions.set('hrms', '17.0.0');
    fake.forbidden.add('write Shift Type');
    fake.people.clear();
    expect(await found(fake)).toEqual(
      expect.arrayContaining([
        'warning Version of Frappe HR: 17.0.0: this connector was written for 14 to 16',
        'bad Company: The user of the API key can read no employee',
        'bad Shift Type Day Shift: The user may not change it: give it the role HR User',
      ]),
    );
  });

  test('nothing with a wrong or expired key, or on another site', async () => {
    const fake = fakeWith();
    await expect(found(fake, { api_secret: 'wrong' })).rejects.toThrow('does not accept the API key');
    fake.expireKey();
    await expect(found(fake)).rejects.toThrow('does not accept the API key');
    const other = systemOf(fake, {}, async () => answered(200, '<h1>Welcome</h1>'));
    await expect(other.converse((opened) => frappe.probe(opened))).rejects.toThrow('not what Frappe answers');
  });
});
