// What can be done with many employees: they can be deleted. The specification's call to change one leaves out whether
// they are active and which company they belong to.

import { type BulkAction, isDeletedBy } from '../../platform/bulk/bulkAction.ts';
import type { Employee } from '../../shared/contract/employees.ts';
import { RecordBulk, type RecordBulkProps } from '../../platform/lists/bulk/RecordBulk.tsx';
import { AttendanceOf } from './AttendanceOf.tsx';

const kind = { one: 'employee', many: 'employees' };

const actions: readonly BulkAction<Employee>[] = [
  {
    label: 'Delete',
    verb: 'Delete',
    tone: 'danger',
    needs: 'DELETE /employees/{id}',
    words: {
      noun: 'employee',
      doing: 'Deleting',
      done: 'deleted',
      already: 'already gone',
      nameOf: ({ name, employee_id }) => `${name} (${employee_id})`,
    },
    consequence: (employees) => (
      <>
        This action cannot be undone. <AttendanceOf employees={employees} />
      </>
    ),
    change: (api, { id }) => isDeletedBy(api('DELETE /employees/{id}', { id })),
  },
];

export const EmployeesBulk = (props: RecordBulkProps<Employee>) => (
  <RecordBulk {...props} kind={kind} actions={actions} />
);
