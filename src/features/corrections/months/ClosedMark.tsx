// Marks the days of closed months in lists.

import { useMemo } from 'react';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Icon } from '../../../platform/ui/Icon.tsx';
import { monthTitle } from '../../../shared/words/months.ts';
import * as s from './ClosedMark.module.css';

/** Returns a function that tells whether a day is in a closed month of its company, if the server closes months. */
export function useClosedMonths(): (companyId: number, day: string) => boolean {
  const isOffered = useCanCall()('GET /closed-months');
  const { data } = useResource('GET /closed-months', isOffered ? {} : null);
  return useMemo(() => {
    const closed = new Set(
      data?.filter(({ reopened_at }) => !reopened_at).map(({ company, month }) => `${company.id} ${month}`),
    );
    return (companyId, day) => closed.has(`${companyId} ${day.slice(0, 7)}`);
  }, [data]);
}

/** Marks a day of a closed month. */
export const ClosedMark = ({ day }: { day: string }) => (
  <span className={s.closed}>
    <Icon name="lock" /> {monthTitle(day.slice(0, 7))} is closed
  </span>
);
