// Which controllers are silent: whoever passed one of them may be wrong in every list.

import type { PresenceSummary } from '../../../src/shared/contract/presence.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { companyScope } from '../../platform/access/companyScope.ts';
import type { Queries } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { silenceOf } from '../controllers/device/silence.ts';
import { loadVitals, type Vitals } from '../controllers/device/vitals.ts';
import type { Moment } from '../controllers/device/words.ts';
import type { BusinessTime } from '../../platform/time/businessTime.ts';
import { siteOf } from './places.ts';

type SeenController = PresenceSummary['controllers'][number];

interface Row {
  id: number;
  name: string;
  location: string;
  company_id: number;
  company_name: string;
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
    sql`select access_controllers.id, access_controllers.name, location, company_id, companies.name as company_name
      from access_controllers join companies on companies.id = company_id
      where access_controllers.deleted_at is null and access_controllers.is_active = true
        and ${companyScope(caller, sql`company_id`)}
        and ${company_id === undefined ? sql`true` : sql`company_id = ${company_id}`}
      order by lower(access_controllers.name), access_controllers.id`,
  );
  const wanted = rows.filter((row) => site === undefined || siteOf(row) === site);
  const vitals = await loadVitals(
    queries,
    wanted.map(({ id }) => id),
    now,
  );
  return wanted.map(({ id, name, company_id, company_name }) => {
    const known = vitals.get(id);
    const lastEventAt = known?.lastEventAt ?? null;
    const sentence = (known && whyUnsure(known, { businessTime, now })) ?? '';
    return {
      id,
      name,
      company: { id: company_id, name: company_name },
      last_event_at: lastEventAt === null ? '' : businessTime.wallClock(lastEventAt),
      is_silent: sentence !== '',
      sentence,
    };
  });
}

/** Undefined if what it sends can be relied on: a device that calls, and has no events, has none to send. */
function whyUnsure(vitals: Vitals, moment: Moment): string | undefined {
  if (vitals.lastEventAt === null && !vitals.calls) return 'It has never sent an event.';
  return silenceOf(vitals, moment)?.sentence;
}
