// The things that travel between console and server, as decoders; their types are inferred.

import type { Decoded } from './decode.ts';
import {
  count,
  flag,
  flagOr,
  integer,
  list,
  maybe,
  nonEmptyText,
  number,
  object,
  oneOf,
  optional,
  text,
} from './decode.ts';

const id = integer;

// Roles, permissions, users

export const permission = object({
  id,
  name: nonEmptyText,
  display_name: text,
  module: text,
});
export type PermissionEntry = Decoded<typeof permission>;

export const role = object({
  id,
  name: text,
  display_name: text,
  description: text,
  is_system: flag,
  permissions: list(permission),
});
export type Role = Decoded<typeof role>;

/** What a user carries of a permission is its name, sent bare or as { name }. */
const heldPermission = (value: unknown) =>
  typeof value === 'string' ? { name: value } : object({ name: nonEmptyText })(value);

const heldRole = object({
  id,
  name: text,
  display_name: text,
  is_system: flag,
  permissions: list(heldPermission),
});

const assignedCompany = object({
  id,
  name: text,
  unique_identifier: text,
  contact_email: text,
  is_active: flagOr(true),
});
export type AssignedCompany = Decoded<typeof assignedCompany>;
export const assignedCompanies = list(assignedCompany);

export const user = object({
  id,
  name: text,
  email: text,
  role: text,
  roles: list(heldRole),
  companies: assignedCompanies,
  created_at: text,
});
export type User = Decoded<typeof user>;

// Companies and their URLs

const healthStates = oneOf('online', 'offline');

export const companyUrl = object({
  id,
  url_type: text,
  url: text,
  description: text,
  is_active: flagOr(true),
  health_status: (value): 'online' | 'offline' | 'unknown' => {
    try {
      return healthStates(value);
    } catch {
      return 'unknown';
    }
  },
  last_health_check: text,
  health_error: text,
});
export type CompanyUrl = Decoded<typeof companyUrl>;

export const employee = object({
  id,
  company_id: maybe(id),
  company: maybe(object({ name: text })),
  employee_id: text,
  crm_employee_id: text,
  name: text,
  email: text,
  phone: text,
  department: text,
  position: text,
  is_active: flagOr(true),
});
export type Employee = Decoded<typeof employee>;

export const company = object({
  id,
  name: text,
  unique_identifier: text,
  crm_company_id: text,
  contact_email: text,
  contact_phone: text,
  system_url: text,
  address: text,
  is_active: flagOr(true),
  created_at: text,
  urls: list(companyUrl),
  employees: optional(list(employee)),
});
export type Company = Decoded<typeof company>;

// Access controllers

export const accessController = object({
  id,
  company_id: maybe(id),
  company: maybe(object({ name: text })),
  name: text,
  unique_identifier: text,
  device_id: text,
  webhook_url: text,
  /** Write-only on the reference server: reads say only whether one is set. */
  webhook_secret: optional(text),
  has_webhook_secret: optional(flag),
  location: text,
  description: text,
  is_active: flagOr(true),
  latitude: maybe(number),
  longitude: maybe(number),
  crm_location_id: text,
});
export type AccessController = Decoded<typeof accessController>;

// Attendance

export const eventTypes = ['check-in', 'check-out'] as const;
export type EventType = (typeof eventTypes)[number];
export const eventType = (value: unknown): EventType =>
  oneOf(...eventTypes)(typeof value === 'string' ? value.replace('_', '-') : value);

export const attendanceRecord = object({
  id,
  employee: maybe(object({ name: text, employee_id: text })),
  /** What the controller sent for the employee, who may not be known yet. */
  employee_code: optional(text),
  event_type: eventType,
  timestamp: text,
  access_controller: maybe(object({ name: text })),
  company: maybe(object({ name: text })),
  is_processed: flag,
  created_at: text,
  /** Only GET /attendance/{id} tells, and only where the server knows. */
  hr_sync: optional(
    maybe(
      object({
        /** sent, waiting, failed or held. */
        state: text,
        reason: text,
        sentence: text,
        attempts: count,
        next_try: text,
      }),
    ),
  ),
});
export type AttendanceRecord = Decoded<typeof attendanceRecord>;

export const attendanceStatistics = object({
  total: count,
  check_ins: count,
  check_outs: count,
  processed: count,
  pending: count,
  last_24_hours: maybe(number),
  days: list(object({ date: nonEmptyText, total: count })),
});
export type AttendanceStatistics = Decoded<typeof attendanceStatistics>;

export const healthStatistics = object({ total: count, online: count, offline: count, unknown: count });
export type HealthStatistics = Decoded<typeof healthStatistics>;

// Settings

export const settingTypes = ['string', 'json', 'boolean', 'number'] as const;
export type SettingType = (typeof settingTypes)[number];

/** A server may send a JSON setting already parsed; the console edits text. */
const settingValue = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : text(value);

export const setting = object({
  id,
  key: text,
  value: settingValue,
  type: oneOf(...settingTypes),
  description: text,
  is_public: flag,
});
export type Setting = Decoded<typeof setting>;
