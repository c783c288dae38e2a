// The settings that the server itself reads, and their valid values.

import type { SettingType } from '../../src/contract/entities/settings.ts';
import { isTimeZone } from '../time/businessTime.ts';

export const defaultTimeZone = 'UTC';
export const defaultUrlTypes: readonly string[] = ['website', 'hr_system', 'crm', 'payroll', 'support'];

interface KnownSetting {
  readonly type: SettingType;
  isValid(value: string): boolean;
  readonly error: string;
}

const known: Readonly<Record<string, KnownSetting>> = {
  business_timezone: {
    type: 'string',
    isValid: isTimeZone,
    error: 'Please enter the name of a time zone, such as Europe/Athens',
  },
  url_types: {
    type: 'json',
    isValid: (value) => parseStringList(value) !== undefined,
    error: 'Please enter a JSON list of non-empty strings',
  },
};

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
