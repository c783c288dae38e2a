// Access controllers. No response contains the secret that signs a controller's events.

import type { Body, Query } from '../../../src/shared/contract/calls.ts';
import { type AccessController, controllerFields } from '../../../src/shared/contract/controllers.ts';
import { type Caller, can, companyScope } from '../../platform/access/caller.ts';
import { exists, maybeOne, type Queries, type Sql, scalar, sql } from '../../platform/db/db.ts';
import { versionOf } from '../../platform/records/edit.ts';
import { columnsOf } from '../../platform/records/fieldColumns.ts';
import { identifier } from '../../platform/records/identifiers.ts';
import type { RecordSelection } from '../../platform/records/search/findPage.ts';
import { byName, searchedKinds } from '../../platform/records/search/searchIndex.ts';
import { type Clocks, instantOf } from '../../platform/time/clock.ts';

type ControllerFields = Omit<Body<'POST /access-controllers'>, 'company_id'> & { company_id: number };

const { webhook_secret: _, ...readableFields } = controllerFields;
const columns = columnsOf('access_controllers', readableFields);

/** Parts of the lists. `ids` narrows them further. */
export const controllerSelection = (
  caller: Caller,
  { company_id }: Query<'GET /access-controllers'>,
  ids?: readonly number[],
): RecordSelection => ({
  scope: (_, companyId) => companyScope(caller, companyId, company_id),
  isInOrder: company_id !== undefined || can(caller, 'companies.all'),
  ...(ids && { filter: sql`access_controllers.id in (${ids})` }),
});

export const findControllers = (
  queries: Queries,
  caller: Caller,
  ids: readonly number[],
): Promise<AccessController[]> => controllersWhere(queries, caller, sql`access_controllers.id in (${ids})`);

export interface NamedController {
  readonly controller: { readonly id: number; readonly name: string; readonly location: string };
  readonly company: { readonly id: number; readonly name: string };
}

/** Sorted by name. The condition has to keep the caller's scope. */
export async function namedControllers(queries: Queries, condition: Sql): Promise<NamedController[]> {
  const rows = await queries.all<NamedController['controller'] & { company_id: number; company_name: string }>(
    sql`select access_controllers.id, access_controllers.name, location, company_id, companies.name as company_name
      from access_controllers join companies on companies.id = company_id
      where access_controllers.deleted_at is null and ${condition} ${byName(searchedKinds.controllers)}`,
  );
  return rows.map(({ company_id, company_name, ...controller }) => ({
    controller,
    company: { id: company_id, name: company_name },
  }));
}

/** Sorted by name, for selects. */
export const controllersOfCompany = (queries: Queries, caller: Caller, companyId: number) =>
  controllersWhere(queries, caller, sql`company_id = ${companyId}`, byName(searchedKinds.controllers));

export const insertController = (queries: Queries, fields: ControllerFields, now: Date): Promise<number> =>
  scalar(
    queries,
    sql`insert into access_controllers (company_id, webhook_secret, created_at, ${columns.names})
      values (${fields.company_id}, ${fields.webhook_secret ?? ''}, ${instantOf(now)},
        ${columns.values(complete(fields, { unique_identifier: identifier('ACU', Math.random), is_active: true }))})
      returning id`,
  );

/** An empty identifier or secret leaves the current one unchanged. */
export async function updateController(queries: Queries, before: AccessController, fields: ControllerFields) {
  const secret = fields.webhook_secret ? sql`${newSecret(fields.webhook_secret)},` : sql``;
  await queries.run(
    sql`update access_controllers set company_id = ${fields.company_id}, ${secret}
        ${columns.assigned(complete(fields, before))}
      where id = ${before.id}`,
  );
}

const complete = (fields: ControllerFields, known: Pick<AccessController, 'unique_identifier' | 'is_active'>) => ({
  ...known,
  ...fields,
  unique_identifier: fields.unique_identifier?.trim() || known.unique_identifier,
  is_active: fields.is_active ?? known.is_active,
});

/** Sets the secret. A version counts secrets, because a hash would help to guess one. */
export const newSecret = (secret: string): Sql => sql`webhook_secret = ${secret}, secrets_set = secrets_set + 1`;

/**
 * Whether a controller has device events, live or from a file. It then stays in its company, whose rules and people
 * give the events their meaning.
 */
export const hasDeviceEvents = (queries: Queries, id: number): Promise<boolean> =>
  exists(queries, sql`select id from device_events where controller_id = ${id} and kind <> 'webhook' limit 1`);

/**
 * The company of an event's controller when the event came. After the controller moves to another company, the event
 * stays with the former one.
 */
export const companyOfEvent = sql`coalesce(
  (select company_id from access_controller_moves
    where access_controller_id = device_events.controller_id and last_event_id >= device_events.id
    order by last_event_id, access_controller_moves.id limit 1),
  (select company_id from access_controllers where access_controllers.id = device_events.controller_id))`;

/** The last event that came while another company had the controller; 0 if none had. */
export const lastEventElsewhere = (controllerId: Sql): Sql =>
  sql`coalesce((select max(last_event_id) from access_controller_moves where access_controller_id = ${controllerId}), 0)`;

/** When a controller was added or, if it has moved, sent its last event to another company. */
export const cameAt = sql`coalesce((select received_at from device_events
  where device_events.id = ${lastEventElsewhere(sql`access_controllers.id`)}), created_at)`;

/** Leaves out another company's records. The plus keeps databases from the index of the company's records. */
export const isOfPresentCompany = sql`+attendance.company_id = access_controllers.company_id`;

/** Sender of an event. It holds the secret, so it is never part of a response. */
export interface Sender {
  id: number;
  company_id: number;
  webhook_secret: string;
  is_active: boolean;
}

export const findSender = (queries: Queries, uniqueIdentifier: string): Promise<Sender | undefined> =>
  maybeOne(
    queries,
    sql`select id, company_id, webhook_secret, is_active from access_controllers
      where unique_identifier = ${uniqueIdentifier} and deleted_at is null`,
    ['is_active'],
  );

/** False if the controller was moved, deactivated or deleted, or got another secret, while a slow request arrived. */
export const isStillSender = (queries: Queries, { id, company_id, webhook_secret: secret }: Sender): Promise<boolean> =>
  exists(
    queries,
    sql`select id from access_controllers where id = ${id} and company_id = ${company_id}
      and webhook_secret = ${secret} and is_active = true and deleted_at is null`,
  );

async function controllersWhere(queries: Queries, caller: Caller, condition: Sql, order = sql``) {
  const rows = await queries.all<Omit<AccessController, 'company'> & { company_name: string; secrets_set: number }>(
    sql`select access_controllers.id, company_id, ${columns.selected}, webhook_secret <> '' as has_webhook_secret,
        secrets_set, companies.name as company_name
      from access_controllers join companies on companies.id = access_controllers.company_id
      where access_controllers.deleted_at is null and ${companyScope(caller, sql`access_controllers.company_id`)}
        and ${condition} ${order}`,
    ['is_active', 'has_webhook_secret'],
  );
  return rows.map(({ company_name, secrets_set, ...row }) => ({
    ...row,
    company: { name: company_name },
    version: versionOf('PUT /access-controllers/{id}', row, secrets_set),
  }));
}

/**
 * Adds the time of each controller's last event, so that silent ones are noticed. Reads one index entry per controller,
 * however many events it has.
 */
export async function withLastEvents(
  queries: Queries,
  controllers: readonly AccessController[],
  clocks: Clocks,
): Promise<AccessController[]> {
  const rows = await queries.all<{ id: number; company_id: number; at: string | null }>(
    sql`select id, company_id, (select occurred_at from attendance where access_controller_id = access_controllers.id
        and ${isOfPresentCompany} order by occurred_at desc, attendance.id desc limit 1) as at
      from access_controllers where id in (${controllers.map(({ id }) => id)})`,
  );
  const lastEvents = new Map(
    rows.map(({ id, company_id, at }) => [id, at === null ? '' : clocks.of(company_id).wallClock(at)]),
  );
  return controllers.map((controller) => ({ ...controller, last_event_at: lastEvents.get(controller.id) ?? '' }));
}
