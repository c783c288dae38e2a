// Lists of Match Employees and their columns, from one answer: unmatched employees, all employees, and people who are
// only in the HR system.

import { Button } from '../../../platform/ui/Button.tsx';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import type { Column } from '../../../platform/ui/data/Table.tsx';
import type { HrPeople, HrPerson, MatchedEmployee } from '../../../shared/contract/hrConnections.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './MatchPeople.module.css';

export interface EmployeeRow extends MatchedEmployee {
  person: HrPerson | undefined;
  proposal: HrPerson | undefined;
}

export interface PersonRow extends HrPerson {
  /** Row id, for the table. */
  row: number;
}

export function listsOf({ employees, people }: HrPeople) {
  const byId = new Map(people.map((person) => [person.id, person]));
  const all = employees.map((employee) => ({
    ...employee,
    person: byId.get(employee.person_id),
    proposal: byId.get(employee.proposed_id),
  }));
  const matched = new Set(employees.map(({ person_id }) => person_id));
  return {
    all,
    unmatched: all.filter(({ person_id }) => person_id === ''),
    there: people.filter(({ id }) => !matched.has(id)).map((person, row) => ({ ...person, row })),
  };
}

/** Tells people with the same name apart. */
export const detailOf = ({ number, email }: Pick<HrPerson, 'number' | 'email'>): string =>
  [number, email].filter(Boolean).join(' · ');

interface MatchActions {
  onChoose(row: EmployeeRow): void;
  onTake(row: EmployeeRow): void;
  busy: boolean;
}

export const employeeColumns = (system: string, actions: MatchActions): readonly Column<EmployeeRow>[] => [
  {
    id: 'employee',
    header: 'Employee',
    rowHeader: true,
    cell: (row) => <Who name={row.name} detail={detailOf({ number: row.employee_id, email: row.email })} />,
  },
  {
    id: 'person',
    header: `In ${system}`,
    cell: ({ person, person_id, note }) =>
      person ? (
        <Who name={person.name} detail={detailOf(person)} isGone={!person.is_active} />
      ) : (
        <span className={layout.muted}>{person_id ? `${person_id}, who is no longer there` : note || 'No one'}</span>
      ),
  },
  { id: 'by', header: 'Matched by', narrow: true, cell: ({ matched_by }) => matchedBy[matched_by] ?? matched_by },
  {
    id: 'actions',
    header: 'Actions',
    narrow: true,
    align: 'end',
    cell: (row) => <Actions row={row} {...actions} />,
  },
];

export const personColumns: readonly Column<PersonRow>[] = [
  { id: 'name', header: 'Name', rowHeader: true, cell: ({ name, id }) => name || id },
  { id: 'number', header: 'Number', cell: ({ number }) => number || none },
  { id: 'email', header: 'E-mail', cell: ({ email }) => email || none },
  {
    id: 'state',
    header: 'State',
    narrow: true,
    cell: ({ is_active }) => (is_active ? 'Active' : <Badge tone="neutral">Not active</Badge>),
  },
];

const none = <span className={layout.muted}>None</span>;

const matchedBy: Readonly<Record<string, string>> = {
  number: 'Number',
  email: 'E-mail',
  chosen: 'Choice',
  nothing: '',
};

function Who({ name, detail, isGone = false }: { name: string; detail: string; isGone?: boolean }) {
  return (
    <span className={s.who}>
      {name}
      {isGone && (
        <>
          {' '}
          <Badge tone="warning">Not active</Badge>
        </>
      )}
      <span className={`${layout.muted} ${s.detail}`}>{detail}</span>
    </span>
  );
}

function Actions({ row, onChoose, onTake, busy }: MatchActions & { row: EmployeeRow }) {
  const { name, proposal } = row;
  return (
    <span className={s.buttons}>
      {proposal && (
        <Button size="small" aria-label={`Take ${proposal.name} for ${name}`} busy={busy} onClick={() => onTake(row)}>
          Take {proposal.name}
        </Button>
      )}
      <Button size="small" aria-label={`Choose for ${name}`} onClick={() => onChoose(row)}>
        Choose
      </Button>
    </span>
  );
}
