// Exports signed by the server: from the console's exporter to verifying the file and forgeries.

import { createHash, generateKeyPairSync, sign as signWith } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backup } from '../../../../../server/app/commands/backup.ts';
import { openWithPermissions } from '../../../../../server/app/commands/openWithPermissions.ts';
import { readConfig } from '../../../../../server/app/config.ts';
import { loadSigner } from '../../../../../server/features/attendance/export/signingKey.ts';
import { one, sql } from '../../../../../server/platform/db/db.ts';
import { createClient } from '../../../../../src/platform/api/client.ts';
import { type Row, rowOf } from '../../../../../src/platform/export/columns.ts';
import type { ExportFormat } from '../../../../../src/platform/export/errors.ts';
import { createPdfWriter } from '../../../../../src/platform/export/pdf/writer.ts';
import type { Claim, ServerKey, Sign, Signed } from '../../../../../src/platform/export/proof/signature.ts';
import { verify } from '../../../../../src/platform/export/verify/verify.ts';
import { createBuilder } from '../../../../../src/platform/export/worker/builder.ts';
import { createExcelWriter } from '../../../../../src/platform/export/xlsx/writer.ts';
import { exportRecords } from '../../../../support/exports/exportRecords.ts';
import { databases, once } from '../../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../../support/server/server.ts';
import { auditEntries, createSqlite } from '../../../../support/server/testDatabase.ts';

const formats = ['excel', 'pdf'] as const;
const origin = { filters: [], zone: 'UTC', user: 'Ada', exportedOn: 'now', serverTotal: 0, notes: [] };

/** A file as the console makes it, with any rows and any signature. */
async function fileOf(format: ExportFormat, rows: readonly Row[], sign?: Sign, rowsPerFile = 1_000): Promise<Blob[]> {
  const pdf = createPdfWriter({ names: async () => [], read: () => Promise.reject(new Error('No fonts')) });
  const builder = createBuilder({ excel: { ...createExcelWriter(), rowsPerFile }, pdf });
  builder.add(rows, 'end');
  const files = await builder.build({ format, origin }, () => undefined, sign);
  return files.map(({ blob }) => blob);
}

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let key: ServerKey;
  let api: ReturnType<typeof createClient>;
  let rows: Row[];
  let total: number;

  beforeAll(async () => {
    server = await startServer({ createDatabase: create });
    api = await clientOf(server.users.administrator);
    key = (await api('GET /attendance/signing-key')).data;
    ({ rows, total } = await read(api));
  });
  afterAll(() => server.stop());

  async function clientOf(user: { email: string; password: string }) {
    const token = await server.signIn(user);
    return createClient({ base: server.api, token: () => token });
  }

  async function read(as: typeof api) {
    const all: Row[] = [];
    for (let page = 1; ; page += 1) {
      const { data } = await as('GET /attendance', { query: { page, per_page: 100 } });
      all.push(...data.data.map((record) => rowOf(record)));
      if (page >= data.last_page) return { rows: all, total: data.total };
    }
  }

  const newest = (among = rows) => Math.max(...among.map(({ id }) => id));
  const sign = async (claim: Claim): Promise<Signed> =>
    (await api('POST /attendance/sign-export', { body: { ...claim, filters: {}, up_to_id: newest() } })).data;

  async function signatureOf(file: Blob | undefined, serverKey: ServerKey | undefined = key) {
    const result = file && (await verify(file, serverKey));
    return result && 'signature' in result ? result.signature : result;
  }

  const signings = () => auditEntries(server.db, 'attendance.sign_export');

  test('announces to the console that it signs exports', async () => {
    expect((await api('GET /auth/user')).data.features).toContain('signed_exports');
  });

  test.each(formats)('signs an export (%s): who, when, and which rows of which list', async (format) => {
    const filters = { event_type: 'check-in' } as const;
    const { files, notes } = await exportRecords({ api }, { format, filters, canSign: true });
    expect(notes).toEqual([]);
    const { email } = server.users.administrator;
    const { checkIns } = await one<{ checkIns: number }>(
      server.db,
      sql`select count(*) as "checkIns" from attendance where event_type = 'check-in'`,
    );
    const statement = {
      server: 'https://console.example',
      key: key.fingerprint,
      user: expect.stringContaining(`(${email})`),
      signed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      filters,
      skip: 0,
      rows: checkIns,
      total: checkIns,
    };
    expect(await signatureOf(files[0]?.blob)).toMatchObject({ kind: 'valid', statement });
    const entry = (await signings()).at(-1);
    expect(entry?.user_email).toBe(email);
    expect(entry?.after).toMatchObject(statement);
  });

  test('signs each part of an export with its place in the list', async () => {
    const [first, second] = await fileOf('excel', rows.slice(0, 10), sign, 6);
    expect(await signatureOf(first)).toMatchObject({ kind: 'valid', statement: { skip: 0, rows: 6, total } });
    expect(await signatureOf(second)).toMatchObject({ kind: 'valid', statement: { skip: 6, rows: 4, total } });
  });

  test('signs what was read, although a record has arrived since', async () => {
    const [file] = await fileOf('excel', rows, async (claim) => {
      await server.db.run(
        sql`insert into attendance (company_id, access_controller_id, employee_code, event_id, event_type,
            occurred_at, created_at)
          select company_id, access_controller_id, employee_code, 'later', event_type, occurred_at, created_at
          from attendance order by id limit 1`,
      );
      return sign(claim);
    });
    expect(await signatureOf(file)).toMatchObject({ kind: 'valid', statement: { total } });
  });

  describe('tells forgeries', () => {
    const forgedRows = () =>
      rows.map((row, at) => (at === 0 ? { ...row, cells: ['Mallory', ...row.cells.slice(1)] } : row));

    test.each(formats)('rewritten with right checksums (%s): not signed', async (format) => {
      const [forged] = await fileOf(format, forgedRows());
      expect(await signatureOf(forged)).toEqual({ kind: 'none' });
    });

    test.each(formats)('with the signature of another file (%s)', async (format) => {
      let genuine: Signed | undefined;
      await fileOf(format, rows, async (claim) => (genuine = await sign(claim)));
      const [forged] = await fileOf(format, forgedRows(), async () => genuine);
      expect(await signatureOf(forged)).toEqual({ kind: 'otherFile' });
    });

    test('of a PDF with changed pages and a new checksum', async () => {
      const [genuine] = await fileOf('pdf', rows, sign);
      const text = Buffer.from((await genuine?.arrayBuffer()) ?? new ArrayBuffer(0)).toString('latin1');
      const [, body = '', signature = ''] = /^([\s\S]*)\n%rollcall-sha256 [0-9a-f]{64}\n([\s\S]*)$/.exec(text) ?? [];
      const changed = body.replace('/Title (', '/Title (X');
      expect(changed).not.toBe(body);
      const hash = createHash('sha256').update(changed, 'latin1').digest('hex');
      const forged = (end: string) => new Blob([Buffer.from(`${changed}\n%rollcall-sha256 ${hash}\n${end}`, 'latin1')]);
      expect(await signatureOf(forged(''))).toEqual({ kind: 'none' });
      expect(await signatureOf(forged(signature))).toEqual({ kind: 'otherFile' });
      const withMore = new Blob([genuine ?? '', '1 0 obj\n(other pages)\nendobj\n']);
      expect(await signatureOf(withMore)).toMatchObject({ state: 'changed' });
      const startsElsewhere = text.replace(/startxref\n(\d+)\n%%EOF\n$/, 'startxref\n1$1\n%%EOF\n');
      expect(startsElsewhere).not.toBe(text);
      expect(await signatureOf(new Blob([Buffer.from(startsElsewhere, 'latin1')]))).toMatchObject({ state: 'changed' });
    });

    test.each(formats)('signed with another key (%s), whichever key they name', async (format) => {
      const { privateKey } = generateKeyPairSync('ed25519');
      const signedByMallory = (names: string) => async (claim: Claim) => {
        const { statement } = await sign({ ...claim, ...honest });
        const text = JSON.stringify({ ...JSON.parse(statement), ...claim, key: names });
        return { statement: text, signature: signWith(null, Buffer.from(text), privateKey).toString('base64') };
      };
      let honest: Partial<Claim> = {};
      await fileOf(format, rows, async (claim) => {
        honest = claim;
        return undefined;
      });
      const [ownKey] = await fileOf(format, forgedRows(), signedByMallory('ab'.repeat(32)));
      expect(await signatureOf(ownKey)).toEqual({ kind: 'otherKey', fingerprint: 'ab'.repeat(32) });
      const [ourKey] = await fileOf(format, forgedRows(), signedByMallory(key.fingerprint));
      expect(await signatureOf(ourKey)).toEqual({ kind: 'invalid' });
    });
  });

  test('does not sign rows that it does not have', async () => {
    const before = await signings();
    const claims = [
      { rows_hash: 'f'.repeat(64) },
      { skip: 1 },
      { rows: rows.length + 1_000 },
      { rows: 0 },
      { skip: -1 },
      { seal: 'not a hash' },
    ];
    await fileOf('excel', rows, async (claim) => {
      for (const lie of claims) await expect(sign({ ...claim, ...lie }), JSON.stringify(lie)).rejects.toThrow();
      return undefined;
    });
    expect(await signings()).toEqual(before);
  });

  test('does not sign rows of companies that the caller does not see', async () => {
    const manager = await clientOf(server.users.manager);
    const own = await read(manager);
    expect(own.total).toBeLessThan(total);
    const up_to_id = newest([...rows, ...own.rows]);
    const signAs = async (claim: Claim) =>
      (await manager('POST /attendance/sign-export', { body: { ...claim, filters: {}, up_to_id } })).data;
    await expect(fileOf('excel', rows, signAs)).rejects.toThrow('The records have changed since the export read them');
    const [file] = await fileOf('excel', own.rows, signAs);
    expect(await signatureOf(file)).toMatchObject({ kind: 'valid', statement: { total: own.total } });
  });

  test('shows its private key in no answer, no log and no audit entry', async () => {
    const token = await server.signIn(server.users.administrator);
    const answers: unknown[] = [];
    await fileOf('excel', rows, async (claim) => {
      const body = { ...claim, filters: {}, up_to_id: newest() };
      answers.push((await server.ask('POST /attendance/sign-export', { token, body })).json);
      return undefined;
    });
    for (const call of ['GET /attendance/signing-key', 'GET /auth/user', 'GET /settings'])
      answers.push((await server.ask(call, { token })).json);
    const { private_key } = await one<{ private_key: string }>(server.db, sql`select private_key from signing_key`);
    const secret = private_key.split('\n')[1] ?? '';
    expect(secret.length).toBeGreaterThan(40);
    const audit = await auditEntries(server.db);
    expect(JSON.stringify([answers, server.log, audit])).not.toContain(secret);
  });

  test('keeps one key for all processes on a database', async () => {
    const database = await create();
    const open = () => openWithPermissions(database.location);
    // Two connections of one process would wait for each other on SQLite.
    const all = server.db.dialect === 'postgres' ? await Promise.all([open(), open()]) : [await open(), await open()];
    const keys = await Promise.all(all.map(async (db) => (await loadSigner(db)).fingerprint));
    expect(new Set(keys).size).toBe(1);
    for (const db of all) await db.close();
    await database.remove();
  });
});

once(() => {
  test('keeps its key through a backup and a restore', async () => {
    const [original, restored] = [await createSqlite(), await createSqlite()];
    const db = await openWithPermissions(original.location);
    const { fingerprint } = await loadSigner(db);
    await backup(
      readConfig({ DATA_DIR: original.location.dataDir }),
      path.join(restored.location.dataDir, 'rollcall.sqlite'),
    );
    const again = await openWithPermissions(restored.location);
    expect((await loadSigner(again)).fingerprint).toBe(fingerprint);
    for (const [open, database] of [
      [db, original],
      [again, restored],
    ] as const) {
      await open.close();
      await database.remove();
    }
  });
});
