// Running the HR sync, and its status.

import { companyScope } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import { companyRecord } from '../companies/companyRecord.ts';
import { sql } from '../../platform/db/sql.ts';
import { conflict } from '../../platform/records/domainErrors.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { findOrThrow } from '../../platform/records/recordActions.ts';
import { instantOf } from '../../platform/time/instants.ts';
import { findShownWaits, liftWait } from './attendanceWaits/waitQueries.ts';
import { findConnectionSummaries } from './connection/connectionSummaries.ts';
import { countDeliveries, requeueFailed, waitingDays } from './delivery/deliveryQueries.ts';
import { findHrUrl, listHrCompanies } from './hrSystemQueries.ts';
import { cancelRun, findLastSync } from './leaseQueries.ts';
import { readOverview } from './overview.ts';
import { countRecords } from './plan/loadDay.ts';
import { requestedDay } from './requestedDay.ts';
import { syncCompanies } from './syncCompanies.ts';
import { syncCompany } from './syncCompany.ts';

export const hrSyncHandlers = {
  'POST /hr-sync/companies/{id}': {
    allow: 'hr_sync.run',
    async handle(request) {
      const { db, caller, businessTime, params, body, now, requestId } = request;
      const company = await findOrThrow(companyRecord, db, caller, params.id);
      const day = requestedDay(body.date, businessTime, now);
      const result = await syncCompany(request, company, { days: [day], cause: { caller, requestId } });
      return { data: { ...result, date: day } };
    },
  },

  'POST /hr-sync/all': {
    allow: 'hr_sync.run',
    async handle(request) {
      const { db, caller, businessTime, body, now, requestId } = request;
      const day = requestedDay(body.date, businessTime, now);
      const visible = await listHrCompanies(db, companyScope(caller, sql`companies.id`));
      const result = await syncCompanies(request, visible, { days: [day], cause: { caller, requestId } });
      return { data: { ...result, date: day } };
    },
  },

  'POST /hr-sync/companies/{id}/retry': {
    allow: 'hr_sync.run',
    async handle(request) {
      const { db, caller, businessTime, params, body, now, requestId } = request;
      const company = await findOrThrow(companyRecord, db, caller, params.id);
      const day = body.date && requestedDay(body.date, businessTime, now);
      await db.tx(async (queries) => {
        const records = body.waiting_only ? 0 : await requeueFailed(queries, company.id, day, now);
        await audit(queries, {
          caller,
          now,
          requestId,
          action: 'hr_sync.retry',
          subject: 'companies',
          subjectId: company.id,
          after: { day: day ?? 'all', records },
        });
      });
      const days = day ? [day] : await waitingDays(db, company.id);
      const result = await syncCompany(request, company, { days, cause: { caller, requestId } });
      return { data: result };
    },
  },

  'POST /hr-sync/companies/{id}/cancel': {
    allow: 'hr_sync.run',
    async handle({ db, caller, params, now, requestId }) {
      const { id, name } = await findOrThrow(companyRecord, db, caller, params.id);
      await db.tx(async (queries) => {
        const cancelled = await cancelRun(queries, id, caller.name || caller.email, now);
        if (cancelled === 'nothing runs') throw conflict(`No sync of ${name} is running`);
        if (cancelled === 'before') return;
        await audit(queries, {
          caller,
          now,
          requestId,
          action: 'hr_sync.cancel',
          subject: 'companies',
          subjectId: id,
        });
      });
      return { data: null };
    },
  },

  'PUT /hr-sync/companies/{id}/attendance-waits': {
    allow: 'hr_sync.configure',
    async handle({ db, caller, params, body, now, requestId }) {
      const { id, name } = await findOrThrow(companyRecord, db, caller, params.id);
      await db.tx(async (queries) => {
        if (!(await liftWait(queries, id, body, now)))
          throw conflict(`Automatic attendance of ${name} does not wait for it`);
        await audit(queries, {
          caller,
          now,
          requestId,
          action: 'hr_sync.lift',
          subject: 'companies',
          subjectId: id,
          after: { [body.kind === 'person' ? 'employee_id' : 'controller_id']: body.id, is_lifted: body.is_lifted },
        });
      });
      return { data: null };
    },
  },

  'GET /hr-sync/companies': {
    allow: 'hr_sync.view',
    async handle({ db, caller, now }) {
      return { data: await readOverview(db, caller, now) };
    },
  },

  'GET /hr-sync/companies/{id}/status': {
    allow: 'hr_sync.view',
    async handle({ db, caller, businessTime, params, now }) {
      const { id } = await findOrThrow(companyRecord, db, caller, params.id);
      const url = await findHrUrl(db, id);
      const today = businessTime.dayOf(instantOf(now));
      const connections = await findConnectionSummaries(db, sql`company_id = ${id}`, today);
      const waits = await findShownWaits(db, sql`company_id = ${id}`, businessTime);
      return {
        data: {
          has_hr_url: url !== undefined,
          hr_url: url?.url ?? '',
          today_attendance_count: await countRecords(db, id, today, businessTime),
          ...(await countDeliveries(db, id)),
          ...connections.of(id),
          ...(await findLastSync(db, id, now)),
          attendance_waits: waits.get(id) ?? [],
        },
      };
    },
  },
} satisfies Partial<Handlers>;
