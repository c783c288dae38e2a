import { useCallback, useState } from 'react';
import { Later, lazyPart, usePreloadWhen } from '../../hooks/lazyPart.tsx';
import { readQuery } from '../../contract/readQuery.ts';
import { useExistingPage } from '../../crud/useExistingPage.ts';
import { useList } from '../../crud/useList.ts';
import { Button } from '../../ui/Button.tsx';
import { labelOf } from '../../ui/option.ts';
import { Icon } from '../../ui/Icon.tsx';
import { AttendanceRecords } from './AttendanceRecords.tsx';
import { FilterChips } from './FilterChips.tsx';
import { activeFilters, applied, withReset } from './filters.ts';
import { attendanceList, defaultFilters, type Filters } from './list.ts';
import { useFilterOptions } from './useFilterOptions.ts';
import { useExport } from './useExport.ts';
import * as s from './AttendanceScreen.module.css';

const panelId = 'attendance-filters';

const FilterPanel = lazyPart('The filters', async () => (await import('./FilterPanel.tsx')).FilterPanel);
const ExportPanel = lazyPart('The export', async () => (await import('./ExportPanel.tsx')).ExportPanel);
const RecordDialog = lazyPart('The record', async () => (await import('./RecordDialog.tsx')).RecordDialog);
const PrintNote = lazyPart('The note for paper', async () => (await import('../../ui/layout/PrintNote.tsx')).PrintNote);
const VerifyFile = lazyPart('The check', async () => (await import('./VerifyFile.tsx')).VerifyFile);
const laterParts = [FilterPanel, ExportPanel, RecordDialog, VerifyFile];

export default function AttendanceScreen() {
  const { list, params, change, defaults } = useList(attendanceList);
  const { page, panel, record, ...asked } = params;
  const filters = applied(asked);
  const shown = useExistingPage(list, page, change);
  usePreloadWhen(list.data !== undefined, laterParts);

  const options = useFilterOptions(filters, panel !== '');
  const active = activeFilters(filters, {
    company: (id) => labelOf(options.companies, id),
    employee: (id) => labelOf(options.employees, id),
    controller: (id) => labelOf(options.controllers, id),
  });

  const query = readQuery('GET /attendance', { ...filters });
  const exporting = useExport(query, active);
  const [isVerifying, setVerifying] = useState(false);

  const view = useCallback((id: number) => change({ record: String(id), page }), [change, page]);
  const narrow = (filters: Partial<Filters>) => change(withReset(filters));
  const clear = () => change({ ...defaultFilters(), panel });

  return (
    <>
      <AttendanceRecords
        list={shown}
        total={list.data?.total}
        page={page}
        filters={query}
        isFiltered={active.some(({ fields }) => fields.some((field) => filters[field] !== defaults[field]))}
        actions={
          <>
            <Button
              icon={<Icon name="download" />}
              busy={exporting.busy === 'excel'}
              onClick={() => exporting.start('excel')}
            >
              Export Excel
            </Button>
            <Button
              icon={<Icon name="download" />}
              busy={exporting.busy === 'pdf'}
              onClick={() => exporting.start('pdf')}
            >
              Export PDF
            </Button>
            <Button kind="quiet" icon={<Icon name="file" />} onClick={() => setVerifying(true)}>
              Verify File
            </Button>
          </>
        }
        onPage={(next) => change({ page: next })}
        onView={view}
      >
        <div className={s.filterLine}>
          <Button
            icon={<Icon name="filter" />}
            aria-expanded={panel !== ''}
            aria-controls={panelId}
            onClick={() => change({ panel: panel ? '' : 'open', page }, { replace: true })}
          >
            Filters
          </Button>
          {!panel && <FilterChips active={active} defaults={defaults} filters={filters} onChange={narrow} />}
        </div>
        {panel && <FilterPanel id={panelId} filters={filters} options={options} onChange={narrow} onClear={clear} />}
        {shown.data && (
          <Later>
            <PrintNote
              page={page}
              lastPage={shown.data.last_page}
              shown={shown.data.data.length}
              total={shown.data.total}
              filters={active}
            />
          </Later>
        )}
        {exporting.state.status !== 'idle' && <ExportPanel state={exporting.state} dismiss={exporting.dismiss} />}
      </AttendanceRecords>
      {record && (
        <RecordDialog
          key={record}
          id={Number(record)}
          known={list.data?.data.find(({ id }) => id === Number(record))}
          onClose={() => change({ record: '', page })}
        />
      )}
      {isVerifying && <VerifyFile onClose={() => setVerifying(false)} />}
    </>
  );
}
