// Adds or edits an employee. The company stays as it was; the ID is locked without the permission for it.

import type { Employee } from '../../contract/entities/companies.ts';
import { employeeRules } from '../../contract/rules.ts';
import type { EditorControls } from '../../crud/recordKind.ts';
import { companyOptions, type Companies } from '../../crud/useCompanies.ts';
import { useRecordForm } from '../../crud/useRecordForm.ts';
import { can } from '../../session/permissions.ts';
import { useUser } from '../../session/useSession.ts';
import { FormDialog } from '../../ui/overlays/FormDialog.tsx';
import { SelectField } from '../../ui/forms/SelectField.tsx';
import { TextField } from '../../ui/forms/TextField.tsx';

interface EmployeeDialogProps extends EditorControls {
  employee?: Employee;
  /** The company that the list is filtered by: a new employee is most likely theirs. */
  companyId: string;
  companies: Companies;
}

export function EmployeeDialog({ employee, companyId, companies, close, saved }: EmployeeDialogProps) {
  const user = useUser();
  const mayEditId = !employee || can(user, 'employees.edit_id');
  const form = useRecordForm({
    record: employee,
    initial: {
      company_id: employee ? String(employee.company_id ?? '') : companyId,
      employee_id: employee?.employee_id ?? '',
      name: employee?.name ?? '',
      email: employee?.email ?? '',
      phone: employee?.phone ?? '',
      department: employee?.department ?? '',
      position: employee?.position ?? '',
      crm_employee_id: employee?.crm_employee_id ?? '',
    },
    // The company of an existing employee is not the form's to judge.
    rules: employee ? { ...employeeRules, company_id: [] } : employeeRules,
    create: ['POST /employees', (values) => ({ body: { ...values, company_id: Number(values.company_id) } })],
    update: [
      'PUT /employees/{id}',
      ({ id }, { company_id: _, employee_id, ...values }) => ({
        id,
        body: { ...values, ...(mayEditId && { employee_id }) },
      }),
    ],
    saved,
  });
  const own = employee && { id: employee.company_id, name: employee.company?.name };

  return (
    <FormDialog
      title={employee ? 'Edit Employee' : 'Add Employee'}
      submitLabel={employee ? 'Update Employee' : 'Create Employee'}
      form={form}
      dirty={form.dirty}
      onClose={close}
    >
      <SelectField
        form={form}
        field="company_id"
        label="Company"
        placeholder={companies.loading ? 'Loading companies…' : 'Choose a company'}
        hint={companies.error}
        lockedReason={employee && 'An employee stays with their company'}
        options={companyOptions(companies, own)}
        required
      />
      <TextField
        form={form}
        field="employee_id"
        label="Employee ID"
        lockedReason={mayEditId ? undefined : 'Changing an employee ID takes the permission employees.edit_id'}
        required
      />
      <TextField form={form} field="name" label="Name" required />
      <TextField form={form} field="email" label="Email" type="email" />
      <TextField form={form} field="phone" label="Phone" type="tel" />
      <TextField form={form} field="department" label="Department" />
      <TextField form={form} field="position" label="Position" />
      <TextField form={form} field="crm_employee_id" label="CRM Employee ID" />
    </FormDialog>
  );
}
