// Records as results of the palette, and the addresses that show them.

import { paths } from '../../platform/boot/paths.ts';
import { personAddress, recordAddress } from '../../platform/lists/recordLinkTo.ts';
import type { Company } from '../../shared/contract/companies.ts';
import type { AccessController } from '../../shared/contract/controllers.ts';
import type { Employee } from '../../shared/contract/employees.ts';
import { addressOf } from '../../shared/words/address.ts';
import { lastTwoWeeks } from '../../shared/words/periods.ts';
import { routeAt } from '../routes.tsx';
import type { Result } from './result.ts';

/** Leads to the page of the record, or, where the console has none, to a search of its list for the label. */
function found(kind: Result['kind'], icon: Result['icon'], path: string) {
  return (id: number | string, label: string): Result => ({
    kind,
    id: String(id),
    icon,
    label,
    target: routeAt(path)?.page ? recordAddress(path, Number(id)) : addressOf(path, { q: label.replace(' · ', ' ') }),
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
const timesheetOf = (id: string) => ({
  label: 'Timesheet',
  target: personAddress(Number(id), 'timesheet', lastTwoWeeks()),
});

/** A record that was opened before, of which only this was kept. */
export function recalled(kind: string, id: string, label: string): Result | undefined {
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
