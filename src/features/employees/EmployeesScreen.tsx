// The screen of employees, with their import.

import { useEffect, useState } from 'react';
import { useListParams } from '../../platform/hooks/useListParams.ts';
import { CompanyFilter, companyFilterInWords } from '../../platform/lists/CompanyFilter.tsx';
import { CrudScreen } from '../../platform/lists/CrudScreen.tsx';
import { companyName, useCompanies } from '../../platform/lists/useCompanies.ts';
import { useListSource } from '../../platform/lists/useListSource.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { lazyPart, usePreloadWhen } from '../../platform/ui/lazyPart.tsx';
import { employeeRules } from '../../shared/contract/employees.ts';
import { validate } from '../../shared/contract/validate.ts';
import { EmployeeCard } from './EmployeeCard.tsx';
import { employeeKind } from './employeeKind.ts';
import { employeesList } from './list.ts';

const EmployeeDialog = lazyPart('The form', () => import('./EmployeeDialog.tsx'));
const EmployeesTable = lazyPart('The list', () => import('./EmployeesTable.tsx'));
const lazyParts = [EmployeeDialog, EmployeesTable];

const ImportDialog = lazyPart('The import dialog', () => import('./import/ImportDialog.tsx'));

const bulk = {
  calls: ['DELETE /employees/{id}'],
  Part: lazyPart('The selection', () => import('./EmployeesBulk.tsx')),
} as const;

export default function EmployeesScreen() {
  const mayImport = useCanCall()('POST /employees');
  const asked = useAsked();
  const employees = useListSource(employeesList);
  const companies = useCompanies();
  const { params, change } = employees;
  const companyId = params.company_id;
  const { features } = useUser();
  usePreloadWhen(employees.list.data !== undefined, lazyParts);

  return (
    <>
      <CrudScreen
        kind={employeeKind}
        {...employees}
        bulk={bulk}
        actions={
          mayImport && (
            <Button icon={<ActionIcon name="file" />} onClick={() => asked.setImporting(true)}>
              Import
            </Button>
          )
        }
        empty={companyId ? { title: 'No employees found for the selected company' } : undefined}
        activeFilters={companyFilterInWords(companies, companyId)}
        filters={
          <CompanyFilter companies={companies} value={companyId} onChange={(company_id) => change({ company_id })} />
        }
        columns={async () =>
          (await import('./EmployeesTable.tsx')).employeeColumns(
            (employee) => companyName(employee, companies),
            features,
          )
        }
        editor={(employee, { close, saved }) => (
          <EmployeeDialog
            employee={employee}
            companyId={companyId}
            employeeNumber={asked.employeeNumber}
            companies={companies}
            close={() => {
              asked.dropNumber();
              close();
            }}
            saved={(id) => {
              asked.dropNumber();
              saved(id);
            }}
          />
        )}
        card={(employee, actions) => (
          <EmployeeCard employee={employee} company={companyName(employee, companies)} {...actions} />
        )}
        table={(list) => <EmployeesTable {...list} companies={companies} />}
      />
      {mayImport && asked.isImporting && (
        <ImportDialog companyId={companyId} companies={companies} onClose={() => asked.setImporting(false)} />
      )}
    </>
  );
}

const askedParams = { import: 0, employee_id: '' };

/**
 * Takes out of the address what it asks for besides filters: ?import=1, from the palette, and the employee ID of
 * somebody to add, from the record of an unknown person: ?add=1&employee_id=77777&company_id=3
 */
function useAsked() {
  const [{ import: isAsked, employee_id }, change] = useListParams(askedParams);
  const [isImporting, setImporting] = useState(false);
  const [employeeNumber, setNumber] = useState(() => validNumber(employee_id));
  useEffect(() => {
    if (!isAsked && !employee_id) return;
    change({ import: 0, employee_id: '' }, { replace: true });
    setImporting(isAsked > 0);
    setNumber(validNumber(employee_id));
  }, [isAsked, employee_id, change]);
  return { isImporting, setImporting, employeeNumber, dropNumber: () => setNumber('') };
}

function validNumber(text: string): string {
  const employee_id = text.trim();
  return validate({ employee_id: employeeRules.employee_id }, { employee_id }).employee_id ? '' : employee_id;
}
