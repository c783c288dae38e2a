// Derives the condition of a company's HR sync from its status.

import type { HrSyncCompanyStatus } from '../../../shared/contract/hr.ts';

export type LoadedStatus = HrSyncCompanyStatus | 'unavailable';
/** Undefined while loading. */
export type CompanyStatus = LoadedStatus | undefined;

/** Most urgent first. */
export const conditions = ['problem', 'waiting', 'fine', 'unconfigured'] as const;
export type Condition = (typeof conditions)[number];

/** Undefined while the status loads. */
export function conditionOf(status: CompanyStatus): Condition | undefined {
  if (status === undefined) return undefined;
  if (status === 'unavailable') return 'problem';
  if (status.wait || (status.has_hr_url && hasJustFailed(status)) || (status.failed ?? 0) > 0) return 'problem';
  if ((status.waiting ?? 0) > 0) return 'waiting';
  return status.has_hr_url ? 'fine' : 'unconfigured';
}

/** Whether the server tells how earlier syncs ended; the specification has nothing about it. */
export function hasSyncResults(status: CompanyStatus): boolean {
  if (typeof status !== 'object') return false;
  const { waiting, failed, last_run, last_success, last_error, wait, attendance_waits } = status;
  return [waiting, failed, last_run, last_success, last_error, wait, attendance_waits].some(
    (told) => told !== undefined,
  );
}

/** Whether the last sync that sent something failed altogether. */
export const hasJustFailed = ({ last_error, last_success = '' }: HrSyncCompanyStatus): boolean =>
  last_error !== undefined && last_error.at > last_success;

/** Whether the last sync had nothing to send. */
export const hadNothingToSend = ({ last_run = '', last_error, last_success = '' }: HrSyncCompanyStatus): boolean =>
  last_run > last_success && last_run > (last_error?.at ?? '');

/** Why nothing can be sent now. */
export function disabledReasonOf(status: CompanyStatus, isAnyRunning: boolean): string | undefined {
  if (status === undefined) return 'The status is still loading';
  if (status === 'unavailable') return 'The status is unavailable';
  if (!status.has_hr_url) return 'No HR URL is configured';
  return isAnyRunning || status.is_running ? 'A sync is running' : undefined;
}
