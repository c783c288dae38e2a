// The payroll file: template, preview, a closed month's signed file, and the mail that is sent once.

import { createHash, createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailPayroll } from '../../../../server/features/payroll/mailPayroll.ts';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { createLog } from '../../../../server/platform/log/log.ts';
import { sendDueMails } from '../../../../server/platform/mail/outbox.ts';
import type { Mail } from '../../../../server/platform/mail/outboxQueries.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { payrollPresets } from '../../../../src/shared/contract/payrollPresets.ts';
import { codeBlock } from '../../../support/documents.ts';
import { startWorkforce, type Workforce } from '../../../support/people/workforce.ts';
import { databases } from '../../../support/server/databases.ts';
import { textOf } from '../../../support/server/statements.ts';
import { auditEntries } from '../../../support/server/testDatabase.ts';

const template = { ...payrollPresets.csv?.template, mail_day: 0, mail_to: '' };
const month = '2031-02';

describe.each(databases)('on $name', ({ create }) => {
  let workforce: Workforce;

  beforeAll(async () => {
    workforce = await startWorkforce(create, new Date('2031-03-20T18:00:00Z'));
    const { employ, punch } = workforce;
    await employ('Anna');
    await employ('Bert');
    await punch('Anna', '2031-02-03', 'in 08:00', 'out 16:20');
    await punch('Anna', '2031-02-08', 'in 20:00', 'out 23:30');
    await punch('Bert', '2031-02-04', 'in 08:00', 'out 12:07');
  });
  afterAll(() => workforce.server.stop());

  const path = (rest = '') => `/companies/${workforce.company}/payroll${rest}`;
  const ask = (key: string, body?: object) =>
    workforce.server.ask(key, { token: workforce.token, ...(body && { body }) });
  const save = (change: object = {}) => ask(`PUT ${path()}`, { ...template, ...change });
  const preview = async (change: object = {}) => {
    const { mail_day: _, mail_to: __, ...shown } = template;
    const { json } = await ask(`POST ${path('/preview')}`, { ...shown, month, ...change });
    return answerDecoder('POST /companies/{id}/payroll/preview')(json.data);
  };
  const make = () => ask(`POST ${path('/files')}`, { month });
  const stored = async () => answerDecoder('GET /companies/{id}/payroll')((await ask(`GET ${path()}`)).json.data);
  const close = () => ask('POST /closed-months', { company_id: workforce.company, month });

  test('no file is made without a template, nor for an open month', async () => {
    expect((await make()).status).toBe(409);
    expect((await stored()).template).toBeNull();
    expect((await save()).status).toBe(200);
    expect((await stored()).template).toEqual({ ...template, version: expect.any(String) });
    expect((await make()).json.message).toBe('This month is not closed');
  });

  test.each([
    ['columns', { columns: template.columns?.filter(({ source }) => source !== 'number') }],
    ['columns', { kinds: [] }],
    ['columns', { columns: [{ name: '=A1', source: 'number', unit: 'decimal', text: '' }] }],
    ['preamble', { preamble: '[General]\n=A1' }],
    ['preamble', { preamble: '[General]\nTarget; @A1' }],
    ['kinds', { lines: 'kind', kinds: [], columns: [{ name: 'No', source: 'number', unit: 'decimal', text: '' }] }],
    ['kinds', { kinds: [...(template.kinds ?? []), ...(template.kinds ?? [])] }],
    ['kinds', { kinds: template.kinds?.map((kind) => ({ ...kind, weekdays: [9] })) }],
    ['rounding_minutes', { lines: 'day', rounding_minutes: 15 }],
    ['mail_to', { mail_day: 5 }],
    ['mail_day', { mail_day: 29, mail_to: 'a@b.example' }],
  ])('a bad template is refused at %s', async (field, change) => {
    const { status, json } = await save(change);
    expect([status, Object.keys(json.errors ?? {})]).toEqual([422, [field]]);
  });

  test('the preview of a template that is not saved has totals that add up with the sheets', async () => {
    const shown = await preview({ rounding_minutes: 15 });
    expect(shown.is_closed).toBe(false);
    expect(shown.rows).toEqual([
      ['Anna-1', 'Anna', '2031-02-01', '2031-02-28', '2', '11.75', '1.50', '0.00'],
      ['Bert-1', 'Bert', '2031-02-01', '2031-02-28', '1', '4.00', '0.00', '0.00'],
    ]);
    const query = `company_id=${workforce.company}&start_date=${month}-01&end_date=${month}-28`;
    const sheets = answerDecoder('GET /timesheets')((await ask(`GET /timesheets?${query}`)).json.data);
    const worked = sheets.data.reduce((sum, { worked_minutes }) => sum + worked_minutes, 0);
    expect([shown.sheet_minutes, shown.totals[0]]).toEqual([
      worked,
      { name: 'Hours', sheet_minutes: worked, file_minutes: 945 },
    ]);
  });

  test('time that rounds to zero has no line, but is in the totals', async () => {
    const shown = await preview({
      lines: 'kind',
      kinds: [
        { code: '100', name: '', counts: 'all', from: '', until: '', weekdays: [] },
        { code: 'late', name: '', counts: 'band', from: '16:10', until: '16:30', weekdays: [1] },
      ],
      columns: [
        { name: 'No', source: 'number', unit: 'decimal', text: '' },
        { name: 'Hours', source: 'time', unit: 'h:mm', text: '' },
        { name: 'Hours', source: 'worked', unit: 'h:mm', text: '' },
      ],
      rounding_minutes: 30,
    });
    expect(shown.rows).toEqual([
      ['Anna-1', '12:00', '12:00'],
      ['Bert-1', '4:00', '4:00'],
    ]);
    expect(shown.totals).toEqual([
      { name: 'Hours 100', sheet_minutes: 957, file_minutes: 960 },
      { name: 'Hours', sheet_minutes: 957, file_minutes: 960 },
      { name: 'Hours late', sheet_minutes: 10, file_minutes: 0 },
    ]);
  });

  test.each([
    ['', 'Please enter a month such as 2026-10'],
    ['2030', 'Please enter a month such as 2026-10'],
    ['2030-13', 'Please enter a month such as 2026-10'],
    ['2031-03', 'This month is not over yet'],
  ])('a preview of the month “%s” is refused', async (wrong, message) => {
    const { mail_day: _, mail_to: __, ...shown } = template;
    const { status, json } = await ask(`POST ${path('/preview')}`, { ...shown, month: wrong });
    expect([status, json.message]).toEqual([422, message]);
  });

  test('whole free days are a kind of time, and half ones are not', async () => {
    const days = [
      { day: '2031-02-03', name: '', is_half: false },
      { day: '2031-02-04', name: '', is_half: true },
    ];
    expect((await ask(`PUT /companies/${workforce.company}/free-days`, { days })).status).toBe(200);
    const kinds = template.kinds?.map((kind) => (kind.code === 'sunday' ? { ...kind, weekdays: [8] } : kind));
    expect((await preview({ kinds })).rows.map((cells) => cells.at(-1))).toEqual(['8.33', '0.00']);
    expect((await preview()).rows.map((cells) => cells.at(-1))).toEqual(['0.00', '0.00']);
  });

  test('the file of a closed month is signed, kept as evidence, and audited', async () => {
    await close();
    const { status, json } = await make();
    expect(status).toBe(200);
    const { content, statement, signature, name } = answerDecoder('POST /companies/{id}/payroll/files')(json.data);
    const bytes = Buffer.from(content, 'base64');
    expect(bytes.toString()).toBe(
      '\uFEFFEmployee ID,Name,From,Until,Days,Hours,Night,Sunday\r\n' +
        'Anna-1,Anna,2031-02-01,2031-02-28,2,11.83,1.50,0.00\r\n' +
        'Bert-1,Bert,2031-02-01,2031-02-28,1,4.12,0.00,0.00\r\n',
    );
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(JSON.parse(statement)).toMatchObject({ type: 'payroll-file-1', month, file: name, lines: 2, sha256 });
    const key = answerDecoder('GET /attendance/signing-key')((await ask('GET /attendance/signing-key')).json.data);
    const isSigned = verify(
      null,
      Buffer.from(statement),
      createPublicKey(key.public_key),
      Buffer.from(signature, 'base64'),
    );
    expect(isSigned).toBe(true);
    expect((await stored()).files).toMatchObject([{ month, way: 'download', total_lines: 2, sha256, sent_at: '' }]);
    const found = async (hash: string) => (await ask(`GET /payroll-files?sha256=${hash}`)).json.data;
    expect(await found(sha256)).toMatchObject([{ company: { id: workforce.company }, month, total_lines: 2 }]);
    expect(await found(sha256.replaceAll('a', 'b'))).toEqual([]);
    expect((await auditEntries(workforce.server.db, 'payroll.file')).at(-1)?.after).toMatchObject({ month, sha256 });
  });

  const log = createLog('silent', () => {});
  const mailAt = (at: string) =>
    mailPayroll({ db: workforce.server.db, log, clock: () => new Date(at), publicUrl: 'https://rollcall.example' });

  test('is not mailed if its day was past when that day was chosen, whenever the month is closed', async () => {
    const { db } = workforce.server;
    await save({ mail_day: 19, mail_to: 'payroll@office.example' });
    await mailAt('2031-03-25T12:00:00Z');
    expect(await db.all(sql`select id from outbox`)).toEqual([]);
  });

  test('is mailed on its day, once, by one of several processes, later if the mail server is away, also after the month was closed again', async () => {
    const { db } = workforce.server;
    await save({ mail_day: 25, mail_to: 'payroll@office.example, boss@office.example; Payroll@office.example' });
    await mailAt('2031-03-24T12:00:00Z');
    expect(await db.all(sql`select id from outbox`)).toEqual([]);
    await Promise.all([mailAt('2031-03-25T12:00:00Z'), mailAt('2031-03-25T12:00:00Z')]);
    await mailAt('2031-03-26T12:00:00Z');
    const away = async () => Promise.reject(new Error('connect ECONNREFUSED'));
    await sendDueMails({ db, log, clock: () => new Date('2031-03-25T12:00:30Z'), send: away });
    expect((await stored()).files[0]).toMatchObject({ way: 'mail', sent_at: '' });
    const sent: Mail[] = [];
    const send = async (mail: Mail) => void sent.push(mail);
    await sendDueMails({ db, log, clock: () => new Date('2031-03-25T14:01:00Z'), send });
    expect(sent.map(({ to }) => to)).toEqual(['payroll@office.example', 'boss@office.example']);
    const [file, statement] = sent[0]?.attachments ?? [];
    expect(Buffer.from(file?.content ?? '', 'base64').toString()).toContain('Anna-1,Anna');
    expect(Buffer.from(statement?.content ?? '', 'base64').toString()).toContain('payroll-file-1');
    expect(await db.all(sql`select id from outbox where body <> '' or attachments <> ''`)).toEqual([]);
    expect((await stored()).files[0]).toMatchObject({
      way: 'mail',
      mailed_to: 'payroll@office.example, boss@office.example',
    });
    expect((await stored()).files[0]).toMatchObject({
      mail_state: 'sent',
      sent_at: expect.stringMatching(/^2031-03-25T15:01/),
    });

    const [closed] = await db.all<{ id: number }>(sql`select max(id) as id from closed_months`);
    await ask(`POST /closed-months/${closed?.id}/reopen`, { reason: 'Late papers' });
    await close();
    await mailAt('2031-03-27T12:00:00Z');
    expect(await db.all(sql`select id from outbox`)).toHaveLength(2);
  });

  test('a mail that the mail server did not take in its three days is not said to be sent some day', async () => {
    const { db } = workforce.server;
    await db.run(sql`delete from outbox`);
    await db.run(sql`delete from payroll_files`);
    const [first = '', second = ''] = ['boss@office.example', 'payroll@office.example'];
    await save({ mail_day: 25, mail_to: `${first}, ${second}` });
    await mailAt('2031-03-25T12:00:00Z');
    const refusing = async ({ to }: Mail) => (to === first ? undefined : Promise.reject(new Error('550 no such user')));
    await sendDueMails({ db, log, clock: () => new Date('2031-03-25T12:00:30Z'), send: refusing });
    const file = async () => (await stored()).files[0];
    const why = { mail_error: '550 no such user' };
    expect(await file()).toMatchObject({ mail_state: 'waiting', sent_at: '', ...why });
    await db.run(sql`update outbox set expires_at = '2031-03-20 18:00:00'`);
    expect(await file()).toMatchObject({ mail_state: 'expired', sent_at: '', ...why });
    await db.run(sql`delete from outbox`);
    expect(await file()).toMatchObject({ mail_state: '', sent_at: '', mail_error: '' });
  });

  test('is not mailed again after a restore that follows docs/backup.md', async () => {
    const { db } = workforce.server;
    const forget = async () => {
      await db.run(sql`delete from outbox`);
      await db.run(sql`delete from payroll_files`);
    };
    await forget();
    await db.exec(codeBlock('docs/backup.md', 'delete from retention_rules').replace('2026-03-03', '2031-03-28'));
    await mailAt('2031-03-27T12:00:00Z');
    expect((await stored()).files).toEqual([]);
    await db.run(sql`update payroll_templates set mail_from = '2031-03-20'`);
  });

  test('preview, file and tab say why it cannot be made', async () => {
    const { db } = workforce.server;
    await db.run(sql`delete from payroll_files`);
    await db.run(sql`update employees set name = '=Łukasz' where name = 'Bert'`);
    await save({ encoding: 'windows-1252', mail_day: 25, mail_to: 'payroll@office.example' });
    expect((await preview({ encoding: 'windows-1252' })).problems).toEqual([
      {
        employee: '=Łukasz',
        column: 'Name',
        message: '“=Łukasz” begins with a sign that a spreadsheet runs as a formula',
      },
    ]);
    const names = Array.from({ length: 25 }, () => ({ name: 'Name', source: 'name', unit: 'decimal', text: '' }));
    const many = await preview({ columns: [...(template.columns ?? []), ...names] });
    expect([many.problems.length, many.total_problems]).toEqual([20, 26]);
    expect((await make()).status).toBe(422);
    await mailAt('2031-03-27T12:00:00Z');
    expect((await stored()).mail_problem).toContain('February 2031: =Łukasz, Name:');
    await db.run(sql`update employees set name = 'Łukasz' where name = '=Łukasz'`);
    expect((await preview({ encoding: 'windows-1252' })).problems).toEqual([
      { employee: 'Łukasz', column: 'Name', message: 'windows-1252 has no “Ł”' },
    ]);
    await db.run(sql`update employees set name = 'Bert' where name = 'Łukasz'`);
    await mailAt('2031-03-27T12:00:00Z');
    expect((await stored()).mail_problem).toBe('');
    expect((await stored()).files).toMatchObject([{ way: 'mail' }]);
  });

  test.each(['＝SUM(A1)', ' =SUM(A1)', '＠SUM(A1)'])(
    'a name that a spreadsheet would run is refused: “%s”',
    async (name) => {
      const { db } = workforce.server;
      await db.run(sql`update employees set name = ${name} where name = 'Bert'`);
      expect((await preview()).problems).toEqual([
        {
          employee: name,
          column: 'Name',
          message: `“${name}” begins with a sign that a spreadsheet runs as a formula`,
        },
      ]);
      await db.run(sql`update employees set name = 'Bert' where name = ${name}`);
    },
  );

  test('is not mailed where the only one who got it was erased, and the tab says so', async () => {
    const { db } = workforce.server;
    await db.run(sql`delete from payroll_files`);
    await db.run(sql`update payroll_templates set mail_to = ''`);
    await mailAt('2031-03-27T12:00:00Z');
    expect((await stored()).mail_problem).toBe('February 2031: It has no recipients any more. Please enter an address');
    expect((await stored()).files).toEqual([]);
    await save({ mail_day: 25, mail_to: 'payroll@office.example' });
    await mailAt('2031-03-27T12:00:00Z');
    expect((await stored()).files).toMatchObject([{ way: 'mail' }]);
  });

  test('is made again if somebody in it was erased before it was mailed', async () => {
    const { db } = workforce.server;
    await workforce.employ('Cleo', { until: '2031-02-28' });
    await workforce.punch('Cleo', '2031-02-05', 'in 08:00', 'out 12:00');
    await db.run(sql`delete from payroll_files`);
    await db.run(sql`delete from outbox`);
    const erasure = { kind: 'employees', id: workforce.idOf('Cleo'), reason: 'Asked for it', last_day: '' };
    const erased: number[] = [];
    const meanwhile: typeof db = {
      ...db,
      async tx(work) {
        if (erased.length === 0) erased.push((await ask('POST /privacy/erasures', erasure)).status);
        return db.tx(work);
      },
    };
    const clock = () => new Date('2031-03-27T12:00:00Z');
    await mailPayroll({ db: meanwhile, log, clock, publicUrl: 'https://rollcall.example' });
    expect(erased).toEqual([200]);
    expect(await db.all(sql`select id from outbox`)).toEqual([]);
    await mailAt('2031-03-27T12:10:00Z');
    const [{ attachments } = { attachments: '[]' }] = await db.all<{ attachments: string }>(
      sql`select attachments from outbox`,
    );
    expect(Buffer.from(JSON.parse(attachments)[0].content, 'base64').toString()).toContain('Erased employee');
  });

  test('a problem that names somebody who was erased meanwhile is not stored', async () => {
    const { db } = workforce.server;
    await workforce.employ('=Dora', { until: '2031-02-28' });
    await workforce.punch('=Dora', '2031-02-05', 'in 08:00', 'out 12:00');
    await db.run(sql`delete from payroll_files`);
    const erasure = { kind: 'employees', id: workforce.idOf('=Dora'), reason: 'Asked for it', last_day: '' };
    const erased: number[] = [];
    const meanwhile: typeof db = {
      ...db,
      async all(statement, ...booleans) {
        if (textOf(statement).includes('company_id, mail_problem'))
          erased.push((await ask('POST /privacy/erasures', erasure)).status);
        return db.all(statement, ...booleans);
      },
    };
    const clock = () => new Date('2031-03-27T12:00:00Z');
    await mailPayroll({ db: meanwhile, log, clock, publicUrl: 'https://rollcall.example' });
    expect([erased, (await stored()).mail_problem]).toEqual([[200], '']);
    await mailAt('2031-03-27T12:10:00Z');
    expect((await stored()).files).toMatchObject([{ way: 'mail' }]);
  });

  test('a company whose template cannot be read keeps no other from its file', async () => {
    const { db } = workforce.server;
    const { id } = await one<{ id: number }>(
      db,
      sql`insert into companies (name, unique_identifier, created_at) values ('Odd', 'ODD', '2031-01-01 00:00:00') returning id`,
    );
    await db.run(
      sql`insert into payroll_templates (company_id, template, mail_day, mail_to) values (${id}, '{', 25, 'a@b.example')`,
    );
    await db.run(
      sql`insert into closed_months (company_id, month, closed_by, closed_at)
        values (${id}, '2031-01', '', '2031-02-01 00:00:00')`,
    );
    await db.run(sql`delete from payroll_files`);
    await mailAt('2031-03-27T12:00:00Z');
    expect((await stored()).files).toMatchObject([{ way: 'mail' }]);
    expect(await one(db, sql`select mail_problem from payroll_templates where company_id = ${id}`)).toEqual({
      mail_problem: 'January 2031: It failed on the server, whose log says why',
    });
    await db.run(sql`delete from payroll_templates where company_id = ${id}`);
  });

  test('of several months that cannot be mailed, the first is named, once, until it is no longer due', async () => {
    const { db } = workforce.server;
    const warned: string[] = [];
    const loud = createLog('warn', (line) => warned.push(line));
    const mail = () =>
      mailPayroll({
        db,
        log: loud,
        clock: () => new Date('2031-03-28T12:00:00Z'),
        publicUrl: 'https://rollcall.example',
      });
    await workforce.punch('Bert', '2031-01-07', 'in 08:00', 'out 12:00');
    await ask('POST /closed-months', { company_id: workforce.company, month: '2031-01' });
    await db.run(sql`delete from payroll_files`);
    await db.run(sql`update payroll_templates set mail_from = '2031-01-01'`);
    await db.run(sql`update employees set name = '=Bert' where name = 'Bert'`);
    for (let run = 0; run < 3; run++) await mail();
    expect((await stored()).mail_problem).toContain('January 2031: =Bert, Name:');
    expect(warned).toHaveLength(1);
    expect(warned[0]).not.toContain('Bert');

    const closed = await db.all<{ id: number }>(sql`select id from closed_months where reopened_at is null`);
    for (const { id } of closed) await ask(`POST /closed-months/${id}/reopen`, { reason: 'A new name' });
    await mail();
    expect((await stored()).mail_problem).toBe('');
  });
});
