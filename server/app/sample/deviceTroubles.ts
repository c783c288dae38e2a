// What the sample's nearly full device sent that is no attendance: a punch twice, one without a direction, one from before
// its clock was set, and a code that nobody has. It goes through the code that hears real devices.

import { type Db, maybeOne } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { devicesWhere } from '../../features/controllers/device/deviceRows.ts';
import { rulesOf } from '../../features/controllers/device/deviceRules.ts';
import { nothingHeard, textAnswer } from '../../features/devices/drivers/driver.ts';
import { attlogFact } from '../../features/devices/drivers/zkteco/attlog.ts';
import { storeHeard } from '../../features/devices/intake/storeHeard.ts';
import type { BusinessTime } from '../../platform/time/businessTime.ts';
import { dateOf, instantOf, plusMinutes } from '../../platform/time/instants.ts';
import { wireTime } from './deviceFacts.ts';
import { nearlyFull } from './sampleDevices.ts';

const strangersCode = '90417';

export async function addDeviceTroubles(db: Db, businessTime: BusinessTime, now: Date): Promise<void> {
  const [device] = await devicesWhere(db, sql`serial = ${nearlyFull.serial}`);
  const controllerId = device?.controller_id ?? 0;
  const rules = await rulesOf(db, controllerId);
  const place = await maybeOne<{ company_id: number }>(
    db,
    sql`select company_id from access_controllers where id = ${controllerId}`,
  );
  if (!device || !rules || !place) return;
  const hearing = { device, controllerId, companyId: place.company_id, rules, zone: businessTime.zone };
  const hear = (line: string, receivedAt: Date) =>
    storeHeard(db, hearing, { ...nothingHeard(textAnswer('OK: 1')), facts: [attlogFact(line)] }, receivedAt);
  const punch = (code: string, at: Date, status: string) =>
    hear(
      [code, wireTime(businessTime.wallClock(instantOf(at))), status, '1', '', '0', '0', ''].join('\t'),
      plusMinutes(at, 0.1),
    );

  const punches = await db.all<{ code: string; occurred_at: string; direction: string }>(
    sql`select code, occurred_at, direction from device_events
      where controller_id = ${controllerId} and outcome = 'attendance' and received_at < ${instantOf(plusMinutes(now, -180))}
      order by received_at desc limit 5`,
  );
  for (const { code, occurred_at, direction } of punches.slice(0, 3))
    await punch(code, plusMinutes(dateOf(occurred_at), 0.15), direction);
  const [other] = punches.slice(3);
  if (other) {
    await punch(other.code, plusMinutes(dateOf(other.occurred_at), 45), '255');
    await hear(`${other.code}\t2000-01-01 00:03:11\t0\t1\t\t0\t0\t`, plusMinutes(now, -26 * 60));
  }
  await punch(strangersCode, plusMinutes(now, -30 * 60), '0');
  await punch(strangersCode, plusMinutes(now, -27 * 60), '1');
}
