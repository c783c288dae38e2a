// The attendance records: a page of them under its heading, with filters, selection and exports. Only what the list
// itself needs loads with it; the rest follows once the records are painted.

import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { createSelection } from '../../platform/bulk/selection.ts';
import type { ExportFormat } from '../../platform/export/errors.ts';
import { afterPaint } from '../../platform/hooks/afterPaint.ts';
import { useExistingPage, useListParams } from '../../platform/hooks/useListParams.ts';
import { useRemembered } from '../../platform/hooks/useResource.ts';
import { useCanCall, useHasFeature } from '../../platform/session/permissions.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { ResourceView } from '../../platform/ui/data/ResourceView.tsx';
import { Icon } from '../../platform/ui/Icon.tsx';
import { ScreenHeader } from '../../platform/ui/layout/ScreenHeader.tsx';
import { AfterDelay, lazyPart, usePreloadWhen } from '../../platform/ui/lazyPart.tsx';
import type { AttendanceRecord } from '../../shared/contract/attendance.ts';
import { attendanceQuery, readQuery } from '../../shared/contract/queries.ts';
import { AttendanceTable } from './AttendanceTable.tsx';
import type { ExportState } from './ExportPanel.tsx';
import { attendanceList, countSetFilters, supportedFilters } from './list.ts';
import * as selecting from '../../platform/bulk/around.module.css';
import * as s from './AttendanceScreen.module.css';

const AttendanceToolbar = lazyPart('The filters', () => import('./AttendanceToolbar.tsx'));
const MoreActions = lazyPart('The menu', async () => (await import('./AttendanceToolbar.tsx')).MoreActions);
const SelectionActions = lazyPart('The selection', () => import('./SelectionActions.tsx'));
const AttendancePager = lazyPart('The pages', () => import('./AttendancePager.tsx'));
const NoRecords = lazyPart('The explanation', () => import('./NoRecords.tsx'));
const RecordDialog = lazyPart('The record', () => import('./RecordDialog.tsx'));
const VerifyFile = lazyPart('The check', () => import('./VerifyFile.tsx'));
const laterParts = [RecordDialog];

export default function AttendanceScreen() {
  const [params, change, defaults, turnTo] = useListParams(attendanceList.params);
  const { page, per_page, panel, record, export: urlExport, ...addressFilters } = params;
  const filters = supportedFilters(addressFilters, useHasFeature('hr_state'));
  const answer = useRemembered(attendanceList.key, attendanceList.args({ ...params, ...filters }));
  const list = useExistingPage(answer, page, turnTo);
  const query = readQuery(attendanceQuery, filters);
  const setCount = countSetFilters(filters, defaults);
  const isOneCompany = filters.company_id !== '';
  const canCall = useCanCall();
  const maySelect = canCall('POST /attendance/mark-processed') || canCall('POST /attendance/retry-hr');
  const [selection] = useState(createSelection<AttendanceRecord>);
  const isPainted = usePainted(list.data !== undefined || list.error !== undefined);
  usePreloadWhen(isPainted, laterParts);
  const view = useCallback((id: number) => change({ record: String(id), page }), [change, page]);

  const [isVerifying, setVerifying] = useState(false);
  const verify = () => setVerifying(true);
  const [exported, setExported] = useState<ExportState>();
  const exporting = exported && 'format' in exported ? exported.format : undefined;
  const startExport = (format: ExportFormat) => exporting || setExported({ status: 'starting', format });
  const exportButton = (format: ExportFormat, label: string) => (
    <Button icon={<Icon name="download" />} busy={exporting === format} onClick={() => startExport(format)}>
      {label}
    </Button>
  );
  const startUrlExport = useEffectEvent((format: ExportFormat) => {
    change({ export: '', page }, { replace: true });
    startExport(format);
  });
  useEffect(() => {
    if (isPainted && (urlExport === 'excel' || urlExport === 'pdf')) startUrlExport(urlExport);
  }, [isPainted, urlExport]);

  return (
    <>
      <ScreenHeader
        title="Attendance Management"
        count={list.data?.total}
        actions={
          list.error?.kind !== 'forbidden' && (
            <>
              {exportButton('excel', 'Export Excel')}
              {exportButton('pdf', 'Export PDF')}
              <span className={s.more}>{isPainted && <MoreActions onVerify={verify} />}</span>
            </>
          )
        }
      />
      <div className={s.tools}>
        <Button
          icon={<Icon name="filter" />}
          className={s.filters}
          data-count={setCount || undefined}
          aria-expanded={panel !== ''}
          onClick={() => change({ panel: panel ? '' : 'open', page }, { replace: true })}
        >
          Filters
        </Button>
        {(isPainted || panel || exported) && (
          <AttendanceToolbar
            filters={filters}
            defaults={defaults}
            isPanelOpen={panel !== ''}
            shown={list.data}
            page={page}
            exported={exported}
            onExported={setExported}
            onVerify={verify}
            onChange={change}
          />
        )}
      </div>
      <div ref={selection.around} className={selecting.around}>
        {maySelect && list.data && (
          <AfterDelay>
            <SelectionActions selection={selection} page={page} list={list.data} filters={query} />
          </AfterDelay>
        )}
        <ResourceView resource={list} loading="Loading attendance…" rows={12}>
          {({ data, last_page, total }) =>
            data.length === 0 ? (
              <NoRecords isFiltered={setCount > 0} />
            ) : (
              <>
                <AttendanceTable
                  records={data}
                  busy={list.loading}
                  isOneCompany={isOneCompany && areOfOneCompany(data)}
                  picks={maySelect ? selection : undefined}
                  onView={view}
                />
                <AfterDelay>
                  <AttendancePager
                    page={page}
                    lastPage={last_page}
                    count={data.length + list.unread.length}
                    total={total}
                    busy={list.loading}
                    isOneCompany={isOneCompany}
                    size={per_page}
                    onPage={(next) => {
                      turnTo(next);
                      showTop(selection.around.current);
                    }}
                    onSize={(size) => change({ per_page: size })}
                  />
                </AfterDelay>
              </>
            )
          }
        </ResourceView>
      </div>
      {record && (
        <RecordDialog
          record={record}
          list={list}
          page={page}
          onOpen={(next, itsPage) => change({ record: next, page: itsPage }, { replace: true })}
          onClose={() => change({ record: '', page }, { replace: true })}
        />
      )}
      {isVerifying && <VerifyFile onClose={() => setVerifying(false)} />}
    </>
  );
}

/** Returns true once the records are painted. Nothing else is requested before. */
function usePainted(hasAnswer: boolean): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => (hasAnswer ? afterPaint(() => setPainted(true)) : undefined), [hasAnswer]);
  return isPainted;
}

/**
 * Checks the records themselves: a server may ignore the filter, and records of the previous one stay until others
 * come.
 */
const areOfOneCompany = (records: readonly AttendanceRecord[]) =>
  records.every(({ company }) => company?.name === records[0]?.company?.name);

/** Moves the focus and the view to the top of another page. */
function showTop(parts: HTMLElement | null) {
  const table = parts?.querySelector<HTMLElement>('[role=region]');
  table?.focus({ preventScroll: true });
  table?.scrollIntoView({ block: 'start' });
}
