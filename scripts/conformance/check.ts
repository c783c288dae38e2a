// Runs all checks in order.

import { checkDates } from './checks/dates.ts';
import { checkErrors } from './checks/errors.ts';
import { checkFilters } from './checks/filters.ts';
import { checkPaging } from './checks/paging.ts';
import { checkPermissions } from './checks/permissions.ts';
import { checkIdentity, explore } from './checks/shapes.ts';
import { signIn, signOut } from './checks/signIn.ts';
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
    checkIdentity(explored);
    await checkPaging(explored);
    await checkFilters(explored);
    await checkDates(explored);
    await checkErrors(explored);
    await checkPermissions(explored);
    if (options.write) await checkWrites(explored);
    await signOut(explored);
  }
  reportCoverage(kit, signedIn?.user.features ?? []);

  const findings = kit.findings.all;
  const counted = (outcome: Outcome) => findings.filter((finding) => finding.outcome === outcome).length;
  const failed = counted('failed');
  return {
    api: options.api,
    account: options.account.email,
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
