// Users, their roles and their companies.

import type { ListedUser } from '../../../src/shared/contract/people.ts';
import { countAttempt } from '../../platform/access/rateLimit.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import { type Queries, sql } from '../../platform/db/db.ts';
import { conflict, forbidden, invalid } from '../../platform/domainErrors.ts';
import { isKnown } from '../../platform/mail/outboxQueries.ts';
import { type Handlers, Reply } from '../../platform/records/endpoint.ts';
import { assertNotHeld } from '../../platform/records/legalHolds.ts';
import {
  createRecordWith,
  deleteRecord,
  findOrThrow,
  listRecords,
  updateRecord,
} from '../../platform/records/recordActions.ts';
import { notifyOwner } from './accountMails.ts';
import { deletePasswordResets, normalizeEmail, userMeets } from './credentialQueries.ts';
import {
  assertAdministratorRemains,
  assertMayAssignCompanies,
  assertMayAssignRoles,
  assertMayChangeUser,
} from './grantRules.ts';
import { deleteInvitation, endInvitation, invite, inviteLimits } from './invitations.ts';
import { assertOwner } from './tickets.ts';
import { hasSameIds, insertUser, setCompanies, setPassword, updateUser, userSelection, users } from './userQueries.ts';

export const userHandlers = {
  async 'GET /users'(request) {
    const filter = request.query.invited ? sql`users.id in (select user_id from invitations)` : sql`true`;
    return listRecords(request, users, { ...userSelection(request.caller), filter });
  },

  'GET /users/{id}': ({ db, caller, params }) => findOrThrow(users, db, caller, params.id),

  'GET /users/{id}/companies': async ({ db, caller, params }) =>
    (await findOrThrow(users, db, caller, params.id)).companies,

  async 'POST /users'(request) {
    const { db, passwords, body, now, showMail } = request;
    const { invite: isInvited = false } = body;
    if (isInvited && body.password !== '')
      throw invalid({ password: 'Somebody who is invited chooses their own password' });
    if (isInvited) await countAttempt(db, inviteLimits(request.caller, body.email), now);
    const passwordHash = isInvited ? '' : await passwords.hash(body.password);
    const { record, inserted } = await createRecordWith(request, users, async (queries) => {
      const caller = await request.readCaller(queries);
      await assertMayAssignRoles(queries, caller, body.roles);
      await assertMayAssignCompanies(queries, caller, body.companies);
      const id = await insertUser(queries, { ...body, passwordHash }, now);
      const invitee = { id, name: body.name, email: normalizeEmail(body.email) };
      return { id, mail: isInvited ? await invite(queries, { ...request, caller }, invitee) : undefined };
    });
    if (inserted.mail) showMail?.(inserted.mail);
    return new Reply(record, { status: 201 });
  },

  async 'PUT /users/{id}'(request) {
    const { passwords, caller, params, body, now } = request;
    const isNewPassword = Boolean(body.password?.trim());
    if (isNewPassword && params.id === caller.id)
      throw invalid({ password: 'Please change your own password on your profile' });
    const passwordHash = isNewPassword ? await passwords.hash(body.password ?? '') : undefined;

    return updateRecord(request, users, params.id, async (queries, before) => {
      const caller = await request.readCaller(queries);
      await assertMayChangeUser(queries, caller, before.id);
      const roles = before.roles.map((role) => role.id);
      if (before.id === caller.id && !hasSameIds(roles, body.roles)) throw forbidden("You can't change your own roles");
      await assertMayAssignRoles(queries, caller, body.roles);
      await assertMayAssignCompanies(queries, caller, body.companies);
      const isNewEmail = normalizeEmail(body.email) !== normalizeEmail(before.email);
      // An invited person does not have the account yet.
      const hasOwner = await userMeets(queries, before.id, isKnown);
      if (isNewEmail && before.id === caller.id) await assertOwner(queries, { caller, now }, body.confirmation);
      await updateUser(queries, before.id, body);
      // A link mailed to the old address must stop working.
      if (isNewEmail) {
        await deletePasswordResets(queries, before.id);
        await endInvitation(queries, before.id);
        if (hasOwner) await notifyOwner(queries, before.email, 'email', now);
      }
      await assertAdministratorRemains(queries);
      if (passwordHash === undefined) return;
      await setPassword(queries, before.id, passwordHash);
      if (hasOwner) await notifyOwner(queries, normalizeEmail(body.email), 'password', now);
      await audit(queries, { ...request, caller }, 'users.set_password', 'users', { subjectId: before.id });
    });
  },

  async 'POST /users/{id}/assign-companies'(request) {
    const { params, body } = request;
    await updateRecord(request, users, params.id, async (queries, before) => {
      const caller = await request.readCaller(queries);
      await assertMayChangeUser(queries, caller, before.id);
      await assertMayAssignCompanies(queries, caller, body.companies);
      await setCompanies(queries, before.id, body.companies);
    });
  },

  'DELETE /users/{id}': (request) =>
    deleteRecord(request, { ...users, remove: deleteUser }, request.params.id, async (queries, before) => {
      const caller = await request.readCaller(queries);
      await assertMayChangeUser(queries, caller, before.id);
      if (before.id === caller.id) throw conflict("You can't delete yourself");
      await assertNotHeld(queries, { ...before, kind: 'users' });
    }),
} satisfies Partial<Handlers>;

/** Deletes the user's roles, companies and sessions too, by foreign key, and a waiting mail with a link. */
async function deleteUser(queries: Queries, { id }: ListedUser): Promise<void> {
  await deleteInvitation(queries, id);
  await queries.run(sql`delete from users where id = ${id}`);
  await assertAdministratorRemains(queries);
}
