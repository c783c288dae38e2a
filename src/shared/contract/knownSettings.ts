// The settings that the reference server reads, for a server that announces 'known_settings'. Until they are set, it
// uses the default values.

import type { SettingType } from './entities/settings.ts';

export interface KnownSetting {
  readonly key: string;
  readonly type: SettingType;
  readonly defaultValue: string;
  readonly description: string;
  readonly is_public: boolean;
  /** What the console offers instead of a text field. */
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
