// A transaction that locks rows in the wrong order fails at once on both databases, instead of occasionally on
// PostgreSQL.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Db, sql } from '../../../../server/platform/db/db.ts';
import { BeginAgain } from '../../../../server/platform/db/errors.ts';
import { assertLocked, lockRow, lockRows, lockRowsWhere, noteLock } from '../../../../server/platform/db/rowLocks.ts';
import { databases } from '../../../support/server/databases.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;
  beforeAll(async () => {
    db = await openFresh(create);
  });
  afterAll(() => db.close());

  test('a company comes before what belongs to it', async () => {
    await db.tx(async (queries) => {
      await lockRow(queries, 'companies', 1, 'rely');
      await lockRow(queries, 'access_controllers', 1, 'change');
    });
    const wrong = db.tx(async (queries) => {
      await lockRow(queries, 'access_controllers', 1, 'change');
      await lockRow(queries, 'companies', 1, 'rely');
    });
    await expect(wrong).rejects.toThrow('companies is locked after access_controllers');
  });

  test('rows of one table come in the order of their ids', async () => {
    await db.tx((queries) => lockRows(queries, 'companies', [3, 1, 2], 'rely'));
    const wrong = db.tx(async (queries) => {
      await lockRow(queries, 'companies', 2, 'rely');
      await lockRow(queries, 'companies', 1, 'rely');
    });
    await expect(wrong).rejects.toThrow('Row 1 of companies is locked to rely after row 2');
  });

  test('nothing comes after the audit', async () => {
    const wrong = db.tx(async (queries) => {
      noteLock(queries, 'audit_head', 1);
      await lockRowsWhere(queries, 'roles', sql`name = 'administrator'`, 'change');
    });
    await expect(wrong).rejects.toThrow('roles is locked after audit_head');
  });

  test('a row that is locked can be locked again, but not more strongly', async () => {
    await db.tx(async (queries) => {
      await lockRow(queries, 'companies', 1, 'change');
      await lockRow(queries, 'employees', 1, 'change');
      await lockRow(queries, 'companies', 1, 'rely');
    });
    // Two transactions that rely on a row and then want to change it would wait for each other.
    const more = db.tx(async (queries) => {
      await lockRow(queries, 'companies', 1, 'rely');
      await lockRow(queries, 'companies', 1, 'change');
    });
    await expect(more).rejects.toThrow('Row 1 of companies is locked to change after row 1');
  });

  test('a row that should have been locked earlier makes the transaction begin again', async () => {
    const found = db.tx(async (queries) => {
      await lockRow(queries, 'companies', 1, 'rely');
      assertLocked(queries, 'companies', [1], 'rely');
      try {
        assertLocked(queries, 'companies', [2], 'rely');
      } catch (error) {
        return error;
      }
      return undefined;
    });
    expect(await found).toBeInstanceOf(BeginAgain);
  });

  test('outside of a transaction nothing can be locked', async () => {
    await expect(lockRow(db, 'companies', 1, 'change')).rejects.toThrow('Rows are locked in a transaction');
  });
});
