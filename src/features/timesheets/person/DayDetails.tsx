// A day of the sheet in full: its events, what they come to, and what there is to explain or to correct.

import type { PersonSheet, SheetDay } from '../../../shared/contract/entities/day.ts';
import type { CorrectionDraft } from '../../corrections/draft.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { ActionIcon } from '../../../platform/ui/ActionIcon.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { DayCorrections } from './DayCorrections.tsx';
import { DayEvents } from './DayEvents.tsx';
import { DayExplanations } from './DayExplanations.tsx';
import { DaySpans } from './DaySpans.tsx';
import * as s from './DayDetails.module.css';

interface DayDetailsProps {
  day: string;
  sheet: PersonSheet;
  sheetDay: SheetDay | undefined;
  onCorrect(draft: CorrectionDraft): void;
}

export function DayDetails({ day, sheet: { employee, company }, sheetDay, onCorrect }: DayDetailsProps) {
  const mayCorrect = useCanCall()('POST /corrections');
  const { last_correction_id = 0, approvals = 0 } = sheetDay ?? {};
  const about = { who: employee.name, day, seen: { last_correction_id, approvals } };
  const correct = mayCorrect ? onCorrect : undefined;
  const hasCorrections = last_correction_id > 0;
  return (
    <div className={s.details}>
      {sheetDay ? (
        <>
          <DayEvents day={sheetDay} about={about} employeeId={employee.id} companyId={company.id} onCorrect={correct} />
          <DaySpans day={sheetDay} />
          <DayExplanations day={sheetDay} about={about} onCorrect={correct} />
        </>
      ) : (
        <p className={s.nothing}>No events on this day</p>
      )}
      {hasCorrections && <DayCorrections employeeId={employee.id} about={about} onCorrect={correct} />}
      {correct && (
        <Button
          size="small"
          icon={<ActionIcon name="plus" />}
          className={s.add}
          onClick={() => correct({ kind: 'add', employeeId: employee.id, eventType: missingEvent(sheetDay), ...about })}
        >
          Add Event
        </Button>
      )}
    </div>
  );
}

/** What is probably to be added. */
const missingEvent = (day: SheetDay | undefined) =>
  day?.exceptions.some(({ kind }) => kind === 'no_check_out') ? 'check-out' : 'check-in';
