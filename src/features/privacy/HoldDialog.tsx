// Places a legal hold on a company, an employee or a user: their data is neither removed nor erased while it stands.

import { useState } from 'react';
import { useTextValue } from '../../platform/hooks/formState.ts';
import { useActionForm } from '../../platform/hooks/useForm.ts';
import { useRemembered } from '../../platform/hooks/useResource.ts';
import { useSettled } from '../../platform/hooks/useSettled.ts';
import { companyChoice, useCompanies } from '../../platform/lists/useCompanies.ts';
import { missingOptions } from '../../platform/ui/feedback/FailedReads.tsx';
import { SearchSelect } from '../../platform/ui/filters/SearchSelect.tsx';
import { RadioCardsField } from '../../platform/ui/forms/RadioCardsField.tsx';
import { TextAreaField } from '../../platform/ui/forms/TextAreaField.tsx';
import { FormDialog } from '../../platform/ui/overlays/FormDialog.tsx';
import { reasonRules } from '../../shared/contract/checks.ts';
import type { HoldKind, PersonKind } from '../../shared/contract/privacy.ts';
import { type Check, isBlank } from '../../shared/contract/validate.ts';

interface HoldDialogProps {
  /** Undefined if it is to be chosen. */
  subject?: { kind: HoldKind; id: number; name: string };
  onClose(): void;
}

type HoldValues = { kind: HoldKind; reason: string } & Record<HoldKind, string>;

const chosen =
  (field: HoldKind, complaint: string): Check =>
  (value, { kind }) =>
    kind === field && isBlank(value) ? complaint : undefined;

const rules = {
  employees: [chosen('employees', 'Please choose an employee')],
  users: [chosen('users', 'Please choose a user')],
  companies: [chosen('companies', 'Please choose a company')],
  ...reasonRules,
};

export default function HoldDialog({ subject, onClose }: HoldDialogProps) {
  const initial: HoldValues = { kind: 'employees', employees: '', users: '', companies: '', reason: '' };
  if (subject) Object.assign(initial, { kind: subject.kind, [subject.kind]: String(subject.id) });
  const form = useActionForm('POST /legal-holds', {
    initial,
    rules,
    args: ({ kind, reason, ...ids }) => ({ body: { kind, subject_id: Number(ids[kind]), reason } }),
    whileOpen: onClose,
  });
  return (
    <FormDialog
      title={subject ? `Legal Hold on ${subject.name}` : 'Place Legal Hold'}
      submitLabel="Place Legal Hold"
      form={form}
      onClose={onClose}
    >
      <p>Held data is neither removed by rules nor erased until the hold is ended.</p>
      {!subject && <SubjectFields />}
      <TextAreaField name="reason" label="Reason" rows={2} hint="Such as the number of the case" required />
    </FormDialog>
  );
}

const kinds = [
  { value: 'employees', label: 'Employee', detail: 'What is stored of one employee' },
  { value: 'users', label: 'User', detail: 'What is stored of one user' },
  { value: 'companies', label: 'Company', detail: 'What is stored of all employees of a company' },
];

/** Asks whom or what the hold is about. */
function SubjectFields() {
  const { value: kind } = useTextValue('kind');
  return (
    <>
      <RadioCardsField name="kind" label="About" options={kinds} />
      {kind === 'companies' ? (
        <CompanyField />
      ) : (
        <PersonField key={kind} kind={kind === 'users' ? 'users' : 'employees'} />
      )}
    </>
  );
}

function CompanyField() {
  const { value, change, error } = useTextValue('companies');
  const companies = companyChoice(useCompanies());
  return (
    <SearchSelect
      label="Which Company"
      value={value}
      allLabel="Choose a company"
      {...companies}
      error={error}
      required
      onChange={change}
    />
  );
}

const typingPauseMs = 150;
const perPage = 100;

/** Searches on the server: there may be more people than a list can have. */
function PersonField({ kind }: { kind: PersonKind }) {
  const { value, change, error } = useTextValue(kind);
  const [typed, setTyped] = useState('');
  const q = useSettled(typed, typingPauseMs);
  const people = useRemembered('GET /privacy/people', { query: { kind, q, per_page: perPage } });
  const options = (people.data?.data ?? []).map(({ id, name, detail, company }) => ({
    value: String(id),
    label: name,
    detail: [detail, company?.name].filter(Boolean).join(' · '),
  }));
  return (
    <SearchSelect
      label={kind === 'users' ? 'Which User' : 'Which Employee'}
      value={value}
      allLabel={kind === 'users' ? 'Choose a user' : 'Choose an employee'}
      options={options}
      {...missingOptions(kind, people, 'Searching…')}
      error={error}
      required
      onType={setTyped}
      onChange={change}
    />
  );
}
