// The setting that a server gets from its environment at the first start.

import { knownSettings } from '../../../src/shared/contract/settings.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import type { Db, Queries } from '../../platform/db/db.ts';
import { lockSetup } from '../../platform/db/migrations/migrate.ts';
import { defaultTimeZone } from './knownSettings.ts';
import { insertSetting, settingValue } from './settingQueries.ts';

/** An existing setting stays as it is. Returns why the time zone could not be added; empty if it is there. */
export function addBusinessTimeZone(
  db: Db,
  timeZone: string,
  now: Date,
  findBlocker: (queries: Queries) => Promise<string>,
): Promise<string> {
  return db.tx(async (queries) => {
    await lockSetup(queries);
    const { key, type, description, is_public } = knownSettings.business_timezone;
    const stored = await settingValue(queries, key);
    if (stored !== undefined) return stored === timeZone ? '' : `the setting ${key} is ${stored}`;
    const why = timeZone === defaultTimeZone ? '' : await findBlocker(queries);
    if (why) return why;
    const after = { key, value: timeZone, type, description, is_public };
    const subjectId = await insertSetting(queries, after);
    const act = { caller: null, requestId: 'BUSINESS_TIMEZONE', now };
    await audit(queries, { ...act, action: 'settings.create', subject: 'settings', subjectId, after });
    return '';
  });
}
