// Copies each delivery's state to its attendance record, so that an index finds the records of a state in order.
// Triggers keep it current, in the contract's words; a record without a delivery is not queued.

import type { Dialect } from '../db.ts';

export const oldProcess = { mustStop: 'writes wait while all attendance gets its HR state' };

export const up = (dialect: Dialect): string => `
alter table attendance add column hr_state text not null default 'not_queued';
${fill[dialect]}
create index attendance_by_hr_state on attendance (hr_state, occurred_at desc, id desc);
create index attendance_by_company_hr_state on attendance (hr_state, company_id, occurred_at desc, id desc);
${triggers[dialect]}`;

const stateOf = (delivery: string) => `case ${delivery}.state when 'accepted' then 'sent' else ${delivery}.state end`;

const fill: Record<Dialect, string> = {
  sqlite: `
    update attendance
      set hr_state = (select ${stateOf('hr_deliveries')} from hr_deliveries where attendance_id = attendance.id)
      where id in (select attendance_id from hr_deliveries);`,
  postgres: `
    update attendance set hr_state = ${stateOf('hr_deliveries')}
      from hr_deliveries where attendance_id = attendance.id;`,
};

const copyState = `update attendance set hr_state = ${stateOf('new')} where id = new.attendance_id;`;

// PostgreSQL copies the states once per statement: per row, each of these updates would be counted by itself.
const triggers: Record<Dialect, string> = {
  sqlite: `
    create trigger hr_state_of_new after insert on hr_deliveries begin ${copyState} end;
    create trigger hr_state_of_changed after update of state on hr_deliveries begin ${copyState} end;`,
  postgres: `
create function copy_hr_state() returns trigger language plpgsql as $$
begin
  update attendance set hr_state = ${stateOf('come')} from come
    where id = come.attendance_id and hr_state <> ${stateOf('come')};
  return null;
end $$;
create trigger hr_state_of_new after insert on hr_deliveries
  referencing new table as come for each statement execute function copy_hr_state();
create trigger hr_state_of_changed after update on hr_deliveries
  referencing new table as come for each statement execute function copy_hr_state();`,
};
