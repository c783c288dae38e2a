// The settings that the server itself reads, and their valid values.

import type { SettingType } from '../../src/contract/entities/settings.ts';
import { isTimeZone } from '../time/businessTime.ts';

export const defaultTimeZone = 'UTC';
export const defaultUrlTypes: readonly string[] = ['website', 'hr_system', 'crm', 'payroll', 'support'];

interface Known {
  readonly type: SettingType;
  readonly description: string;
  readonly is_public: boolean;
  readonly defaultValue: string;
  /** What the console offers instead of a text field. */
  readonly editor: 'time_zone' | '';
  isValid(value: string): boolean;
  readonly error: string;
}

export const knownSettings = {
  business_timezone: {
    type: 'string',
    description: 'Time zone used for days and times',
    is_public: true,
    defaultValue: defaultTimeZone,
    editor: 'time_zone',
    isValid: isTimeZone,
    error: 'Please enter the name of a time zone, such as Europe/Athens',
  },
  url_types: {
    type: 'json',
    description: 'Types of URLs that a company can have',
    is_public: true,
    defaultValue: JSON.stringify(defaultUrlTypes),
    editor: '',
    isValid: (value) => parseStringList(value) !== undefined,
    error: 'Please enter a JSON list of non-empty strings',
  },
} as const satisfies Readonly<Record<string, Known>>;

const known: Readonly<Record<string, Known>> = knownSettings;

/** Rules that only the server knows. */
export function settingErrors(
  key: string,
  type: string,
  value: string,
): { key?: string; value?: string; type?: string } {
  if (/(?:^|[_.-])(?:secret|password|token|api_?key|private_?key)$/i.test(key)) {
    return { key: 'Do not store secrets in settings: many users can read them' };
  }
  const setting = Object.hasOwn(known, key) ? known[key] : undefined;
  if (!setting) return {};
  if (type !== setting.type) return { type: `The type of this setting must be ${setting.type}` };
  return setting.isValid(value) ? {} : { value: setting.error };
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
