import { knownSettings, type KnownSetting } from '../../shared/contract/knownSettings.ts';
import { hasFeature } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';

/** The settings that the server reads, as far as it says so. */
export function useKnownSettings(): readonly KnownSetting[] {
  return hasFeature(useUser(), 'known_settings') ? Object.values(knownSettings) : [];
}
