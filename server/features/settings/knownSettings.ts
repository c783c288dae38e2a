// Settings: strings by key, with a type that tells how to read them, and the valid values of settings that the server
// reads.

import type { Body } from '../../../src/shared/contract/calls.ts';
import { knownSettings, type Setting } from '../../../src/shared/contract/settings.ts';
import { byteByByte, maybeOne, type Queries, type Sql, scalar, sql } from '../../platform/db/db.ts';
import { versionOf } from '../../platform/records/edit.ts';
import { isTimeZone } from '../../platform/time/clock.ts';

export const defaultTimeZone = knownSettings.business_timezone.defaultValue;
export const defaultUrlTypes: readonly string[] = parseStringList(knownSettings.url_types.defaultValue) ?? [];

const defaultAlertMinutes = Number(knownSettings.device_alert_minutes.defaultValue);

export const unknownZone = 'Please enter the name of a time zone, such as Europe/Athens';

interface Check {
  isValid(value: string): boolean;
  readonly error: string;
}

const checks = {
  business_timezone: { isValid: isTimeZone, error: unknownZone },
  url_types: {
    isValid: (value) => parseStringList(value) !== undefined,
    error: 'Please enter a JSON list of non-empty strings',
  },
  api_tokens_without_expiry: {
    isValid: (value) => value === 'true' || value === 'false',
    error: 'Please choose true or false',
  },
  device_alert_minutes: {
    isValid: (value) => parseMinutes(value) !== undefined,
    error: 'Please enter a whole number of minutes up to 10080, which is a week, or 0 for no mails',
  },
} satisfies Readonly<Record<keyof typeof knownSettings, Check>>;

const isKnown = (key: string): key is keyof typeof knownSettings => Object.hasOwn(knownSettings, key);

/** Rules that only the server knows. */
export function settingErrors(
  key: string,
  type: string,
  value: string,
): { key?: string; value?: string; type?: string } {
  if (/(?:^|[_.-])(?:secret|password|token|api_?key|private_?key)$/i.test(key)) {
    return { key: 'Do not store secrets in settings: many users can read them' };
  }
  if (!isKnown(key)) return {};
  const definition = knownSettings[key];
  if (type !== definition.type) return { type: `The type of this setting must be ${definition.type}` };
  return checks[key].isValid(value) ? {} : { value: checks[key].error };
}

/** Reserved, because their addresses mean something else, and such a setting could not be found by its key. */
export const isReservedKey = (key: string) => /^(?:\d+|public|url-types)$/.test(key);

/** Undefined unless the text is a whole number of minutes, at most a week. */
function parseMinutes(text: string | undefined): number | undefined {
  const minutes = Number(text);
  return text !== undefined && /^\d{1,5}$/.test(text) && minutes <= 7 * 24 * 60 ? minutes : undefined;
}

/** Undefined unless the JSON is a list of non-empty strings. */
export function parseStringList(json: string | undefined): string[] | undefined {
  try {
    const value: unknown = JSON.parse(json ?? '');
    return Array.isArray(value) && value.every((item) => typeof item === 'string' && item.trim() !== '')
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}

export const allSettings = (queries: Queries): Promise<Setting[]> => settingsWhere(queries, sql`true`);

export const insertSetting = (queries: Queries, fields: Body<'POST /settings'>): Promise<number> =>
  scalar(
    queries,
    sql`insert into settings (setting_key, setting_value, type, description, is_public)
      values (${fields.key.trim()}, ${fields.value}, ${fields.type}, ${fields.description},
        ${fields.is_public})
      returning id`,
  );

/** Returns the minutes after which a mail reports that something is wrong with a device; 0 means never. */
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
      from settings where ${condition} order by setting_key${byteByByte}`,
    ['is_public'],
  );
  return rows.map((row) => ({ ...row, version: versionOf('PUT /settings/{keyOrId}', row) }));
}
