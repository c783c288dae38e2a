// Who came and went, and when: filtered, looked through, marked as processed, exported.

import { useCallback, useMemo, useState } from 'react';
import { later, useFetchedAfter } from '../../hooks/later.tsx';
import { useListParams } from '../../hooks/useListParams.ts';
import { useRemembered } from '../../hooks/useResource.ts';
import { Loaded } from '../../records/Loaded.tsx';
import { useExistingPage } from '../../records/useExistingPage.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { TableSkeleton } from '../../ui/Skeletons.tsx';
import { AttendanceTable } from './AttendanceTable.tsx';
import { FilterChips } from './FilterChips.tsx';
import { choices, isAnySet } from './filters.ts';
import { attendanceCall, attendanceParams, defaultFilters, queryOf } from './list.ts';
import { nameAmong, useFilterOptions } from './useFilterOptions.ts';
import { useExport } from './useExport.ts';
import { useSelection } from './useSelection.ts';
import * as s from './AttendanceScreen.module.css';

export { signedIn } from '../../signedIn.ts';

const panelId = 'attendance-filters';

const FilterPanel = later('The filters', async () => (await import('./FilterPanel.tsx')).FilterPanel);
const ExportPanel = later('The export', async () => (await import('./ExportPanel.tsx')).ExportPanel);
const MarkProcessed = later('The question', async () => (await import('./MarkProcessed.tsx')).MarkProcessed);
const RecordDialog = later('The record', async () => (await import('./RecordDialog.tsx')).RecordDialog);
const VerifyFile = later('The check', async () => (await import('./VerifyFile.tsx')).VerifyFile);
const laterParts = [FilterPanel, ExportPanel, MarkProcessed, RecordDialog, VerifyFile];

export default function AttendanceScreen() {
  const [defaults] = useState(attendanceParams);
  const [{ page, panel, record, ...filters }, change] = useListParams(defaults);
  const query = queryOf(filters);
  const list = useRemembered('GET /attendance', attendanceCall({ ...filters, page }));
  const shown = useExistingPage(list, page, change);
  const records = list.data?.data ?? [];
  useFetchedAfter(list.data !== undefined, laterParts);

  const options = useFilterOptions(filters.company_id, panel !== '');
  const chosen = choices(filters, {
    company: (id) => nameAmong(options.companies, id),
    employee: (id) => nameAmong(options.employees, id),
    controller: (id) => nameAmong(options.controllers, id),
  });

  const place = JSON.stringify({ ...query, page });
  const [selected, select] = useSelection(place);
  const [isMarking, setMarking] = useState(false);
  const selectedRecords = useMemo(() => records.filter(({ id }) => selected.has(id)), [records, selected]);

  const exporting = useExport(query, chosen);
  const [isVerifying, setVerifying] = useState(false);

  const view = useCallback((id: number) => change({ record: String(id), page }), [change, page]);
  const clear = () => change({ ...defaultFilters(), panel });

  return (
    <>
      <ScreenHeader
        title="Attendance Management"
        count={list.data?.total}
        actions={
          <>
            {selectedRecords.length > 0 && (
              <Button kind="primary" icon={<Icon name="check" />} onClick={() => setMarking(true)}>
                Mark as Processed ({selectedRecords.length})
              </Button>
            )}
            <Button icon={<Icon name="download" />} busy={exporting.busy === 'excel'} onClick={() => exporting.start('excel')}>
              Export Excel
            </Button>
            <Button icon={<Icon name="download" />} busy={exporting.busy === 'pdf'} onClick={() => exporting.start('pdf')}>
              Export PDF
            </Button>
            <Button kind="quiet" icon={<Icon name="file" />} onClick={() => setVerifying(true)}>
              Verify file
            </Button>
          </>
        }
      />
      <div className={s.parts}>
        <div className={s.filterLine}>
          <Button
            icon={<Icon name="filter" />}
            aria-expanded={panel !== ''}
            aria-controls={panelId}
            onClick={() => change({ panel: panel ? '' : 'open', page }, { replace: true })}
          >
            Filters
          </Button>
          {!panel && <FilterChips choices={chosen} defaults={defaults} filters={filters} onChange={change} />}
        </div>
        {panel && <FilterPanel id={panelId} filters={filters} options={options} onChange={change} onClear={clear} />}
        {exporting.state.status !== 'idle' && <ExportPanel state={exporting.state} dismiss={exporting.dismiss} />}
        <Loaded
          resource={shown}
          failed="Failed to fetch attendance data"
          skeleton={<TableSkeleton label="Loading attendance…" rows={12} />}
        >
          {({ data, last_page }) =>
            data.length === 0 ? (
              <NoRecords isFiltered={isAnySet(filters)} />
            ) : (
              <>
                <AttendanceTable
                  records={data}
                  busy={list.loading}
                  selected={selected}
                  onSelect={select}
                  onView={view}
                />
                <Pager page={page} lastPage={last_page} busy={list.loading} onPage={(next) => change({ page: next })} />
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
      {record && (
        <RecordDialog
          key={record}
          id={Number(record)}
          known={records.find(({ id }) => id === Number(record))}
          onClose={() => change({ record: '', page })}
        />
      )}
      {isVerifying && <VerifyFile onClose={() => setVerifying(false)} />}
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
