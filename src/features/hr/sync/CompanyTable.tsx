import { VisuallyHidden } from '../../../platform/ui/layout/VisuallyHidden.tsx';
import { CompanyRow, type SyncedCompany } from './CompanyRow.tsx';
import type { CompanyStatus } from './useStatuses.ts';
import type { Sync } from './useSync.ts';
import * as s from './CompanyTable.module.css';

export interface CompanyState {
  company: SyncedCompany;
  status: CompanyStatus;
}

interface CompanyTableProps {
  rows: readonly CompanyState[];
  sync: Sync;
  busy: boolean;
  onReload(): void;
}

export function CompanyTable({ rows, sync, busy, onReload }: CompanyTableProps) {
  return (
    <div className={s.frame}>
      <table aria-busy={busy || undefined} className={s.table}>
        <caption>
          <VisuallyHidden>HR sync of each company</VisuallyHidden>
        </caption>
        <thead className={s.top}>
          <tr>
            <th scope="col">Company</th>
            <th scope="col" className={s.system}>
              HR system
            </th>
            <th scope="col" className={s.count}>
              Today&apos;s Records
            </th>
            <th scope="col" className={s.count}>
              Will retry
            </th>
            <th scope="col" className={s.count}>
              Rejected
            </th>
            <th scope="col" className={s.last}>
              Last result
            </th>
            <th scope="col" className={s.actions}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ company, status }) => (
            <CompanyRow
              key={company.id}
              company={company}
              status={status}
              busy={sync.underWay === company.id}
              isAnyRunning={sync.underWay !== undefined}
              onSync={() => sync.company(company)}
              onRetry={() => sync.retry(company)}
              onRetryWaiting={() => sync.retryWaiting(company)}
              onReload={onReload}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
