// One person's sheet: each day with its events, with any server.

import { useCallback, useState } from 'react';
import { Link } from 'wouter';
import { paths } from '../../../platform/boot/paths.ts';
import { CorrectionDialogPart } from '../../corrections/correctionDialogPart.ts';
import type { CorrectionDraft } from '../../corrections/draft.ts';
import { ClosedMonthNotes } from '../../corrections/months/ClosedMonthNotes.tsx';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { addressOf } from '../../../shared/words/address.ts';
import { calendarZone } from '../../../shared/words/days.ts';
import { periodTitle } from '../../../shared/words/periodSteps.ts';
import { useListParams } from '../../../platform/hooks/useListParams.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { TableSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { PrintNote } from '../../../platform/ui/layout/PrintNote.tsx';
import { ScreenHeader } from '../../../platform/ui/layout/ScreenHeader.tsx';
import { periodOf, timesheetParams } from '../list.ts';
import { PeriodPicker } from '../PeriodPicker.tsx';
import { TimesheetExport } from '../TimesheetExport.tsx';
import { rowOfSheet } from './rowOfSheet.ts';
import { SheetHead } from './SheetHead.tsx';
import { SheetTable } from './SheetTable.tsx';
import { usePersonSheet } from './usePersonSheet.ts';
import * as s from './Sheet.module.css';

export function Sheet({ id }: { id: number }) {
  const [params, change] = useListParams(timesheetParams);
  const isComputed = useCanCall()('GET /timesheets');
  const period = periodOf(params);
  const sheet = usePersonSheet(id, period);
  const [draft, setDraft] = useState<CorrectionDraft>();
  const stop = useCallback(() => setDraft(undefined), []);
  const { employee_id: _, day: __, ...list } = params;

  return (
    <>
      <ScreenHeader
        title="Timesheets"
        actions={
          <>
            {isComputed && (
              <Link className={s.back} href={addressOf(paths.timesheets, filled(list))}>
                All People
              </Link>
            )}
            {sheet.data && (
              <TimesheetExport
                period={period}
                filters={[]}
                zone={sheet.data.time_zone || `${calendarZone()} (for times that the server gives in UTC)`}
                read={async () => ({
                  rows: sheet.data ? [rowOfSheet(sheet.data)] : [],
                  people: undefined,
                  notes: sheet.notes,
                })}
              />
            )}
          </>
        }
      />
      <div className={s.tools}>
        <PeriodPicker period={period} onChange={change} />
      </div>
      <ResourceView resource={sheet} skeleton={<TableSkeleton label="Loading timesheet…" rows={14} />}>
        {(person) => (
          <div aria-busy={sheet.loading} className={s.sheet}>
            {sheet.notes.length > 0 && <Banner tone="warning">{sheet.notes.join(' ')}</Banner>}
            <ClosedMonthNotes months={person.closed_months} />
            <PrintNote filters={[{ label: 'Period', value: periodTitle(period) }]} />
            <SheetHead
              sheet={person}
              period={period}
              params={params}
              onStep={(next) => change({ employee_id: next })}
            />
            <SheetTable key={id} sheet={person} period={period} opened={params.day} onCorrect={setDraft} />
          </div>
        )}
      </ResourceView>
      {draft && <CorrectionDialogPart drafts={[draft]} onClose={stop} />}
    </>
  );
}

/** Without what is not set. */
const filled = (params: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(
    Object.entries(params).filter(([name, value]) => value !== '' && !(name === 'page' && value === 1)),
  );
