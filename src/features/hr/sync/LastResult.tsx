// How a company's last syncs ended, on one or two lines. What the server does not tell is left out.

import type { HrSyncCompanyStatus } from '../../../shared/contract/hr.ts';
import { hasJustFailed, wasIdle } from './condition.ts';
import { minuteOf } from './minuteOf.ts';
import * as s from './CompanyTable.module.css';

export function LastResult({ status }: { status: HrSyncCompanyStatus }) {
  const { last_run, last_success, last_error } = status;
  const isIdle = last_run && wasIdle(status);
  const lines = [
    isIdle && `Last run ${minuteOf(last_run)}, nothing to send`,
    last_success && `Last success ${minuteOf(last_success)}`,
  ].filter(Boolean);
  const failure = last_error?.sentence && `Last error ${minuteOf(last_error.at)}: ${last_error.sentence}`;
  return (
    <>
      {lines.slice(0, failure ? 1 : 2).map((line) => (
        <div key={String(line)} className={`${s.line} ${s.small}`}>
          {line}
        </div>
      ))}
      {failure && (
        <div className={`${s.line} ${s.small} ${hasJustFailed(status) ? s.error : ''}`} title={failure}>
          {failure}
        </div>
      )}
    </>
  );
}
