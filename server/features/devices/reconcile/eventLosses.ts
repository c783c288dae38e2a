// Events that came and were not taken.

import type { DeviceOutcome, Loss, LossAction } from '../../../../src/shared/contract/deviceEvents.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { BusinessTime } from '../../../platform/time/businessTime.ts';
import { type DeviceDay, eventsOf } from './deviceDay.ts';
import { type LossGroup, unnamed } from './lossGroups.ts';
import { peopleWithCodes } from './people.ts';
import type { ReceivedCounts } from './receivedCounts.ts';

type Lost = Exclude<DeviceOutcome, 'attendance' | 'known' | 'repeat' | 'not_passed' | 'no_person'>;

/** In the order in which they are listed. `usual` is said where the event has no sentence of its own. */
const lost: readonly { outcome: Lost; usual: string; action: LossAction | null }[] = [
  { outcome: 'unreadable', usual: 'The line cannot be read', action: null },
  { outcome: 'implausible_time', usual: 'Its time cannot be true', action: 'correct' },
  { outcome: 'unknown_kind', usual: 'Nobody knows what this kind of event means', action: 'correct' },
  { outcome: 'no_direction', usual: 'It does not say whether it is in or out', action: 'rules' },
  { outcome: 'refused', usual: 'It was refused', action: 'correct' },
  { outcome: 'parked', usual: 'It waits until somebody approves the device', action: 'rules' },
];

export const eventLosses = (
  queries: Queries,
  deviceDay: DeviceDay,
  received: ReceivedCounts,
  businessTime: BusinessTime,
): LossGroup[] =>
  lost.flatMap(({ outcome, usual, action }) => {
    const count = received.of(outcome);
    if (count === 0) return [];
    const first = async (limit: number) =>
      (await lostEvents(queries, deviceDay, outcome, limit)).map(
        ({ sentence, occurredAt, ...loss }): Loss => ({
          ...unnamed,
          ...loss,
          timestamp: occurredAt && outcome !== 'implausible_time' ? businessTime.wallClock(occurredAt) : '',
          stage: 'taken',
          reason: outcome,
          sentence: sentence || usual,
          count: 1,
          // A correction is for somebody.
          action: action === 'correct' && !loss.employee ? null : action,
        }),
      );
    return [{ stage: 'taken', reason: outcome, noun: 'event', size: count, count, first }];
  });

interface Row {
  id: number;
  code: string;
  local_time: string;
  occurred_at: string | null;
  reason: string;
}

async function lostEvents(queries: Queries, deviceDay: DeviceDay, outcome: Lost, limit: number) {
  const rows = await queries.all<Row>(
    sql`select id, code, local_time, occurred_at, reason from ${eventsOf(deviceDay)} where outcome = ${outcome}
      order by id limit ${limit}`,
  );
  const codes = rows.map(({ code }) => code);
  const people = await peopleWithCodes(queries, deviceDay, codes);
  return rows.map(({ id, code, local_time, occurred_at, reason }) => ({
    event_id: id,
    code,
    local_time,
    occurredAt: occurred_at,
    sentence: reason,
    employee: people.get(code) ?? null,
  }));
}
