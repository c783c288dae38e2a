// The settings that the server itself reads, and what may stand in them.

import type { SettingType } from '../../src/contract/entities/companies.ts';
import { isTimeZone } from '../time/businessTime.ts';

export const usualBusinessZone = 'UTC';
export const usualUrlTypes: readonly string[] = ['website', 'hr_system', 'crm', 'payroll', 'support'];

interface KnownSetting {
  readonly type: SettingType;
  isValid(value: string): boolean;
  readonly complaint: string;
}

const known: Readonly<Record<string, KnownSetting>> = {
  business_timezone: {
    type: 'string',
    isValid: isTimeZone,
    complaint: 'Please enter the name of a time zone, such as Europe/Athens',
  },
  url_types: {
    type: 'json',
    isValid: (value) => textsIn(value) !== undefined,
    complaint: 'Please enter a JSON list of texts that are not empty',
  },
};

/** Beyond the rules that the console knows too. */
export function complaintAbout(
  key: string,
  type: SettingType,
  value: string,
): { key?: string; value?: string; type?: string } {
  if (/(?:^|[_.-])(?:secret|password|token|api_?key|private_?key)$/i.test(key)) {
    return { key: 'Settings can be read by many people: a secret does not belong here' };
  }
  const setting = Object.hasOwn(known, key) ? known[key] : undefined;
  if (!setting) return {};
  if (type !== setting.type) return { type: `The type of this setting is ${setting.type}` };
  return setting.isValid(value) ? {} : { value: setting.complaint };
}

/** The texts of a JSON list that holds nothing else. */
export function textsIn(json: string | undefined): string[] | undefined {
  try {
    const value: unknown = JSON.parse(json ?? '');
    return Array.isArray(value) && value.every((item) => typeof item === 'string' && item.trim() !== '')
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}
