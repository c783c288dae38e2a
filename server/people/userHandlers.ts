// Users, their roles and their companies.

import type { User } from '../../src/contract/entities/people.ts';
import { editUserRules, newUserRules } from '../../src/contract/rules.ts';
import { validate } from '../../src/contract/validate.ts';
import { audit } from '../audit/auditLog.ts';
import { normalEmail } from './credentialQueries.ts';
import { deletePasswordResets } from './passwordResetQueries.ts';
import { lockRights } from './roleQueries.ts';
import {
  deleteUser,
  findUser,
  findUsers,
  insertUser,
  setCompanies,
  setPassword,
  updateUser,
  usersAmong,
} from './userQueries.ts';
import { sql } from '../db/sql.ts';
import {
  assertAdministratorRemains,
  assertMayAssignCompanies,
  assertMayAssignRoles,
  assertMayChangeUser,
  reloadCaller,
} from './grantRules.ts';
import { type Handlers, assertValid } from '../records/endpoint.ts';
import { conflict, forbidden, invalid } from '../platform/domainErrors.ts';
import { updateRecord, createRecord, findOrThrow, type RecordKind, deleteRecord } from '../records/recordActions.ts';
import { listPage } from '../records/search/listPage.ts';
import { searchedKinds } from '../records/search/searchedKinds.ts';

const users: RecordKind<User> = {
  table: 'users',
  rows: sql`users`,
  noun: 'User',
  searched: searchedKinds.users,
  lock: lockRights,
  find: findUser,
  taken: { email: 'Email is already taken' },
};

export const userHandlers = {
  'GET /users': {
    allow: 'users.view',
    async handle({ db, caller, query }) {
      const load = (ids: readonly number[]) => findUsers(db, caller, ids);
      return { data: await listPage(db, searchedKinds.users, query, usersAmong(caller), load) };
    },
  },

  'GET /users/{id}': {
    allow: 'users.view',
    async handle({ db, caller, params }) {
      return { data: await findOrThrow(users, db, caller, params.id) };
    },
  },

  'GET /users/{id}/companies': {
    allow: 'users.view',
    async handle({ db, caller, params }) {
      return { data: (await findOrThrow(users, db, caller, params.id)).companies };
    },
  },

  'POST /users': {
    allow: 'users.create',
    async handle(request) {
      const { passwords, body, now } = request;
      assertValid(validate(newUserRules, body));
      const passwordHash = await passwords.hash(body.password);
      return createRecord(request, users, async (queries) => {
        const caller = await reloadCaller(queries, request);
        await assertMayAssignRoles(queries, caller, body.roles);
        await assertMayAssignCompanies(queries, caller, body.companies);
        return insertUser(queries, { ...body, passwordHash }, now);
      });
    },
  },

  'PUT /users/{id}': {
    allow: 'users.edit',
    async handle(request) {
      const { passwords, caller, params, body, now, requestId } = request;
      assertValid(validate(editUserRules, body));
      const isNewPassword = Boolean(body.password?.trim());
      if (isNewPassword && params.id === caller.id)
        throw invalid({ password: 'Please change your own password on your profile' });
      const passwordHash = isNewPassword ? await passwords.hash(body.password ?? '') : undefined;

      return updateRecord(request, users, params.id, async (queries, before) => {
        const caller = await reloadCaller(queries, request);
        await assertMayChangeUser(queries, caller, before.id);
        const roles = before.roles.map((role) => role.id);
        if (before.id === caller.id && !sameIds(roles, body.roles)) throw forbidden("You can't change your own roles");
        await assertMayAssignRoles(queries, caller, body.roles);
        await assertMayAssignCompanies(queries, caller, body.companies);
        await updateUser(queries, before.id, body);
        // A reset link mailed to the old address must not work any more.
        if (normalEmail(body.email) !== before.email) await deletePasswordResets(queries, before.id);
        await assertAdministratorRemains(queries);
        if (passwordHash === undefined) return;
        await setPassword(queries, before.id, passwordHash);
        const action = 'users.set_password';
        await audit(queries, { caller, now, requestId, action, subject: 'users', subjectId: before.id });
      });
    },
  },

  'POST /users/{id}/assign-companies': {
    allow: 'users.edit',
    async handle(request) {
      const { params, body } = request;
      await updateRecord(request, users, params.id, async (queries, before) => {
        const caller = await reloadCaller(queries, request);
        await assertMayChangeUser(queries, caller, before.id);
        await assertMayAssignCompanies(queries, caller, body.companies);
        await setCompanies(queries, before.id, body.companies);
      });
      return { data: null };
    },
  },

  'DELETE /users/{id}': {
    allow: 'users.delete',
    async handle(request) {
      return deleteRecord(request, users, request.params.id, async (queries, before) => {
        const caller = await reloadCaller(queries, request);
        await assertMayChangeUser(queries, caller, before.id);
        if (before.id === caller.id) throw conflict("You can't delete yourself");
        await deleteUser(queries, before.id);
        await assertAdministratorRemains(queries);
      });
    },
  },
} satisfies Partial<Handlers>;

function sameIds(some: readonly number[], others: readonly number[]): boolean {
  const [one, other] = [new Set(some), new Set(others)];
  return one.size === other.size && [...one].every((id) => other.has(id));
}
