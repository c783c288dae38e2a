// Runs all checks in order, and summarizes them.

import { access, featureOf } from '../../src/shared/contract/access.ts';
import type { CallKey } from '../../src/shared/contract/calls.ts';
import { openLimited } from './checks/accounts.ts';
import { checkAttendance } from './checks/attendance.ts';
import { checkErrors } from './checks/errors.ts';
import { checkPaging } from './checks/lists.ts';
import { checkOrigin } from './checks/origin.ts';
import { checkAdministrator, checkTokens } from './checks/permissions.ts';
import { checkWrites } from './checks/records.ts';
import { checkLimited } from './checks/scope.ts';
import { checkSearch } from './checks/search.ts';
import { signIn, signOut } from './checks/signIn.ts';
import { createKit, type Finding, type Kit, type Options, type Outcome } from './kit.ts';
import { explore } from './reads.ts';

export type Verdict = 'Conforms' | 'Does not conform' | 'Could not be checked';

export interface Report {
  api: string;
  account: string;
  /** UTC. */
  at: string;
  wrote: boolean;
  verdict: Verdict;
  counts: Record<Outcome, number>;
  findings: readonly Finding[];
}

export async function checkServer(options: Options, at = new Date()): Promise<Report> {
  const kit = createKit(options);
  const signedIn = await signIn(kit);
  if (signedIn) {
    const explored = await explore(signedIn);
    const paged = await checkPaging(explored);
    const comparable = await checkAttendance(explored);
    await checkSearch(explored, paged);
    await checkErrors(explored);
    checkAdministrator(explored);
    if (options.origin) await checkOrigin(explored, options.origin);
    await checkTokens(explored);
    const limited = await openLimited(explored);
    if (limited) await checkLimited(explored, limited, comparable);
    if (options.write) await checkWrites(explored, limited);
    if (options.limited && !('token' in options.limited)) await limited?.client.call('POST /auth/logout', {});
    await signOut(explored, options.account);
    reportSecrets(kit);
  }
  reportCoverage(kit, signedIn?.user.features ?? []);

  const { findings } = kit;
  const counted = (outcome: Outcome) => findings.filter((finding) => finding.outcome === outcome).length;
  const failed = counted('failed');
  return {
    api: options.api,
    account: 'token' in options.account ? `API token of ${signedIn?.user.email ?? 'nobody'}` : options.account.email,
    at: at.toISOString(),
    wrote: options.write && signedIn !== undefined,
    // Without signing in, almost nothing was checked.
    verdict: !signedIn ? 'Could not be checked' : failed === 0 ? 'Conforms' : 'Does not conform',
    counts: {
      passed: counted('passed'),
      failed,
      noted: counted('noted'),
      skipped: counted('skipped'),
    },
    findings,
  };
}

function reportSecrets(kit: Kit): void {
  const { searched, found } = kit.secrets;
  const group = kit.group('Secrets');
  for (const key of searched) {
    const field = found.get(key);
    const fault = {
      detail: `${field} holds one; leave the field out, or send whether there is one as has_…`,
      shown: 'Nothing, but anyone who may make this call can read it, and the browser keeps it in memory',
    };
    const claim = 'The answer contains no password, secret, hash or token';
    group.check(key, claim, field === undefined ? undefined : { field, ...fault });
  }
}

/** Calls that the kit only makes where they must be refused, as they affect more than its own records. */
export const neverMade: Partial<Record<CallKey, string>> = {
  'POST /hr-sync/all': 'It would send the records of every company to HR systems',
  'POST /hr-sync/companies/{id}': 'It would send records to an HR system',
  'POST /hr-sync/companies/{id}/retry': 'It would send records to an HR system',
  'PUT /hr-sync/schedule/{slot}': 'Slots are shared by all companies',
  'PUT /hr-sync/schedule/{slot}/toggle': 'Slots are shared by all companies',
  'POST /auth/forgot-password': 'It would send an e-mail',
  'POST /auth/reset-password': 'It needs the link from an e-mail',
};

const isCallKey = (key: string): key is CallKey => key in access;

function reportCoverage(kit: Kit, features: readonly string[]): void {
  const group = kit.group('Not called');
  const reported = new Set(kit.findings.map(({ call }) => call));
  for (const key of Object.keys(access).filter(isCallKey)) {
    if (reported.has(key) && !neverMade[key]) continue;
    const feature = featureOf(key);
    if (feature && !features.includes(feature)) continue; // not part of this server
    const isRead = key.startsWith('GET ');
    const reason =
      neverMade[key] ??
      (feature && !isRead
        ? 'Beyond the specification, only reads are checked'
        : !isRead && !kit.options.write
          ? 'It writes; use --write to check it'
          : 'An earlier check failed');
    group.skip(key, 'The call works', reason);
  }
}
