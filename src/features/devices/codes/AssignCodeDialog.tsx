// Gives an employee a further code: a PIN or badge by which a device knows the person. Past events of the code become
// the employee's.

import { useEffect } from 'react';
import { useTextValue } from '../../../platform/hooks/formState.ts';
import { toast } from '../../../platform/hooks/toasts.ts';
import { useActionForm } from '../../../platform/hooks/useForm.ts';
import { type Resource, useResource } from '../../../platform/hooks/useResource.ts';
import { missingOptions } from '../../../platform/ui/feedback/FailedReads.tsx';
import { SearchSelect } from '../../../platform/ui/filters/SearchSelect.tsx';
import { FieldGrid } from '../../../platform/ui/forms/FieldGrid.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import { FormDialog } from '../../../platform/ui/overlays/FormDialog.tsx';
import { employeeCodeRules } from '../../../shared/contract/codes.ts';
import type { Employee, PastEvents } from '../../../shared/contract/employees.ts';
import { stayedInWords } from '../../../shared/words/closedMonths.ts';
import { plural } from '../../../shared/words/plural.ts';

interface AssignCodeDialogProps {
  company: { id: number; name: string };
  code: string;
  onClose(): void;
}

export default function AssignCodeDialog({ company, code, onClose }: AssignCodeDialogProps) {
  const form = useActionForm('POST /employee-codes', {
    initial: { code, employee_id: '', valid_from: '', valid_until: '' },
    rules: employeeCodeRules,
    args: ({ employee_id, ...values }) => ({
      body: { ...values, company_id: company.id, employee_id: Number(employee_id) },
    }),
    quiet: true,
    after({ data }) {
      const { records = 0, past_events: events } = data ?? {};
      toast.good(assignedInWords(code, data?.code.employee.name ?? '', records, events));
    },
    whileOpen: onClose,
  });
  const employees = useResource('GET /companies/{id}/employees', { id: company.id });
  const likely = likelyOwner(code, employees.data);
  const suggested = likely ? String(likely.id) : '';
  const { employee_id, valid_from, valid_until } = form.values;
  // biome-ignore lint/correctness/useExhaustiveDependencies: suggests once, when the employees are there.
  useEffect(() => {
    if (employee_id === '') form.set('employee_id', suggested);
  }, [suggested]);
  return (
    <FormDialog
      title={`Assign Code ${code}`}
      submitLabel="Assign Code"
      form={form}
      dirty={employee_id !== suggested || valid_from !== '' || valid_until !== ''}
      onClose={onClose}
    >
      <p>
        Code {code} at {company.name} belongs to this employee, in the records so far and from now on.
      </p>
      <EmployeeField name="employee_id" employees={employees} />
      {likely && employee_id === suggested && (
        <p>
          {likely.name} is suggested, because the ID {likely.employee_id} differs only in leading zeros.
        </p>
      )}
      <FieldGrid>
        <TextField name="valid_from" label="Valid From" type="date" hint="The first day; empty for always" />
        <TextField name="valid_until" label="Valid Until" type="date" hint="The last day; empty for always" />
      </FieldGrid>
    </FormDialog>
  );
}

/** 'Code 4711 is Bee Kiln’s now. 12 records got their person.' */
function assignedInWords(code: string, person: string, records: number, events?: PastEvents): string {
  const resolved =
    records === 0 ? 'No record had it.' : `${plural(records, 'record')} got ${records === 1 ? 'its' : 'their'} person.`;
  return `Code ${code} is ${person || 'the employee'}’s now. ${resolved} ${stayedInWords(events)}`.trim();
}

const withoutZeros = (code: string) => code.replace(/^0+(?=.)/, '');

/** Ignores leading zeros: devices drop them from codes, and spreadsheets from IDs. */
function likelyOwner(code: string, employees: readonly Employee[] = []): Employee | undefined {
  const alike = employees.filter(({ employee_id }) => withoutZeros(employee_id) === withoutZeros(code));
  return alike.length === 1 ? alike[0] : undefined;
}

/** Form field for an employee of a company, by name or number. */
function EmployeeField({ name, employees }: { name: string; employees: Resource<readonly Employee[]> }) {
  const { value, change, error } = useTextValue(name);
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
      {...missingOptions('employees', employees)}
      error={error}
      required
      onChange={change}
    />
  );
}
