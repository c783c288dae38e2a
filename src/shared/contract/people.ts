// Users with their roles and companies, and invitations of users.

import type { Calls } from './call.ts';
import { emailLike, longEnough, longText, newPassword, shortText, uniqueIn } from './checks.ts';
import {
  bareOrUnder,
  type Decoded,
  flag,
  integer,
  list,
  maybe,
  nonEmptyText,
  nothing,
  object,
  optional,
  text,
} from './decode.ts';
import { ids, ifUnderstood, mapOf, page, stated, version } from './decodeRecords.ts';
import { listing, optionalWith } from './queries.ts';
import { setSchema } from './schema.ts';
import { assignedCompanies, type User, userFields } from './session.ts';
import { userLists } from './touches.ts';
import { type Check, required, textOf } from './validate.ts';

export const rolesQuery = object(listing);
export const usersQuery = object({ ...listing, invited: optionalWith('invitations', flag) });

export const permission = object({
  id: integer,
  name: nonEmptyText,
  display_name: text,
  module: text,
});
export type PermissionEntry = Decoded<typeof permission>;

export const role = object({
  id: integer,
  name: text,
  display_name: text,
  description: text,
  is_system: flag,
  /** Whether its holders need a second factor. Beyond the specification. */
  requires_second_factor: flag,
  permissions: list(permission),
  version,
});
export type Role = Decoded<typeof role>;

export const textsOfRole = ({
  name,
  display_name,
  description,
}: Pick<Role, 'name' | 'display_name' | 'description'>) => [name, display_name, description];

const invitation = object({
  /** True if it was withdrawn, or the user's e-mail has changed since. */
  ended: flag,
  invited_by: text,
  sent_at: text,
  expires_at: text,
  is_mailed: flag,
  /** Why the last attempt to send the mail failed; empty before the first attempt. */
  mail_error: text,
});
export type Invitation = Decoded<typeof invitation>;

/** User as administrators see them. */
export const listedUser = object({
  ...userFields,
  /** Null unless the user was invited and has not signed in yet. */
  invitation: maybe(invitation),
  /** Null for callers who may not manage how users sign in. */
  has_second_factor: maybe(flag),
  version,
});
export type ListedUser = Decoded<typeof listedUser>;

export const textsOfUser = ({ name, email }: Pick<User, 'name' | 'email'>) => [name, email];

const invitationOverview = object({
  /** Number of days for which a link works. */
  days: integer,
  /** False without a mail server, when mails wait until an administrator prints them. */
  sends_mail: flag,
  /** Number of users visible to the caller who have not signed in yet. */
  waiting: integer,
});

const email = [required('Email is required'), emailLike, shortText, uniqueIn('everywhere')];

const lowercaseName: Check = (value) =>
  /^[a-z_]+$/.test(textOf(value)) ? undefined : 'Role name must contain only lowercase letters and underscores';
setSchema(lowercaseName, () => ({ pattern: '^[a-z_]+$' }));

export const roleRules = {
  name: [required('Role name is required'), lowercaseName, shortText, uniqueIn('everywhere')],
  display_name: [required('Display name is required'), shortText],
  description: [longText],
};

function unlessInvited(check: Check): Check {
  const lenient: Check = (value, all) => (all.invite ? undefined : check(value, all));
  setSchema(lenient, (of) => of(check));
  return lenient;
}

const userFieldRules = { name: [required('Name is required'), shortText], email };
export const newUserRules = { ...userFieldRules, password: newPassword };
export const editUserRules = { ...userFieldRules, password: [longEnough, shortText] };

const roleLists = ['GET /roles'] as const;

const roleSave = {
  reach: 'everyCompany',
  answer: ifUnderstood(role),
  failed: 'Failed to save role',
  touches: roleLists,
} as const;
const roleEntry = {
  ...roleSave,
  body: object({ name: text, display_name: text, description: text, permissions: ids }),
  rules: roleRules,
} as const;

const userAnswer = bareOrUnder('user', listedUser);

const userBody = { name: text, email: text, roles: ids, companies: ids };
const userSave = { answer: ifUnderstood(userAnswer), failed: 'Failed to save user', touches: userLists } as const;
const invitationEdit = { ...userSave, needs: 'users.edit', feature: 'invitations' } as const;

export const calls = {
  'PUT /roles/{id}/second-factor': {
    ...roleSave,
    needs: 'sign_in.manage',
    feature: 'second_factor',
    body: object({ is_required: stated(flag) }),
    done: 'Role updated successfully',
  },
  'GET /roles': {
    needs: 'roles.view',
    query: rolesQuery,
    answer: page(role),
    failed: 'Failed to fetch roles data',
  },
  'GET /roles/{id}': {
    needs: 'roles.view',
    answer: bareOrUnder('role', role),
  },
  'POST /roles': { ...roleEntry, needs: 'roles.create', done: 'Role created successfully' },
  'PUT /roles/{id}': { ...roleEntry, needs: 'roles.edit', editedRecord: role, done: 'Role updated successfully' },
  'DELETE /roles/{id}': {
    needs: 'roles.delete',
    reach: 'everyCompany',
    answer: nothing,
    done: 'Role deleted successfully',
    failed: 'Failed to delete role',
    touches: roleLists,
  },
  'GET /permissions': {
    needs: 'roles.view',
    answer: list(permission),
  },
  'GET /permissions/by-module': {
    needs: 'roles.view',
    answer: mapOf(list(permission)),
    failed: 'Failed to fetch roles data',
  },
  'GET /users': {
    needs: 'users.view',
    query: usersQuery,
    answer: page(listedUser),
    failed: 'Failed to fetch users data',
  },
  'GET /users/{id}': {
    needs: 'users.view',
    answer: userAnswer,
  },
  'POST /users': {
    ...userSave,
    needs: 'users.create',
    /** `invite` mails a link instead of setting a password. */
    body: object({ ...userBody, password: text, invite: optionalWith('invitations', flag) }),
    rules: { ...userFieldRules, password: newPassword.map(unlessInvited) },
    done: 'User created successfully',
  },
  'PUT /users/{id}': {
    ...userSave,
    needs: 'users.edit',
    /** `confirmation` is needed on our own server when people change their own e-mail. */
    body: object({ ...userBody, password: optional(text), confirmation: optionalWith('second_factor', text) }),
    rules: editUserRules,
    editedRecord: listedUser,
    done: 'User updated successfully',
  },
  'DELETE /users/{id}': {
    needs: 'users.delete',
    answer: nothing,
    done: 'User deleted successfully',
    failed: 'Failed to delete user',
    touches: userLists,
  },
  'GET /users/permissions': {
    answer: list(text),
  },
  'POST /users/{id}/assign-companies': {
    ...userSave,
    needs: 'users.edit',
    body: object({ companies: ids }),
    answer: nothing,
    done: 'Companies assigned successfully',
  },
  'GET /users/{id}/companies': {
    needs: 'users.view',
    answer: assignedCompanies,
  },
  'GET /invitations': {
    needs: 'users.view',
    feature: 'invitations',
    answer: invitationOverview,
  },
  'POST /users/{id}/invitation': {
    ...invitationEdit,
    done: 'Invitation sent',
    failed: 'Failed to send the invitation',
  },
  'DELETE /users/{id}/invitation': {
    ...invitationEdit,
    done: 'Invitation taken back',
    failed: 'Failed to take back the invitation',
  },
} satisfies Calls;
