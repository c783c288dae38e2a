// How a setting's value is displayed: a list comma-joined, a boolean as Yes or No.

import type { Setting } from '../../shared/contract/settings.ts';

export function shownValue({ type, value }: Pick<Setting, 'type' | 'value'>): string {
  if (type === 'boolean') return isTrue(value) ? 'Yes' : 'No';
  if (type !== 'json') return value;
  try {
    const parsed: unknown = JSON.parse(value);
    if (!Array.isArray(parsed)) return value;
    return parsed.map((item) => (typeof item === 'object' ? JSON.stringify(item) : String(item))).join(', ');
  } catch {
    return value;
  }
}

export const isTrue = (value: string) => value === 'true' || value === '1';
