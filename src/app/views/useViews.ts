import { hasFeature } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import { useBrowserViews } from './useBrowserViews.ts';
import { useServerViews } from './useServerViews.ts';
import type { ViewStore } from './viewStore.ts';

export function useViews(): ViewStore {
  const user = useUser();
  const isOnServer = hasFeature(user, 'saved_views');
  const onServer = useServerViews(isOnServer);
  const inBrowser = useBrowserViews(user.id);
  return isOnServer ? onServer : inBrowser;
}
