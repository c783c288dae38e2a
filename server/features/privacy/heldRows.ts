// The rows that legal holds keep, by table, as SQL conditions: retention leaves them, and no erasure changes them.

import { type Sql, sql } from '../../platform/db/db.ts';
import { heldCompanies, heldEmployees, heldUsers, isHeldCode } from '../../platform/records/legalHolds.ts';
import { companyOfEvent } from '../controllers/controllerQueries.ts';

const ofHeldCompany = sql`company_id in (${heldCompanies})`;
const ofHeldPerson = sql`${ofHeldCompany} or employee_id in (${heldEmployees})`;
const ofHeldUser = sql`user_id in (${heldUsers})`;
/** Controllers that a held company has, or had before they moved. */
const ofHeldController = sql`controller_id in (select id from access_controllers where ${ofHeldCompany}
  union select access_controller_id from access_controller_moves where ${ofHeldCompany})`;
const ofHeldRollCall = sql`${ofHeldCompany} or roll_calls.id in
  (select roll_call_id from roll_call_people where employee_id in (${heldEmployees}))`;

export const heldRows = {
  /** An event may have come when nobody had its code, which a held employee may have now. */
  attendance: sql`${ofHeldPerson}
    or (employee_id is null and ${isHeldCode(sql`attendance.company_id`, sql`attendance.employee_code`)})`,
  /** Covers events without an attendance record. */
  device_events: isHeldCode(companyOfEvent, sql`device_events.code`),
  corrections: ofHeldPerson,
  closed_months: ofHeldCompany,
  roll_calls: ofHeldRollCall,
  roll_call_people: sql`roll_call_id in (select id from roll_calls where ${ofHeldRollCall})`,
  employee_codes: ofHeldPerson,
  leaves: ofHeldPerson,
  balances: ofHeldPerson,
  former_departments: sql`employee_id in (${heldEmployees})`,
  device_notes: ofHeldController,
  device_commands: sql`device_id in (select id from devices where ${ofHeldController})`,
  hr_sync_turns: ofHeldCompany,
  hr_connections: ofHeldCompany,
  hr_deliveries: sql`attendance_id in (select id from attendance where ${ofHeldPerson})`,
  payroll_files: ofHeldCompany,
  payroll_templates: ofHeldCompany,
  companies: sql`companies.id in (${heldCompanies})`,
  outbox: sql`recipient in (select email from users where id in (${heldUsers}))`,
  sessions: ofHeldUser,
  password_resets: ofHeldUser,
  sign_in_tickets: ofHeldUser,
  sign_in_places: ofHeldUser,
  saved_views: ofHeldUser,
  passkeys: ofHeldUser,
  api_tokens: ofHeldUser,
  /** A value about nobody may concern anyone, so any company's hold keeps all of these. */
  audit_values: sql`(about_kind = 'employees' and about_id in (${heldEmployees}))
    or (about_kind = 'users' and about_id in (${heldUsers}))
    or (about_kind = '' and exists (${heldCompanies}))`,
} as const satisfies Readonly<Record<string, Sql>>;
