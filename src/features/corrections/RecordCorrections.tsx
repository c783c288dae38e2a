// The corrections of one attendance record, and what can be corrected about it.

import { useState } from 'react';
import { useResource } from '../../platform/hooks/useResource.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { ResourceView } from '../../platform/ui/data/ResourceView.tsx';
import type { AttendanceRecord } from '../../shared/contract/attendance.ts';
import { attendanceText } from '../../shared/words/attendanceText.ts';
import { CorrectionDialogPart } from './CorrectionDialogPart.ts';
import { CorrectionItem, UndoButton } from './CorrectionItem.tsx';
import type { CorrectionDraft } from './drafts.ts';
import { ClosedMark, useClosedMonths } from './months/ClosedMark.tsx';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './CorrectionItem.module.css';

interface RecordCorrectionsProps {
  record: AttendanceRecord;
  workingDay: WorkingDay;
}

type WorkingDay = NonNullable<AttendanceRecord['working_day']>;

export default function RecordCorrections({ record, workingDay }: RecordCorrectionsProps) {
  const corrections = useResource('GET /corrections', { query: { record_id: record.id } });
  const mayCorrect = useCanCall()('POST /corrections');
  const [draft, setDraft] = useState<CorrectionDraft>();
  const add = addDraft(record, workingDay);
  const months = useClosedMonths();
  const isClosed = record.company?.id !== undefined && months.isClosed(record.company.id, workingDay.day);

  return (
    <section aria-label="Corrections" className={`${layout.stack3} ${s.corrections}`}>
      <ResourceView resource={corrections} loading="Loading corrections…">
        {({ data }) =>
          data.length > 0 && (
            <>
              <h3>Corrections</h3>
              <ul className={layout.list}>
                {data.map((correction) => (
                  <CorrectionItem
                    key={correction.id}
                    correction={correction}
                    actions={<UndoButton correction={correction} onUndo={setDraft} />}
                  />
                ))}
              </ul>
            </>
          )
        }
      </ResourceView>
      {months.failed}
      {isClosed && <ClosedMark day={workingDay.day} />}
      {mayCorrect && !isClosed && (
        <div className={layout.wrap}>
          {!record.is_set_aside && (
            <Button onClick={() => setDraft(setAsideDraft(record, workingDay))}>Ignore Event</Button>
          )}
          {add && <Button onClick={() => setDraft(add)}>Add Event Here</Button>}
        </div>
      )}
      {draft && <CorrectionDialogPart drafts={[draft]} onClose={() => setDraft(undefined)} />}
    </section>
  );
}

/** Names the person and the day of a correction of the record. */
const aboutRecord = (record: AttendanceRecord, { day, ...seen }: WorkingDay) => ({
  who: record.employee ? record.employee.name : `${attendanceText.employee(record)} (${record.employee_code ?? 'N/A'})`,
  day,
  seen,
});

const setAsideDraft = (record: AttendanceRecord, workingDay: WorkingDay): CorrectionDraft => ({
  kind: 'set_aside',
  recordId: record.id,
  what: `${attendanceText.event(record)} at ${attendanceText.time(record)}, ${attendanceText.controller(record)}`,
  ...aboutRecord(record, workingDay),
});

/** Drafts the other end of the record's pair, which is what is usually missing. */
function addDraft(record: AttendanceRecord, workingDay: WorkingDay): CorrectionDraft | undefined {
  const employeeId = record.employee?.id;
  if (employeeId === undefined) return undefined;
  const eventType = record.event_type === 'check-in' ? 'check-out' : 'check-in';
  return { kind: 'add', employeeId, eventType, ...aboutRecord(record, workingDay) };
}
