// The choice of an employee of a company, by name or number, as a field of a form.

import { unreadNote } from '../../../shared/words/unreadNote.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { SearchSelect } from '../../../platform/ui/filters/SearchSelect.tsx';
import { useFormValue } from '../../../platform/ui/forms/formState.ts';

interface EmployeeFieldProps {
  name: string;
  companyId: number;
}

const isText = (value: unknown): value is string => typeof value === 'string';

export function EmployeeField({ name, companyId }: EmployeeFieldProps) {
  const { value, change, error } = useFormValue(name, isText);
  const employees = useResource('GET /companies/{id}/employees', { id: companyId });
  const options = (employees.data ?? []).map(({ id, name: label, employee_id }) => ({
    value: String(id),
    label,
    detail: employee_id,
  }));
  return (
    <SearchSelect
      label="Employee"
      value={value}
      allLabel="Choose an employee"
      options={options}
      missing={missingOf(employees)}
      error={error}
      onChange={change}
    />
  );
}

function missingOf({ loading, error, unread }: { loading: boolean; error: unknown; unread: readonly string[] }) {
  if (loading) return 'Loading employees…';
  return error ? 'The employees could not be loaded' : unreadNote(unread);
}
