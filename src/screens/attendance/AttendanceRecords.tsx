// A page of records under its heading. The selection is kept here, not above, so that selecting a row does not render
// the filters and exports around it.

import { useMemo, useState, type ReactNode } from 'react';
import type { AttendanceRecord } from '../../contract/entities/attendance.ts';
import type { Page } from '../../contract/decode.ts';
import { lazyPart, usePreloadWhen } from '../../hooks/lazyPart.tsx';
import type { Resource } from '../../hooks/useResource.ts';
import { Loaded } from '../../crud/Loaded.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Pager } from '../../ui/data/Pager.tsx';
import { ScreenHeader } from '../../ui/layout/ScreenHeader.tsx';
import { TableSkeleton } from '../../ui/feedback/Skeletons.tsx';
import { AttendanceTable } from './AttendanceTable.tsx';
import { useSelection } from './useSelection.ts';
import * as s from './AttendanceScreen.module.css';

const MarkProcessed = lazyPart('The confirmation', async () => (await import('./MarkProcessed.tsx')).MarkProcessed);
const laterParts = [MarkProcessed];

interface AttendanceRecordsProps {
  list: Resource<Page<AttendanceRecord>>;
  total: number | undefined;
  page: number;
  /** Names what is shown: the selection ends when it changes. */
  selectionKey: string;
  isFiltered: boolean;
  /** Buttons for all records, selected or not. */
  actions: ReactNode;
  onPage(page: number): void;
  onView(id: number): void;
  /** Between the heading and the records. */
  children: ReactNode;
}

export function AttendanceRecords(props: AttendanceRecordsProps) {
  const { list, total, page, selectionKey, isFiltered, actions, onPage, onView, children } = props;
  const [selected, select] = useSelection(selectionKey);
  const [isMarking, setMarking] = useState(false);
  const records = list.data?.data;
  const selectedRecords = useMemo(() => (records ?? []).filter(({ id }) => selected.has(id)), [records, selected]);
  usePreloadWhen(records !== undefined, laterParts);

  return (
    <>
      <ScreenHeader
        title="Attendance Management"
        count={total}
        actions={
          <>
            {selectedRecords.length > 0 && (
              <Button kind="primary" icon={<Icon name="check" />} onClick={() => setMarking(true)}>
                Mark as Processed ({selectedRecords.length})
              </Button>
            )}
            {actions}
          </>
        }
      />
      <div className={s.parts}>
        {children}
        <Loaded resource={list} skeleton={<TableSkeleton label="Loading attendance…" rows={12} />}>
          {({ data, last_page }) =>
            data.length === 0 ? (
              <NoRecords isFiltered={isFiltered} />
            ) : (
              <>
                <AttendanceTable
                  records={data}
                  busy={list.loading}
                  selected={selected}
                  onSelect={select}
                  onView={onView}
                />
                <Pager page={page} lastPage={last_page} busy={list.loading} onPage={onPage} />
              </>
            )
          }
        </Loaded>
      </div>
      {isMarking && (
        <MarkProcessed
          records={selectedRecords}
          onDone={() => {
            setMarking(false);
            select(new Set());
          }}
          onClose={() => setMarking(false)}
        />
      )}
    </>
  );
}

function NoRecords({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      icon="attendance"
      title="No attendance records found"
      hint={
        isFiltered
          ? 'Try adjusting your filters to see more results'
          : 'Attendance records will appear here once access controllers start sending data'
      }
    />
  );
}
