// Runs all checks in order.

import { checkAdministrator } from './checks/administrator.ts';
import { checkAudit } from './checks/audit.ts';
import { checkDates } from './checks/dates.ts';
import { checkErrors } from './checks/errors.ts';
import { checkExceptions } from './checks/exceptions.ts';
import { checkFilters } from './checks/filters.ts';
import { checkIdentity } from './checks/identity.ts';
import { checkOrigin } from './checks/origin.ts';
import { checkPaging } from './checks/paging.ts';
import { checkLimited, openLimited } from './checks/limited.ts';
import { checkSearch } from './checks/search.ts';
import { checkTokens } from './checks/permissions.ts';
import { explore } from './checks/shapes.ts';
import { reportSecrets } from './checks/secrets.ts';
import { signIn, signOut } from './checks/signIn.ts';
import { checkStatistics } from './checks/statistics.ts';
import { checkTimesheets } from './checks/timesheets.ts';
import { checkWrites } from './checks/writes.ts';
import { reportCoverage } from './coverage.ts';
import type { Finding, Outcome } from './findings.ts';
import { createKit, type Options } from './kit.ts';

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
    await checkIdentity(explored);
    const paged = await checkPaging(explored);
    const sound = await checkFilters(explored);
    await checkSearch(explored, paged);
    // Statistics can only be compared with a list that is right itself.
    const comparable = (await checkDates(explored)) ? sound : undefined;
    if (comparable) await checkStatistics(kit.findings.group('Statistics'), explored.client, comparable);
    await checkExceptions(explored);
    await checkTimesheets(explored);
    await checkAudit(explored);
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

  const findings = kit.findings.all;
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
