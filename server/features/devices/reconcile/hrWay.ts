// The stages of the HR sync: planned, sent, accepted.

import type { Queries } from '../../../platform/db/db.ts';
import type { BusinessTime } from '../../../platform/time/businessTime.ts';
import { hrFates, type Missed } from './hrFates.ts';
import type { LostRecord } from './recordLosses.ts';
import type { DayRecord } from './recordsOfDay.ts';
import type { Reached } from './shownStages.ts';

export interface HrWay {
  readonly reached: Readonly<Record<Missed['stage'], Reached>>;
  readonly lost: readonly LostRecord[];
}

/** For those who may not view the HR sync. */
export const hiddenWay: HrWay = {
  reached: {
    planned: { count: null, note: 'Only for those who may view the HR sync.' },
    sent: { count: null },
    accepted: { count: null },
  },
  lost: [],
};

/** `records` are of this company, and count for somebody. */
export async function hrWay(
  queries: Queries,
  companyId: number,
  records: readonly DayRecord[],
  businessTime: BusinessTime,
  now: Date,
): Promise<HrWay> {
  const fates = await hrFates(queries, companyId, records, businessTime, now);
  const all = records.map((record) => ({ id: record.id, missed: fates.of(record) }));
  const reached = all.map(({ missed }) => places.indexOf(missed?.stage ?? 'reached'));
  const count = (stage: Missed['stage']) => reached.filter((place) => place > places.indexOf(stage)).length;
  return {
    reached: {
      planned: { count: count('planned'), note: fates.hasHrSystem ? '' : 'The company has no HR system.' },
      sent: { count: count('sent') },
      accepted: { count: count('accepted') },
    },
    lost: all.flatMap(({ id, missed }) => (missed ? [{ id, ...missed }] : [])),
  };
}

/** Where records are missed, in order; the last one is none. */
const places: readonly (Missed['stage'] | 'reached')[] = ['planned', 'sent', 'accepted', 'reached'];
