// Running the HR sync, its state, and its schedule.

import { type Caller, can } from '../access/caller.ts';
import { companyScope } from '../access/companyScope.ts';
import { audit } from '../audit/auditLog.ts';
import { currentBusinessTime } from '../settings/settingQueries.ts';
import { findHrUrl } from './configQueries.ts';
import { countDeliveries, daysWaiting, wake } from './delivery/deliveryQueries.ts';
import { listHrCompanies } from './companyQueries.ts';
import { countRecords } from './plan/loadDay.ts';
import { findNext, findSlot, hasRun, lastRuns, listSlots, saveSlot } from './schedule/slotQueries.ts';
import { findLastTurn } from './leaseQueries.ts';
import { sql } from '../db/sql.ts';
import { openOccurrences, type Slot } from './schedule/slots.ts';
import { instantOf } from '../time/instants.ts';
import { isTimeOfDay } from '../time/wallClock.ts';
import type { ApiRequest, Handlers } from '../records/endpoint.ts';
import { invalid, notFound } from '../platform/domainErrors.ts';
import { syncCompany } from './syncCompany.ts';
import { syncAll } from './syncCompanies.ts';
import { findOrThrow } from '../records/recordActions.ts';
import { companyRecord } from '../companies/companyRecord.ts';
import { chosenDay } from './requestedDay.ts';

export const hrSyncHandlers = {
  'POST /hr-sync/companies/{id}': {
    allow: 'hr_sync.run',
    async handle(request) {
      const { db, caller, params, body, now, requestId } = request;
      const company = await findOrThrow(companyRecord, db, caller, params.id);
      const day = chosenDay(body.date, await currentBusinessTime(db), now);
      const result = await syncCompany(request, company, { days: [day], cause: { caller, requestId } });
      return { data: result };
    },
  },

  'POST /hr-sync/all': {
    allow: 'hr_sync.run',
    async handle(request) {
      const { db, caller, body, now, requestId } = request;
      const day = chosenDay(body.date, await currentBusinessTime(db), now);
      const mine = await listHrCompanies(db, companyScope(caller, sql`companies.id`));
      const result = await syncAll(request, mine, { days: [day], cause: { caller, requestId } });
      return { data: result };
    },
  },

  'POST /hr-sync/companies/{id}/retry': {
    allow: 'hr_sync.run',
    async handle(request) {
      const { db, caller, params, body, now, requestId } = request;
      const company = await findOrThrow(companyRecord, db, caller, params.id);
      const day = body.date && chosenDay(body.date, await currentBusinessTime(db), now);
      const woken = await db.tx(async (queries) => {
        const count = await wake(queries, company.id, day, now);
        await audit(queries, {
          caller,
          now,
          requestId,
          action: 'hr_sync.retry',
          subject: 'companies',
          subjectId: company.id,
          after: { day: day ?? 'all', records: count },
        });
        return count;
      });
      const days = day ? [day] : await daysWaiting(db, company.id);
      const result = await syncCompany(request, company, { days, cause: { caller, requestId } });
      return {
        data: result,
        message: `Up for another try: ${woken} failed records. Success: ${result.success}, Failed: ${result.failed}`,
      };
    },
  },

  'GET /hr-sync/companies/{id}/status': {
    allow: 'hr_sync.view',
    async handle({ db, caller, params, now }) {
      const { id } = await findOrThrow(companyRecord, db, caller, params.id);
      const time = await currentBusinessTime(db);
      const url = await findHrUrl(db, id);
      return {
        data: {
          has_hr_url: url !== undefined,
          hr_url: url ?? '',
          today_attendance_count: await countRecords(db, id, time.dayOf(instantOf(now)), time),
          ...(await countDeliveries(db, id)),
          ...(await findLastTurn(db, id, now)),
        },
      };
    },
  },

  'GET /hr-sync/schedule/status': {
    allow: 'hr_sync.view',
    async handle({ db, caller, now }) {
      const time = await currentBusinessTime(db);
      const slots = await listSlots(db);
      const current = openOccurrences(slots, time, now).at(-1);
      const next = await findNext(db, slots, time, now);
      const runs = new Map((await lastRuns(db)).map((run) => [run.slot, run]));
      return {
        data: {
          current_slot: current?.slot ?? '',
          next_sync: next ? time.wallClock(next.instant) : '',
          should_run_now: current !== undefined && !(await hasRun(db, current)),
          time_zone: time.zone,
          schedules: Object.fromEntries(
            slots.map(({ name, clock, is_enabled }) => {
              const run = runs.get(name);
              return [
                name,
                {
                  time: clock,
                  enabled: is_enabled,
                  ...(run && { last_run: run.run_on }),
                  // Its figures are those of every company.
                  ...(run && can(caller, 'companies.all') && { last_result: run.result ?? 'Running' }),
                },
              ];
            }),
          ),
        },
      };
    },
  },

  'PUT /hr-sync/schedule/{slot}': {
    allow: 'hr_sync.configure',
    reach: 'everyCompany',
    async handle(request) {
      const { time, enabled } = request.body;
      if (!isTimeOfDay(time)) throw invalid({ time: 'Please enter a time like 18:30' });
      return changeSlot(request, (slot) => ({
        ...slot,
        clock: time,
        is_enabled: enabled ?? slot.is_enabled,
      }));
    },
  },

  'PUT /hr-sync/schedule/{slot}/toggle': {
    allow: 'hr_sync.configure',
    reach: 'everyCompany',
    async handle(request) {
      return changeSlot(request, (slot) => ({ ...slot, is_enabled: request.body.enabled }));
    },
  },
} satisfies Partial<Handlers>;

type SlotRequest = Pick<
  ApiRequest<'PUT /hr-sync/schedule/{slot}', Caller>,
  'db' | 'caller' | 'now' | 'requestId' | 'params'
>;

async function changeSlot(
  { db, caller, now, requestId, params }: SlotRequest,
  changed: (slot: Slot) => Slot,
): Promise<{ data: null }> {
  await db.tx(async (queries) => {
    const before = await findSlot(queries, params.slot);
    if (!before) throw notFound('There is no such slot');
    const after = changed(before);
    await saveSlot(queries, after);
    await audit(queries, {
      caller,
      now,
      requestId,
      action: 'hr_sync.schedule',
      subject: 'hr_sync_slots',
      before,
      after,
    });
  });
  return { data: null };
}
