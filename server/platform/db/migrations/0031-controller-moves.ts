// Keeps which companies an access controller has left. Their records of it stay and show its name, so copies of them
// have to learn of a new name. What it sent until it left stays the company's.

import type { Dialect } from '../db.ts';
import { columnTypes } from './columnTypes.ts';

export const oldProcess = { mustStop: 'writes wait while all attendance is looked through' };

export const up = (dialect: Dialect): string => `
create table access_controller_moves (
  id ${columnTypes[dialect].id},
  access_controller_id bigint not null references access_controllers (id),
  -- The one that it left.
  company_id bigint not null references companies (id),
  -- The last of its device's events until then.
  last_event_id bigint not null default 0
);
create index access_controller_moves_by_controller on access_controller_moves (access_controller_id, last_event_id);
insert into access_controller_moves (access_controller_id, company_id)
  select distinct access_controllers.id, attendance.company_id
  from attendance join access_controllers on access_controllers.id = access_controller_id
  where attendance.company_id <> access_controllers.company_id;
${triggers[dialect]}`;

const note = `
  insert into access_controller_moves (access_controller_id, company_id, last_event_id) values (old.id, old.company_id,
    coalesce((select max(id) from device_events where controller_id = old.id), 0));`;

const triggers: Record<Dialect, string> = {
  sqlite: `
create trigger access_controller_moves_away after update of company_id on access_controllers
  when old.company_id <> new.company_id begin ${note} end;`,

  postgres: `
create function note_access_controller_move() returns trigger language plpgsql as $$
begin ${note}
  return null;
end $$;
create trigger access_controller_moves_away after update of company_id on access_controllers
  for each row when (old.company_id <> new.company_id) execute function note_access_controller_move();`,
};
