// A day of a controller, reconciled.

import type { Handlers } from '../../../platform/records/endpoint.ts';
import { can } from '../../../platform/access/caller.ts';
import { invalid } from '../../../platform/records/domainErrors.ts';
import { isDay } from '../../../platform/time/businessTime.ts';
import { instantOf } from '../../../platform/time/instants.ts';
import { timeIn } from '../../../platform/time/localTime.ts';
import { deviceController } from '../deviceController.ts';
import { rulesOf } from '../../controllers/device/deviceRules.ts';
import { reconcileDay } from './reconcileDay.ts';

export const reconcileHandlers = {
  'GET /access-controllers/{id}/device/reconciliation': {
    allow: 'devices.view',
    async handle({ db, caller, businessTime, params, query, now }) {
      const names = await deviceController(db, caller, params.id);
      const rules = await rulesOf(db, params.id);
      const local = rules?.zone ? timeIn(rules.zone) : businessTime;
      const day = query.day ?? local.dayOf(instantOf(now));
      if (!isDay(day)) throw invalid({ day: 'Please enter a date like 2026-01-31' });
      const deviceDay = { controllerId: params.id, companyId: names.company.id, day, local };
      const showsHr = can(caller, 'hr_sync.view');
      const reconciled = await reconcileDay(db, { deviceDay, showsHr, businessTime, now });
      return { data: { ...names, day, zone: local.zone, ...reconciled } };
    },
  },
} satisfies Partial<Handlers>;
