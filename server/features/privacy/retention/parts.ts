// What each class of data consists of.

import type { DataClass } from '../../../../src/shared/contract/privacy.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import { heldRows } from '../heldRows.ts';
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
        isHeld: heldRows.outbox,
        at: sql`created_at`,
      },
      sql`id`,
    ),
  ],
  sign_ins: signInParts,
  device_notes: deviceParts,
};

const nothingHeld = sql`false`;

function auditParts(cutoff: string): Part[] {
  const isOfOldEntry = sql`entry_id <= (select coalesce(max(id), 0) from audit where at < ${cutoff})`;
  const isHeld = heldRows.audit_values;
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
  const expired = (isHeld: Sql) => ({ isOld: sql`expires_at < ${cutoff}`, at: sql`expires_at`, isHeld });
  return [
    plainPart({ what: 'Sessions that ended', table: sql`sessions`, ...expired(heldRows.sessions) }, sql`token_hash`),
    plainPart(
      { what: 'Links that set a password', table: sql`password_resets`, ...expired(heldRows.password_resets) },
      sql`token_hash`,
    ),
    plainPart(
      { what: 'Sign-ins that nobody finished', table: sql`sign_in_tickets`, ...expired(heldRows.sign_in_tickets) },
      sql`token_hash`,
    ),
    plainPart(
      {
        what: 'Visits to the sign-in provider',
        table: sql`single_sign_on_flows`,
        ...expired(nothingHeld),
      },
      sql`state_hash`,
    ),
    plainPart(
      {
        what: 'Places that people signed in from',
        table: sql`sign_in_places`,
        isOld: sql`last_seen_at < ${cutoff}`,
        at: sql`last_seen_at`,
        isHeld: heldRows.sign_in_places,
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
        isHeld: heldRows.device_notes,
      },
      sql`id`,
    ),
    plainPart(
      {
        what: 'Answers of devices to commands',
        table: sql`device_commands`,
        isOld: sql`answered_at < ${cutoff}`,
        at: sql`answered_at`,
        isHeld: heldRows.device_commands,
      },
      sql`id`,
    ),
  ];
}
