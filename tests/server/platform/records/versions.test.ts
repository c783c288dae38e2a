// Edits that say which version they started from: of two that started from the same one, the second is refused and told
// who changed what. Every edit of the contract is tried; a new one does not compile until it is in the table here.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maybeOne, sql } from '../../../../server/platform/db/db.ts';
import { editedPart } from '../../../../server/platform/records/edit.ts';
import { access } from '../../../../src/shared/contract/access.ts';
import type { Call } from '../../../../src/shared/contract/call.ts';
import { type CallKey, calls, type EditKey } from '../../../../src/shared/contract/calls.ts';
import { isObject } from '../../../../src/shared/contract/decode.ts';
import { payrollPresets } from '../../../../src/shared/contract/payrollPresets.ts';
import { outdatedEdit } from '../../../support/contract/outdatedEdit.ts';
import { databases, once } from '../../../support/server/databases.ts';
import { runOverlapping } from '../../../support/server/overlapping.ts';
import { startServer, type TestAnswer, type TestServer } from '../../../support/server/server.ts';
import { auditEntries } from '../../../support/server/testDatabase.ts';

/** Other calls that change something existing, and why they cannot lose anybody's change. */
const unversioned: Partial<Record<CallKey, string>> = {
  'PUT /auth/passkeys/{id}': 'only its owner names it',
  'PUT /views/{id}': 'only its owner changes it',
  'PUT /auth/digest': 'only its owner says it',
  'PUT /companies/{id}/digest': 'says one thing',
  'PUT /views/{id}/role': 'says one thing',
  'PUT /views/order': 'only their owner sorts them',
  'PUT /roles/{id}/second-factor': 'says one thing, and keeps the rest',
  'PUT /hr-sync/companies/{id}/attendance-waits': 'says one thing of one door or person',
  'PUT /companies/{id}/hr-matches': 'changes the employees that it names',
  'PUT /privacy/rules': 'changes the classes that it names',
};

once(() =>
  test('every call that edits a record is versioned, or there is a reason', () => {
    const edits = Object.keys(access).filter((key) => key.startsWith('PUT '));
    expect([...Object.keys(calls).filter(isEdit), ...Object.keys(unversioned)].toSorted()).toEqual(edits.toSorted());
  }),
);

interface Place {
  /** The path of the edit. */
  readonly path: string;
  /** The path of the call that returns the record; `find` finds it in the answer. */
  readonly read: string;
  find?(data: unknown): unknown;
}

interface Tried {
  /** Makes a record. */
  readonly make: () => Promise<Place>;
  /** The body of an edit, a different one for each `word`. */
  readonly change: (body: Readonly<Record<string, unknown>>, word: 'one' | 'other') => object;
  /** The fields that the edit changes, as the refusal names them. */
  readonly fields: readonly string[];
}

const at =
  (...path: readonly string[]) =>
  (data: unknown): unknown =>
    path.reduce<unknown>(
      (found, name) => (typeof found === 'object' && found !== null ? Object(found)[name] : undefined),
      data,
    );

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let tokens: { readonly mine: string; readonly theirs: string };

  beforeAll(async () => {
    server = await startServer({ createDatabase: create, sample: { employeesPerCompany: 1, days: 1 } });
    const mine = await server.signIn(server.users.administrator);
    const { data } = (await server.ask('GET /roles?per_page=100', { token: mine })).json;
    const roles = Object(data).data.filter(({ name }: { name: string }) => name === 'administrator');
    const grace = { name: 'Grace', email: 'grace@rollcall.example', password: 'a long password' };
    const body = { ...grace, roles: roles.map(({ id }: { id: number }) => id), companies: [] };
    await server.ask('POST /users', { token: mine, body });
    tokens = { mine, theirs: await server.signIn(grace) };
  });
  afterAll(() => server.stop());

  const ask = (key: string, body?: object, token = tokens.mine) =>
    server.ask(key, { token, ...(body !== undefined && { body }) });
  let made = 0;
  const add = async (path: string, body: object): Promise<number> => {
    const { status, json } = await ask(`POST ${path}`, body);
    expect(status, json.message).toBe(201);
    return Number(at('id')(json.data));
  };
  const company = () => add('/companies', { name: `Alder ${++made}`, contact_phone: '1' });
  const ofCompany = async (path: string) => {
    const id = await company();
    return { path: `/companies/${id}${path}`, read: `/companies/${id}${path}` };
  };
  const record = (path: string, id: number) => ({ path: `${path}/${id}`, read: `${path}/${id}` });
  const controller = async () => add('/access-controllers', { company_id: await company(), name: 'Door' });
  const slot = (path: string) => async () => ({
    path,
    read: '/hr-sync/schedule/status',
    find: at('schedules', 'evening'),
  });

  const edits: Readonly<Record<EditKey, Tried>> = {
    'PUT /companies/{id}': {
      make: async () => record('/companies', await company()),
      change: (body, contact_phone) => ({ ...body, contact_phone }),
      fields: ['contact_phone'],
    },
    'PUT /company-urls/{id}': {
      async make() {
        const read = `/companies/${await company()}/urls`;
        const id = await add(read, { url_type: 'website', url: 'https://one.example' });
        return { path: `/company-urls/${id}`, read, find: at('0') };
      },
      change: (body, description) => ({ ...body, description }),
      fields: ['description'],
    },
    'PUT /access-controllers/{id}': {
      make: async () => record('/access-controllers', await controller()),
      change: (body, location) => ({ ...body, location }),
      fields: ['location'],
    },
    'PUT /employees/{id}': {
      async make() {
        const body = { company_id: await company(), employee_id: '1', name: 'Kim' };
        return record('/employees', await add('/employees', body));
      },
      change: (body, department) => ({ ...body, department }),
      fields: ['department'],
    },
    'PUT /settings/{keyOrId}': {
      make: async () => record('/settings', await add('/settings', { key: `note ${++made}`, value: '1' })),
      change: (body, value) => ({ ...body, value }),
      fields: ['value'],
    },
    'PUT /roles/{id}': {
      async make() {
        const name = `helper${'_'.repeat(++made)}`;
        return record('/roles', await add('/roles', { name, display_name: 'Helper', permissions: [1, 2] }));
      },
      change: (body, word) => ({ ...body, permissions: word === 'one' ? [1] : [2, 3] }),
      fields: ['permissions'],
    },
    'PUT /users/{id}': {
      async make() {
        const body = { name: 'Lin', email: `lin${++made}@rollcall.example`, password: 'a long password' };
        return record('/users', await add('/users', { ...body, roles: [], companies: [] }));
      },
      change: (body, name) => ({ ...body, name }),
      fields: ['name'],
    },
    'PUT /hr-sync/schedule/{slot}': {
      make: slot('/hr-sync/schedule/evening'),
      change: (body, word) => ({ ...body, time: word === 'one' ? '17:15' : '17:45' }),
      fields: ['time'],
    },
    'PUT /hr-sync/schedule/{slot}/toggle': {
      async make() {
        const place = await slot('/hr-sync/schedule/evening/toggle')();
        await ask(`PUT ${place.path}`, { enabled: false });
        return place;
      },
      // Both edits switch it on, the only possible change to one that is off.
      change: () => ({ enabled: true }),
      fields: ['enabled'],
    },
    'PUT /companies/{id}/hr-sync/config': {
      make: async () => ({ ...(await ofCompany('/hr-sync/config')), find: at('hr_sync_config') }),
      change: (body, word) => ({ ...body, sync_time_threshold_hour: word === 'one' ? 7 : 8 }),
      fields: ['sync_time_threshold_hour'],
    },
    'PUT /companies/{id}/hr-connection': {
      make: () => ofCompany('/hr-connection'),
      change: (body, word) => ({ ...body, match_by: 'email', expires_on: word === 'one' ? '' : '2027-01-01' }),
      fields: ['match_by'],
    },
    'PUT /companies/{id}/day-rules': {
      make: () => ofCompany('/day-rules'),
      change: (body, word) => ({ ...body, repeat_seconds: word === 'one' ? 10 : 20 }),
      fields: ['repeat_seconds'],
    },
    'PUT /companies/{id}/free-days': {
      make: () => ofCompany('/free-days'),
      change: (_, word) => ({ days: [{ day: word === 'one' ? '2026-12-24' : '2026-12-31', name: '', is_half: true }] }),
      fields: ['days'],
    },
    'PUT /companies/{id}/payroll': {
      async make() {
        const place = await ofCompany('/payroll');
        await ask(`PUT ${place.path}`, { ...payrollPresets.csv?.template, mail_day: 0, mail_to: '' });
        return { ...place, find: at('template') };
      },
      change: (body, preamble) => ({ ...body, preamble }),
      fields: ['preamble'],
    },
    'PUT /single-sign-on': {
      make: async () => ({ path: '/single-sign-on', read: '/single-sign-on', find: at('settings') }),
      change: (body, roles_claim) => ({ ...body, roles_claim }),
      fields: ['roles_claim'],
    },
    'PUT /access-controllers/{id}/device': {
      async make() {
        const path = `/access-controllers/${await controller()}/device`;
        expect((await ask(`POST ${path}/pairing`, { kind: 'zkteco' })).status).toBe(200);
        return { path, read: path, find: at('rules') };
      },
      change: (body, word) => ({ ...body, silent_after_minutes: word === 'one' ? 20 : 30 }),
      fields: ['silent_after_minutes'],
    },
  };
  const table = Object.keys(calls)
    .filter(isEdit)
    .map((key) => ({ key, ...edits[key] }));

  /** The record, and a body that would change nothing. */
  async function found(key: EditKey, { read, find = (data) => data }: Place) {
    const shown = find((await ask(`GET ${read}`)).json.data);
    if (!isObject(shown) || typeof shown.version !== 'string') throw new Error(`${key} answers no version`);
    return { shown, version: shown.version, body: { ...editedPart(key, shown) } };
  }

  const statuses = (answers: readonly TestAnswer[]) => answers.map(({ status }) => status).toSorted();

  describe.each(table)('$key', ({ key, make, change, fields }) => {
    test('of two at once, one is refused and told what the other did', async () => {
      const place = await make();
      const { body, version } = await found(key, place);
      const put = (word: 'one' | 'other', token: string) => () =>
        ask(`PUT ${place.path}`, { ...change(body, word), version }, token);
      const answers = await runOverlapping(server.db, put('one', tokens.theirs), put('other', tokens.mine));
      expect(statuses(answers)).toEqual([200, 412]);

      const refusal = answers.find(({ status }) => status === 412)?.json;
      const winner = answers[0]?.status === 200 ? 'Grace' : server.users.administrator.name;
      const { record, edits: earlier } = outdatedEdit(key)(refusal?.data);
      const now = await found(key, place);
      expect(refusal).toMatchObject({ success: false, message: expect.stringContaining(`${winner} changed the `) });
      expect(earlier).toHaveLength(1);
      expect(earlier[0]?.who).toBe(winner);
      expect(earlier[0]?.fields).toEqual(expect.arrayContaining([...fields]));
      expect(record).toMatchObject({ version: now.version });
      expect(editedPart(key, record)).toEqual(editedPart(key, now.shown));

      const again = await ask(`PUT ${place.path}`, { ...change(body, 'other'), version: now.version });
      expect(again.status, again.json.message).toBe(200);
    });

    test('without a version, the last one counts', async () => {
      const place = await make();
      const { body } = await found(key, place);
      for (const word of ['one', 'other'] as const)
        expect((await ask(`PUT ${place.path}`, change(body, word))).status).toBe(200);
      expect((await found(key, place)).body).toMatchObject(editedPart(key, { ...body, ...change(body, 'other') }));
    });

    test('an edit that changes nothing makes no other version, and the audit has none', async () => {
      const place = await make();
      const { body, version } = await found(key, place);
      expect((await ask(`PUT ${place.path}`, { ...body, version })).status).toBe(200);
      expect((await found(key, place)).version).toBe(version);
      expect(JSON.stringify((await auditEntries(server.db)).at(-1))).not.toContain(version);
    });
  });

  test('the answer of a list and of an edit have the version, too', async () => {
    const id = await company();
    const { version, body } = await found('PUT /companies/{id}', record('/companies', id));
    const listed = (await ask('GET /companies?sort=-created')).json.data;
    expect(at('data', '0')(listed)).toMatchObject({ id, version });
    const edited = (await ask(`PUT /companies/${id}`, { ...body, address: 'Way 1', version })).json.data;
    expect(edited).toMatchObject({ version: (await found('PUT /companies/{id}', record('/companies', id))).version });
  });

  test('changing something that is not part of the edit keeps the version', async () => {
    const { path, read } = await edits['PUT /company-urls/{id}'].make();
    const { version } = await found('PUT /company-urls/{id}', { path, read, find: at('0') });
    await server.db.run(
      sql`update company_urls set health_status = 'offline' where id = ${Number(path.split('/').at(-1))}`,
    );
    expect((await found('PUT /company-urls/{id}', { path, read, find: at('0') })).version).toBe(version);
  });

  describe('another secret is another version, which gives nothing away:', () => {
    const secrets: readonly (readonly [EditKey, field: string])[] = [
      ['PUT /access-controllers/{id}', 'webhook_secret'],
      ['PUT /users/{id}', 'password'],
      ['PUT /companies/{id}/hr-sync/config', 'signing_secret'],
    ];
    test.each(secrets)('%s, %s', async (key, field) => {
      const place = await edits[key].make();
      const { body, version } = await found(key, place);
      const put = (secret: string, token: string) =>
        ask(`PUT ${place.path}`, { ...body, [field]: `${secret} which is long`, version }, token);
      expect((await put('theirs', tokens.theirs)).status).toBe(200);
      const refused = await put('mine', tokens.mine);
      expect(refused.status).toBe(412);
      const { edits: earlier } = outdatedEdit(key)(refused.json.data);
      expect(earlier).toMatchObject([{ who: 'Grace', fields: expect.arrayContaining(['secret']) }]);
      expect(JSON.stringify(refused.json)).not.toMatch(/theirs|mine/);
    });

    test('two controllers with the same secret have nothing in common that tells so', async () => {
      const versionAfter = async (...secretsSet: readonly string[]) => {
        const place = await edits['PUT /access-controllers/{id}'].make();
        const { body } = await found('PUT /access-controllers/{id}', place);
        for (const webhook_secret of secretsSet) await ask(`PUT ${place.path}`, { ...body, webhook_secret });
        return (await found('PUT /access-controllers/{id}', place)).version.split('.')[1];
      };
      const once = await versionAfter('a secret');
      expect(await versionAfter('another one')).toBe(once);
      expect(await versionAfter('another one', 'a secret')).not.toBe(once);
    });
  });

  test('several edits since are all told, the newest first; those before are not', async () => {
    const id = await company();
    const read = () => found('PUT /companies/{id}', record('/companies', id));
    const { body } = await read();
    await ask(`PUT /companies/${id}`, { ...body, address: 'before it was opened' });
    const { version } = await read();
    await ask(`PUT /companies/${id}`, { ...body, address: 'x', contact_phone: '7' }, tokens.theirs);
    await ask(`PUT /companies/${id}`, { ...body, address: 'x', contact_phone: '7', name: 'Alder' });
    const { json } = await ask(`PUT /companies/${id}`, { ...body, version });
    expect(outdatedEdit('PUT /companies/{id}')(json.data).edits).toMatchObject([
      { who: server.users.administrator.name, fields: ['name'] },
      { who: 'Grace', fields: ['contact_phone', 'address'] },
    ]);
  });

  test('a change without an audit entry names no author', async () => {
    const id = await company();
    const { body, version } = await found('PUT /companies/{id}', record('/companies', id));
    await server.db.run(sql`update companies set contact_phone = '9' where id = ${id}`);
    const { status, json } = await ask(`PUT /companies/${id}`, { ...body, version });
    expect(status).toBe(412);
    expect(json.message).toBe('Somebody changed the company meanwhile. Nothing was saved');
    expect(outdatedEdit('PUT /companies/{id}')(json.data)).toMatchObject({ edits: [], record: { contact_phone: '9' } });
  });

  test('a version that is no text is refused at its place, and changes nothing', async () => {
    const id = await company();
    const { status, json } = await ask(`PUT /companies/${id}`, { name: 'Other', version: { of: 1 } });
    expect([status, json.errors]).toEqual([422, { version: ['This must be text'] }]);
    expect(
      await maybeOne(server.db, sql`select id from companies where id = ${id} and name = 'Other'`),
    ).toBeUndefined();
  });

  test('a caller who does not see the record learns nothing of it from the refusal', async () => {
    const { path } = await edits['PUT /employees/{id}'].make();
    const token = await server.signIn(server.users.manager);
    const { status, json } = await ask(`PUT ${path}`, { name: 'Mine', version: 'x' }, token);
    expect([status, json.data]).toEqual([404, null]);
  });

  test('a setting keeps what its edit does not name', async () => {
    const setting = { key: 'greeting', value: 'Hello', description: 'On the door', is_public: true };
    const id = await add('/settings', setting);
    for (const [change, now] of [
      [{ value: 'Welcome' }, { ...setting, value: 'Welcome' }],
      [{ is_public: false }, { ...setting, value: 'Welcome', is_public: false }],
      [{ description: '' }, { ...setting, value: 'Welcome', is_public: false, description: '' }],
    ] as const) {
      const { status, json } = await ask('PUT /settings/greeting', change);
      expect([status, json.data]).toEqual([200, expect.objectContaining({ id, ...now })]);
    }
    expect((await ask('PUT /settings/greeting', { value: '' })).status).toBe(422);
  });
});

function isEdit(key: string): key is EditKey {
  const contract: Readonly<Record<string, Call>> = calls;
  return contract[key]?.editedRecord !== undefined;
}
