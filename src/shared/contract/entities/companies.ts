// Companies, their URLs, controllers and employees as decoders, which their types are inferred from.

import {
  type Decoded,
  flag,
  flagOr,
  integer,
  list,
  maybe,
  number,
  object,
  optional,
  text,
  withDefault,
  wordOr,
} from '../decode.ts';
import { ifGiven, version } from '../laterDecoders.ts';
import { healthState } from './health.ts';
import { pastEvents } from './pastEvents.ts';

const id = integer;

// Companies and their URLs

export const companyUrl = object({
  id,
  url_type: text,
  url: text,
  description: text,
  is_active: flagOr(true),
  health_status: withDefault(wordOr(healthState), 'unknown'),
  last_health_check: text,
  health_error: text,
  version,
});
export type CompanyUrl = Decoded<typeof companyUrl>;

const employeeFields = {
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
  /** The first and the last day, 'YYYY-MM-DD' or empty. Beyond the specification. */
  employed_from: ifGiven(text),
  employed_until: ifGiven(text),
  version,
};
export const employee = object(employeeFields);
/** As it was saved, beyond the specification with what became of events with the ID. */
export const savedEmployee = object({ ...employeeFields, past_events: optional(pastEvents) });
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
  version,
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
  /** Write-only on the reference server: reads only tell whether one is set. */
  webhook_secret: optional(text),
  has_webhook_secret: optional(flag),
  location: text,
  description: text,
  is_active: flagOr(true),
  latitude: maybe(number),
  longitude: maybe(number),
  crm_location_id: text,
  /** When it last sent an event; empty if it never did. Beyond the specification. */
  last_event_at: ifGiven(text),
  version,
});
export type AccessController = Decoded<typeof accessController>;
