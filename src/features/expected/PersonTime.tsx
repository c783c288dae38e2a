// What is expected of one person: the patterns that apply, leave, and balances that were carried on.

import { useAction } from '../../platform/hooks/useAction.ts';
import { useForm } from '../../platform/hooks/useForm.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { ResourceView } from '../../platform/lists/ResourceView.tsx';
import { LineSkeleton } from '../../platform/ui/feedback/Skeletons.tsx';
import { CheckboxField } from '../../platform/ui/forms/CheckboxField.tsx';
import { FieldGrid } from '../../platform/ui/forms/FieldGrid.tsx';
import { TextField } from '../../platform/ui/forms/TextField.tsx';
import { FormDialog } from '../../platform/ui/overlays/FormDialog.tsx';
import { balanceRules, type Leave, leaveRules } from '../../shared/contract/expectedTime.ts';
import type { Check } from '../../shared/contract/validate.ts';
import { today } from '../../shared/words/days.ts';
import { readHours, signedHours } from '../../shared/words/expectedWords.ts';
import { EntryList } from './EntryList.tsx';
import { WeekPatterns } from './WeekPatterns.tsx';

export function PersonTime({ id, companyId }: { id: number; companyId: number }) {
  const time = useResource('GET /employees/{id}/expected-time', { id });
  return (
    <ResourceView resource={time} skeleton={<LineSkeleton label="Loading expected time…" lines={6} />}>
      {({ patterns, leaves, balances }) => (
        <>
          <WeekPatterns companyId={companyId} employeeId={id} patterns={patterns} />
          <EntryList
            title="Leave"
            noun="leave"
            empty="No leave is entered."
            rows={leaves}
            nameOf={daysInWords}
            detailOf={({ is_half }) => (is_half ? 'Half days' : 'Whole days')}
            add="POST /leaves"
            remove="DELETE /leaves/{id}"
            dialog={(onClose) => <LeaveDialog employeeId={id} onClose={onClose} />}
          />
          <EntryList
            title="Balance"
            noun="balance"
            empty="No balance was carried on, so timesheets show none."
            rows={balances}
            nameOf={({ minutes, day }) => `${signedHours(minutes)} from ${day}`}
            detailOf={({ reason }) => reason}
            add="POST /balances"
            remove="DELETE /balances/{id}"
            dialog={(onClose) => <BalanceDialog employeeId={id} onClose={onClose} />}
          />
        </>
      )}
    </ResourceView>
  );
}

const daysInWords = ({ first_day, last_day }: Leave): string =>
  first_day === last_day ? first_day : `${first_day} to ${last_day}`;

interface DialogProps {
  employeeId: number;
  onClose(): void;
}

function LeaveDialog({ employeeId, onClose }: DialogProps) {
  const adding = useAction('POST /leaves', { after: onClose });
  const form = useForm({
    initial: { first_day: today(), last_day: today(), is_half: false },
    rules: leaveRules,
    action: adding,
    send: (values) => adding.run({ body: { ...values, employee_id: employeeId } }),
  });
  return (
    <FormDialog title="Add Leave" submitLabel="Add Leave" form={form} onClose={onClose}>
      <FieldGrid>
        <TextField name="first_day" label="First day" type="date" required />
        <TextField name="last_day" label="Last day" type="date" required />
      </FieldGrid>
      <CheckboxField name="is_half" label="Half days" hint="Half of the hours of each of these days" />
    </FormDialog>
  );
}

const hours: Check = (value) =>
  readHours(String(value)) === undefined ? 'Please enter hours such as 12:30 or -3:30' : undefined;

function BalanceDialog({ employeeId, onClose }: DialogProps) {
  const adding = useAction('POST /balances', { after: onClose });
  const form = useForm({
    initial: { day: today(), minutes: '0:00', reason: '' },
    rules: { ...balanceRules, minutes: [hours] },
    action: adding,
    send: ({ minutes, ...values }) =>
      adding.run({ body: { ...values, minutes: readHours(minutes) ?? 0, employee_id: employeeId } }),
  });
  return (
    <FormDialog title="Carry on a Balance" submitLabel="Carry On" form={form} onClose={onClose}>
      <FieldGrid>
        <TextField name="day" label="From the beginning of" type="date" required />
        <TextField name="minutes" label="Hours" hint="Such as 12:30 or -3:30" required />
      </FieldGrid>
      <TextField name="reason" label="Reason" required />
    </FormDialog>
  );
}
