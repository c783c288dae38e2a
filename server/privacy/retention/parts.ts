// What each class of data consists of.

import type { DataClass } from '../../../src/contract/entities/privacy.ts';
import { sql } from '../../db/sql.ts';
import { heldCompanies, heldEmployees, heldUsers } from '../held.ts';
import { attendanceParts } from './attendanceParts.ts';
import { removeMonthOfValues } from './auditMonths.ts';
import { type Part, plainPart } from './part.ts';

/** What is from before the cutoff, an instant. */
export const partsOf: Readonly<Record<DataClass, (cutoff: string, now: string) => Part[]>> = {
  attendance: attendanceParts,
  audit_values: auditParts,
  mails: (cutoff, now) => [
    plainPart(
      {
        what: 'E-mails',
        table: sql`outbox`,
        isOld: sql`(created_at < ${cutoff} and (sent_at is not null or expires_at <= ${now}))`,
        isHeld: sql`recipient in (select email from users where id in (${heldUsers}))`,
        at: sql`created_at`,
      },
      sql`id`,
    ),
  ],
  sign_ins: signInParts,
  device_notes: deviceParts,
};

const nothingHeld = sql`false`;

/** Whom a value about nobody may be of is not known, so the hold of a company keeps all of these. */
function auditParts(cutoff: string): Part[] {
  const isOfOldEntry = sql`entry_id <= (select coalesce(max(id), 0) from audit where at < ${cutoff})`;
  const isHeld = sql`(about_kind = 'employees' and about_id in (${heldEmployees}))
    or (about_kind = 'users' and about_id in (${heldUsers}))
    or (about_kind = '' and exists (${heldCompanies}))`;
  const values = plainPart(
    {
      what: 'Personal values of audit entries',
      table: sql`audit_values`,
      isOld: sql`${isOfOldEntry} and audit_values.at < ${cutoff}`,
      isHeld,
      at: sql`audit_values.at`,
    },
    sql`entry_id, about_kind, about_id`,
  );
  const hashes = plainPart(
    {
      what: 'Hashes from before version 18',
      table: sql`audit_former_hashes`,
      isOld: isOfOldEntry,
      isHeld: nothingHeld,
      at: sql`(select at from audit where id = entry_id)`,
    },
    sql`entry_id`,
  );
  return [
    {
      ...values,
      async removeSome(queries) {
        const ofMonth = await removeMonthOfValues(queries, cutoff, isHeld);
        return ofMonth > 0 ? { [values.what]: ofMonth } : values.removeSome(queries);
      },
    },
    hashes,
  ];
}

function signInParts(cutoff: string): Part[] {
  const ofHeld = sql`user_id in (${heldUsers})`;
  const expired = { isOld: sql`expires_at < ${cutoff}`, at: sql`expires_at`, isHeld: ofHeld };
  return [
    plainPart({ what: 'Sessions that ended', table: sql`sessions`, ...expired }, sql`token_hash`),
    plainPart({ what: 'Links that set a password', table: sql`password_resets`, ...expired }, sql`token_hash`),
    plainPart({ what: 'Sign-ins that nobody finished', table: sql`sign_in_tickets`, ...expired }, sql`token_hash`),
    plainPart(
      {
        what: 'Visits to the sign-in provider',
        table: sql`single_sign_on_flows`,
        ...expired,
        isHeld: nothingHeld,
      },
      sql`state_hash`,
    ),
    plainPart(
      {
        what: 'Places that people signed in from',
        table: sql`sign_in_places`,
        isOld: sql`last_seen_at < ${cutoff}`,
        at: sql`last_seen_at`,
        isHeld: ofHeld,
      },
      sql`user_id, device, network`,
    ),
    plainPart(
      {
        what: 'Counters of attempts',
        table: sql`login_attempts`,
        isOld: sql`window_ends_at < ${cutoff}`,
        at: sql`window_ends_at`,
        isHeld: nothingHeld,
      },
      sql`throttle_key`,
    ),
  ];
}

function deviceParts(cutoff: string): Part[] {
  return [
    plainPart(
      {
        what: 'Notes of devices',
        table: sql`device_notes`,
        isOld: sql`device_notes.at < ${cutoff}`,
        at: sql`device_notes.at`,
        isHeld: sql`controller_id in (select id from access_controllers where company_id in (${heldCompanies}))`,
      },
      sql`id`,
    ),
    plainPart(
      {
        what: 'Answers of devices to commands',
        table: sql`device_commands`,
        isOld: sql`answered_at < ${cutoff}`,
        at: sql`answered_at`,
        isHeld: sql`device_id in (select devices.id from devices
          join access_controllers on access_controllers.id = devices.controller_id
          where company_id in (${heldCompanies}))`,
      },
      sql`id`,
    ),
  ];
}
