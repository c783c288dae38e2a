import type { Employee } from '../../contract/entities/companies.ts';
import { employeeRules } from '../../contract/rules.ts';
import { CompanyFirst, hasNoCompany } from '../../crud/CompanyFirst.tsx';
import { EditDialog } from '../../crud/EditDialog.tsx';
import type { EditorControls } from '../../crud/recordKind.ts';
import { companyOptions, type Companies } from '../../crud/useCompanies.ts';
import { can } from '../../session/permissions.ts';
import { useUser } from '../../session/useSession.ts';
import { SelectField } from '../../ui/forms/SelectField.tsx';
import { TextField } from '../../ui/forms/TextField.tsx';

interface EmployeeDialogProps extends EditorControls {
  employee?: Employee;
  /** The company that the list is filtered by: the most likely one for a new employee. */
  companyId: string;
  companies: Companies;
}

export function EmployeeDialog({ employee, companyId, companies, ...controls }: EmployeeDialogProps) {
  const user = useUser();
  const canEditId = !employee || can(user, 'employees.edit_id');
  const own = employee && { id: employee.company_id, name: employee.company?.name };
  if (!employee && hasNoCompany(companies)) {
    return <CompanyFirst title="Add Employee" what="Employees" close={controls.close} />;
  }

  return (
    <EditDialog
      {...controls}
      noun="Employee"
      record={employee}
      initial={{
        company_id: employee ? String(employee.company_id ?? '') : companyId,
        employee_id: employee?.employee_id ?? '',
        name: employee?.name ?? '',
        email: employee?.email ?? '',
        phone: employee?.phone ?? '',
        department: employee?.department ?? '',
        position: employee?.position ?? '',
        crm_employee_id: employee?.crm_employee_id ?? '',
      }}
      // The company of an existing employee is not sent, so it is not checked.
      rules={employee ? { ...employeeRules, company_id: [] } : employeeRules}
      create={['POST /employees', (values) => ({ body: { ...values, company_id: Number(values.company_id) } })]}
      update={[
        'PUT /employees/{id}',
        ({ id }, { company_id: _, employee_id, ...values }) => ({
          id,
          body: { ...values, ...(canEditId && { employee_id }) },
        }),
      ]}
    >
      <SelectField
        name="company_id"
        label="Company"
        placeholder={companies.loading ? 'Loading companies…' : 'Choose a company'}
        hint={companies.error}
        lockedReason={employee && 'The company cannot be changed'}
        options={companyOptions(companies, own)}
        required
      />
      <TextField
        name="employee_id"
        label="Employee ID"
        lockedReason={canEditId ? undefined : 'You need permission to change employee IDs (employees.edit_id)'}
        required
      />
      <TextField name="name" label="Name" required />
      <TextField name="email" label="Email" type="email" />
      <TextField name="phone" label="Phone" type="tel" />
      <TextField name="department" label="Department" />
      <TextField name="position" label="Position" />
      <TextField name="crm_employee_id" label="CRM Employee ID" />
    </EditDialog>
  );
}
