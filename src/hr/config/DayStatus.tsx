import type { HrSyncDayStatus } from '../../contract/entities/hr.ts';
import { useResource } from '../../hooks/useResource.ts';
import { Loaded } from '../../crud/Loaded.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { LineSkeleton } from '../../ui/feedback/Skeletons.tsx';
import { Figures, type Figure } from './Figures.tsx';
import * as s from './HrSyncDialog.module.css';

export function DayStatus({ companyId }: { companyId: number }) {
  const status = useResource('GET /companies/{id}/hr-sync/status', { id: companyId });
  return (
    <Panel title="Sync Status">
      <Loaded resource={status} skeleton={<LineSkeleton label="Loading the sync status…" lines={4} />}>
        {({ today, yesterday }) => (
          <>
            <div className={s.days}>
              <Day
                title="Today"
                figures={[
                  ...figuresOf(today),
                  { label: 'Pending', value: today.pending },
                  { label: 'Held back', value: today.held_back },
                ]}
              />
              <Day
                title="Yesterday"
                figures={[...figuresOf(yesterday), { label: 'Held back', value: yesterday.held_back }]}
              />
            </div>
            {today.held_back !== undefined && <p className={s.legend}>{legend}</p>}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

/** Which delivery states the specification's words stand for. */
const legend =
  'Synced: Sent. Failed: Rejected. Pending: Will retry, not sent yet, or a check-out before the threshold hour.';

const figuresOf = ({ total_records, synced, failed }: HrSyncDayStatus['today']): Figure[] => [
  { label: 'Total records', value: total_records },
  { label: 'Synced', value: synced },
  { label: 'Failed', value: failed },
];

function Day({ title, figures }: { title: string; figures: readonly Figure[] }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <Figures items={figures} />
    </section>
  );
}
