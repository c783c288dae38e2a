// The palette's actions that the user is allowed to take.

import { paths } from '../../platform/boot/paths.ts';
import type { CallKey } from '../../shared/contract/calls.ts';
import { searchedWords, textMatcher } from '../../shared/contract/searchText.ts';
import type { ExportFormat } from '../../platform/export/errors.ts';
import { addressOf } from '../../shared/words/address.ts';
import { today } from '../../shared/words/days.ts';
import { type NamedPeriod, namedPeriods } from '../../shared/words/periods.ts';
import type { ShellDialogName } from '../keyboard/shortcuts.ts';
import type { Result } from './result.ts';

type Action = Omit<Result, 'kind'> & { needs?: CallKey };

const adding: readonly (readonly [label: string, path: string, needs: CallKey])[] = [
  ['Add Employee', paths.employees, 'POST /employees'],
  ['Add Company', paths.companies, 'POST /companies'],
  ['Add Controller', paths.accessControllers, 'POST /access-controllers'],
  ['Add User', paths.users, 'POST /users'],
  ['Add Role', paths.roles, 'POST /roles'],
  ['Add Setting', paths.settings, 'POST /settings'],
];

/** Limit: more would hide the other actions. */
const mostExports = 2;

/** The attendance of a period with a name; that of last month as a file too. */
function attendanceOf({ label, ...days }: NamedPeriod): Action[] {
  const shown: Action = {
    id: `attendance ${label}`,
    icon: 'attendance',
    label: `Attendance: ${label}`,
    target: addressOf(paths.attendance, days),
    needs: 'GET /attendance',
  };
  if (label !== 'Last Month') return [shown];
  const file = (format: ExportFormat, name: string): Action => ({
    ...shown,
    id: `export ${format}`,
    icon: 'download',
    label: `Export Last Month to ${name}`,
    target: addressOf(paths.attendance, { ...days, export: format }),
  });
  return [shown, file('excel', 'Excel'), file('pdf', 'PDF')];
}

const exportOf = (company: string) => `Export Last Month of ${company} to Excel`;

/** The words of a search that are not words of an export: those that name its company. */
export function besidesExport(query: string): string {
  const isOfExport = (word: string) => textMatcher(word)([exportOf('')]);
  const others = searchedWords(query).filter((word) => !isOfExport(word));
  return others.length > 0 ? others.join(' ') : query;
}

/** Offers the last month of each company as a file. */
export function exportsOf(companies: readonly Result[]): Result[] {
  const lastMonth = namedPeriods(today()).find(({ label }) => label === 'Last Month');
  if (!lastMonth) return [];
  const { start_date, end_date } = lastMonth;
  return companies.slice(0, mostExports).map(({ id, label }) => ({
    kind: 'action',
    id: `export ${id}`,
    icon: 'download',
    label: exportOf(label),
    target: addressOf(paths.attendance, { company_id: id, start_date, end_date, export: 'excel' }),
  }));
}

const importing: Action = {
  id: 'import employees',
  icon: 'employees',
  label: 'Import Employees',
  target: addressOf(paths.employees, { import: '1' }),
  needs: 'POST /employees',
};

interface Doing {
  canSaveView: boolean;
  canCall(call: CallKey): boolean;
  show(dialog: ShellDialogName): void;
  leave(): void;
}

export function actions({ canSaveView, canCall, show, leave }: Doing): Result[] {
  const all: Action[] = [
    ...adding.map(([label, path, needs]) => ({
      id: path,
      icon: 'plus' as const,
      label,
      target: `${path}?add=1`,
      needs,
    })),
    importing,
    ...namedPeriods(today()).flatMap(attendanceOf),
    ...(canSaveView
      ? [{ id: 'save-view', icon: 'filter' as const, label: 'Save View', target: () => show('saveView') }]
      : []),
    { id: 'views', icon: 'filter', label: 'Manage Saved Views', target: () => show('views') },
    { id: 'shortcuts', icon: 'menu', label: 'Keyboard Shortcuts', target: () => show('shortcuts') },
    { id: 'logout', icon: 'logout', label: 'Logout', target: leave },
  ];
  return all
    .filter(({ needs }) => needs === undefined || canCall(needs))
    .map(({ needs: _, ...action }) => ({ kind: 'action', ...action }));
}
