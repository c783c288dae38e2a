// Access controllers, the devices at doors that report events.
import type { AccessController } from '../../../src/shared/contract/controllers.ts';
import { type Caller, can } from '../../platform/access/caller.ts';
import { countAttempt, type Limit } from '../../platform/access/rateLimit.ts';
import { hashOfToken } from '../../platform/crypto/hashes.ts';
import { maybeOne, type Queries, sql } from '../../platform/db/db.ts';
import { assertLocked, lockName } from '../../platform/db/rowLocks.ts';
import { forbidden, invalid } from '../../platform/domainErrors.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import {
  createRecord,
  deleteRecord,
  findOrThrow,
  listRecords,
  markDeleted,
  type RecordKind,
  type SearchedRecordKind,
  updateRecord,
} from '../../platform/records/recordActions.ts';
import { searchedKinds } from '../../platform/records/search/searchIndex.ts';
import type { CompaniesMoment } from '../../platform/time/clock.ts';
import { companyRecord, lockCompany, lockCompanyOf } from '../companies/companyQueries.ts';
import {
  controllerSelection,
  controllersOfCompany,
  findControllers,
  hasDeviceEvents,
  insertController,
  updateController,
  withLastEvents,
} from './controllerQueries.ts';

const controllers: SearchedRecordKind<AccessController> = {
  table: 'access_controllers',
  noun: 'Access Controller',
  edit: 'PUT /access-controllers/{id}',
  searched: searchedKinds.controllers,
  find: findControllers,
  remove: markDeleted('access_controllers'),
  taken: { unique_identifier: 'This identifier is already used by another access controller' },
};

/** Finds controllers with something wrong, in one company or in all. */
type FindClaimed = (
  queries: Queries,
  caller: Caller,
  claim: string,
  moment: CompaniesMoment,
  companyId?: number,
) => Promise<number[]>;

/** Takes `findClaimed`, because the list can be narrowed by what is known about devices. */
export const createControllerListHandlers = (findClaimed: FindClaimed) =>
  ({
    async 'GET /access-controllers'(request) {
      const { db, caller, clocks, query, now } = request;
      const { claim, company_id } = query;
      if (claim !== undefined && !can(caller, 'devices.view')) throw forbidden();
      const claimed =
        claim === undefined ? undefined : await findClaimed(db, caller, claim, { now, clocks }, company_id);
      const page = await listRecords(request, controllers, controllerSelection(caller, query, claimed));
      return { ...page, data: await withLastEvents(db, page.data, clocks) };
    },
  }) satisfies Partial<Handlers>;

export const controllerHandlers = {
  async 'GET /access-controllers/{id}'({ db, caller, clocks, params }) {
    const controller = await findOrThrow(controllers, db, caller, params.id);
    const [data = controller] = await withLastEvents(db, [controller], clocks);
    return data;
  },

  async 'GET /companies/{id}/access-controllers'({ db, caller, clocks, params }) {
    const company = await findOrThrow(companyRecord, db, caller, params.id);
    return withLastEvents(db, await controllersOfCompany(db, caller, company.id), clocks);
  },

  async 'POST /access-controllers'(request) {
    const { db, caller, now } = request;
    const fields = validFields(request.body);
    await countNewSecret(db, caller, fields.webhook_secret, now);
    return createRecord(request, controllers, async (queries) => {
      // Locked until the end of the transaction: deleting the company would otherwise miss a controller added
      // meanwhile.
      await lockCompany(queries, fields.company_id, 'rely');
      await findOrThrow(companyRecord, queries, caller, fields.company_id);
      await assertSecretIsFree(queries, fields.webhook_secret);
      return insertController(queries, fields, now);
    });
  },

  async 'PUT /access-controllers/{id}'(request) {
    const { db, caller, params, now } = request;
    const fields = validFields(request.body);
    await countNewSecret(db, caller, fields.webhook_secret, now);
    const ofCompanies: RecordKind<AccessController> = {
      ...controllers,
      lock: (queries) => lockCompanyOf(queries, 'access_controllers', params.id, 'rely', [fields.company_id]),
    };
    return updateRecord(request, ofCompanies, params.id, async (queries, before) => {
      assertLocked(queries, 'companies', [before.company_id ?? 0], 'rely');
      await findOrThrow(companyRecord, queries, caller, fields.company_id);
      if (fields.company_id !== before.company_id && (await hasDeviceEvents(queries, before.id)))
        throw invalid({
          company_id: 'Events of its device belong to the company. Please add an access controller there',
        });
      await assertSecretIsFree(queries, fields.webhook_secret, before.id);
      await updateController(queries, before, fields);
    });
  },

  'DELETE /access-controllers/{id}': (request) => deleteRecord(request, controllers, request.params.id),
} satisfies Partial<Handlers>;

function validFields<Fields extends { company_id: number | null }>(fields: Fields) {
  const { company_id } = fields;
  if (company_id === null) throw invalid({ company_id: 'Company is required' });
  return { ...fields, company_id };
}

// A secret must belong to one controller only: another one with the same secret would accept events signed for this
// one, at least from senders that use the first version of the signature. The answer that a secret is taken reveals
// that somebody has it, so callers who do not see all companies get few attempts.
const newSecretLimits = ({ id }: Caller): Limit[] => [{ key: `webhook secret ${id}`, attempts: 20, minutes: 60 }];

/** Call it before the transaction, so that failed attempts count, too. */
async function countNewSecret(queries: Queries, caller: Caller, secret: string | undefined, now: Date) {
  if (secret && !can(caller, 'companies.all')) await countAttempt(queries, newSecretLimits(caller), now);
}

/** Call it in the transaction that stores the secret. `ownId` is the id of an existing controller. */
async function assertSecretIsFree(queries: Queries, secret: string | undefined, ownId = 0): Promise<void> {
  if (!secret) return;
  // Serializes two controllers that get the same secret at once.
  await lockName(queries, `webhook secret ${hashOfToken(secret)}`);
  const holder = await maybeOne(
    queries,
    sql`select id from access_controllers
      where webhook_secret = ${secret} and id <> ${ownId} and deleted_at is null limit 1`,
  );
  if (holder)
    throw invalid({ webhook_secret: 'Another access controller uses this secret. Please choose one of its own' });
}
