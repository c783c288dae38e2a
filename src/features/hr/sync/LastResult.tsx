// How a company's last syncs ended, on one or two lines. What the server does not tell is left out.

import type { HrSyncCompanyStatus } from '../../../shared/contract/entities/hr.ts';
import { offers } from '../../../platform/session/permissions.ts';
import { useUser } from '../../../platform/session/useSession.ts';
import { hasJustFailed, wasIdle } from './condition.ts';
import { minuteOf } from './minuteOf.ts';
import * as s from './CompanyTable.module.css';

export function LastResult({ status }: { status: HrSyncCompanyStatus }) {
  const { last_run, last_success, last_error, wait, waiting = 0 } = status;
  const isIdle = last_run && wasIdle(status);
  const lines = [
    isIdle && `Last run ${minuteOf(last_run)}, nothing to send`,
    last_success && `Last success ${minuteOf(last_success)}`,
  ].filter(Boolean);
  // CompanyWaits shows the same below, in full.
  const isShownBelow =
    offers(useUser(), 'hr_connectors') && waiting > 0 && wait && last_error?.sentence.includes(wait.sentence);
  const failure =
    last_error?.sentence && !isShownBelow && `Last error ${minuteOf(last_error.at)}: ${last_error.sentence}`;
  return (
    <>
      {lines.slice(0, failure ? 1 : 2).map((line) => (
        <div key={String(line)} className={`${s.line} ${s.small}`}>
          {line}
        </div>
      ))}
      {failure && (
        <div className={`${s.failure} ${s.small} ${hasJustFailed(status) ? s.error : ''}`} title={failure}>
          {failure}
        </div>
      )}
    </>
  );
}
