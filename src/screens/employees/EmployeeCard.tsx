import type { Employee } from '../../contract/entities/companies.ts';
import { RecordCardActions } from '../../crud/RecordCardActions.tsx';
import type { RecordActions } from '../../crud/recordKind.ts';
import { cardId } from '../../crud/useCreatedRecord.ts';
import { ActiveBadge } from '../../ui/data/ActiveBadge.tsx';
import { Card, Facts } from '../../ui/data/CardGrid.tsx';

interface EmployeeCardProps extends RecordActions {
  employee: Employee;
  company: string;
}

export function EmployeeCard({ employee, company, ...actions }: EmployeeCardProps) {
  return (
    <Card
      id={cardId(employee.id)}
      title={employee.name}
      badges={<ActiveBadge active={employee.is_active} />}
      actions={<RecordCardActions name={employee.name} {...actions} />}
    >
      <Facts
        items={[
          { label: 'Company', value: company },
          { label: 'ID', value: employee.employee_id },
          { label: 'CRM ID', value: employee.crm_employee_id },
          { label: 'Email', value: employee.email },
          { label: 'Phone', value: employee.phone },
          { label: 'Department', value: employee.department },
          { label: 'Position', value: employee.position },
        ]}
      />
    </Card>
  );
}
