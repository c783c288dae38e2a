// PostgreSQL copies the HR state of all deliveries of a statement at once. It did so row by row, and each of these
// updates was counted and noted by itself.

import type { Dialect } from '../sql.ts';

export const oldProcess = 'goes on';

export const up = (dialect: Dialect): string => (dialect === 'sqlite' ? '' : postgres);

const state = `case come.state when 'accepted' then 'sent' else come.state end`;

const postgres = `
create or replace function copy_hr_state() returns trigger language plpgsql as $$
begin
  update attendance set hr_state = ${state} from come where id = come.attendance_id and hr_state <> ${state};
  return null;
end $$;
drop trigger hr_state_of_new on hr_deliveries;
drop trigger hr_state_of_changed on hr_deliveries;
create trigger hr_state_of_new after insert on hr_deliveries
  referencing new table as come for each statement execute function copy_hr_state();
create trigger hr_state_of_changed after update on hr_deliveries
  referencing new table as come for each statement execute function copy_hr_state();`;
