// The end of a run: an HR system that computes attendance by itself is told until when it has every record.

import type { Queries } from '../../platform/db/db.ts';
import { currentBusinessTime } from '../settings/settingQueries.ts';
import { instantOf } from '../../platform/time/instants.ts';
import { findHrConfig } from './configQueries.ts';
import type { OpenConnection } from './connection/openConnection.ts';
import { NotNow } from './connectors/connector.ts';
import { createHrSystem, type HrSystemTools } from './delivery/hrSystem.ts';
import { loadHrDay } from './plan/loadDay.ts';
import { planDay, plannedRecords } from './plan/planDay.ts';
import { type Decision, isSentLater } from './plan/types.ts';
import { daysOfRun } from './schedule/slots.ts';

interface Tools extends HrSystemTools {
  readonly db: Queries;
}

/** Returns why it could not be told, if it could not. */
export async function finishRun(
  tools: Tools,
  companyId: number,
  { connector, connection }: OpenConnection,
): Promise<string | undefined> {
  const { finish } = connector;
  if (!finish) return undefined;
  const until = await completeUntil(tools.db, companyId, tools.clock());
  try {
    await createHrSystem(tools, connector, connection).converse((opened) => finish(until, opened));
    return undefined;
  } catch (error) {
    if (!(error instanceof NotNow)) throw error;
    return `${connector.name} was not told until when it has every record: ${error.message}`;
  }
}

/** The time of the first record that is still to be sent, of the days that a run of the schedule plans; or else now. */
export async function completeUntil(queries: Queries, companyId: number, now: Date): Promise<string> {
  const businessTime = await currentBusinessTime(queries);
  const { rules } = await findHrConfig(queries, companyId);
  for (const day of daysOfRun(businessTime, now)) {
    const plan = planDay(await loadHrDay(queries, companyId, day, businessTime, now), rules);
    const missing = plannedRecords(plan)
      .filter(({ decision }) => isStillToCome(decision))
      .map(({ record }) => record.occurred_at)
      .sort();
    if (missing[0] !== undefined) return missing[0];
  }
  return instantOf(now);
}

/** What is held back for another reason, the HR system never gets, or only after somebody did something. */
const isStillToCome = (decision: Decision): boolean =>
  decision.kind === 'send' ||
  (decision.kind === 'held' && (isSentLater(decision.reason) || decision.reason === 'delivery_failed'));
