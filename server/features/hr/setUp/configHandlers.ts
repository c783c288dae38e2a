// A company's HR sync configuration, its dry run, and the status of its last two days.

import { dryRunDone } from '../../../../src/shared/contract/call.ts';
import {
  type HrSyncConfig,
  hrSyncConfigRules,
  hrSyncModes,
  type StoredHrSyncConfig,
} from '../../../../src/shared/contract/hrConfig.ts';
import { validate } from '../../../../src/shared/contract/validate.ts';
import { can } from '../../../platform/access/caller.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { forbidden, invalid } from '../../../platform/domainErrors.ts';
import { versionOf } from '../../../platform/records/edit.ts';
import { assertValid, type Handlers, Reply } from '../../../platform/records/endpoint.ts';
import { findOrThrow } from '../../../platform/records/recordActions.ts';
import { daysAfter, instantOf } from '../../../platform/time/clock.ts';
import { companyRecord, type EditRequest, editOfCompany } from '../../companies/companyQueries.ts';
import {
  defaultRules,
  findConnection,
  findHrConfig,
  type HrRules,
  type StoredHrConfig,
  saveHrConfig,
} from '../connection/connectionQueries.ts';
import { makeDeliveriesDue } from '../delivery/deliveryQueries.ts';
import { changesBetween, dayStatusOf, detailOf, plannedRequests } from '../dryRun.ts';
import { loadHrDay, planOfDay } from '../plan/loadDay.ts';
import { planDay } from '../plan/planDay.ts';
import { requestedDay, syncCompany } from '../syncCompany.ts';
import { syncedDay } from '../syncResult.ts';
import { endWait } from '../syncState.ts';

/** Omits the secret. */
async function shownConfig(queries: Queries, companyId: number): Promise<StoredHrSyncConfig> {
  const { rules, signingSecret } = await findHrConfig(queries, companyId);
  const version = versionOf('PUT /companies/{id}/hr-sync/config', rules, signingSecret);
  const { connector } = await findConnection(queries, companyId);
  return { ...rules, has_signing_secret: signingSecret !== '', can_be_signed: connector === 'rollcall', version };
}

export const hrConfigHandlers = {
  async 'GET /companies/{id}/hr-sync/config'({ db, caller, params }) {
    const { id } = await findOrThrow(companyRecord, db, caller, params.id);
    return { hr_sync_config: await shownConfig(db, id) };
  },

  async 'PUT /companies/{id}/hr-sync/config'(request) {
    const { rules, signingSecret } = splitConfig(request.body);
    return replaceConfig(request, 'hr_sync.configure', (before) => ({
      rules,
      signingSecret: signingSecret === '' ? before.signingSecret : request.vault.seal(signingSecret),
    }));
  },

  async 'POST /companies/{id}/hr-sync/config/reset'(request) {
    return replaceConfig(request, 'hr_sync.reset', ({ signingSecret }) => ({ rules: defaultRules, signingSecret }));
  },

  async 'GET /companies/{id}/hr-sync/status'({ db, caller, clocks, params, now }) {
    const { id } = await findOrThrow(companyRecord, db, caller, params.id);
    const clock = clocks.of(id);
    const today = clock.dayOf(instantOf(now));
    const statusOf = async (date: string) => ({
      ...syncedDay(date, clock),
      ...dayStatusOf(await planOfDay(db, id, date, { clock, now })),
    });
    return { today: await statusOf(today), yesterday: await statusOf(daysAfter(today, -1)) };
  },

  async 'POST /companies/{id}/hr-sync/test'(request) {
    const { db, caller, clocks, params, body, now, requestId } = request;
    const company = await findOrThrow(companyRecord, db, caller, params.id);
    const clock = clocks.of(company.id);
    const date = requestedDay(body.date, clock.dayOf(instantOf(now)));
    const saved = await findHrConfig(db, company.id);
    const rules = rulesToTest(body.config) ?? saved.rules;
    const day = await loadHrDay(db, company.id, date, clock, now);
    const plan = planDay(day, rules);
    const results = {
      success: true,
      date,
      time_zone: clock.zone,
      sync_details: plan.map((employee) => detailOf(employee, rules, clock)),
      changes: changesBetween(planDay(day, saved.rules), plan, clock),
    };
    if (body.dry_run) {
      const requests = can(caller, 'hr_sync.configure') ? await plannedRequests(db, company, plan, now) : {};
      return new Reply({ results: { ...results, ...requests } }, { message: dryRunDone });
    }

    if (!can(caller, 'hr_sync.run')) throw forbidden();
    if (body.config) throw invalid({ config: 'Save the configuration before sending with it' });
    const sync = await syncCompany(request, company, { days: [date], cause: { caller, requestId } });
    return { results: { ...results, success: sync.failed === 0, sync } };
  },
} satisfies Partial<Handlers>;

function splitConfig({ signing_secret = '', multiple_clock_out_mode, ...rest }: HrSyncConfig): StoredHrConfig {
  const mode = hrSyncModes.find((known) => known === multiple_clock_out_mode);
  if (!mode) throw invalid({ multiple_clock_out_mode: `Please choose one of ${hrSyncModes.join(', ')}` });
  return { rules: { multiple_clock_out_mode: mode, ...rest }, signingSecret: signing_secret };
}

function rulesToTest(config: HrSyncConfig | undefined): HrRules | undefined {
  if (!config) return undefined;
  assertValid(validate(hrSyncConfigRules, config));
  return splitConfig(config).rules;
}

async function replaceConfig(
  request: EditRequest,
  action: 'hr_sync.configure' | 'hr_sync.reset',
  replacement: (before: StoredHrConfig) => StoredHrConfig,
): Promise<{ hr_sync_config: StoredHrSyncConfig }> {
  const { id } = request.params;
  const key = 'PUT /companies/{id}/hr-sync/config';
  const edited = { key, action, subject: 'hr_sync_configs', find: shownConfig } as const;
  const saved = await editOfCompany(request, edited, async (queries) => {
    const before = await findHrConfig(queries, id);
    const after = replacement(before);
    await saveHrConfig(queries, id, after);
    if (after.signingSecret !== before.signingSecret) {
      await endWait(queries, id);
      await makeDeliveriesDue(queries, id, request.now);
    }
  });
  return { hr_sync_config: saved };
}
