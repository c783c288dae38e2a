// A page of records under its heading, and the selection among them.

import { useRef, useState, type ReactNode } from 'react';
import { createSelection } from '../../platform/bulk/selection.ts';
import type { AttendanceRecord } from '../../shared/contract/entities/attendance.ts';
import type { Page } from '../../shared/contract/decode.ts';
import type { Query } from '../../shared/contract/endpoints.ts';
import { AfterDelay, lazyPart } from '../../platform/hooks/lazyPart.tsx';
import type { Resource } from '../../platform/hooks/useResource.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { ResourceView } from '../../platform/lists/Loaded.tsx';
import { ScreenHeader } from '../../platform/ui/layout/ScreenHeader.tsx';
import { TableSkeleton } from '../../platform/ui/feedback/Skeletons.tsx';
import { AttendanceTable } from './AttendanceTable.tsx';
import * as s from './AttendanceScreen.module.css';

const MarkSelected = lazyPart('The selection', async () => (await import('./MarkSelected.tsx')).MarkSelected);
const AttendancePager = lazyPart('The pages', async () => (await import('./AttendancePager.tsx')).AttendancePager);
const NoRecords = lazyPart('The explanation', async () => (await import('./NoRecords.tsx')).NoRecords);

interface AttendanceRecordsProps {
  list: Resource<Page<AttendanceRecord>>;
  total: number | undefined;
  page: number;
  /** How many records a page holds; '' leaves it to the server. */
  pageSize: string;
  /** Of the list, without its page. */
  filters: NonNullable<Query<'GET /attendance'>>;
  isFiltered: boolean;
  isOneCompany: boolean;
  /** Buttons for all records, selected or not. */
  actions: ReactNode;
  onPage(page: number): void;
  onPageSize(size: string): void;
  onView(id: number): void;
  /** Between the heading and the records. */
  children: ReactNode;
}

export function AttendanceRecords(props: AttendanceRecordsProps) {
  const { list, total, page, pageSize, filters, isFiltered, isOneCompany, actions, children } = props;
  const { onPage, onPageSize, onView } = props;
  const [selection] = useState(createSelection);
  const mayMark = useCanCall()('POST /attendance/mark-processed');
  const around = useRef<HTMLDivElement>(null);

  return (
    <>
      <ScreenHeader title="Attendance Management" count={total} actions={actions} />
      <div className={s.parts}>
        {children}
        <div ref={around} className={s.records}>
          {mayMark && list.data && (
            <AfterDelay>
              <MarkSelected selection={selection} page={page} list={list.data} filters={filters} around={around} />
            </AfterDelay>
          )}
          <ResourceView resource={list} skeleton={<TableSkeleton label="Loading attendance…" rows={12} />}>
            {({ data, last_page }) =>
              data.length === 0 ? (
                <NoRecords isFiltered={isFiltered} />
              ) : (
                <>
                  <AttendanceTable
                    records={data}
                    busy={list.loading}
                    isOneCompany={isOneCompany && areOfOneCompany(data)}
                    picks={mayMark ? selection : undefined}
                    onView={onView}
                  />
                  <AfterDelay>
                    <AttendancePager
                      page={page}
                      lastPage={last_page}
                      count={data.length + list.unread.length}
                      total={total ?? data.length}
                      busy={list.loading}
                      isOneCompany={isOneCompany}
                      size={pageSize}
                      onPage={(next) => {
                        onPage(next);
                        showTop(around.current);
                      }}
                      onSize={onPageSize}
                    />
                  </AfterDelay>
                </>
              )
            }
          </ResourceView>
        </div>
      </div>
    </>
  );
}

/** A server may ignore the filter, and those of the filter before are shown until others come. */
const areOfOneCompany = (records: readonly AttendanceRecord[]) =>
  records.every(({ company }) => company?.name === records[0]?.company?.name);

/** Another page is read from its top, also by keyboard and screen reader. */
function showTop(parts: HTMLElement | null) {
  const table = parts?.querySelector<HTMLElement>('[role=region]');
  table?.focus({ preventScroll: true });
  table?.scrollIntoView({ block: 'start' });
}
