// Marks the days of closed months in lists.

import { useMemo } from 'react';
import { useOffered } from '../../../platform/hooks/useOffered.ts';
import { FailedReads } from '../../../platform/ui/feedback/FailedReads.tsx';
import { Icon } from '../../../platform/ui/Icon.tsx';
import { monthTitle } from '../../../shared/words/months.ts';
import * as s from './ClosedMark.module.css';

/** Tells whether a day is in a closed month of its company. `failed` shows that they could not be read. */
export function useClosedMonths() {
  const months = useOffered('GET /closed-months', {});
  const { data } = months;
  const isClosed = useMemo(() => {
    const closed = new Set(
      data?.filter(({ reopened_at }) => !reopened_at).map(({ company, month }) => `${company.id} ${month}`),
    );
    return (companyId: number, day: string) => closed.has(`${companyId} ${day.slice(0, 7)}`);
  }, [data]);
  return { isClosed, failed: <FailedReads whole="all closed months" reads={[months]} /> };
}

/** Marks a day of a closed month. */
export const ClosedMark = ({ day }: { day: string }) => (
  <span className={s.closed}>
    <Icon name="lock" /> {monthTitle(day.slice(0, 7))} is closed
  </span>
);
