// Records as results of the palette, and the addresses that show them.

import type { AccessController } from '../../shared/contract/controllers.ts';
import type { Company } from '../../shared/contract/companies.ts';
import type { Employee } from '../../shared/contract/employees.ts';
import { paths } from '../../platform/boot/paths.ts';
import { addressOf } from '../../shared/words/address.ts';
import { lastTwoWeeks } from '../../shared/words/periods.ts';
import type { Result } from './result.ts';

/** A label names its record well enough to search the list for it: a person's includes the employee number. */
function found(kind: Result['kind'], icon: Result['icon'], path: string) {
  return (id: number | string, label: string): Result => ({
    kind,
    id: String(id),
    icon,
    label,
    target: addressOf(path, { q: label.replace(' · ', ' ') }),
  });
}

const person = found('person', 'employees', paths.employees);
const company = found('company', 'companies', paths.companies);
const controller = found('controller', 'controllers', paths.accessControllers);

const attendanceOf = (params: Record<string, string>) => ({
  label: 'Attendance',
  target: addressOf(paths.attendance, { ...params, ...lastTwoWeeks() }),
});

/** The last two weeks, day by day. */
const timesheetOf = (employee_id: string) => ({
  label: 'Timesheet',
  target: addressOf(paths.timesheets, { employee_id, ...lastTwoWeeks() }),
});

/** A record that was opened before, of which only this was kept. */
export function recalled(kind: Result['kind'], id: string, label: string): Result | undefined {
  if (kind === 'person') return { ...person(id, label), second: timesheetOf(id) };
  if (kind === 'company') return { ...company(id, label), second: attendanceOf({ company_id: id }) };
  return kind === 'controller' ? controller(id, label) : undefined;
}

export function personResult({ id, name, employee_id, company }: Employee): Result {
  return {
    ...person(id, [name, employee_id].filter(Boolean).join(' · ')),
    detail: company?.name,
    second: timesheetOf(String(id)),
  };
}

export const companyResult = ({ id, name, unique_identifier }: Company): Result => ({
  ...company(id, name),
  detail: unique_identifier,
  second: attendanceOf({ company_id: String(id) }),
});

export const controllerResult = ({ id, name, location, company }: AccessController): Result => ({
  ...controller(id, name),
  detail: [company?.name, location].filter(Boolean).join(' · '),
});

/** Everything that is written in a record. */
export const textsOf = (record: object): string[] =>
  Object.values(record).flatMap((value: unknown) => {
    if (typeof value === 'object' && value !== null) return textsOf(value);
    return typeof value === 'string' ? [value] : [];
  });
