// Loads the contract's calls by domain, each when its first call is made.

import type { CallKey, EditEntry, EditKey, Entry } from '../../shared/contract/calls.ts';
import { calls as sessionCalls } from '../../shared/contract/session.ts';
import { loadOnce } from '../boot/loadOnce.ts';
import { type Edits, type Entries, loaded } from './calls.ts';

const domain = (paths: RegExp, load: () => Promise<{ calls: Entries & Edits }>) => ({
  paths,
  load: loadOnce('Part of the console', load),
});

/** The first matching pattern determines a path's domain. tests/unit/platform/api/calls.test.ts tries every call. */
const domains = [
  domain(/payroll/, () => import('../../shared/contract/payroll.ts')),
  domain(/digest/, () => import('../../shared/contract/digest.ts')),
  domain(/login/, () => import('../../shared/contract/login.ts')),
  domain(/api-tokens/, () => import('../../shared/contract/apiTokens.ts')),
  domain(/sessions/, () => import('../../shared/contract/sessions.ts')),
  domain(/second-factors|\/auth/, () => import('../../shared/contract/signIn.ts')),
  domain(/single-sign-on/, () => import('../../shared/contract/singleSignOn.ts')),
  domain(/expected|patterns|free-days|leaves|balances/, () => import('../../shared/contract/expectedTime.ts')),
  domain(/personal-data|privacy|legal/, () => import('../../shared/contract/privacy.ts')),
  domain(/hr-[cpm]/, () => import('../../shared/contract/hrConnections.ts')),
  domain(/hr-sync.*(?:config|schedule)/, () => import('../../shared/contract/hrConfig.ts')),
  domain(/-hr$|hr-sync/, () => import('../../shared/contract/hr.ts')),
  domain(/attention/, () => import('../../shared/contract/dashboard.ts')),
  domain(/attendance/, () => import('../../shared/contract/attendance.ts')),
  domain(/day-rules|timesheets/, () => import('../../shared/contract/timesheets.ts')),
  domain(/exceptions|corrections|months/, () => import('../../shared/contract/corrections.ts')),
  domain(/presence|roll-calls/, () => import('../../shared/contract/presence.ts')),
  domain(/codes/, () => import('../../shared/contract/codes.ts')),
  domain(/device\/(?:[enf]|comm|rei|rec)/, () => import('../../shared/contract/deviceEvents.ts')),
  domain(/device/, () => import('../../shared/contract/devices.ts')),
  domain(/access-controllers/, () => import('../../shared/contract/controllers.ts')),
  domain(/employees/, () => import('../../shared/contract/employees.ts')),
  domain(/users|roles|permissions|invitations/, () => import('../../shared/contract/people.ts')),
  domain(/compan/, () => import('../../shared/contract/companies.ts')),
  domain(/settings/, () => import('../../shared/contract/settings.ts')),
  domain(/audit/, () => import('../../shared/contract/audit.ts')),
  domain(/views/, () => import('../../shared/contract/views.ts')),
];

Object.assign(loaded, sessionCalls);

export async function loadCall<K extends CallKey>(key: K): Promise<Entry<K>> {
  if (!loaded[key]) Object.assign(loaded, (await domains.find(({ paths }) => paths.test(key))?.load())?.calls);
  const entries: Entries = loaded;
  return entries[key] ?? missing();
}

/** Loads the decoder of the record that a call edits. */
export async function loadEdit<K extends EditKey>(key: K): Promise<EditEntry<K>> {
  await loadCall(key);
  const edits: Edits = loaded;
  return edits[key] ?? missing();
}

function missing(): never {
  throw new Error('No such call');
}
