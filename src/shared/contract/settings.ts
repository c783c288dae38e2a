// Settings, and the list of those that the reference server reads, where a server announces 'known_settings'.

import type { Calls } from './call.ts';
import { atMost, longText, shortText, uniqueIn, unlessLeftOut } from './checks.ts';
import {
  bareOrUnder,
  type Decoded,
  flag,
  integer,
  list,
  nothing,
  object,
  oneOf,
  optional,
  text,
  wordOr,
} from './decode.ts';
import { ifGiven, ifUnderstood, version, withDefault } from './decodeRecords.ts';
import { setSchema } from './schema.ts';
import { type Check, required, textOf } from './validate.ts';

export const settingTypes = ['string', 'json', 'boolean', 'number'] as const;
export type SettingType = (typeof settingTypes)[number];

/** Accepts a JSON setting that the server sends parsed. The console edits text. */
const settingValue = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : text(value);
setSchema(settingValue, (of) => of(text));

export const setting = object({
  id: integer,
  key: text,
  value: settingValue,
  type: wordOr(oneOf(...settingTypes)),
  description: text,
  is_public: flag,
  version,
});
export type Setting = Decoded<typeof setting>;

export interface KnownSetting {
  readonly key: string;
  readonly type: SettingType;
  readonly defaultValue: string;
  readonly description: string;
  readonly is_public: boolean;
  /** Replaces the text field in the console. */
  readonly editor?: 'time_zone';
}

export const knownSettings = {
  business_timezone: {
    key: 'business_timezone',
    type: 'string',
    defaultValue: 'UTC',
    description: 'Time zone used for days and times',
    is_public: true,
    editor: 'time_zone',
  },
  url_types: {
    key: 'url_types',
    type: 'json',
    defaultValue: '["website","hr_system","crm","payroll","support"]',
    description: 'Types of URLs that a company can have',
    is_public: true,
  },
  api_tokens_without_expiry: {
    key: 'api_tokens_without_expiry',
    type: 'boolean',
    defaultValue: 'false',
    description: 'API tokens may be created without a day on which they expire',
    is_public: false,
  },
  device_alert_minutes: {
    key: 'device_alert_minutes',
    type: 'number',
    defaultValue: '30',
    description: 'Minutes until a mail tells that something is wrong with a device; 0 for no mails',
    is_public: false,
  },
} as const satisfies Readonly<Record<string, KnownSetting>>;

const parsesAsItsType: Check = (value, all) => {
  if (all.type === 'number') return Number.isFinite(Number(textOf(value))) ? undefined : 'Please enter a number';
  if (all.type === 'boolean')
    return /^(true|false|0|1)$/.test(textOf(value)) ? undefined : 'Please choose True or False';
  if (all.type !== 'json') return undefined;
  try {
    JSON.parse(textOf(value));
    return undefined;
  } catch {
    return 'Please enter valid JSON';
  }
};

const hasValue = required('Setting value is required');
const longestValue = atMost(100_000);

export const settingRules = {
  key: [required('Setting key is required'), shortText, uniqueIn('everywhere')],
  value: [hasValue, parsesAsItsType, longestValue],
  description: [longText],
};

const settingFields = { value: text, description: text, is_public: flag };

/** Edits need the right to every company, as settings affect everybody. */
const settingEdit = { reach: 'everyCompany', touches: ['GET /settings', 'GET /settings/url-types'] } as const;
const settingSave = { ...settingEdit, answer: ifUnderstood(setting), failed: 'Failed to save setting' } as const;

export const calls = {
  'GET /settings': {
    needs: 'settings.view',
    answer: list(setting),
    failed: 'Failed to fetch settings',
  },
  'GET /settings/public': {
    answer: list(setting),
  },
  'GET /settings/url-types': {
    answer: list(text),
  },
  'GET /settings/{keyOrId}': {
    answer: bareOrUnder('setting', setting),
  },
  'POST /settings': {
    ...settingSave,
    needs: 'settings.create',
    body: object({
      key: text,
      type: withDefault(oneOf(...settingTypes), 'string'),
      ...settingFields,
    }),
    rules: settingRules,
    done: 'Setting created successfully',
  },
  'PUT /settings/{keyOrId}': {
    ...settingSave,
    needs: 'settings.edit',
    /** Fields that are left out stay as they are. */
    body: object({ value: ifGiven(text), description: ifGiven(text), is_public: optional(flag) }),
    // Only the server knows the setting's type, so it checks the value against it.
    rules: { value: [unlessLeftOut(hasValue), longestValue], description: settingRules.description },
    editedRecord: setting,
    done: 'Setting updated successfully',
  },
  'DELETE /settings/{keyOrId}': {
    ...settingEdit,
    needs: 'settings.delete',
    answer: nothing,
    done: 'Setting deleted successfully',
    failed: 'Failed to delete setting',
  },
} satisfies Calls;
