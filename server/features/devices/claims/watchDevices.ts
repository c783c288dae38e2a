// Watches all devices: stores since when something is wrong, and after a grace period mails everyone who manages
// devices, once for all of it.

import { type Claim, trouble } from '../../../../src/shared/contract/devices.ts';
import { groupDigits, plural } from '../../../../src/shared/words/plural.ts';
import { serverCaller } from '../../../platform/access/caller.ts';
import { type Job, startRepeating } from '../../../platform/concurrency/repeating.ts';
import { exists, type Queries, rowsOf, sql } from '../../../platform/db/db.ts';
import { singleLine } from '../../../platform/log/log.ts';
import { type MailJob, queueMails } from '../../../platform/mail/mailJob.ts';
import { type Mail, recipientsOf } from '../../../platform/mail/outboxQueries.ts';
import { instantOf, plusMinutes } from '../../../platform/time/clock.ts';
import type { NamedController } from '../../controllers/controllerQueries.ts';
import { currentClocks } from '../../settings/clocks.ts';
import { alertMinutes } from '../../settings/knownSettings.ts';
import { connectedControllers, withVitalClaims } from './claimHandlers.ts';

const pauseMs = 60_000;
/** Oldest news that is still worth a mail. */
const mailMinutes = 12 * 60;

export const startDeviceWatch = (job: MailJob): Job =>
  startRepeating('watching devices', pauseMs, job.log, () => watchDevices(job));

/** Checks all devices once. Several processes may do so at once: each mail is sent once. */
export async function watchDevices(job: MailJob): Promise<void> {
  const { db, publicUrl } = job;
  const now = job.clock();
  const minutes = await alertMinutes(db);
  const clocks = await currentClocks(db);
  const doors = await withVitalClaims(db, await connectedControllers(db, serverCaller), { clocks, now });
  const troubles = withClaims(doors, ({ kind }) => watched[kind] !== undefined);
  const alerts = troubles.flatMap(({ controller, claims }) =>
    claims.map(({ kind }): Alert => ({ controller_id: controller.id, kind })),
  );
  await queueMails(job, mailMinutes, async (queries) => {
    await keepAlerts(queries, alerts, now);
    if (minutes === 0) return [];
    const due = new Set((await claimDueAlerts(queries, minutes, now)).map(keyOf));
    const told = withClaims(troubles, ({ kind }, { controller }) =>
      due.has(keyOf({ controller_id: controller.id, kind })),
    );
    return mailsAbout(queries, told, publicUrl);
  });
}

/** Filters claims, and drops devices left without any. */
const withClaims = (troubles: readonly Trouble[], isKept: (claim: Claim, of: Trouble) => boolean): Trouble[] =>
  troubles
    .map((trouble) => ({ ...trouble, claims: trouble.claims.filter((claim) => isKept(claim, trouble)) }))
    .filter(({ claims }) => claims.length > 0);

async function mailsAbout(queries: Queries, troubles: readonly Trouble[], publicUrl: string): Promise<Mail[]> {
  if (troubles.length === 0) return [];
  const ids = new Set(troubles.map(({ company }) => company.id));
  const recipients = await recipientsOf(queries, 'devices.manage', [...ids]);
  return recipients.map(({ email, companies }) => {
    const own = troubles.filter(({ company }) => companies.has(company.id));
    return alertMail(email, own, publicUrl);
  });
}

/** Something wrong with a device, stored with its beginning and the time of the mail about it. */
interface Alert {
  readonly controller_id: number;
  readonly kind: string;
}

const keyOf = ({ controller_id, kind }: Alert) => `${controller_id} ${kind}`;

/** Minimum time between mails about one device, for one that keeps failing and recovering. */
const quietMinutes = 6 * 60;
/** Window for one joint mail, because a power cut shows at different devices some minutes apart. */
const togetherMinutes = 10;

/**
 * Stores current alerts; an alert stored by a clock that was ahead restarts now. Deletes ended ones, unless a mail told
 * about them within the quiet time.
 */
async function keepAlerts(queries: Queries, wrong: readonly Alert[], now: Date): Promise<void> {
  const since = instantOf(now);
  const rows = rowsOf(
    { controller_id: 'bigint', kind: 'text', since: 'timestamp(0)' },
    wrong.map((alert) => ({ ...alert, since })),
  );
  await queries.run(
    sql`insert into device_alerts (controller_id, kind, since)
      select controller_id, kind, since from ${rows} where true
      on conflict (controller_id, kind) do update set since = excluded.since, well_since = null
        where device_alerts.well_since is not null or device_alerts.since > excluded.since`,
  );
  await queries.run(
    sql`update device_alerts set well_since = ${since} where well_since is null and not exists (
      select 1 from ${rows} where rows.controller_id = device_alerts.controller_id and rows.kind = device_alerts.kind)`,
  );
  await queries.run(
    sql`delete from device_alerts
      where well_since is not null and (mailed_at is null or mailed_at <= ${quietSince(now)})`,
  );
}

const quietSince = (now: Date) => instantOf(plusMinutes(now, -quietMinutes));

/** Marks the alerts to mail now as mailed and returns them; of several processes, only one gets each. */
async function claimDueAlerts(queries: Queries, minutes: number, now: Date): Promise<Alert[]> {
  // A mail later than any quiet time was sent by a clock that was ahead.
  const untold = sql`well_since is null and (mailed_at is null or (mailed_at < since
    and mailed_at <= ${quietSince(now)}) or mailed_at > ${instantOf(plusMinutes(now, quietMinutes))})`;
  const dueSince = instantOf(plusMinutes(now, -minutes));
  const isDue = await exists(
    queries,
    sql`select 1 from device_alerts where ${untold} and since <= ${dueSince} limit 1`,
  );
  if (!isDue) return [];
  const soonDue = instantOf(plusMinutes(now, togetherMinutes - minutes));
  return queries.all<Alert>(
    sql`update device_alerts set mailed_at = ${instantOf(now)} where ${untold} and since <= ${soonDue}
      returning controller_id, kind`,
  );
}

interface Trouble extends NamedController {
  readonly claims: readonly Claim[];
}

/** Limit for the length of a mail. */
const mostDevices = 100;

/** Lists everything that went wrong together, grouped by company. */
function alertMail(to: string, troubles: readonly Trouble[], publicUrl: string): Mail {
  const shown = troubles.slice(0, mostDevices);
  const companies = Map.groupBy(shown, ({ company }) => company.id);
  const more = troubles.length - shown.length;
  const all = `${publicUrl}/access-controllers?claim=${trouble}`;
  return {
    to,
    subject: subjectOf(troubles),
    body: [
      troubles.length === 1 ? 'A device needs a look:' : `${groupDigits(troubles.length)} devices need a look:`,
      ...[...companies.values()].map((group) => paragraphOf(group, publicUrl)),
      ...(more > 0 ? [`And ${plural(more, 'other')}: ${all}`] : []),
      'You get this mail because you may manage the devices of these companies. It is sent once: what is wrong now is' +
        ` at ${all}`,
    ].join('\n\n'),
  };
}

/** What is wrong, in the words of a mail's subject. */
const watched: Readonly<Record<string, string>> = {
  silent: 'silent',
  drifting: 'with a wrong clock',
  memory_full: 'nearly full',
  memory_cleared: 'with a cleared memory',
};

function subjectOf(troubles: readonly Trouble[]): string {
  const kinds = new Set(troubles.flatMap(({ claims }) => claims.map(({ kind }) => watched[kind] ?? kind)));
  const what = [...kinds].join(', ');
  const [first] = troubles;
  return first && troubles.length === 1
    ? `${singleLine(first.controller.name)} of ${singleLine(first.company.name)}: ${what}`
    : `${groupDigits(troubles.length)} devices: ${what}`;
}

function paragraphOf(group: readonly Trouble[], publicUrl: string): string {
  const lines = group.flatMap(({ controller, claims }) => [
    singleLine(`${controller.name}${controller.location ? `, ${controller.location}` : ''}`),
    ...claims.map(({ sentence }) => `  ${sentence}`),
    `  ${publicUrl}/access-controllers?id=${controller.id}`,
  ]);
  return [singleLine(group[0]?.company.name ?? ''), ...lines].join('\n');
}
