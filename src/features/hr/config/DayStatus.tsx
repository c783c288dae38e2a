import type { HrSyncDayStatus } from '../../../shared/contract/entities/hr.ts';
import type { HrState } from '../../../shared/contract/entities/attendance.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { groupDigits } from '../../../shared/words/groupDigits.ts';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { RecordCount } from '../RecordCount.tsx';
import { Section } from './Section.tsx';
import * as s from './HrSyncDialog.module.css';

export function DayStatus({ companyId }: { companyId: number }) {
  const status = useResource('GET /companies/{id}/hr-sync/status', { id: companyId });
  return (
    <Section title="Sync Status">
      <ResourceView resource={status} skeleton={<LineSkeleton label="Loading the sync status…" lines={4} />}>
        {({ today, yesterday }) => <Days companyId={companyId} today={today} yesterday={yesterday} />}
      </ResourceView>
    </Section>
  );
}

/** Which delivery states the specification's words stand for. */
const legend =
  'Synced: Sent. Failed: Rejected. Pending: Will retry, not sent yet, or a check-out before the threshold hour.';

function Days({ companyId, today, yesterday }: HrSyncDayStatus & { companyId: number }) {
  const tellsHeldBack = today.held_back !== undefined;
  return (
    <>
      <table className={s.days}>
        <thead>
          <tr>
            <td />
            <th scope="col">Total records</th>
            <th scope="col">Synced</th>
            <th scope="col">Failed</th>
            <th scope="col">Pending</th>
            {tellsHeldBack && <th scope="col">Held back</th>}
          </tr>
        </thead>
        <tbody>
          <Day title="Today" status={today} companyId={companyId} hasPending />
          {/* The specification has no pending records of yesterday: a plain server does not count them. */}
          <Day title="Yesterday" status={yesterday} companyId={companyId} hasPending={tellsHeldBack} />
        </tbody>
      </table>
      {tellsHeldBack && <p className={s.legend}>{legend}</p>}
    </>
  );
}

interface DayProps {
  title: string;
  status: HrSyncDayStatus['today'];
  companyId: number;
  hasPending: boolean;
}

function Day({ title, status, companyId, hasPending }: DayProps) {
  const { date, total_records, synced, failed, pending, held_back } = status;
  const count = (number: number, of: string, state?: HrState) =>
    date ? (
      <RecordCount count={number} company={companyId} state={state} day={date} of={`${of} of ${date}`} />
    ) : (
      groupDigits(number)
    );
  return (
    <tr>
      <th scope="row">{title}</th>
      <td data-label="Total records">{count(total_records, 'records')}</td>
      <td data-label="Synced">{count(synced, 'records that were sent', 'sent')}</td>
      <td data-label="Failed">{count(failed, 'rejected records', 'failed')}</td>
      <td data-label="Pending">{hasPending && groupDigits(pending)}</td>
      {held_back !== undefined && <td data-label="Held back">{groupDigits(held_back)}</td>}
    </tr>
  );
}
