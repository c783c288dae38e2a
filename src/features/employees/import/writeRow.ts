// The write that carries out one planned row, with the bodies of the specification.

import type { Api } from '../../../platform/api/client.ts';
import type { Employee } from '../../../shared/contract/employees.ts';
import { stayedInWords } from '../../../shared/words/closedMonths.ts';
import type { KnownEmployees } from './knownEmployees.ts';
import { changesOf, type Creation, type Update } from './plan.ts';

export type Task = Creation | Update;

const blank = { employee_id: '', name: '', email: '', phone: '', department: '', position: '', crm_employee_id: '' };

export interface Rights {
  mayEditId: boolean;
  /** The server refuses a change of an employee whom somebody else changed since the plan was made. */
  isVersioned: boolean;
}

/** What the file does not say stays as it is. */
function updateBody({ employee, values }: Update, { mayEditId, isVersioned }: Rights) {
  const { name, email, phone, department, position, crm_employee_id, employee_id } = { ...employee, ...values };
  const { employed_from, employed_until } = values;
  const body = {
    ...{ name, email, phone, department, position, crm_employee_id },
    ...(employed_from && { employed_from }),
    ...(employed_until && { employed_until }),
    ...(isVersioned && { version: employee.version }),
  };
  return mayEditId ? { ...body, employee_id } : body;
}

/** Answers what else there is to say of it; empty for nothing. */
export async function writeRow(api: Api, task: Task, rights: Rights): Promise<string> {
  const saved =
    task.outcome === 'change'
      ? await api('PUT /employees/{id}', { id: task.employee.id, body: updateBody(task, rights) })
      : await api('POST /employees', { body: { ...blank, ...task.values, company_id: task.company.id } });
  return stayedInWords(saved.data?.past_events);
}

/** Whether the server has what the row asks for, and if not, who else has its ID. */
export function storedState(task: Task, known: KnownEmployees): 'stored' | 'missing' | Employee {
  const employee = known.find(task.company.id, task.values.employee_id ?? '');
  if (!employee) return 'missing';
  if (task.outcome === 'change') return changesOf(employee, task.values).length === 0 ? 'stored' : 'missing';
  return employee.name === task.values.name ? 'stored' : employee;
}
