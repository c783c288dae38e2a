import { useCallback, useEffect, useState } from 'react';
import { firstQueries } from '../../shared/contract/queries/first.ts';
import { readQuery } from '../../shared/contract/readQuery.ts';
import { afterPaint } from '../../platform/hooks/afterPaint.ts';
import { lazyPart, usePreloadWhen } from '../../platform/hooks/lazyPart.tsx';
import { useExistingPage } from '../../platform/lists/useExistingPage.ts';
import { useList } from '../../platform/lists/useList.ts';
import { hasFeature } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import type { ExportFormat } from '../../platform/export/errors.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Icon } from '../../platform/ui/Icon.tsx';
import { AttendanceRecords } from './AttendanceRecords.tsx';
import type { ExportWish } from './Exporting.tsx';
import { applied, countSet } from './filters.ts';
import { attendanceList } from './list.ts';
import * as s from './AttendanceScreen.module.css';

const AttendanceTools = lazyPart('The filters', async () => (await import('./AttendanceTools.tsx')).AttendanceTools);
const MoreActions = lazyPart('The menu', async () => (await import('./MoreActions.tsx')).MoreActions);
const RecordDialog = lazyPart('The record', async () => (await import('./RecordDialog.tsx')).RecordDialog);
const VerifyFile = lazyPart('The check', async () => (await import('./VerifyFile.tsx')).VerifyFile);
const laterParts = [RecordDialog, VerifyFile];

export default function AttendanceScreen() {
  const { list, params, change, defaults } = useList(attendanceList);
  const { page, per_page, panel, record, export: wanted, ...asked } = params;
  const filters = applied(asked, hasFeature(useUser(), 'hr_state'));
  const shown = useExistingPage(list, page, change);
  const setCount = countSet(filters, defaults);
  const isSettled = useSettled(list.data !== undefined || list.error !== undefined);
  usePreloadWhen(isSettled, laterParts);

  const query = readQuery(firstQueries['GET /attendance'], { ...filters });
  const [wish, setWish] = useState<ExportWish>();
  const [exporting, setExporting] = useState<ExportFormat>();
  const [isVerifying, setVerifying] = useState(false);
  const verify = () => setVerifying(true);

  const view = useCallback((id: number) => change({ record: String(id), page }), [change, page]);

  const startExport = (format: ExportFormat) => exporting || setWish((last) => ({ format, run: (last?.run ?? 0) + 1 }));
  const exportButton = (format: ExportFormat, label: string) => (
    <Button icon={<Icon name="download" />} busy={exporting === format} onClick={() => startExport(format)}>
      {label}
    </Button>
  );

  return (
    <>
      <AttendanceRecords
        list={shown}
        total={list.data?.total}
        page={page}
        pageSize={per_page}
        filters={query}
        isFiltered={setCount > 0}
        isOneCompany={filters.company_id !== ''}
        actions={
          <>
            {exportButton('excel', 'Export Excel')}
            {exportButton('pdf', 'Export PDF')}
            <span className={s.more}>{isSettled && <MoreActions onVerify={verify} />}</span>
          </>
        }
        onPage={(next) => change({ page: next })}
        onPageSize={(size) => change({ per_page: size })}
        onView={view}
      >
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
          {(isSettled || panel || wish) && (
            <AttendanceTools
              filters={filters}
              defaults={defaults}
              isPanelOpen={panel !== ''}
              shown={shown.data}
              page={page}
              wanted={wanted}
              onWanted={(format) => {
                change({ export: '', page }, { replace: true });
                startExport(format);
              }}
              exporting={wish}
              onExporting={setExporting}
              onVerify={verify}
              onChange={change}
            />
          )}
        </div>
      </AttendanceRecords>
      {record && (
        <RecordDialog
          record={record}
          list={shown}
          page={page}
          onOpen={(next, itsPage) => change({ record: next, page: itsPage }, { replace: true })}
          onClose={() => change({ record: '', page })}
        />
      )}
      {isVerifying && <VerifyFile onClose={() => setVerifying(false)} />}
    </>
  );
}

/** The records are painted before anything else is requested. */
function useSettled(hasAnswer: boolean): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => (hasAnswer ? afterPaint(() => setSettled(true)) : undefined), [hasAnswer]);
  return isSettled;
}
