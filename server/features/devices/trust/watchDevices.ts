// Watches all devices: what is wrong is kept with since when, and after a grace time those who manage the devices get one
// mail about all of it.

import type { ClaimKind } from '../../../../src/shared/contract/devices.ts';
import type { Db, Queries } from '../../../platform/db/db.ts';
import { addMail, type Mail } from '../../../platform/mail/outboxQueries.ts';
import { recipientsOf } from '../../../platform/mail/recipients.ts';
import type { Log } from '../../../platform/log/log.ts';
import { type Job, startRepeating } from '../../../platform/concurrency/repeating.ts';
import { alertMinutes, currentBusinessTime } from '../../settings/settingQueries.ts';
import { plusMinutes } from '../../../platform/time/instants.ts';
import { alertMail, type Trouble } from './alertMail.ts';
import { type Alert, claimDueAlerts, keepAlerts } from './alerts.ts';
import { vitalClaims } from './claims.ts';
import { allConnectedControllers } from './connectedControllers.ts';
import { loadVitals } from '../../controllers/device/vitals.ts';

export interface DeviceWatch {
  readonly db: Db;
  readonly log: Log;
  readonly clock: () => Date;
  /** The console's address, for links. */
  readonly publicUrl: string;
  readonly showMail?: (mail: Mail) => void;
}

const pauseMs = 60_000;
/** After that long, what was wrong is no news. */
const mailMinutes = 12 * 60;

const watched: ReadonlySet<string> = new Set<ClaimKind>(['silent', 'drifting', 'memory_full', 'memory_cleared']);

export const startDeviceWatch = (watch: DeviceWatch): Job =>
  startRepeating('watching devices', pauseMs, watch.log, () => watchDevices(watch));

/** One look at all devices. Any number of processes may do it: each mail is sent once. */
export async function watchDevices({ db, log, clock, publicUrl, showMail }: DeviceWatch): Promise<void> {
  const now = clock();
  const minutes = await alertMinutes(db);
  const troubles = await findTroubles(db, now);
  const alerts = troubles.flatMap(({ controller, claims }) =>
    claims.map(({ kind }): Alert => ({ controllerId: controller.id, kind })),
  );
  const mails = await db.tx(async (queries) => {
    await keepAlerts(queries, alerts, now);
    if (minutes === 0) return [];
    return queueMails(queries, among(troubles, await claimDueAlerts(queries, minutes, now)), publicUrl, now);
  });
  for (const mail of mails) {
    log.info('mail queued', { subject: mail.subject });
    showMail?.(mail);
  }
}

async function findTroubles(db: Db, now: Date): Promise<Trouble[]> {
  const businessTime = await currentBusinessTime(db);
  const controllers = (await allConnectedControllers(db)).filter(({ isActive }) => isActive);
  const vitals = await loadVitals(
    db,
    controllers.map(({ controller }) => controller.id),
    now,
  );
  return controllers.flatMap(({ controller, company }) => {
    const known = vitals.get(controller.id);
    const claims = known ? vitalClaims(known, { now, businessTime }).filter(({ kind }) => watched.has(kind)) : [];
    return claims.length === 0 ? [] : [{ controller, company, claims }];
  });
}

/** What is wrong with them, as far as there is an alert for it. */
function among(troubles: readonly Trouble[], alerts: readonly Alert[]): Trouble[] {
  const due = Map.groupBy(alerts, ({ controllerId }) => controllerId);
  return troubles.flatMap((trouble) => {
    const kinds = new Set(due.get(trouble.controller.id)?.map(({ kind }) => kind));
    const claims = trouble.claims.filter(({ kind }) => kinds.has(kind));
    return claims.length === 0 ? [] : [{ ...trouble, claims }];
  });
}

async function queueMails(
  queries: Queries,
  troubles: readonly Trouble[],
  publicUrl: string,
  now: Date,
): Promise<Mail[]> {
  if (troubles.length === 0) return [];
  const recipients = await recipientsOf(queries, 'devices.manage', [
    ...new Set(troubles.map(({ company }) => company.id)),
  ]);
  const mails = recipients.map(({ email, companies }) =>
    alertMail(
      email,
      troubles.filter(({ company }) => companies.has(company.id)),
      publicUrl,
    ),
  );
  for (const mail of mails) await addMail(queries, mail, now, plusMinutes(now, mailMinutes));
  return mails;
}
