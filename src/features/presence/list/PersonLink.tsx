// A person's name, which leads to the events of today.

import { Link } from 'wouter';
import { paths } from '../../../platform/boot/paths.ts';
import type { PresentPerson } from '../../../shared/contract/entities/presence.ts';
import { addressOf } from '../../../shared/words/address.ts';
import { today } from '../../../shared/words/days.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import * as s from './PeopleTable.module.css';

export function PersonLink({ person: { employee, company } }: { person: PresentPerson }) {
  const mayRead = useCanCall()('GET /attendance');
  const day = today();
  const filters = { company_id: company.id, employee_id: employee.id, start_date: day, end_date: day };
  return (
    <>
      {mayRead ? (
        <Link href={addressOf(paths.attendance, filters)} data-opens>
          {employee.name}
        </Link>
      ) : (
        employee.name
      )}
      <span className={s.muted}> · {employee.employee_id}</span>
    </>
  );
}
