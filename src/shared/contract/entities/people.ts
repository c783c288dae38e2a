import { type Decoded, flag, flagOr, integer, list, nonEmptyText, object, optional, text } from '../decode.ts';

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
  /** Beyond the specification: whoever has the role must have a second factor. */
  requires_second_factor: flag,
  permissions: list(permission),
  version: optional(text),
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

export const userFields = {
  id,
  name: text,
  email: text,
  role: text,
  roles: list(heldRole),
  companies: assignedCompanies,
  created_at: text,
};
export const user = object(userFields);
export type User = Decoded<typeof user>;

/** Anything but a list of names announces nothing. */
const announced = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];

/** The user who signed in, with what the server offers beyond the specification, see features.ts. */
export const currentUser = object({
  ...userFields,
  features: announced,
  /** The time zone of the business, where the server announces 'business_timezone'. */
  business_timezone: text,
  /** The server refuses everything until the user has set up a second factor. */
  second_factor_due: flag,
});
export type CurrentUser = Decoded<typeof currentUser>;
