// One correction of the dialog: whom it is about, what can be changed of it, and the server's complaint about the rest.

import { eventTypes } from '../../shared/words/attendanceText.ts';
import { dayTitle } from '../../shared/words/days.ts';
import { SelectField } from '../../platform/ui/forms/SelectField.tsx';
import { TextField } from '../../platform/ui/forms/TextField.tsx';
import { StatusIcon } from '../../platform/ui/StatusIcon.tsx';
import type { CorrectionDraft } from './draft.ts';
import { fieldName } from './correctionForm.ts';
import * as s from './CorrectionDialog.module.css';

interface DraftFieldsProps {
  draft: CorrectionDraft;
  index: number;
  autoFocus: boolean;
  /** About what has no field here. */
  complaint: string | undefined;
}

export function DraftFields({ draft, index, autoFocus, complaint }: DraftFieldsProps) {
  return (
    <fieldset className={s.draft}>
      <legend className={s.who}>
        {draft.who}
        <span className={s.date}>{dayTitle(draft.day)}</span>
      </legend>
      {draft.kind === 'add' ? (
        <div className={s.event}>
          <TextField name={fieldName(index, 'date')} label="Date" type="date" required />
          <TextField name={fieldName(index, 'time')} label="Time" type="time" required autoFocus={autoFocus} />
          <SelectField name={fieldName(index, 'event')} label="Event" options={eventTypes} />
        </div>
      ) : (
        <p>{draft.what}</p>
      )}
      {complaint && (
        <p role="alert" className={s.complaint}>
          <StatusIcon name="warning" />
          {complaint}
        </p>
      )}
    </fieldset>
  );
}
