// With --write only: creates, finds, changes and deletes a record of each kind. Touches no other records, and names those
// that a failing server leaves behind.

import type { Explored, SignedIn } from '../kit.ts';
import { refuses, succeeds } from '../verdicts.ts';
import { differenceFault } from './differences.ts';
import { limitedIntruder, tryHrSync, withoutRole } from './intruders.ts';
import { accountOf, roles, settings, users } from './adminKinds.ts';
import { companies, controllers, employees, urls } from './companyKinds.ts';
import type { Limited } from './limited.ts';
import { assignCompany, checkPassword, checkReads, signInOwn } from './ownUser.ts';
import { newMark, withRecord, type Writing } from './records.ts';
import { withViewer } from './viewer.ts';
import { checkApiTokens } from './apiTokens.ts';
import { checkCodes } from './codes.ts';
import { checkCorrections } from './corrections.ts';
import { checkDevices } from './devices.ts';
import { checkInvitations } from './invitations.ts';
import { checkPrivacy } from './privacy.ts';
import { checkRollCall } from './rollCalls.ts';
import { checkSessions } from './sessions.ts';
import { checkSecondFactor } from './secondFactor.ts';
import { checkVersions } from './versions.ts';
import { checkViews } from './views.ts';

/** The kit's own user, who has no roles. */
interface Own extends SignedIn {
  id: number;
}

export async function checkWrites(kit: Explored, limited: Limited | undefined): Promise<void> {
  const known = new Set(kit.answers['GET /permissions']?.map(({ name }) => name));
  const writing: Writing = {
    client: kit.client,
    group: kit.findings.group('Writes'),
    mark: newMark(),
    intruders: limited ? [limitedIntruder(limited, known)] : [],
  };
  kit.secrets.know(accountOf(writing.mark).password);

  let hasUser = false;
  await withRecord(writing, users, async (id) => {
    hasUser = true;
    const own = await signInOwn(kit, writing);
    if (!own) return checkRecords(kit, writing);
    const intruders = [...writing.intruders, withoutRole(own.client)];
    await checkInvitations(kit, { ...writing, intruders }, id);
    await checkRecords(kit, { ...writing, intruders }, { ...own, id });
    await checkSecondFactor(kit, writing, { ...own, id });
    const password = await checkPassword(kit, writing, own);
    await checkSessions(kit, writing, id, { ...accountOf(writing.mark), password });
  });
  if (!hasUser) await checkRecords(kit, writing);
}

async function checkRecords(kit: Explored, writing: Writing, own?: Own): Promise<void> {
  const { client, group, mark } = writing;
  const urlType = kit.answers['GET /settings/url-types']?.[0] ?? 'website';
  const secret = `secret of ${mark}`;
  kit.secrets.know(secret);

  await withRecord(writing, companies, async (id) => {
    await withViewer(kit, writing, id, async (viewer) => {
      const watched = viewer ? { ...writing, intruders: [...writing.intruders, viewer] } : writing;
      await withRecord(watched, urls(id, urlType), (urlId) => checkHealth(writing, urlId));
      await withRecord(watched, controllers(id, secret), (controllerId) => checkDevices(kit, watched, controllerId));
      await withRecord(watched, employees(id, kit.user.features.includes('employment')), async (employeeId) => {
        await checkRollCall(kit, watched, id, employeeId);
        await checkCodes(kit, watched, id, employeeId);
        await checkPrivacy(kit, watched, employeeId);
        await checkCorrections(kit, watched, id, employeeId);
      });
      await checkHrSync(watched, id);
      await checkApiTokens(kit, writing, id);
      await checkVersions(kit, writing, id);
    });
    if (own) await checkOwn(own, id);
  });
  await withRecord(writing, settings);
  await withRecord(writing, roles);
  await checkViews(kit, writing, own?.client);

  const marking = 'POST /attendance/mark-processed';
  const nothing = await client.call(marking, { body: { record_ids: [] } });
  refuses(group, marking, 'An empty list of records is refused', nothing, ['invalid', 'refused']);

  async function checkOwn(user: Own, companyId: number): Promise<void> {
    const isAssigned = await assignCompany(writing, user.id, companyId);
    await checkReads(kit, user, isAssigned ? companyId : undefined);
  }
}

async function checkHealth({ client, group }: Writing, id: number): Promise<void> {
  const key = 'POST /company-urls/{id}/check-health';
  succeeds(group, key, 'A health check is answered', await client.call(key, { id }));
}

/** On a company without an HR system, so that nothing can be sent. */
async function checkHrSync({ client, group, intruders }: Writing, id: number): Promise<void> {
  const put = 'PUT /companies/{id}/hr-sync/config';
  const body = {
    multiple_clock_out_mode: 'all_records',
    lunch_break_detection: false,
    min_break_duration_minutes: 25,
    max_break_duration_minutes: 95,
    sync_time_threshold_hour: 17,
    auto_detect_breaks: false,
  } as const;
  if (succeeds(group, put, 'A configuration is accepted', await client.call(put, { id, body }))) {
    const saved = await client.call('GET /companies/{id}/hr-sync/config', { id });
    const found = saved.ok ? saved.data.hr_sync_config : {};
    const fault = differenceFault({ saved: body, found, prefix: 'hr_sync_config.' });
    group.check(put, 'The saved configuration is returned', fault);
  }
  const reset = 'POST /companies/{id}/hr-sync/config/reset';
  succeeds(group, reset, 'The configuration can be reset', await client.call(reset, { id }));
  const test = 'POST /companies/{id}/hr-sync/test';
  succeeds(group, test, 'A dry run is answered', await client.call(test, { id, body: { dry_run: true } }));
  for (const intruder of intruders) await tryHrSync(group, intruder, id);
}
