// The card of an employee, with the further codes and personal data of those who may see them.

import { employeeLinks } from './employeeLinks.ts';
import { useState } from 'react';
import type { Employee } from '../../shared/contract/employees.ts';
import { RecordCardActions } from '../../platform/lists/RecordCardActions.tsx';
import type { RecordActions } from '../../platform/lists/recordKind.ts';
import { RecordLinks } from '../../platform/lists/RecordLinks.tsx';
import { cardId } from '../../platform/lists/useCreatedRecord.ts';
import { employmentText } from '../../shared/words/employment.ts';
import { PersonalDataButton } from '../privacy/PersonalDataButton.tsx';
import { useCanCall } from '../../platform/session/permissions.ts';
import { ActiveBadge } from '../../platform/ui/data/ActiveBadge.tsx';
import { Card } from '../../platform/ui/data/CardGrid.tsx';
import { CardFacts } from '../../platform/ui/data/CardFacts.tsx';
import { EmployeeCodesPart } from '../devices/codes/codeParts.ts';
import { Button } from '../../platform/ui/Button.tsx';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './EmployeeCard.module.css';

interface EmployeeCardProps extends RecordActions {
  employee: Employee;
  company: string;
}

export function EmployeeCard({ employee, company, ...actions }: EmployeeCardProps) {
  const canCall = useCanCall();
  const mayReadCodes = canCall('GET /employee-codes');
  const mayReadAll = canCall('GET /employees/{id}/personal-data');
  const facts = [
    { label: 'Phone', value: employee.phone },
    { label: 'CRM ID', value: employee.crm_employee_id },
    { label: 'Employed', value: employmentText(employee) },
  ];
  const hasMore = mayReadCodes || mayReadAll || facts.some(({ value }) => value);
  const more = (
    <>
      <CardFacts items={facts} />
      <div className={`${layout.wrap} ${s.buttons}`}>
        {mayReadCodes && <CodesButton employee={employee} />}
        <PersonalDataButton kind="employees" person={employee} />
      </div>
    </>
  );
  return (
    <Card
      id={cardId(employee.id)}
      title={employee.name}
      badges={<ActiveBadge active={employee.is_active} />}
      more={hasMore ? { label: 'More', content: more } : undefined}
      links={<RecordLinks of={employee.name} links={employeeLinks(employee)} asIcons />}
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

/** Opens the further codes of an employee. */
function CodesButton({ employee }: { employee: Employee }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-label={`PINs and badges of ${employee.name}`} onClick={() => setOpen(true)}>
        PINs and Badges
      </Button>
      {isOpen && <EmployeeCodesPart employee={employee} onClose={() => setOpen(false)} />}
    </>
  );
}
