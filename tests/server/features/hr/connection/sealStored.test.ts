// What a server does at its start with secrets that are unsealed, or sealed with a former or an unknown key.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HrCompany } from '../../../../../server/features/hr/connection/connectionQueries.ts';
import { sealStored } from '../../../../../server/features/hr/connection/credentials.ts';
import { openConnection } from '../../../../../server/features/hr/connection/openConnection.ts';
import { createVault, type Vault } from '../../../../../server/platform/crypto/vault.ts';
import { type Db, one, sql } from '../../../../../server/platform/db/db.ts';
import { createLog } from '../../../../../server/platform/log/log.ts';
import { addHrCompany } from '../../../../support/hr/hrCompany.ts';
import { databases } from '../../../../support/server/databases.ts';
import { openFresh } from '../../../../support/server/testDatabase.ts';

const url = 'https://tryton.example';
const now = new Date('2026-05-12T20:00:00Z');
const [first, second] = ['1'.repeat(32), '2'.repeat(32)];

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;
  let company: HrCompany;
  const lines: string[] = [];
  const log = createLog('debug', (line) => lines.push(line));

  beforeAll(async () => {
    db = await openFresh(create);
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    lines.length = 0;
    for (const table of [sql`hr_sync_configs`, sql`hr_connections`]) await db.run(sql`delete from ${table}`);
    const { id } = await addHrCompany(db, url, '2026-05-12', []);
    company = await one(db, sql`select id, name, unique_identifier, crm_company_id from companies where id = ${id}`);
  });

  const storeSigningSecret = (secret: string) =>
    db.run(
      sql`insert into hr_sync_configs (company_id, config, signing_secret) values (${company.id}, '{}', ${secret})`,
    );
  const storedSigningSecret = async () =>
    (await one<{ signing_secret: string }>(db, sql`select signing_secret from hr_sync_configs`)).signing_secret;
  const storeCredentials = (vault: Vault) =>
    db.run(
      sql`insert into hr_connections (company_id, connector, secrets, origin)
        values (${company.id}, 'tryton', ${vault.seal(JSON.stringify({ password: 'p' }))}, ${url})`,
    );
  const valuesWith = async (vault: Vault) => (await openConnection(db, vault, company, url, now)).connection.values;

  test('a plain signing secret works before it is sealed, and after', async () => {
    const vault = createVault(first);
    await storeSigningSecret('between us');
    expect(await valuesWith(vault)).toEqual({ signing_secret: 'between us' });
    await sealStored(db, vault, log);
    const sealed = await storedSigningSecret();
    expect([sealed.includes('between us'), vault.open(sealed)]).toEqual([false, 'between us']);
    expect(await valuesWith(vault)).toEqual({ signing_secret: 'between us' });
    await sealStored(db, vault, log);
    expect([await storedSigningSecret(), lines]).toEqual([sealed, []]);
  });

  test('everything is sealed again after a change of the key', async () => {
    const before = createVault(first);
    await storeSigningSecret(before.seal('between us'));
    await sealStored(db, createVault(second, [first]), log);
    expect(await valuesWith(createVault(second))).toEqual({ signing_secret: 'between us' });
    await storeCredentials(before);
    await sealStored(db, createVault(second, [first]), log);
    expect(await valuesWith(createVault(second))).toEqual({ password: 'p' });
  });

  test('a secret that no key opens stays, is named in the log, and stops only the sync of its company', async () => {
    await storeSigningSecret(createVault(first).seal('between us'));
    await sealStored(db, createVault(second), log);
    expect(lines.join()).toContain('signing secret');
    await expect(valuesWith(createVault(second))).rejects.toThrow("cannot be read with this server's key");
    expect(createVault(first).open(await storedSigningSecret())).toBe('between us');
    await storeCredentials(createVault(first));
    await sealStored(db, createVault(second), log);
    expect(lines.join()).toContain('credentials');
    await expect(valuesWith(createVault(second))).rejects.toThrow('Enter them again');
  });
});
