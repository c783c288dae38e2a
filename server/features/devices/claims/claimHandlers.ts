// Lists devices and how far each can be trusted, counts those that need attention, and lists one device's notes.
import type { NoteKind } from '../../../../src/shared/contract/deviceEvents.ts';
import {
  type Claim,
  type ConnectedDevice,
  type MissedPeople,
  trouble,
} from '../../../../src/shared/contract/devices.ts';
import { textMatcher } from '../../../../src/shared/contract/searchText.ts';
import { type Caller, can, companyScope } from '../../../platform/access/caller.ts';
import { limitTo, type Queries, scalar, sql } from '../../../platform/db/db.ts';
import type { Handlers } from '../../../platform/records/endpoint.ts';
import { idsIn, pageOf, pageRequestOf, readPage, sizesOfRows } from '../../../platform/records/parameters.ts';
import { byName, searchedKinds } from '../../../platform/records/search/searchIndex.ts';
import { type Clock, type CompaniesMoment, dateOf, instantOf, plusMinutes } from '../../../platform/time/clock.ts';
import { type NamedController, namedControllers } from '../../controllers/controllerQueries.ts';
import { shownDevice } from '../../controllers/device/deviceRows.ts';
import { loadVitals, silenceOf } from '../../controllers/device/vitals.ts';
import { peopleWhere } from '../../workday/people.ts';
import { deviceController, doorOf } from '../deviceController.ts';
import { countWaiting } from '../serialNumbers.ts';
import { isVital, loadTrust, rankOf, type Trust, vitalClaims } from './claims.ts';

export const trustHandlers = {
  async 'GET /devices'({ db, caller, clocks, query, now }) {
    const pageRequest = pageRequestOf(query, sizesOfRows);
    const { offset, size } = pageRequest;
    const { company_id, claim, controller_ids, q = '' } = query;
    const ids = controller_ids === undefined ? undefined : idsIn('controller_ids', controller_ids, 1_000);
    const controllers = (await connectedControllers(db, caller, company_id)).filter(
      ({ controller }) => !ids || ids.includes(controller.id),
    );
    const trust = await loadTrust(db, idsOf(controllers), { now, clocks });
    const matches = textMatcher(q);
    const devices = controllers
      .flatMap((each) => connected(each, trust.get(each.controller.id)))
      .filter(({ controller, device }) => matches([controller.name, controller.location, device?.serial ?? '']))
      .filter(({ claims }) => claim === undefined || claims.some(isOf(claim)))
      .sort((one, other) => rankOf(one.claims) - rankOf(other.claims));
    return pageOf(devices.slice(offset, offset + size), devices.length, pageRequest);
  },

  async 'GET /devices/counts'({ db, caller, clocks, now }) {
    const doors = await withVitalClaims(db, await connectedControllers(db, caller), { clocks, now });
    const kinds = doors.flatMap(({ claims }) => claims.map(({ kind }) => kind));
    const count = (wanted: string) => kinds.filter((kind) => kind === wanted).length;
    return {
      silent: count('silent'),
      never_heard: count('never_heard'),
      drifting: count('drifting'),
      memory_full: count('memory_full'),
      memory_cleared: count('memory_cleared'),
      waiting: can(caller, 'devices.manage') ? await countWaiting(db, caller, now) : 0,
    };
  },

  async 'GET /access-controllers/{id}/device/missed'({ db, caller, clocks, params, now }) {
    const { controllerId, companyId } = await doorOf(db, caller, params.id);
    const vitals = (await loadVitals(db, [controllerId], { clocks, now })).get(controllerId);
    const silence = vitals && silenceOf(vitals, now);
    return findMissed(db, caller, controllerId, silence?.since, clocks.of(companyId));
  },

  async 'GET /access-controllers/{id}/device/notes'({ db, caller, clocks, params, query }) {
    const { company } = await deviceController(db, caller, params.id);
    const { wallClock } = clocks.of(company.id);
    const rows = sql`device_notes where controller_id = ${params.id}
      and ${query.kind === undefined ? sql`true` : sql`kind = ${query.kind}`}`;
    return readPage(db, pageRequestOf(query, sizesOfRows), rows, async (limit) => {
      const notes = await db.all<{ id: number; at: string; kind: NoteKind; sentence: string; raw: string }>(
        sql`select id, at, kind, sentence, raw from ${rows} order by id desc ${limit}`,
      );
      return notes.map(({ at, ...note }) => ({ ...note, at: wallClock(at) }));
    });
  },
} satisfies Partial<Handlers>;

const isOf =
  (claim: string) =>
  ({ kind }: Claim) =>
    claim === trouble ? isVital(kind) : kind === claim;

/** Finds the controllers with a claim of this kind. */
export async function findClaimed(
  queries: Queries,
  caller: Caller,
  claim: string,
  moment: CompaniesMoment,
  companyId?: number,
): Promise<number[]> {
  const controllers = await connectedControllers(queries, caller, companyId);
  if (claim === trouble) {
    const doors = await withVitalClaims(queries, controllers, moment);
    return idsOf(doors.filter(({ claims }) => claims.length > 0));
  }
  const ids = idsOf(controllers);
  const trust = await loadTrust(queries, ids, moment);
  return ids.filter((id) => trust.get(id)?.claims.some(isOf(claim)));
}

/** Adds to each controller what is wrong with its device now. */
export async function withVitalClaims(
  queries: Queries,
  controllers: readonly NamedController[],
  moment: CompaniesMoment,
) {
  const vitals = await loadVitals(queries, idsOf(controllers), moment);
  return controllers.map((each) => {
    const ofDevice = vitals.get(each.controller.id);
    return { ...each, claims: ofDevice ? vitalClaims(ofDevice, moment.now) : [] };
  });
}

const idsOf = (controllers: readonly NamedController[]) => controllers.map(({ controller }) => controller.id);

function connected({ controller, company }: NamedController, trust: Trust | undefined): ConnectedDevice[] {
  if (!trust) return [];
  const { clock, rules, device, lastEventAt } = trust.vitals;
  return [
    {
      controller,
      company,
      kind: rules?.kind ?? 'webhook',
      device: device ? shownDevice(device, clock) : null,
      last_event_at: lastEventAt === null ? '' : clock.wallClock(lastEventAt),
      claims: trust.claims,
    },
  ];
}

/** Finds controllers that have a device, rules for one, or events by webhook, sorted by name. */
export const connectedControllers = (queries: Queries, caller: Caller, companyId?: number) =>
  namedControllers(
    queries,
    sql`companies.deleted_at is null and ${companyScope(caller, sql`company_id`, companyId)}
      and (webhook_secret <> ''
        or exists (select 1 from device_rules where controller_id = access_controllers.id)
        or exists (select 1 from attendance where access_controller_id = access_controllers.id))`,
  );

/** Days before a door fell silent that show who usually passes it. */
const daysLookedAt = 14;
/** Number of events in those days from which somebody counts as usually passing the door. */
const usualEvents = 3;
const mostNamed = 50;

/**
 * Finds the people missed at a silent door: those who usually pass it and have had no event anywhere since. `since` is
 * undefined if the door is not silent.
 */
async function findMissed(
  queries: Queries,
  caller: Caller,
  controllerId: number,
  since: string | undefined,
  clock: Clock,
): Promise<MissedPeople> {
  if (since === undefined) return { since: '', usual: 0, unseen: 0, people: [] };
  const from = instantOf(plusMinutes(dateOf(since), -daysLookedAt * 24 * 60));
  const usual = sql`employees.deleted_at is null and employees.is_active = true
    and ${companyScope(caller, sql`employees.company_id`)}
    and employees.id in (select employee_id from attendance
      where access_controller_id = ${controllerId} and occurred_at >= ${from} and occurred_at <= ${since}
        and employee_id is not null and set_aside_by is null
      group by employee_id having count(*) >= ${usualEvents})`;
  const unseen = sql`${usual} and not exists (select 1 from attendance
    where attendance.employee_id = employees.id and occurred_at > ${since} and set_aside_by is null)`;
  const count = (condition: typeof usual) => scalar(queries, sql`select count(*) from employees where ${condition}`);
  const people = can(caller, 'attendance.view')
    ? await peopleWhere(queries, unseen, sql`${byName(searchedKinds.employees)} ${limitTo(mostNamed)}`)
    : [];
  return {
    since: clock.wallClock(since),
    usual: await count(usual),
    unseen: await count(unseen),
    people: people.map(({ employee }) => employee),
  };
}
