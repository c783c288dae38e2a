// The table of Who Is In, one line a person. On phones each line becomes two, see PeopleTable.module.css.

import { useMemo } from 'react';
import { Link } from 'wouter';
import type { PresentPerson } from '../../shared/contract/presence.ts';
import { type Column, Table } from '../../platform/ui/data/Table.tsx';
import { Badge } from '../../platform/ui/data/Badge.tsx';
import { stateSince, stateTone } from './words.ts';
import { personAddress } from '../../platform/lists/recordLinkTo.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import * as s from './PeopleTable.module.css';

interface PeopleTableProps {
  people: readonly PresentPerson[];
  /** False while one company is chosen. */
  hasCompany: boolean;
  busy: boolean;
}

export function PeopleTable({ people, hasCompany, busy }: PeopleTableProps) {
  const columns = useMemo(() => columnsFor(hasCompany), [hasCompany]);
  return (
    <Table
      dense
      caption="Who is in"
      rows={people}
      rowKey={({ employee }) => employee.id}
      columns={columns}
      busy={busy}
    />
  );
}

const columnsFor = (hasCompany: boolean): readonly Column<PresentPerson>[] => [
  {
    id: 'employee',
    header: 'Employee',
    rowHeader: true,
    className: s.employee,
    cell: (person) => <PersonLink person={person} />,
  },
  {
    id: 'state',
    header: 'State',
    className: s.state,
    cell: (person) => <Badge tone={stateTone(person)}>{stateSince(person)}</Badge>,
  },
  { id: 'where', header: 'Where', className: s.where, cell: placeOf },
  {
    id: 'department',
    header: 'Department',
    className: s.department,
    cell: ({ employee }) => employee.department,
  },
  ...(hasCompany
    ? [
        {
          id: 'company',
          header: 'Company',
          className: s.company,
          cell: ({ company }: PresentPerson) => company.name,
        },
      ]
    : []),
];

/** 'Main gate · Quay 1' */
const placeOf = ({ controller, site }: PresentPerson) =>
  [controller, ...(site === controller ? [] : [site])].filter(Boolean).join(' · ');

/** Shows the name, which leads to the person's page. */
function PersonLink({ person: { employee } }: { person: PresentPerson }) {
  const canCall = useCanCall();
  const hasPage = canCall('GET /employees/{id}') || canCall('GET /attendance');
  return (
    <>
      {hasPage ? (
        <Link href={personAddress(employee.id)} data-opens>
          {employee.name}
        </Link>
      ) : (
        employee.name
      )}
      <span className={s.muted}> · {employee.employee_id}</span>
    </>
  );
}
