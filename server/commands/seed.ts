// Fills an empty database with sample data.

import { createPasswords } from '../access/passwords.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { fillWithSample } from '../sample/fillWithSample.ts';
import { openWithPermissions } from './openWithPermissions.ts';

export async function seed(config: Config): Promise<void> {
  const db = await openWithPermissions(config);
  await seedDatabase(db);
  await db.close();
}

export async function seedDatabase(db: Db): Promise<void> {
  const signIns = await fillWithSample(db, createPasswords(), new Date());
  if (!signIns) {
    console.log('Found the data of an earlier start; its passwords are the ones shown then');
    return;
  }
  console.log('Created sample data. These three users can sign in; their passwords are shown only once:\n');
  for (const { email, password, rights } of Object.values(signIns)) console.log(`  ${email}  ${password}  (${rights})`);
  console.log();
}
