// When the records on screen were read, Refresh, and for those who want it a refresh every half a minute.

import { useEffect, useState, useSyncExternalStore } from 'react';
import { wallClock } from '../../shared/words/days.ts';
import { useConnection } from '../../platform/session/useSession.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Icon } from '../../platform/ui/Icon.tsx';
import { setsAutoRefresh, storeAutoRefresh } from './autoRefresh.ts';
import { isListInUse } from './isListInUse.ts';
import * as s from './Freshness.module.css';

const refreshAfterMs = 30_000;
const lookAgainMs = 1_000;

export function Freshness({ path }: { path: string }) {
  const { queries } = useConnection();
  const readAt = useSyncExternalStore(queries.onRead, queries.readAt);
  const [isAutomatic, setAutomatic] = useState(() => setsAutoRefresh(path));
  useAutoRefresh(isAutomatic, queries);
  if (readAt === undefined) return null;
  const time = wallClock(new Date(readAt)).slice(11, 16);

  function toggle() {
    storeAutoRefresh(path, !isAutomatic);
    setAutomatic(!isAutomatic);
  }
  return (
    <div className={s.freshness}>
      <span className={s.time}>Updated {time}</span>
      <Button kind="quiet" icon={<Icon name="refresh" />} title={`Updated ${time}`} onClick={queries.refresh}>
        <span className={s.word}>Refresh</span>
      </Button>
      <Button
        kind="quiet"
        aria-pressed={isAutomatic}
        className={s.automatic}
        title="Refreshes every 30 seconds while nobody works in the list"
        onClick={toggle}
      >
        Auto-Refresh
      </Button>
    </div>
  );
}

function useAutoRefresh(isOn: boolean, { readAt, refresh }: ReturnType<typeof useConnection>['queries']) {
  useEffect(() => {
    if (!isOn) return;
    let lastTry = 0;
    const timer = setInterval(() => {
      const age = Date.now() - Math.max(readAt() ?? Date.now(), lastTry);
      if (age < refreshAfterMs || document.hidden || isListInUse()) return;
      lastTry = Date.now(); // a server that fails is not asked every second
      refresh();
    }, lookAgainMs);
    return () => clearInterval(timer);
  }, [isOn, readAt, refresh]);
}
