// Which controllers are silent: whoever passed one of them may be wrong in every list.

import type { PresenceSummary } from '../../src/contract/entities/presence.ts';
import type { Caller } from '../access/caller.ts';
import { companyScope } from '../access/companyScope.ts';
import type { Queries } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import type { BusinessTime } from '../time/businessTime.ts';
import { dateOf, instantOf, plusMinutes } from '../time/instants.ts';
import { siteOf } from './places.ts';

type SeenController = PresenceSummary['controllers'][number];

/** A controller that would have sent this many by now is silent. */
const expectedEvents = 5;
const week = 7 * 24 * 60;

interface Row {
  id: number;
  name: string;
  location: string;
  company_id: number;
  company_name: string;
  last_at: string | null;
}

/** Active ones, by name. */
export async function findControllers(
  queries: Queries,
  caller: Caller,
  { company_id, site }: { company_id?: number | undefined; site?: string | undefined },
  businessTime: BusinessTime,
  now: Date,
): Promise<SeenController[]> {
  const rows = await queries.all<Row>(
    sql`select access_controllers.id, access_controllers.name, location, company_id, companies.name as company_name,
        (select occurred_at from attendance where access_controller_id = access_controllers.id
          and occurred_at <= ${instantOf(now)} order by occurred_at desc, attendance.id desc limit 1) as last_at
      from access_controllers join companies on companies.id = company_id
      where access_controllers.deleted_at is null and access_controllers.is_active = true
        and ${companyScope(caller, sql`company_id`)}
        and ${company_id === undefined ? sql`true` : sql`company_id = ${company_id}`}
      order by lower(access_controllers.name), access_controllers.id`,
  );
  const wanted = rows.filter((row) => site === undefined || siteOf(row) === site);
  return Promise.all(
    wanted.map(async ({ id, name, company_id, company_name, last_at }) => {
      const sentence = await silenceOf(queries, id, last_at, businessTime, now);
      return {
        id,
        name,
        company: { id: company_id, name: company_name },
        last_event_at: last_at === null ? '' : businessTime.wallClock(last_at),
        is_silent: sentence !== '',
        sentence,
      };
    }),
  );
}

/** Why it is silent; empty if it is not. */
async function silenceOf(
  queries: Queries,
  id: number,
  last: string | null,
  businessTime: BusinessTime,
  now: Date,
): Promise<string> {
  if (last === null) return 'It has never sent an event.';
  const since = `It has sent nothing since ${shortTime(last, businessTime, now)}`;
  if (dateOf(last) < plusMinutes(now, -week)) return `${since}.`;
  const aWeekBefore = (date: Date) => instantOf(plusMinutes(date, -week));
  const then = await queries.all<{ id: number }>(
    sql`select id from attendance where access_controller_id = ${id}
        and occurred_at > ${aWeekBefore(dateOf(last))} and occurred_at <= ${aWeekBefore(now)}
      limit ${expectedEvents}`,
  );
  if (then.length < expectedEvents) return '';
  return `${since}, and sent ${expectedEvents} events or more in the same time a week before.`;
}

/** '08:12', or '2026-11-20 08:12' if that was another day. */
function shortTime(instant: string, businessTime: BusinessTime, now: Date): string {
  const [day = '', time = ''] = businessTime.wallClock(instant).split('T');
  const shown = time.slice(0, 5);
  return day === businessTime.dayOf(instantOf(now)) ? shown : `${day} ${shown}`;
}
