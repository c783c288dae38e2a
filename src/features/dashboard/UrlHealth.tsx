// How many URLs are online, if the server counts them.

import { useResource } from '../../platform/hooks/useResource.ts';
import { HealthBadge } from '../../platform/ui/data/HealthBadge.tsx';
import { Panel } from '../../platform/ui/layout/Panel.tsx';
import { groupDigits } from '../../shared/words/groupDigits.ts';
import * as s from './UrlHealth.module.css';

const states = ['online', 'offline', 'unknown'] as const;

export function UrlHealth() {
  const { data } = useResource('GET /company-urls/health-statistics', {});
  if (!data || data.total === 0) return null;
  return (
    <Panel title="Company URLs">
      <ul className={s.states}>
        {states.map((state) => (
          <li key={state} className={s.state}>
            <HealthBadge status={state} />
            {groupDigits(data[state])}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
