// A page of records under its heading, and the selection among them.

import { useRef, useState, type ReactNode } from 'react';
import { createSelection } from '../../bulk/selection.ts';
import type { AttendanceRecord } from '../../contract/entities/attendance.ts';
import type { Page } from '../../contract/decode.ts';
import type { Query } from '../../contract/endpoints.ts';
import { Later, lazyPart } from '../../hooks/lazyPart.tsx';
import type { Resource } from '../../hooks/useResource.ts';
import { useMay } from '../../session/useMay.ts';
import { Loaded } from '../../crud/Loaded.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Pager } from '../../ui/data/Pager.tsx';
import { ScreenHeader } from '../../ui/layout/ScreenHeader.tsx';
import { TableSkeleton } from '../../ui/feedback/Skeletons.tsx';
import { AttendanceTable } from './AttendanceTable.tsx';
import * as s from './AttendanceScreen.module.css';

const MarkSelected = lazyPart('The selection', async () => (await import('./MarkSelected.tsx')).MarkSelected);

interface AttendanceRecordsProps {
  list: Resource<Page<AttendanceRecord>>;
  total: number | undefined;
  page: number;
  /** Of the list, without its page. */
  filters: NonNullable<Query<'GET /attendance'>>;
  isFiltered: boolean;
  /** Buttons for all records, selected or not. */
  actions: ReactNode;
  onPage(page: number): void;
  onView(id: number): void;
  /** Between the heading and the records. */
  children: ReactNode;
}

export function AttendanceRecords(props: AttendanceRecordsProps) {
  const { list, total, page, filters, isFiltered, actions, onPage, onView, children } = props;
  const [selection] = useState(createSelection);
  const mayMark = useMay()('POST /attendance/mark-processed');
  const around = useRef<HTMLDivElement>(null);

  return (
    <>
      <ScreenHeader title="Attendance Management" count={total} actions={actions} />
      <div className={s.parts}>
        {children}
        <div ref={around} className={s.records}>
          {mayMark && list.data && (
            <Later>
              <MarkSelected selection={selection} page={page} list={list.data} filters={filters} around={around} />
            </Later>
          )}
          <Loaded resource={list} skeleton={<TableSkeleton label="Loading attendance…" rows={12} />}>
            {({ data, last_page }) =>
              data.length === 0 ? (
                <NoRecords isFiltered={isFiltered} />
              ) : (
                <>
                  <AttendanceTable
                    records={data}
                    busy={list.loading}
                    picks={mayMark ? selection : undefined}
                    onView={onView}
                  />
                  <Pager page={page} lastPage={last_page} busy={list.loading} onPage={onPage} />
                </>
              )
            }
          </Loaded>
        </div>
      </div>
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
