// Roles and the permissions that they can have. System roles cannot be changed.

import type { Role } from '../../../src/shared/contract/people.ts';
import { exists, scalar, sql } from '../../platform/db/db.ts';
import { conflict } from '../../platform/domainErrors.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import {
  createRecord,
  deleteRecord,
  findOrThrow,
  listRecords,
  type SearchedRecordKind,
  updateRecord,
} from '../../platform/records/recordActions.ts';
import { searchedKinds } from '../../platform/records/search/searchIndex.ts';
import { isSecondFactorDue } from './credentialQueries.ts';
import { assertMayChangeRole, assertMayGovern, assertMayGrant } from './grantRules.ts';
import { findRoles, insertRole, listPermissions, lockRights, updateRole } from './roleQueries.ts';

const roles: SearchedRecordKind<Role> = {
  table: 'roles',
  noun: 'Role',
  edit: 'PUT /roles/{id}',
  searched: searchedKinds.roles,
  lock: lockRights,
  find: (queries, _who, ids) => findRoles(queries, ids),
  taken: { name: 'Role name is already taken' },
};

export const roleHandlers = {
  'GET /roles': (request) => listRecords(request, roles, { scope: () => sql`true`, isInOrder: true }),

  'GET /roles/{id}': ({ db, caller, params }) => findOrThrow(roles, db, caller, params.id),

  async 'POST /roles'(request) {
    const { body } = request;
    return createRecord(request, roles, async (queries) => {
      const caller = await request.readCaller(queries);
      await assertMayGrant(queries, caller, body.permissions);
      return insertRole(queries, body);
    });
  },

  async 'PUT /roles/{id}'(request) {
    const { params, body } = request;
    return updateRecord(request, roles, params.id, async (queries, before) => {
      const caller = await request.readCaller(queries);
      await assertMayChangeRole(queries, caller, before);
      await assertMayGrant(queries, caller, body.permissions);
      await updateRole(queries, before.id, body);
    });
  },

  /** Also allowed for system roles and the caller's own, because it changes nobody's rights. */
  async 'PUT /roles/{id}/second-factor'(request) {
    const { params, body } = request;
    return updateRecord(request, roles, params.id, async (queries, before) => {
      const caller = await request.readCaller(queries);
      assertMayGovern(caller, before);
      await queries.run(sql`update roles set requires_second_factor = ${body.is_required} where id = ${before.id}`);
      if (await isSecondFactorDue(queries, caller.id))
        throw conflict('You have this role, but no second factor yet. Please set up your own first, on your profile');
    });
  },

  'DELETE /roles/{id}': (request) =>
    deleteRecord(request, roles, request.params.id, async (queries, before) => {
      const caller = await request.readCaller(queries);
      await assertMayChangeRole(queries, caller, before);
      const holders = await scalar(queries, sql`select count(*) from user_roles where role_id = ${before.id}`);
      if (holders > 0) {
        const users = holders === 1 ? 'one user' : `${holders} users`;
        throw conflict(`This role is assigned to ${users}. Remove it from them first`);
      }
      const mapping = sql`select role_id from single_sign_on_roles join single_sign_on_settings on maps_roles = true
        where role_id = ${before.id}`;
      if (await exists(queries, mapping))
        throw conflict('Single sign-on gives this role. Remove it from the mapping there first');
    }),

  'GET /permissions': ({ db }) => listPermissions(db),

  'GET /permissions/by-module': async ({ db }) =>
    Object.fromEntries(Map.groupBy(await listPermissions(db), ({ module }) => module)),

  'GET /users/permissions': async ({ caller }) => [...caller.permissions].sort(),
} satisfies Partial<Handlers>;
