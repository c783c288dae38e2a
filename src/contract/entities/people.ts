import type { Decoded } from '../decode.ts';
import { flag, flagOr, integer, list, nonEmptyText, object, text } from '../decode.ts';

const id = integer;

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

/** A permission of a user is only a name, sent bare or as { name }. */
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
