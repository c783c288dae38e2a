// The screen of employees, with their import.

import { useEffect, useState } from 'react';
import { navigate, useSearch as useRawSearch } from 'wouter/use-browser-location';
import { lazyPart, usePreloadWhen } from '../../platform/hooks/lazyPart.tsx';
import { CompanyFilter, companyFilterInWords } from '../../platform/lists/CompanyFilter.tsx';
import { CrudScreen } from '../../platform/lists/CrudScreen.tsx';
import { companyName, useCompanies } from '../../platform/lists/useCompanies.ts';
import { useListSource } from '../../platform/lists/useListSource.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { EmployeeCard } from './EmployeeCard.tsx';
import { employeeKind, nobody, suggestedEmployee } from './employeeKind.ts';
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
  const importing = useImportDialog();
  const employees = useListSource(employeesList);
  const companies = useCompanies();
  const { params, change } = employees;
  const companyId = params.company_id;
  const { features } = useUser();
  // For the first one added: the screen takes it from the address.
  const [suggested, setSuggested] = useState(() => suggestedEmployee(location.search));
  usePreloadWhen(employees.list.data !== undefined, lazyParts);

  return (
    <>
      <CrudScreen
        kind={employeeKind}
        {...employees}
        bulk={bulk}
        actions={
          importing.mayImport && (
            <Button icon={<ActionIcon name="file" />} onClick={importing.open}>
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
        editor={(employee, controls) => (
          <EmployeeDialog
            employee={employee}
            suggested={{ ...suggested, companyId: companyId || suggested.companyId }}
            companies={companies}
            {...controls}
            close={() => {
              setSuggested(nobody);
              controls.close();
            }}
            saved={(id) => {
              setSuggested(nobody);
              controls.saved(id);
            }}
          />
        )}
        card={(employee, actions) => (
          <EmployeeCard employee={employee} company={companyName(employee, companies)} {...actions} />
        )}
        table={(list) => <EmployeesTable {...list} companies={companies} />}
      />
      {importing.isOpen && <ImportDialog companyId={companyId} companies={companies} onClose={importing.close} />}
    </>
  );
}

/** Opens and closes the import. The palette opens it with ?import=1. */
function useImportDialog() {
  const mayImport = useCanCall()('POST /employees');
  const [isOpen, setOpen] = useState(false);
  const isAsked = new URLSearchParams(useRawSearch()).has('import');
  useEffect(() => {
    if (!isAsked) return;
    navigate(location.pathname, { replace: true });
    setOpen(true);
  }, [isAsked]);
  return { mayImport, isOpen: isOpen && mayImport, open: () => setOpen(true), close: () => setOpen(false) };
}
