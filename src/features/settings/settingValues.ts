// The values of settings as text, and which settings the server knows.

import { useHasFeature } from '../../platform/session/permissions.ts';
import { type KnownSetting, knownSettings, type Setting } from '../../shared/contract/settings.ts';

/** Displays a list comma-joined, and a boolean as Yes or No. */
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

/** The settings that the server reads, as far as it says so. */
export function useKnownSettings(): readonly KnownSetting[] {
  return useHasFeature('known_settings') ? Object.values(knownSettings) : [];
}
