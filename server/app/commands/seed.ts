// Fills an empty database with sample data.

import { findCredentials } from '../../features/people/credentialQueries.ts';
import { createPasswords } from '../../platform/access/passwords.ts';
import type { Db } from '../../platform/db/db.ts';
import { withDatabase } from '../../platform/db/open.ts';
import { storeAllMissingWords } from '../../platform/records/search/searchIndex.ts';
import type { Config } from '../config.ts';
import { companies } from '../sample/companies.ts';
import { fillWithSample, fullSample, isEmpty, sampleAdministrator } from '../sample/fillWithSample.ts';
import { defaultOrigin } from '../sample/sampleSystems.ts';
import { openWithPermissions } from './openWithPermissions.ts';

export async function seed(config: Config): Promise<void> {
  const lines = await withDatabase(openWithPermissions(config), (db) => seedDatabase(db, config, defaultOrigin));
  console.error(lines.join('\n'));
}

/** Returns what to print about signing in. */
export async function seedDatabase(db: Db, config: Config, origin: string): Promise<string[]> {
  if (await isEmpty(db)) console.error(`Making sample data (${companies.length} companies, about 34,000 events) …`);
  const timeZone = config.businessTimeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const signIns = await fillWithSample(db, createPasswords(), new Date(), { ...fullSample, timeZone, origin });
  await storeAllMissingWords(db);
  if (!signIns) {
    if (!(await findCredentials(db, sampleAdministrator)))
      return ['The database has other data: it gets no sample data'];
    return [
      'The sample data and its passwords are those of the first start. To set a new password:',
      `  node build/server.mjs reset-password ${sampleAdministrator}`,
    ];
  }
  return [
    'Three users can sign in. Their passwords are shown only now:',
    '',
    ...Object.values(signIns).map(({ email, password, rights }) => `  ${email}  ${password}  (${rights})`),
    '',
  ];
}
