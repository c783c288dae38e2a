import { type KnownSetting, knownSettings } from '../../shared/contract/settings.ts';
import { offers } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/useSession.ts';

/** The settings that the server reads, as far as it says so. */
export function useKnownSettings(): readonly KnownSetting[] {
  return offers(useUser(), 'known_settings') ? Object.values(knownSettings) : [];
}
