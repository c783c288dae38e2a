// An employee's card. Its name leads to the page with everything else.

import { cardId } from '../../platform/lists/useCreatedRecord.ts';
import { RecordCardActions } from '../../platform/records/RecordActions.tsx';
import type { RecordActions } from '../../platform/records/recordKind.ts';
import { personAddress } from '../../platform/records/recordLinkTo.ts';
import { useIsPlainServer } from '../../platform/session/permissions.ts';
import { ActiveBadge } from '../../platform/ui/data/ActiveBadge.tsx';
import { CardFacts } from '../../platform/ui/data/CardFacts.tsx';
import { Card, hasValue } from '../../platform/ui/data/CardGrid.tsx';
import type { Employee } from '../../shared/contract/employees.ts';

interface EmployeeCardProps extends RecordActions {
  employee: Employee;
  company: string;
}

export function EmployeeCard({ employee, company, history: _, ...actions }: EmployeeCardProps) {
  const isOpen = useIsPlainServer();
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
      more={more.some(hasValue) ? { label: 'More', content: <CardFacts items={more} />, isOpen } : undefined}
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
