// Whose sheet it is, the totals of its days, and the ways to neighbours and to what belongs to the person.

import { Link } from 'wouter';
import { paths } from '../../../platform/boot/paths.ts';
import type { PersonSheet } from '../../../shared/contract/entities/day.ts';
import { addressOf } from '../../../shared/words/address.ts';
import type { Days } from '../../../shared/words/periodSteps.ts';
import { hoursAndMinutes } from '../../../shared/words/workedTime.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { ActionIcon } from '../../../platform/ui/ActionIcon.tsx';
import type { TimesheetParams } from '../list.ts';
import { useNeighbours } from './useNeighbours.ts';
import * as s from './Sheet.module.css';

interface SheetHeadProps {
  sheet: PersonSheet;
  period: Days;
  params: Pick<TimesheetParams, 'department' | 'q'>;
  onStep(employeeId: string): void;
}

export function SheetHead({ sheet, period, params, onStep }: SheetHeadProps) {
  const { employee, company } = sheet;
  const neighbours = useNeighbours(employee.id, company.id, params);
  const step = (
    label: string,
    icon: 'chevronLeft' | 'chevronRight',
    neighbour: { id: number; name: string } | undefined,
  ) => (
    <Button
      icon={<ActionIcon name={icon} />}
      aria-label={neighbour ? `${label}: ${neighbour.name}` : label}
      title={neighbour?.name ?? label}
      aria-disabled={!neighbour}
      onClick={() => neighbour && onStep(String(neighbour.id))}
    />
  );
  const totals = [
    ['Worked', hoursAndMinutes(sheet.worked_minutes)],
    ['Break', hoursAndMinutes(sheet.break_minutes)],
    ['Days present', sheet.days_present],
  ] as const;
  return (
    <div className={s.head}>
      <div className={s.person}>
        {neighbours && step('Previous Person', 'chevronLeft', neighbours.previous)}
        <div>
          <h2>{employee.name}</h2>
          <p className={s.about}>
            {[employee.employee_id, company.name, employee.department].filter(Boolean).join(' · ')}
          </p>
        </div>
        {neighbours && step('Next Person', 'chevronRight', neighbours.next)}
      </div>
      <dl className={s.totals}>
        {totals.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <SheetLinks sheet={sheet} period={period} />
    </div>
  );
}

function SheetLinks({ sheet: { employee, company }, period }: Pick<SheetHeadProps, 'sheet' | 'period'>) {
  const canCall = useCanCall();
  const about = { ...(company.id && { company_id: company.id }), employee_id: employee.id, ...period };
  return (
    <p className={s.links}>
      {canCall('GET /attendance') && <Link href={addressOf(paths.attendance, about)}>Attendance Records</Link>}
      {canCall('GET /exceptions') && <Link href={addressOf(paths.exceptions, about)}>Exceptions</Link>}
    </p>
  );
}
