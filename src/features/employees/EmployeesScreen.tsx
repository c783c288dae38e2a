// The screen of employees, with their import.

import { useEffect, useState } from 'react';
import { lazyPart, usePreloadWhen } from '../../platform/hooks/lazyPart.tsx';
import { useListParams } from '../../platform/hooks/useListParams.ts';
import { CompanyFilter, companyFilterInWords } from '../../platform/lists/CompanyFilter.tsx';
import { CrudScreen } from '../../platform/lists/CrudScreen.tsx';
import { RecordCardActions } from '../../platform/lists/RecordActions.tsx';
import type { RecordActions } from '../../platform/lists/recordKind.ts';
import { personAddress } from '../../platform/lists/recordLinkTo.ts';
import { companyName, useCompanies } from '../../platform/lists/useCompanies.ts';
import { cardId } from '../../platform/lists/useCreatedRecord.ts';
import { useListSource } from '../../platform/lists/useListSource.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { ActiveBadge } from '../../platform/ui/data/ActiveBadge.tsx';
import { CardFacts } from '../../platform/ui/data/CardFacts.tsx';
import { Card, isKnown } from '../../platform/ui/data/CardGrid.tsx';
import { type Employee, employeeRules } from '../../shared/contract/employees.ts';
import { validate } from '../../shared/contract/validate.ts';
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
 * Takes out of the address what it may ask for beside its filters: ?import=1, as the palette does, and the ID of the
 * first employee that is added, as the record of an unknown person does: ?add=1&employee_id=77777&company_id=3
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

/** All else is on the page that its name leads to. */
interface EmployeeCardProps extends RecordActions {
  employee: Employee;
  company: string;
}

function EmployeeCard({ employee, company, history: _, ...actions }: EmployeeCardProps) {
  const isOpen = useUser().features.length === 0;
  const more = [
    { label: 'Phone', value: employee.phone },
    { label: 'CRM ID', value: employee.crm_employee_id },
  ];
  return (
    <Card
      id={cardId(employee.id)}
      title={employee.name}
      href={personAddress(employee.id)}
      badges={<ActiveBadge active={employee.is_active} />}
      more={more.some(isKnown) ? { label: 'More', content: <CardFacts items={more} />, isOpen } : undefined}
      actions={<RecordCardActions name={employee.name} {...actions} />}
    >
      <CardFacts
        items={[
          { label: 'ID', value: employee.employee_id },
          { label: 'Company', value: company, place: 'beside', obvious: true },
          { label: 'Department', value: employee.department, obvious: true },
          { label: 'Position', value: employee.position, place: 'beside', obvious: true },
          { label: 'Email', value: employee.email, place: 'wide', obvious: true },
        ]}
      />
    </Card>
  );
}
