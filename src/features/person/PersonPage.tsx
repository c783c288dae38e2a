// The page of a person: who and where they are, and tabs for all that the console has about them.

import type { ReactNode } from 'react';
import { paths } from '../../platform/boot/paths.ts';
import { useOffered } from '../../platform/hooks/useOffered.ts';
import { type Resource, useResource } from '../../platform/hooks/useResource.ts';
import { CompanyLink } from '../../platform/lists/CompanyLink.tsx';
import { useCompanies } from '../../platform/lists/useCompanies.ts';
import { PageActions, RecordPage, type RecordTab } from '../../platform/records/RecordPage.tsx';
import { useCanCall, useIsPlainServer } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import { ActiveBadge } from '../../platform/ui/data/ActiveBadge.tsx';
import { Badge } from '../../platform/ui/data/Badge.tsx';
import { Facts } from '../../platform/ui/data/CardGrid.tsx';
import { Panel } from '../../platform/ui/layout/Panel.tsx';
import { lazyPart, usePreloadWhen } from '../../platform/ui/lazyPart.tsx';
import type { Answer } from '../../shared/contract/calls.ts';
import { type Employee, employeeFields } from '../../shared/contract/employees.ts';
import { fieldsWith, namesOf } from '../../shared/contract/fields.ts';
import { dateTitle } from '../../shared/words/dates.ts';
import { employeeKind } from '../employees/employeeKind.ts';
import { stateSince, stateTone } from '../presence/words.ts';

const EmployeeDialog = lazyPart('The form', () => import('../employees/EmployeeDialog.tsx'));
const laterParts = [EmployeeDialog];
const Timesheet = lazyPart('The timesheet', () => import('../timesheets/person/Sheet.tsx'));
const Attendance = lazyPart('The records', async () => (await import('./PersonLists.tsx')).PersonAttendance);
const Exceptions = lazyPart('The exceptions', async () => (await import('./PersonLists.tsx')).PersonExceptions);
const PersonTime = lazyPart('Expected time', async () => (await import('../expected/ExpectedTime.tsx')).PersonTime);
const Codes = lazyPart('The codes', () => import('../devices/codes/EmployeeCodes.tsx'));
const History = lazyPart(
  'The history',
  async () => (await import('../../platform/records/history/HistoryDialog.tsx')).RecordHistory,
);
const PersonalData = lazyPart(
  'The personal data',
  async () => (await import('../privacy/report/PersonalDataDialog.tsx')).PersonalDataReport,
);

/** Unnamed to users who may see people's attendance, but not their records. */
type Person = Employee | 'unnamed';

export default function PersonPage({ id }: { id: number }) {
  const canCall = useCanCall();
  const person = usePerson(id);
  const presence = usePresence(person.data);
  const tabs: readonly RecordTab<Person>[] = [
    {
      name: 'timesheet',
      label: 'Timesheet',
      isThere: canCall('GET /timesheets') || canCall('GET /attendance'),
      show: (record) => <Timesheet id={id} isNamed={record === 'unnamed'} />,
    },
    {
      name: 'attendance',
      label: 'Attendance',
      isThere: canCall('GET /attendance'),
      show: (record) => <Attendance id={id} companyId={record === 'unnamed' ? null : record.company_id} />,
    },
    {
      name: 'exceptions',
      label: 'Exceptions and Corrections',
      isThere: canCall('GET /exceptions'),
      show: () => <Exceptions id={id} />,
    },
    ...(person.data === 'unnamed'
      ? []
      : [
          ofEmployee('details', 'Details', canCall('GET /employees/{id}'), (employee) => (
            <Details employee={employee} />
          )),
          ofEmployee(
            'expected-time',
            'Expected Time',
            canCall('GET /employees/{id}/expected-time'),
            ({ company_id }) => (company_id === null ? null : <PersonTime id={id} companyId={company_id} />),
          ),
          ofEmployee('codes', 'Codes', canCall('GET /employee-codes'), () => <Codes id={id} />),
          ofEmployee('history', 'History', canCall('GET /audit'), () => <History of={{ subject: 'employees', id }} />),
          ofEmployee('personal-data', 'Personal Data', canCall('GET /employees/{id}/personal-data'), (employee) => (
            <PersonalData kind="employees" person={employee} />
          )),
        ]),
  ];
  return (
    <RecordPage
      id={id}
      noun="Employee"
      list={{ title: employeeKind.title, path: paths.employees }}
      record={person}
      head={(record) =>
        record === 'unnamed'
          ? { name: 'Employee', facts: [] }
          : {
              name: record.name,
              facts: [
                <State key="state" employee={record} presence={presence} />,
                record.employee_id,
                <CompanyLink key="company" of={record} />,
                record.department,
              ],
              reads: [presence],
              actions: <Actions employee={record} />,
            }
      }
      tabs={tabs}
    />
  );
}

const ofEmployee = (
  name: string,
  label: string,
  isThere: boolean,
  show: (employee: Employee) => ReactNode,
): RecordTab<Person> => ({ name, label, isThere, show: (person) => (person === 'unnamed' ? null : show(person)) });

/**
 * Falls back to unnamed if the user may not see the employee, or the server has none of our features and no such call.
 * Timesheet and records then tell the name.
 */
function usePerson(id: number): Resource<Person> {
  const isPlain = useIsPlainServer();
  const mayRead = useCanCall()('GET /employees/{id}');
  const employee = useResource('GET /employees/{id}', mayRead ? { id } : null);
  const failure = employee.error?.kind;
  const isUnnamed = !mayRead || failure === 'forbidden' || (failure === 'notFound' && isPlain);
  return isUnnamed && !employee.data ? { ...employee, data: 'unnamed', error: undefined } : employee;
}

type Presence = Resource<Answer<'GET /presence'>>;

function usePresence(person: Person | undefined): Presence {
  const { id, company_id = null, is_active } = typeof person === 'object' ? person : {};
  const isKnown = is_active && company_id !== null;
  return useOffered('GET /presence', isKnown ? { query: { company_id, employee_id: id } } : null);
}

/** Says whether the person is in or, if that is not known, whether they still work there. */
function State({ employee, presence }: { employee: Employee; presence: Presence }) {
  const [person] = presence.data?.data ?? [];
  if (!person) return <ActiveBadge active={employee.is_active} />;
  return <Badge tone={stateTone(person)}>{stateSince(person)}</Badge>;
}

function Actions({ employee }: { employee: Employee }) {
  const companies = useCompanies(false);
  usePreloadWhen(true, laterParts);
  return (
    <PageActions
      kind={employeeKind}
      path={paths.employees}
      record={employee}
      editor={(record, controls) => <EmployeeDialog employee={record} companies={companies} {...controls} />}
    />
  );
}

function Details({ employee }: { employee: Employee }) {
  const { features } = useUser();
  return (
    <Panel title="Details">
      <Facts
        items={[
          ...namesOf(fieldsWith(employeeFields, features)).map((field) => ({
            label: employeeFields[field].label,
            value: employeeFields[field].isDay ? dateTitle(employee[field] ?? '') : employee[field],
          })),
          { label: 'Status', value: <ActiveBadge active={employee.is_active} /> },
        ]}
      />
    </Panel>
  );
}
