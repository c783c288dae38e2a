// Serves what devices sent, as they sent it, and reads it again by other rules.

import { audit } from '../../../platform/audit/auditLog.ts';
import { lockCompanyOf } from '../../companies/companyQueries.ts';
import { lockRow } from '../../../platform/db/rowLocks.ts';
import { dryRunDone } from '../../../../src/shared/contract/call.ts';
import { isCalendarDay } from '../../../../src/shared/contract/calendarDay.ts';
import { invalid } from '../../../platform/records/domainErrors.ts';
import type { Handlers } from '../../../platform/records/endpoint.ts';
import { pageOf, pageRequestOf, sizesOfRows } from '../../../platform/records/parameters.ts';
import { doorOf } from '../deviceController.ts';
import { listEvents } from './eventQueries.ts';
import { assertReadable, readAgain, tryReading } from './readAgain.ts';

/** `changed` is called when attendance records may have changed. */
export const createEventHandlers = (changed: () => void) =>
  ({
    'GET /access-controllers/{id}/device/events': {
      allow: 'devices.view',
      async handle({ db, caller, clocks, params, query }) {
        if (query.day !== undefined && !isCalendarDay(query.day))
          throw invalid({ day: 'Please enter a date such as 2026-11-21' });
        const page = pageRequestOf(query, sizesOfRows);
        const door = await doorOf(db, caller, params.id);
        const { events, total } = await listEvents(db, door, clocks.of(door.companyId), query, page);
        return { data: pageOf(events, total, page) };
      },
    },

    'POST /access-controllers/{id}/device/reinterpret': {
      allow: 'devices.manage',
      async handle({ db, caller, params, body, now, requestId }) {
        const { dry_run, ...period } = body;
        assertReadable(period);
        if (dry_run) {
          const preview = await tryReading(db, await doorOf(db, caller, params.id), period, now);
          return { data: preview, message: dryRunDone };
        }
        const data = await db.tx(async (queries) => {
          await lockCompanyOf(queries, 'access_controllers', params.id, 'change');
          await lockRow(queries, 'access_controllers', params.id, 'change');
          const result = await readAgain(queries, await doorOf(queries, caller, params.id), period, now);
          await audit(queries, {
            caller,
            requestId,
            now,
            action: 'devices.reinterpret',
            subject: 'access_controllers',
            subjectId: params.id,
            after: { ...period, ...result },
          });
          return result;
        });
        changed();
        return { data };
      },
    },
  }) satisfies Partial<Handlers>;
