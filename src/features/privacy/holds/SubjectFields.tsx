// Whom or what a legal hold is about.

import { useState } from 'react';
import type { PersonKind } from '../../../shared/contract/privacy.ts';
import { companyOptions, useCompanies } from '../../../platform/lists/useCompanies.ts';
import { unreadNote } from '../../../shared/words/unreadNote.ts';
import { useRemembered } from '../../../platform/hooks/useResource.ts';
import { useSettled } from '../../../platform/hooks/useSettled.ts';
import { SearchSelect } from '../../../platform/ui/filters/SearchSelect.tsx';
import { useFormValue } from '../../../platform/ui/forms/formState.ts';
import { RadioCardsField } from '../../../platform/ui/forms/RadioCardsField.tsx';

const kinds = [
  { value: 'employees', label: 'Employee', detail: 'What is stored of one employee' },
  { value: 'users', label: 'User', detail: 'What is stored of one user' },
  { value: 'companies', label: 'Company', detail: 'What is stored of all employees of a company' },
];

const isText = (value: unknown): value is string => typeof value === 'string';

export function SubjectFields() {
  const { value: kind } = useFormValue('kind', isText);
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
  const { value, change, error } = useFormValue('companies', isText);
  const companies = useCompanies();
  return (
    <SearchSelect
      label="Which Company"
      value={value}
      allLabel="Choose a company"
      options={companyOptions(companies)}
      missing={companies.missing}
      error={error}
      onChange={change}
    />
  );
}

/** In milliseconds. */
const typingPause = 150;
const perPage = 100;

/** The server searches: there may be more people than a list can have. */
function PersonField({ kind }: { kind: PersonKind }) {
  const { value, change, error } = useFormValue(kind, isText);
  const [typed, setTyped] = useState('');
  const q = useSettled(typed, typingPause);
  const people = useRemembered('GET /privacy/people', { query: { kind, q, per_page: perPage } });
  const options = (people.data?.data ?? []).map(({ id, name, detail, company }) => ({
    value: String(id),
    label: name,
    detail: [detail, company?.name].filter(Boolean).join(' · '),
  }));
  const missing = people.loading ? 'Searching…' : people.error ? 'The list could not be loaded' : undefined;
  return (
    <SearchSelect
      label={kind === 'users' ? 'Which User' : 'Which Employee'}
      value={value}
      allLabel={kind === 'users' ? 'Choose a user' : 'Choose an employee'}
      options={options}
      missing={missing ?? unreadNote(people.unread)}
      error={error}
      onType={setTyped}
      onChange={change}
    />
  );
}
