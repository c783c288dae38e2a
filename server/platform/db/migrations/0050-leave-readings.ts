// Leave that is read from HR systems, and how far it was read.

import type { Dialect } from '../sql.ts';

export const oldProcess = { mustStop: 'it would take hours of leave for whole days' };

export const up = (dialect: Dialect): string => {
  const [flag, no, instant] = dialect === 'sqlite' ? ['integer', '0', 'text'] : ['boolean', 'false', 'timestamp(0)'];
  return `
-- Off on each of the days instead of all or half of it; 0 where the leave has no hours.
alter table leaves add column minutes integer not null default 0;
-- Id of the leave in the HR system that it was read from; empty where it was entered by hand.
alter table leaves add column source_id text not null default '';

alter table hr_connections add column reads_leave ${flag} not null default ${no};
alter table hr_connections add column leave_tried_at ${instant};
alter table hr_connections add column leave_read_at ${instant};
-- Why the last try failed; empty if it did not.
alter table hr_connections add column leave_error text not null default '';

-- Frozen while its month is closed, as the days are.
create table leave_readings (
  company_id bigint not null references companies(id),
  month text not null,
  -- Name of the HR system.
  source text not null,
  read_at ${instant},
  -- Last day of which all leave was read; empty before the first reading, null once leave is not read any more.
  known_until text,
  -- JSON: ids of the employees whom nobody in the HR system is matched with.
  unmatched text not null default '[]',
  primary key (company_id, month)
);
`;
};
