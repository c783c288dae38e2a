// Settings: strings by key, with a type that tells how to read them.

import type { Body } from '../../../src/shared/contract/calls.ts';
import type { Setting } from '../../../src/shared/contract/settings.ts';
import { maybeOne, type Queries, type Sql, scalar, sql } from '../../platform/db/db.ts';
import { versionOf } from '../../platform/records/versions.ts';
import { defaultAlertMinutes, parseMinutes } from './knownSettings.ts';

export const allSettings = (queries: Queries): Promise<Setting[]> => settingsWhere(queries, sql`true`);

export const insertSetting = (queries: Queries, fields: Body<'POST /settings'>): Promise<number> =>
  scalar(
    queries,
    sql`insert into settings (setting_key, setting_value, type, description, is_public)
      values (${fields.key.trim()}, ${fields.value}, ${fields.type}, ${fields.description},
        ${fields.is_public})
      returning id`,
  );

/** Returns after how many minutes a mail tells that something is wrong with a device; 0 means never. */
export async function alertMinutes(queries: Queries): Promise<number> {
  return parseMinutes(await settingValue(queries, 'device_alert_minutes')) ?? defaultAlertMinutes;
}

export async function settingValue(queries: Queries, key: string): Promise<string | undefined> {
  const row = await maybeOne<{ setting_value: string }>(
    queries,
    sql`select setting_value from settings where setting_key = ${key}`,
  );
  return row?.setting_value;
}

export async function settingsWhere(queries: Queries, condition: Sql): Promise<Setting[]> {
  const rows = await queries.all<Setting>(
    sql`select id, setting_key as key, setting_value as value, type, description, is_public
      from settings where ${condition} order by setting_key`,
    ['is_public'],
  );
  return rows.map((row) => ({ ...row, version: versionOf('PUT /settings/{keyOrId}', row) }));
}
