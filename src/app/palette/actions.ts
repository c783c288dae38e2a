// Actions of the palette that the user may take.

import { closeMonthAddress, forMeAddress } from '../../features/corrections/addresses.ts';
import { paths } from '../../platform/boot/paths.ts';
import type { ExportFormat } from '../../platform/export/errors.ts';
import { recordIn } from '../../platform/records/openRecord.ts';
import { companyAddress, personAddress } from '../../platform/records/recordLinkTo.ts';
import type { CallKey } from '../../shared/contract/calls.ts';
import { searchedWords, textMatcher } from '../../shared/contract/searchText.ts';
import { addressOf } from '../../shared/words/address.ts';
import { today } from '../../shared/words/days.ts';
import { lastDayOf, monthsBefore, monthTitle } from '../../shared/words/months.ts';
import { lastTwoWeeks, type NamedPeriod, namedPeriods } from '../../shared/words/periods.ts';
import type { ShellDialogName } from '../keyboard/shortcuts.ts';
import { isWorthSaving } from '../views/useViews.ts';
import type { Result } from './result.ts';

type Action = Omit<Result, 'kind'> & { needs?: CallKey };

const adding: readonly (readonly [label: string, path: string, needs: CallKey, words?: string])[] = [
  ['Add Employee', paths.employees, 'POST /employees', 'new person'],
  ['Add Company', paths.companies, 'POST /companies'],
  ['Add Controller', paths.accessControllers, 'POST /access-controllers', 'new door device'],
  ['Add User', paths.users, 'POST /users', 'new invite'],
  ['Add Role', paths.roles, 'POST /roles'],
  ['Add Setting', paths.settings, 'POST /settings'],
];

/** Questions that come up every week, and are otherwise several clicks away. */
const questions: readonly Action[] = [
  {
    id: 'late',
    icon: 'timesheets',
    label: 'Who Was Late This Week',
    target: addressOf(paths.timesheets, { mark: 'late' }),
    needs: 'GET /timesheets',
  },
  {
    id: 'long days',
    icon: 'warning',
    label: 'Long Days',
    words: 'who is over ten hours working time',
    target: addressOf(paths.exceptions, { is_answered: '', kind: 'long_day' }),
    needs: 'GET /exceptions',
  },
];

/** Actions for the attendance of a named period, including an export for last month. */
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

/** Action on a record found by a search. '{}' stands for its name. */
interface RecordAction extends Pick<Result, 'icon' | 'words'> {
  label: string;
  needs: CallKey;
  target(id: string): string;
  /** Returns false for records to which it does not apply. */
  isFor?(id: string): boolean;
  /** Whether to offer it even if only the name was typed. */
  needsNoVerb?: boolean;
}

/** Limited, as more would hide the other actions. */
const mostObjects = 2;

/** Actions by kind of record. */
type RecordActions = { readonly [K in Result['kind']]?: readonly RecordAction[] };

function recordActions(withoutPayroll: readonly string[] = []): RecordActions {
  const [month = ''] = monthsBefore(today(), 1);
  const lastMonth = { start_date: `${month}-01`, end_date: lastDayOf(month) };
  const attendance = { icon: 'attendance', needs: 'GET /attendance' } as const;
  return {
    company: [
      {
        icon: 'download',
        label: 'Export Last Month of {} to Excel',
        needs: 'GET /attendance',
        target: (id) => addressOf(paths.attendance, { company_id: id, ...lastMonth, export: 'excel' }),
        needsNoVerb: true,
      },
      {
        ...attendance,
        label: 'Attendance of {}, Last Month',
        target: (id) => addressOf(paths.attendance, { company_id: id, ...lastMonth }),
      },
      {
        icon: 'presence',
        label: 'Who Is In at {}',
        words: 'presence roll call',
        needs: 'GET /presence',
        target: (id) => addressOf(paths.presence, { company_id: id }),
      },
      {
        icon: 'warning',
        label: 'Exceptions of {}',
        words: 'correct missing',
        needs: 'GET /exceptions',
        target: (id) => addressOf(paths.exceptions, { company_id: id }),
      },
      {
        icon: 'lock',
        label: `Close ${monthTitle(month)} of {}`,
        words: 'month lock',
        needs: 'POST /closed-months',
        target: (id) => closeMonthAddress(month, id),
      },
      {
        icon: 'download',
        label: `Payroll File of {}, ${monthTitle(month)}`,
        words: payrollWords,
        needs: 'GET /companies/{id}/payroll',
        target: (id) => companyAddress(Number(id), 'months'),
        isFor: (id) => !withoutPayroll.includes(id),
      },
      {
        icon: 'download',
        label: 'Set Up the Payroll File of {}',
        words: payrollWords,
        needs: 'PUT /companies/{id}/payroll',
        target: (id) => companyAddress(Number(id), 'months', { payroll: 'edit' }),
        isFor: (id) => withoutPayroll.includes(id),
      },
    ],
    person: [
      {
        icon: 'timesheets',
        label: 'Timesheet of {}',
        words: 'hours worked',
        needs: 'GET /attendance',
        target: (id) => personAddress(Number(id), 'timesheet', lastTwoWeeks()),
      },
      {
        icon: 'timesheets',
        label: 'Expected Time of {}',
        words: 'leave absence balance pattern hours',
        needs: 'GET /employees/{id}/expected-time',
        target: (id) => personAddress(Number(id), 'expected-time'),
      },
      {
        ...attendance,
        label: 'Attendance of {}',
        target: (id) => addressOf(paths.attendance, { employee_id: id, ...lastTwoWeeks() }),
      },
      {
        icon: 'warning',
        label: 'Exceptions and Corrections of {}',
        words: 'correct missing',
        needs: 'GET /exceptions',
        target: (id) => personAddress(Number(id), 'exceptions'),
      },
    ],
  };
}

const payrollWords = 'payroll wages hours';

export const asksForPayroll = (query: string): boolean =>
  searchedWords(query).some((word) => textMatcher(word)([payrollWords]));

/** Returns the words of a search that name a record rather than say what to do with it. */
function namesIn(query: string): string[] {
  const verbs = Object.values(recordActions()).flatMap((of) => of.map(({ label, words = '' }) => `${label} ${words}`));
  return searchedWords(query).filter((word) => !textMatcher(word)(verbs));
}

/** Whether a search only says what to do, but not with what. */
export const namesNoRecord = (query: string): boolean => namesIn(query).length === 0;

/** Returns the words that name a record, or the whole search if it consists only of names or of verbs. */
export function recordQuery(query: string): string {
  const names = namesIn(query);
  return names.length > 0 && names.length < searchedWords(query).length ? names.join(' ') : query;
}

interface Offer {
  /** Whether the search names no record, and so is about the record whose page is open. */
  isOpen: boolean;
  canCall(call: CallKey): boolean;
  /** Ids of companies that have no payroll file yet. */
  withoutPayroll: readonly string[];
}

/** Returns the actions that match a search, for the records that it names or the one whose page is open. */
export function actionsOn(objects: readonly Result[], query: string, offer: Offer): Result[] {
  const { isOpen, canCall, withoutPayroll } = offer;
  const matches = textMatcher(query);
  const hasVerb = recordQuery(query) !== query || isOpen;
  const known = recordActions(withoutPayroll);
  const counts = new Map<string, number>();
  return objects.flatMap((object) =>
    (known[object.kind] ?? []).flatMap(({ icon, label, words = '', needs, target, isFor, needsNoVerb }): Result[] => {
      if (!canCall(needs) || !(hasVerb || needsNoVerb)) return [];
      const count = counts.get(label) ?? 0;
      if (count === mostObjects || isFor?.(object.id) === false) return [];
      const names = isOpen ? [] : [object.label, object.detail ?? ''];
      if (hasVerb && !matches([label, words, ...names])) return [];
      counts.set(label, count + 1);
      const inWords = label.replace('{}', object.label);
      return [{ kind: 'action', id: `${label} ${object.id}`, icon, label: inWords, target: target(object.id) }];
    }),
  );
}

/** Same number of months as in the dialog. */
const closableMonths = 12;

interface Doing {
  shown: { path: string; search: string };
  canCall(call: CallKey): boolean;
  show(dialog: ShellDialogName): void;
  leave(): void;
}

export function actions({ shown: { path, search }, canCall, show, leave }: Doing): Result[] {
  /** Keeps the filters if its list is on the screen. */
  const overList = (target: string) =>
    search && recordIn(search) === undefined && target.startsWith(`${path}?`)
      ? `${path}${search}&${target.slice(path.length + 1)}`
      : target;
  const all: Action[] = [
    ...adding.map(([label, list, needs, words = 'new']) => ({
      id: list,
      icon: 'plus' as const,
      label,
      words,
      target: overList(`${list}?add=1`),
      needs,
    })),
    {
      id: 'import employees',
      icon: 'employees',
      label: 'Import Employees',
      words: 'csv excel file upload',
      target: overList(`${paths.employees}?import=1`),
      needs: 'POST /employees',
    },
    ...monthsBefore(today(), closableMonths).map((month) => ({
      id: `close ${month}`,
      icon: 'lock' as const,
      label: `Close ${monthTitle(month)}`,
      words: 'month lock',
      target: overList(closeMonthAddress(month)),
      needs: 'POST /closed-months' as const,
    })),
    {
      id: 'for me',
      icon: 'check',
      label: 'Corrections for Me',
      words: 'approve decide waiting second person',
      target: forMeAddress,
      needs: 'POST /corrections/decide',
    },
    ...questions,
    ...namedPeriods(today()).flatMap(attendanceOf),
    ...(isWorthSaving(path, search)
      ? [{ id: 'save-view', icon: 'filter' as const, label: 'Save View', target: () => show('saveView') }]
      : []),
    { id: 'views', icon: 'filter', label: 'Manage Saved Views', target: () => show('views') },
    { id: 'shortcuts', icon: 'menu', label: 'Keyboard Shortcuts', words: 'keys help', target: () => show('shortcuts') },
    { id: 'logout', icon: 'logout', label: 'Logout', words: 'log out sign out leave', target: leave },
  ];
  return all
    .filter(({ needs }) => needs === undefined || canCall(needs))
    .map(({ needs: _, ...action }) => ({ kind: 'action', ...action }));
}
