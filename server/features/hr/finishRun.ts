// The end of a run: an HR system that computes attendance by itself is told until when it has every record.

import type { Db } from '../../platform/db/db.ts';
import type { Moment } from '../controllers/device/words.ts';
import { currentBusinessTime } from '../settings/settingQueries.ts';
import { instantOf } from '../../platform/time/instants.ts';
import { findWaits } from './attendanceWaits/findWaits.ts';
import { forgetWaits, storeWaits } from './attendanceWaits/waitQueries.ts';
import type { OpenConnection } from './connection/openConnection.ts';
import { type Connector, NotNow } from './connectors/connector.ts';
import { createHrSystem, type HrSystemTools } from './delivery/hrSystem.ts';
import { daysOfRun } from './schedule/slots.ts';

interface Tools extends HrSystemTools {
  readonly db: Db;
}

/** Returns why it could not be told, if it could not. */
export async function finishRun(
  tools: Tools,
  companyId: number,
  { connector, connection }: OpenConnection,
): Promise<string | undefined> {
  const { openSince, finish } = connector;
  if (!finish) {
    await forgetWaits(tools.db, companyId);
    return undefined;
  }
  const system = createHrSystem(tools, connector, connection);
  try {
    const businessTime = await currentBusinessTime(tools.db);
    const since =
      (openSince && (await system.converse(openSince))) ??
      businessTime.startOf(daysOfRun(businessTime, tools.clock())[0] ?? '');
    const until = await completeUntil(tools.db, companyId, connector, since, { businessTime, now: tools.clock() });
    if (until > since) await system.converse((opened) => finish(until, opened));
    return undefined;
  } catch (error) {
    if (!(error instanceof NotNow)) throw error;
    return `${connector.name} was not told until when it has every record: ${error.message}`;
  }
}

/** The first instant from which on something may be missing; or else now. */
async function completeUntil(
  db: Db,
  companyId: number,
  connector: Connector,
  openSince: string,
  moment: Moment,
): Promise<string> {
  const waits = await storeWaits(db, companyId, await findWaits(db, companyId, connector, openSince, moment));
  return waits.map((wait) => wait.since).sort()[0] ?? instantOf(moment.now);
}
