// Results of the command palette, which are records, screens, actions or saved views, and the conversion of records to
// results.

import { paths } from '../../platform/boot/paths.ts';
import { personAddress, recordAddress } from '../../platform/records/recordLinkTo.ts';
import type { IconName } from '../../platform/ui/Icon.tsx';
import type { Company } from '../../shared/contract/companies.ts';
import type { AccessController } from '../../shared/contract/controllers.ts';
import type { Employee } from '../../shared/contract/employees.ts';
import { folded, textMatcher } from '../../shared/contract/searchText.ts';
import { addressOf } from '../../shared/words/address.ts';
import { lastTwoWeeks } from '../../shared/words/periods.ts';
import { routeAt } from '../routes.tsx';

export interface Result {
  kind: 'person' | 'company' | 'controller' | 'screen' | 'action' | 'view';
  /** Unique among results of the same kind. */
  id: string;
  icon: IconName | 'plus';
  label: string;
  detail?: string;
  /** Other names for it. */
  words?: string;
  /** Address that it leads to, or function that it runs. */
  target: string | (() => void);
  /** Second place that it leads to, such as a person's attendance. */
  second?: { label: string; target: string };
}

export interface ResultGroup {
  title: string;
  results: readonly Result[];
  /** Whether more results may arrive. */
  isSearching?: boolean;
  /** Progress of reading the list, if the server does not search. */
  progress?: { done: number; total: number };
  cancel?(): void;
  /** Why results are missing. */
  note?: string;
  retry?(): void;
}

/** Records that a search finds, and `objects`, which its words other than verbs find, for actions on them. */
export interface FoundRecords {
  groups: readonly ResultGroup[];
  objects: Pick<ResultGroup, 'results' | 'isSearching'>;
}

export const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`;

export function matching(results: readonly Result[], query: string): Result[] {
  const matches = textMatcher(query);
  return results.filter(({ label, detail = '', words = '' }) => matches([label, detail, words]));
}

/** Ranks, best first: the name is what was typed, begins with it, or has all its words; or the words are elsewhere. */
const ranks = { same: 0, beginning: 1, name: 2, elsewhere: 3, nothing: 4 };

function rankOf({ label }: Result, query: string): number {
  const [name, typed] = [folded(label), folded(query)];
  if (name === typed) return ranks.same;
  if (name.startsWith(typed)) return ranks.beginning;
  return textMatcher(query)([label]) ? ranks.name : ranks.elsewhere;
}

/** Whether the name itself matches rather than, for example, the company's. */
export const isFoundByName = (result: Result, query: string): boolean => rankOf(result, query) < ranks.elsewhere;

/** Sorts results within groups, and groups by their first result, so that the best match of any kind is on top. */
export function ranked(groups: readonly ResultGroup[], query: string): ResultGroup[] {
  const rank = (result: Result | undefined) => (result ? rankOf(result, query) : ranks.nothing);
  return groups
    .map((group) => ({ ...group, results: group.results.toSorted((one, other) => rank(one) - rank(other)) }))
    .sort((one, other) => rank(one.results[0]) - rank(other.results[0]));
}

/** Builds results that lead to the record's page or, if the console has none, to a search for the label in its list. */
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

/** Restores the result for a previously opened record from what was kept. */
export function recentResult(kind: string, id: string, label: string): Result | undefined {
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

/** Returns all texts in a record. */
export const textsOf = (record: object): string[] =>
  Object.values(record).flatMap((value: unknown) => {
    if (typeof value === 'object' && value !== null) return textsOf(value);
    return typeof value === 'string' ? [value] : [];
  });
