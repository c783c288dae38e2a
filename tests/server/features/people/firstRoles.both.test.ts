// The roles of a new database.

import { expect, test } from 'vitest';
import { alignPermissions, findRoles } from '../../../../server/features/people/roleQueries.ts';
import { insertUser } from '../../../../server/features/people/userQueries.ts';
import { sql } from '../../../../server/platform/db/db.ts';
import { allPermissions } from '../../../../src/shared/contract/permissions.ts';
import { databases } from '../../../support/server/databases.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

test.each(databases)('a new database on $name has roles to begin with, which can be deleted', async ({ create }) => {
  const db = await openFresh(create);
  const ids = await db.all<{ id: number }>(sql`select id from roles`);
  const roles = await findRoles(
    db,
    ids.map(({ id }) => id),
  );
  expect(roles.map(({ display_name }) => display_name).sort()).toEqual([
    'Administrator',
    'Auditor',
    'HR Manager',
    'Manager',
    'Viewer',
  ]);
  for (const { name, description, is_system, permissions } of roles) {
    expect([is_system, description !== '', permissions.length > 3]).toEqual([name === 'administrator', true, true]);
  }
  const viewer = roles.find(({ name }) => name === 'viewer');
  const auditor = roles.find(({ name }) => name === 'auditor')?.permissions.map(({ name }) => name) ?? [];
  expect(auditor.filter((name) => !name.endsWith('.view'))).toEqual(['companies.all']);
  expect(allPermissions.filter((name) => name.endsWith('.view') && !auditor.includes(name))).toEqual([]);
  expect(viewer?.permissions.filter(({ name }) => !name.endsWith('.view'))).toEqual([]);

  const ada = { name: 'Ada', email: 'ada@rollcall.example', passwordHash: '', roles: [], companies: [] };
  await insertUser(db, ada, new Date());
  await db.run(sql`delete from roles where name = 'viewer'`);
  await db.tx(alignPermissions);
  expect(await db.all(sql`select id from roles where name = 'viewer'`)).toEqual([]);
  await db.close();
});
