// The form of an employee.

import { CompanyField } from '../../platform/lists/CompanyField.tsx';
import { hasNoCompany, NoCompanyDialog } from '../../platform/lists/NoCompanyDialog.tsx';
import type { Companies } from '../../platform/lists/useCompanies.ts';
import { EditDialog } from '../../platform/records/EditDialog.tsx';
import type { EditorControls } from '../../platform/records/recordKind.ts';
import { can, hasFeature } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import { FieldGrid } from '../../platform/ui/forms/FieldGrid.tsx';
import { TextField } from '../../platform/ui/forms/TextField.tsx';
import { type Employee, employeeFields, employeeRules } from '../../shared/contract/employees.ts';
import { fieldsWith, mapFields } from '../../shared/contract/fields.ts';
import type { Check } from '../../shared/contract/validate.ts';
import { stayedInWords } from '../../shared/words/closedMonths.ts';

interface EmployeeDialogProps extends EditorControls {
  employee?: Employee;
  /** Suggested for a new employee, like the number. */
  companyId?: string;
  employeeNumber?: string;
  companies: Companies;
}

export default function EmployeeDialog({
  employee,
  companyId = '',
  employeeNumber = '',
  companies,
  ...controls
}: EmployeeDialogProps) {
  const user = useUser();
  const fields = fieldsWith(employeeFields, user.features);
  const valuesOf = (known?: Employee) => ({
    company_id: String(known?.company_id ?? ''),
    ...mapFields(fields, (field) => known?.[field] ?? ''),
  });
  const canEditId = !employee || can(user, 'employees.edit_id');
  const own = employee && { id: employee.company_id, name: employee.company?.name };
  if (!employee && hasNoCompany(companies)) {
    return <NoCompanyDialog title="Add Employee" what="Employees" close={controls.close} />;
  }

  /** Refuses a company that the address names but that does not exist. */
  const isListed: Check = (id) =>
    companies.list?.every((company) => String(company.id) !== id) ? 'Company is required' : undefined;

  return (
    <EditDialog
      {...controls}
      noun="Employee"
      record={employee}
      valuesOf={(known) =>
        known ? valuesOf(known) : { ...valuesOf(), company_id: companyId, employee_id: employeeNumber }
      }
      another={({ company_id }) => ({ ...valuesOf(), company_id })}
      // The company of an existing employee is not sent, so it is not checked.
      rules={{
        ...employeeRules,
        company_id: employee ? [] : [...employeeRules.company_id, isListed],
      }}
      remark={(saved) => stayedInWords(saved?.past_events)}
      create={['POST /employees', (values) => ({ body: { ...values, company_id: Number(values.company_id) } })]}
      update={{
        key: 'PUT /employees/{id}',
        args: ({ company_id: _, employee_id, ...values }, version, { id }) => ({
          id,
          body: { ...values, ...(canEditId && { employee_id }), version },
        }),
        read: async (api, { id }) => (await api('GET /employees/{id}', { id })).data,
      }}
    >
      <CompanyField companies={companies} own={own} lockedReason={employee && 'The company cannot be changed'} />
      <FieldGrid>
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
      </FieldGrid>
      {hasFeature(user, 'employment') && (
        <FieldGrid>
          <TextField name="employed_from" label="Employed From" type="date" hint="The first day" />
          <TextField name="employed_until" label="Employed Until" type="date" hint="The last day" />
        </FieldGrid>
      )}
    </EditDialog>
  );
}
